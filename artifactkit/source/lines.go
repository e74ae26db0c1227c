package source

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"

	"github.com/vitrine-go/vitrine/artifactkit/limits"
	"github.com/vitrine-go/vitrine/artifactkit/protocol"
)

var byteOrderMark = []byte("\ufeff")

// Lines hands over the lines of r, numbered from 1, without line ends, carriage returns and a leading byte order mark. A line over
// limits.Result is passed over and handed on as a reason with no bytes; last tells that no line end followed. A line is
// valid until the next call. Only one line is held in memory.
func Lines(r io.Reader, fn func(n int, line []byte, why *protocol.Reason, last bool)) error {
	in := bufio.NewReaderSize(r, 64<<10)
	var long []byte // a line that the reader's buffer does not hold
	for n := 1; ; n++ {
		line, err := in.ReadSlice('\n')
		var why *protocol.Reason
		if errors.Is(err, bufio.ErrBufferFull) {
			long = long[:0]
			size := 0
			for errors.Is(err, bufio.ErrBufferFull) {
				if size += len(line); size <= limits.Result {
					long = append(long, line...)
				}
				line, err = in.ReadSlice('\n')
			}
			if size += len(line); size <= limits.Result {
				line = append(long, line...)
				long = line
			} else {
				line, long = nil, nil
				why = &protocol.Reason{Code: protocol.TooLarge, Message: fmt.Sprintf("The line has %d bytes; %d are read.", size, limits.Result)}
			}
		}
		if n == 1 {
			line = bytes.TrimPrefix(line, byteOrderMark)
		}
		end := errors.Is(err, io.EOF)
		if err != nil && !end {
			return fmt.Errorf("reading line %d: %w", n, err)
		}
		if end && len(line) == 0 && why == nil {
			return nil
		}
		fn(n, bytes.TrimRight(line, "\r\n"), why, end)
		if end {
			return nil
		}
	}
}
