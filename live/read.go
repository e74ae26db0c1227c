package live

import (
	"bufio"
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"time"

	"github.com/vitrine-go/vitrine/artifactkit/protocol"
)

// Event is one delivered event.
type Event struct {
	Cursor string
	ID     string
	Type   string
	Line   []byte // the whole line: the envelope with cursor, prev and at
	Event  []byte // its event, as the producer sent it; of a large one the stub
}

// Blob tells where the bytes of a large event are; ok is false for one that is whole.
func (e Event) Blob() (sha256 string, size int64, ok bool) {
	v, reason := protocol.Parse(e.Event)
	at := v.Get(blobKey)
	if reason != nil || at.Type() != protocol.Object {
		return "", 0, false
	}
	size, _ = at.Get("bytes").Int()
	return at.Get("sha256").Str(), size, true
}

func eventOf(line []byte) (Event, error) {
	v, reason := protocol.Parse(line)
	if reason != nil || v.Type() != protocol.Object {
		return Event{}, errors.New("reading an event: the server sent no JSON object")
	}
	return Event{Cursor: v.Get("cursor").Str(), ID: v.Get("id").Str(), Type: v.Get("type").Str(), Line: line, Event: v.Get("event").Raw()}, nil
}

// Events reads what is stored after a cursor, "" for all, and returns. An *Error with status 410 means that what follows
// the cursor is not there.
func (c *Client) Events(ctx context.Context, session, after string, each func(Event) error) error {
	u, err := c.at("v1", "sessions", session, "events")
	if err != nil {
		return err
	}
	if after != "" {
		q := u.Query()
		q.Set("after", after)
		u.RawQuery = q.Encode()
	}
	reading, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	silent := time.AfterFunc(c.quiet(), func() { cancel(errSilent) })
	defer silent.Stop()
	resp, err := c.request(reading, http.MethodGet, u, "", nil)
	if err != nil {
		return fmt.Errorf("reading events: %w", err)
	}
	defer resp.Body.Close()
	lines := bufio.NewReaderSize(resp.Body, 64<<10)
	for {
		silent.Reset(c.quiet())
		line, err := readLine(lines)
		if errors.Is(err, io.EOF) {
			return nil
		}
		if err != nil {
			return fmt.Errorf("reading events: %w", cmp.Or(context.Cause(reading), err))
		}
		silent.Stop() // the caller takes as long as it likes
		ev, err := eventOf(line)
		if err != nil {
			return err
		}
		if err := each(ev); err != nil {
			return err
		}
	}
}

var errSilent = errors.New("the server is silent")

// messageBytes bounds one delivered event: what is larger comes as a blob.
const messageBytes = 2 << 20

func readLine(r *bufio.Reader) ([]byte, error) {
	var line []byte
	for {
		part, err := r.ReadSlice('\n')
		line = append(line, part...)
		switch {
		case len(line) > messageBytes:
			return nil, errors.New("a line is too long")
		case err == nil:
			return bytes.TrimSuffix(line, []byte("\n")), nil
		case errors.Is(err, io.EOF) && len(line) > 0:
			return nil, io.ErrUnexpectedEOF
		case !errors.Is(err, bufio.ErrBufferFull):
			return nil, err
		}
	}
}
