package watch

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"

	"github.com/vitrine-go/vitrine/artifactkit/limits"
)

// Bounds of one look at a file.
const (
	readBytes = 1 << 20 // read at once
	markBytes = 256     // of what was read last are compared with the file, to see that it was only added to
)

// errReplaced says that a file is not the one that was read, or no longer begins with what was read of it.
var errReplaced = errors.New("the file was replaced")

// tail reads the lines of a file that grows. A line is handed over when it is whole.
type tail struct {
	path string
	info fs.FileInfo // of the file that is read, nil before the first look
	at   int64       // everything before was read
	mark []byte      // the last bytes before at
	part []byte      // the beginning of a line that is not whole yet
	over bool        // that line is too long, the rest of it is passed over
	said bool        // part was handed over already, since the file rested
}

// line is one line of a file.
type line struct {
	text []byte // without its end; valid until the next read
	end  int64  // where the file goes on behind it
	long bool   // it is too long to be read
}

// read hands over the lines that were added, of at most readBytes. more tells that there is more to read at once.
func (t *tail) read(each func(line) error) (more bool, err error) {
	f, err := os.Open(t.path)
	if err != nil {
		return false, fmt.Errorf("opening a transcript: %w", err)
	}
	defer f.Close()
	info, err := f.Stat()
	if err != nil {
		return false, fmt.Errorf("looking at a transcript: %w", err)
	}
	if !info.Mode().IsRegular() {
		return false, errReplaced
	}
	if t.info != nil && (!os.SameFile(t.info, info) || info.Size() < t.at) {
		return false, errReplaced
	}
	buf := make([]byte, len(t.mark)+int(min(info.Size()-t.at, readBytes)))
	n, err := f.ReadAt(buf, t.at-int64(len(t.mark)))
	if err != nil && !errors.Is(err, io.EOF) {
		return false, fmt.Errorf("reading a transcript: %w", err)
	}
	added, same := bytes.CutPrefix(buf[:n], t.mark)
	if !same {
		return false, errReplaced
	}
	t.info = info
	for len(added) > 0 {
		text, rest, whole := bytes.Cut(added, []byte{'\n'})
		took := len(text)
		if whole {
			took++
		}
		t.move(added[:took])
		added = rest
		if !t.over {
			if len(t.part)+len(text) > limits.Result {
				t.over, t.part = true, nil
			} else {
				t.part = append(t.part, text...)
			}
		}
		t.said = t.said && len(bytes.TrimSpace(text)) == 0 // what follows belongs to the line after all
		if !whole {
			break
		}
		l := line{text: bytes.TrimRight(t.part, "\r"), end: t.at, long: t.over}
		if t.said {
			l.text = nil
		}
		t.part, t.over, t.said = t.part[:0], false, false
		if cap(t.part) > readBytes {
			t.part = nil
		}
		if err := each(l); err != nil {
			return false, err
		}
	}
	return t.at < info.Size(), nil
}

// move notes that bytes were read.
func (t *tail) move(b []byte) {
	t.at += int64(len(b))
	if len(b) >= markBytes {
		t.mark = append(t.mark[:0], b[len(b)-markBytes:]...)
		return
	}
	t.mark = append(t.mark, b...)
	if n := len(t.mark) - markBytes; n > 0 {
		t.mark = append(t.mark[:0], t.mark[n:]...)
	}
}

// rest hands over what stands behind the last line end, for a file that rests there. whole tells whether it is a line.
func (t *tail) rest(whole func([]byte) bool, each func(line) error) error {
	if t.said || t.over || len(bytes.TrimSpace(t.part)) == 0 || !whole(t.part) {
		return nil
	}
	t.said = true
	return each(line{text: bytes.TrimRight(t.part, "\r"), end: t.at})
}
