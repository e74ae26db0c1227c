package live

import (
	"crypto/sha256"
	"encoding/base64"
	"encoding/binary"
	"errors"

	"github.com/vitrine-go/vitrine/live/store"
)

// Reasons of a reset: why what follows a cursor cannot be given.
const (
	ResetReplaced    = "replaced"     // the store's history is another one
	ResetAhead       = "ahead"        // the store ends before the cursor
	ResetExpired     = "expired"      // events after the cursor are gone
	ResetHeadExpired = "head_expired" // asked from the start, and the start is gone
)

// cursor names one stored event of one session: history, position, and a mark of which event stood there, so that a
// position that was used twice is not mistaken. The zero cursor stands before the first event.
type cursor struct {
	epoch [8]byte
	seq   uint64
	mark  [6]byte
}

const cursorBytes = 8 + 8 + 6

var errBadCursor = errors.New("not a cursor of ours")

func epochMark(epoch string) (m [8]byte) {
	sum := sha256.Sum256([]byte(epoch))
	copy(m[:], sum[:])
	return m
}

func eventMark(session, id string) (m [6]byte) {
	sum := sha256.Sum256([]byte(session + "\x00" + id))
	copy(m[:], sum[:])
	return m
}

func (s *Server) cursorOf(rec store.Record) cursor { return s.cursorAt(rec.Session, rec.Seq, rec.ID) }

func (s *Server) cursorAt(session string, seq uint64, id string) cursor {
	return cursor{epochMark(s.store.Epoch()), seq, eventMark(session, id)}
}

// String is the opaque text; "" for the zero cursor.
func (c cursor) String() string {
	if c.seq == 0 {
		return ""
	}
	b := append(make([]byte, 0, cursorBytes), c.epoch[:]...)
	b = binary.BigEndian.AppendUint64(b, c.seq)
	b = append(b, c.mark[:]...)
	return base64.RawURLEncoding.EncodeToString(b)
}

// parseCursor takes what String made; "" is the zero cursor.
func parseCursor(text string) (c cursor, err error) {
	if text == "" {
		return c, nil
	}
	b, err := base64.RawURLEncoding.Strict().DecodeString(text)
	if err != nil || len(b) != cursorBytes {
		return c, errBadCursor
	}
	copy(c.epoch[:], b)
	c.seq = binary.BigEndian.Uint64(b[8:])
	copy(c.mark[:], b[16:])
	if c.seq == 0 {
		return c, errBadCursor
	}
	return c, nil
}

// orNull is a cursor as JSON has it: a string, or null before the first event.
func (c cursor) orNull() *string {
	if c.seq == 0 {
		return nil
	}
	text := c.String()
	return &text
}
