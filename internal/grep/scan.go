package grep

import (
	"bytes"
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
)

// chunk is how much of a file is looked at in one step.
const chunk = 1 << 20

// scanner tells whether bytes may have the words. Bytes are compared without the bit in which upper and lower case of ASCII differ: that
// finds too much now and then, never too little.
type scanner struct {
	q   Query
	buf []byte
}

func newScanner(q Query) *scanner { return &scanner{q: q, buf: make([]byte, chunk+q.overlap())} }

// has tells whether a file may have all of the words.
func (s *scanner) has(ctx context.Context, r io.Reader) (bool, error) {
	left := make([]bool, len(s.q.raw))
	missing := len(left)
	keep := 0 // bytes of the step before, for words that lie on the border
	for missing > 0 {
		if err := ctx.Err(); err != nil {
			return false, err
		}
		n, err := io.ReadFull(r, s.buf[keep:keep+chunk])
		fold(s.buf[keep : keep+n])
		for i, w := range s.q.raw {
			if !left[i] && bytes.Contains(s.buf[:keep+n], w) {
				left[i] = true
				missing--
			}
		}
		if errors.Is(err, io.EOF) || errors.Is(err, io.ErrUnexpectedEOF) {
			break
		}
		if err != nil {
			return false, fmt.Errorf("reading a transcript: %w", err)
		}
		over := s.q.overlap()
		copy(s.buf, s.buf[keep+n-over:keep+n])
		keep = over
	}
	return missing == 0, nil
}

// line tells whether a line may have all of the words.
func (s *scanner) line(rec []byte) bool {
	if len(rec) > len(s.buf) {
		s.buf = make([]byte, len(rec))
	}
	folded := s.buf[:copy(s.buf, rec)]
	fold(folded)
	for _, w := range s.q.raw {
		if !bytes.Contains(folded, w) {
			return false
		}
	}
	return true
}

// caseBit is where upper and lower case of ASCII differ.
const caseBit = 0x20

// fold sets the case bit of every byte, eight at a time.
func fold(b []byte) {
	const all = caseBit * 0x0101010101010101
	for len(b) >= 32 {
		binary.LittleEndian.PutUint64(b, binary.LittleEndian.Uint64(b)|all)
		binary.LittleEndian.PutUint64(b[8:], binary.LittleEndian.Uint64(b[8:])|all)
		binary.LittleEndian.PutUint64(b[16:], binary.LittleEndian.Uint64(b[16:])|all)
		binary.LittleEndian.PutUint64(b[24:], binary.LittleEndian.Uint64(b[24:])|all)
		b = b[32:]
	}
	for i := range b {
		b[i] |= caseBit
	}
}

// marks stand on lines that make calls.
var marks = [][]byte{
	[]byte(`tool_use"`), []byte(`function_call"`), []byte(`tool_call"`), []byte(`_begin"`), []byte(`shell_call"`), []byte(`toolCalls"`), []byte(`tool_calls"`), []byte(`tool_request"`),
	[]byte(`item.started"`), []byte(`functionCall"`),
}

// small is the longest line that is read for its calls alone.
const small = 256 << 10

// calls tells whether a line makes calls, going by its marks. Long ones that do not have the words are left.
func calls(rec []byte) bool {
	if len(rec) > small {
		return false
	}
	for _, m := range marks {
		if bytes.Contains(rec, m) {
			return true
		}
	}
	return false
}
