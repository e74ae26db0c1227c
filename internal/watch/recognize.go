package watch

import (
	"bytes"
	"crypto/sha256"
	"encoding/base32"
	"errors"
	"io"
	"os"
	"path/filepath"
	"strings"

	"github.com/vitrine-go/vitrine/artifactkit"
	"github.com/vitrine-go/vitrine/artifactkit/source"
)

// sniffedLines is how many lines a format is looked for in.
const sniffedLines = 64

// beginning is what is known of a transcript by its first lines. They stay the same while it grows, so whoever looks later, or
// again, finds the same.
type beginning struct {
	source  source.Source
	head    []byte // the lines that told the format
	session string // id on the server
}

// recognize reads the beginning of a file. ok is false for what is no transcript of a format that is read line by line, as far as
// it is written; final tells that more lines would not change that.
func recognize(path string) (b beginning, ok, final bool, err error) {
	head, err := readHead(path)
	if err != nil {
		return b, false, false, err
	}
	return recognizeHead(path, head)
}

func readHead(path string) ([]byte, error) {
	f, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	info, err := f.Stat()
	if err != nil {
		return nil, err
	}
	if !info.Mode().IsRegular() {
		return nil, errReplaced
	}
	head := make([]byte, source.SniffBytes)
	n, err := io.ReadFull(f, head)
	if err != nil && !errors.Is(err, io.ErrUnexpectedEOF) && !errors.Is(err, io.EOF) {
		return nil, err
	}
	return head[:n], nil
}

func recognizeHead(path string, head []byte) (b beginning, ok, final bool, err error) {
	full := len(head) == source.SniffBytes
	for n, end := 0, 0; n < sniffedLines; n++ {
		i := bytes.IndexByte(head[end:], '\n')
		if i < 0 && !full {
			return b, false, false, nil
		}
		if i < 0 { // a line that is longer than the beginning
			i = len(head) - end - 1
		}
		if n == 0 {
			b.session = sessionID(path, bytes.TrimRight(head[:i], "\r"))
		}
		end += i + 1
		if s, known := artifactkit.Transcript("auto", head[:end]); known {
			if _, whole := s.Open(source.Options{Head: head[:end]}).(source.Whole); !whole {
				b.source, b.head = s, head[:end]
				return b, true, true, nil
			}
		}
		if end == len(head) && full {
			break
		}
	}
	return b, false, true, nil
}

// sessionID is the id of a transcript's session: of the file at a path that begins with a line. It tells nothing about either.
func sessionID(path string, first []byte) string {
	if abs, err := filepath.Abs(path); err == nil {
		path = abs
	}
	sum := sha256.Sum256(append([]byte("vitrine watch\x00"+path+"\x00"), first...))
	return strings.ToLower(base32.StdEncoding.WithPadding(base32.NoPadding).EncodeToString(sum[:16]))
}
