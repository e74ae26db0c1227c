// Command compress writes FILE.br and FILE.gz beside each file that it is given, for servers that send them as they are.
//
//	go run ./internal/gen/compress [-quality 9] FILE...
package main

import (
	"bytes"
	"compress/gzip"
	"flag"
	"fmt"
	"io"
	"os"

	"github.com/andybalholm/brotli"
)

func main() {
	quality := flag.Int("quality", 9, "brotli quality, 0 to 11; above 9 it takes minutes for a few per cent")
	flag.Parse()
	for _, name := range flag.Args() {
		if err := compress(name, *quality); err != nil {
			fmt.Fprintln(os.Stderr, "compress:", err)
			os.Exit(1)
		}
	}
}

func compress(name string, quality int) error {
	data, err := os.ReadFile(name)
	if err != nil {
		return fmt.Errorf("compressing: %w", err)
	}
	for suffix, open := range map[string]func(io.Writer) io.WriteCloser{
		".br": func(w io.Writer) io.WriteCloser {
			return brotli.NewWriterOptions(w, brotli.WriterOptions{Quality: quality, LGWin: 24})
		},
		".gz": func(w io.Writer) io.WriteCloser {
			z, _ := gzip.NewWriterLevel(w, gzip.BestCompression) // the level is one of its own
			return z
		},
	} {
		var out bytes.Buffer
		z := open(&out)
		_, err := z.Write(data)
		if end := z.Close(); err == nil {
			err = end
		}
		if err == nil {
			err = os.WriteFile(name+suffix, out.Bytes(), 0o644)
		}
		if err != nil {
			return fmt.Errorf("writing %s%s: %w", name, suffix, err)
		}
		fmt.Printf("%s%s\t%d bytes of %d\n", name, suffix, out.Len(), len(data))
	}
	return nil
}
