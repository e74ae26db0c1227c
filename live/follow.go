package live

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"net/http"
	"time"

	"github.com/coder/websocket"

	"github.com/vitrine-go/vitrine/artifactkit/protocol"
)

// Follow says how a session is read.
type Follow struct {
	After string // a cursor from before, or "" for everything

	// Event is called for each event in order, never twice for the same id between two resets. An error ends Follow.
	Event func(Event) error
	// Reset is called when what followed the last cursor is not there: the view is to be emptied, the oldest event is next.
	Reset func(reason string)
	// Live is called when everything stored so far was delivered.
	Live func()
	// Lost is called when the connection ended and will be made again.
	Lost func(err error, wait time.Duration)
}

// recentIDs is how many ids are remembered against repetitions. The server repeats none that the cursor covers; this is
// for a store that was.
const recentIDs = 8192

// Follow reads a session and stays, connecting again as often as it takes, until ctx ends, f.Event fails, or the server
// refuses in a way that time does not heal (an *Error). Where something between lets no WebSocket through it reads the event stream.
func (c *Client) Follow(ctx context.Context, session string, f Follow) error {
	fl := &follower{c: c, f: f, session: session, after: f.After, seen: map[string]struct{}{}}
	for n := 0; ; n++ {
		begun := time.Now()
		wait, err := fl.once(ctx)
		if ctx.Err() != nil {
			return context.Cause(ctx)
		}
		if final, ok := errors.AsType[*finalError](err); ok {
			return fmt.Errorf("following a session: %w", final.error)
		}
		if time.Since(begun) > healthy || fl.progress {
			n = 0
		}
		fl.progress = false
		wait = max(wait, c.Backoff.wait(n))
		if f.Lost != nil {
			f.Lost(err, wait)
		}
		if err := sleep(ctx, wait); err != nil {
			return err
		}
	}
}

// finalError ends Follow.
type finalError struct{ error }

func (e *finalError) Unwrap() error { return e.error }

type follower struct {
	c        *Client
	f        Follow
	session  string
	after    string
	progress bool // this connection delivered something
	failed   int  // handshakes in a row
	plain    bool // the event stream is read in the place of a socket

	seen map[string]struct{}
	ring []string
	next int
}

// once holds one connection. It returns why that ended, and how long the server asked to wait.
func (fl *follower) once(ctx context.Context) (wait time.Duration, err error) {
	if fl.plain {
		return fl.stream(ctx)
	}
	conn, err := fl.dial(ctx)
	if err != nil {
		e, ok := errors.AsType[*Error](err)
		if ok {
			wait = e.RetryAfter
		}
		if fl.refused(err, e); fl.plain && ctx.Err() == nil {
			return fl.stream(ctx)
		}
		return wait, err
	}
	fl.failed = 0
	defer conn.CloseNow()
	acks := &acker{ctx: ctx, conn: conn}
	defer acks.stop()
	if err := send(ctx, conn, struct {
		T     string  `json:"t"`
		Token string  `json:"token"`
		After *string `json:"after"`
	}{"hello", fl.c.Token, orNull(fl.after)}); err != nil {
		return 0, err
	}
	var said *Error
	for {
		read, cancel := context.WithTimeout(ctx, fl.c.quiet())
		_, msg, err := conn.Read(read)
		cancel()
		if err != nil {
			if said == nil && websocket.CloseStatus(err) == CloseExpired {
				said = &Error{Code: "unauthorized", Message: "the token is not or no longer good"}
			}
			if said != nil && said.Code != "internal" && said.Code != "too_many" {
				return wait, &finalError{said}
			}
			return wait, err
		}
		v, reason := protocol.Parse(msg)
		if reason != nil {
			return wait, errors.New("the server sent no JSON")
		}
		switch v.Get("t").Str() {
		case "event":
			if err = fl.event(msg); err == nil {
				err = acks.note(fl.after)
			}
		case "live":
			if fl.f.Live != nil {
				fl.f.Live()
			}
		case "reset":
			fl.reset(v.Get("reason").Str())
		case "bye":
			ms, _ := v.Get("retry_ms").Int()
			wait = time.Duration(min(max(ms, 0), 60_000)) * time.Millisecond
		case "error":
			said = &Error{Code: v.Get("code").Str(), Message: v.Get("message").Str()}
		}
		if err != nil {
			return wait, err
		}
	}
}

func (fl *follower) dial(ctx context.Context) (*websocket.Conn, error) {
	u, err := fl.c.at("v1", "sessions", fl.session, "ws")
	if err != nil {
		return nil, &finalError{err}
	}
	ctx, cancel := context.WithTimeout(ctx, 30*time.Second)
	defer cancel()
	conn, resp, err := websocket.Dial(ctx, u.String(), &websocket.DialOptions{HTTPClient: fl.c.http(), Subprotocols: []string{Subprotocol}})
	if err != nil {
		if resp != nil && resp.StatusCode != http.StatusSwitchingProtocols {
			e := readError(resp)
			if resp.StatusCode < 500 && !passing(e.Status) && !foreign(e) {
				return nil, &finalError{e}
			}
			return nil, e
		}
		return nil, err
	}
	conn.SetReadLimit(messageBytes)
	return conn, nil
}

func (fl *follower) reset(reason string) {
	fl.after, fl.next, fl.ring = "", 0, nil
	clear(fl.seen)
	if fl.f.Reset != nil {
		fl.f.Reset(reason)
	}
}

func (fl *follower) event(msg []byte) error {
	if bytes.HasPrefix(msg, []byte(eventHead)) {
		return fl.deliver(appendLine(nil, msg))
	}
	return fl.deliver(msg)
}

// deliver hands one event over and only then moves the cursor.
func (fl *follower) deliver(line []byte) error {
	ev, err := eventOf(line)
	if err != nil {
		return err
	}
	if fl.fresh(ev.ID) && fl.f.Event != nil {
		if err := fl.f.Event(ev); err != nil {
			return &finalError{err}
		}
	}
	fl.after, fl.progress = ev.Cursor, true
	return nil
}

// fresh tells whether an id was not delivered lately.
func (fl *follower) fresh(id string) bool {
	if _, known := fl.seen[id]; known {
		return false
	}
	if len(fl.ring) < recentIDs {
		fl.ring = append(fl.ring, id)
	} else {
		delete(fl.seen, fl.ring[fl.next])
		fl.ring[fl.next] = id
		fl.next = (fl.next + 1) % recentIDs
	}
	fl.seen[id] = struct{}{}
	return true
}

func orNull(s string) *string {
	if s == "" {
		return nil
	}
	return &s
}

func send(ctx context.Context, conn *websocket.Conn, frame any) error {
	ctx, cancel := context.WithTimeout(ctx, 10*time.Second)
	defer cancel()
	return conn.Write(ctx, websocket.MessageText, appendJSON(nil, frame))
}
