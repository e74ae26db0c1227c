package cli

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"

	"github.com/vitrine-go/vitrine/artifactkit"
	"github.com/vitrine-go/vitrine/artifactkit/limits"
	"github.com/vitrine-go/vitrine/artifactkit/protocol"
)

// open opens a file, or stdin for "-".
func open(file string, std Stdio) (io.ReadCloser, error) {
	if file == "-" || file == "" {
		return io.NopCloser(std.In), nil
	}
	f, err := os.Open(file)
	if err != nil {
		return nil, bare(err)
	}
	return f, nil
}

// bare is an error about a path without the path, for a message that names it already.
func bare(err error) error {
	if p, ok := errors.AsType[*fs.PathError](err); ok {
		return p.Err
	}
	return err
}

// readResult reads one JSON text. What is no JSON is an error here: with one text there is no stream to go on with.
func readResult(file string, std Stdio) ([]byte, error) {
	r, err := open(file, std)
	if err != nil {
		return nil, fmt.Errorf("reading %s: %w", name(file), err)
	}
	defer r.Close()
	// One byte over the bound is enough to know.
	data, err := io.ReadAll(io.LimitReader(r, limits.Result+1))
	if err != nil {
		return nil, fmt.Errorf("reading %s: %w", name(file), bare(err))
	}
	if _, why := protocol.Parse(data); why != nil {
		return nil, fmt.Errorf("reading %s: %s", name(file), why.Message)
	}
	return data, nil
}

// eachLine hands over the lines of a stream without their ends, blank ones too, at flat memory. A line over limits.Result is
// handed over as nil: it was passed over.
func eachLine(r io.Reader, fn func(n int, line []byte) error) error {
	br := bufio.NewReaderSize(r, 256<<10)
	var long []byte
	for n := 1; ; n++ {
		line, err := br.ReadSlice('\n')
		over := false
		if errors.Is(err, bufio.ErrBufferFull) {
			long = append(long[:0], line...)
			for errors.Is(err, bufio.ErrBufferFull) {
				line, err = br.ReadSlice('\n')
				if over = over || len(long)+len(line) > limits.Result; !over {
					long = append(long, line...)
				}
			}
			line = long
		}
		last := errors.Is(err, io.EOF)
		if err != nil && !last {
			return err
		}
		if last && len(line) == 0 {
			return nil
		}
		line = bytes.TrimRight(line, "\r\n")
		if over {
			line = nil
		} else if line == nil {
			line = []byte{}
		}
		if e := fn(n, line); e != nil {
			return e
		}
		if last {
			return nil
		}
	}
}

// answers runs one function over a file: once, or over each line with jsonl.
func answers(file string, jsonl bool, std Stdio, answer func(data []byte) []byte) error {
	out := bufio.NewWriterSize(std.Out, 64<<10)
	defer out.Flush()
	if !jsonl {
		data, err := readResult(file, std)
		if err != nil {
			return err
		}
		out.Write(append(answer(data), '\n'))
		return out.Flush()
	}
	r, err := open(file, std)
	if err != nil {
		return fmt.Errorf("reading %s: %w", name(file), err)
	}
	defer r.Close()
	err = eachLine(r, func(n int, line []byte) error {
		if line != nil && len(bytes.TrimSpace(line)) == 0 {
			return nil
		}
		var why *artifactkit.Reason
		if line == nil {
			why = &artifactkit.Reason{Code: protocol.TooLarge, Message: fmt.Sprintf("The line has more than %d bytes.", limits.Result)}
		} else if _, why = protocol.Parse(line); why == nil {
			_, err := out.Write(append(answer(line), '\n'))
			return err
		}
		bad := why.AppendJSON([]byte(`{"artifact":null,"value":"","reason":`))
		_, err := fmt.Fprintf(out, "%s,\"line\":%d}\n", bad, n)
		return err
	})
	if err != nil {
		return fmt.Errorf("reading %s: %w", name(file), bare(err))
	}
	return out.Flush()
}

// count puts a noun behind its number.
func count(n int, noun string) string {
	if n == 1 {
		return "1 " + noun
	}
	return fmt.Sprintf("%d %ss", n, noun)
}
