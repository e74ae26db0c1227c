// Command compress writes FILE.br and FILE.gz beside each file that it is given, for servers that send them as they are. What it
// packed once it finds again by the content, so packing the same file costs nothing.
//
//	go run ./internal/gen/compress [-quality 9] [-cache dist/packed] FILE...
package main

import (
	"bytes"
	"compress/gzip"
	"crypto/sha256"
	"flag"
	"fmt"
	"io"
	"os"
	"path/filepath"

	"github.com/andybalholm/brotli"
)

func main() {
	quality := flag.Int("quality", 9, "brotli quality, 0 to 11; 11 takes minutes and saves an eighth. What was packed better before is taken")
	cache := flag.String("cache", "dist/packed", "folder for what was packed, by content")
	flag.Parse()
	for _, name := range flag.Args() {
		if err := compress(name, *quality, *cache); err != nil {
			fmt.Fprintln(os.Stderr, "compress:", err)
			os.Exit(1)
		}
	}
}

func compress(name string, quality int, cache string) error {
	data, err := os.ReadFile(name)
	if err != nil {
		return fmt.Errorf("compressing: %w", err)
	}
	if err := os.MkdirAll(cache, 0o755); err != nil {
		return fmt.Errorf("keeping what is packed: %w", err)
	}
	kept := filepath.Join(cache, fmt.Sprintf("%x", sha256.Sum256(data)))
	br, err := packed(kept, ".br", quality, 11, func() ([]byte, error) {
		return pack(data, func(w io.Writer) io.WriteCloser {
			return brotli.NewWriterOptions(w, brotli.WriterOptions{Quality: quality, LGWin: 24})
		})
	})
	if err != nil {
		return fmt.Errorf("packing %s: %w", name, err)
	}
	gz, err := packed(kept, ".gz", 9, 9, func() ([]byte, error) {
		return pack(data, func(w io.Writer) io.WriteCloser {
			z, _ := gzip.NewWriterLevel(w, gzip.BestCompression) // the level is one of its own
			return z
		})
	})
	if err != nil {
		return fmt.Errorf("packing %s: %w", name, err)
	}
	for _, out := range []struct {
		name string
		data []byte
	}{{name + ".br", br}, {name + ".gz", gz}} {
		if err := os.WriteFile(out.name, out.data, 0o644); err != nil {
			return fmt.Errorf("writing: %w", err)
		}
		fmt.Printf("%s\t%d bytes of %d\n", out.name, len(out.data), len(data))
	}
	return nil
}

// packed is what was packed before, at this quality or a better one; else what make gives, which is kept.
func packed(kept, suffix string, quality, best int, make func() ([]byte, error)) ([]byte, error) {
	file := func(q int) string { return fmt.Sprintf("%s.%d%s", kept, q, suffix) }
	for q := best; q >= quality; q-- {
		if data, err := os.ReadFile(file(q)); err == nil {
			return data, nil
		}
	}
	data, err := make()
	if err != nil {
		return nil, err
	}
	return data, os.WriteFile(file(quality), data, 0o644)
}

func pack(data []byte, open func(io.Writer) io.WriteCloser) ([]byte, error) {
	var out bytes.Buffer
	z := open(&out)
	_, err := z.Write(data)
	if end := z.Close(); err == nil {
		err = end
	}
	return out.Bytes(), err
}
