// Package send is the way of events to a server: from where nothing waits for them (Box), and from where everything does (Sender).
//
// Everything that leaves goes through one door, Sender.Prepare. Events are repeated with their ids until the server has them, so each
// is stored once. What the server refuses is told and left out; the rest goes on.
package send

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"slices"
	"time"

	"github.com/vitrine-go/vitrine/artifactkit/source"
	"github.com/vitrine-go/vitrine/live"
)

// Sender sends to one server. Set the fields before first use.
type Sender struct {
	Client *live.Client
	// Prepare is what events go through before they leave, one for one; nil: they leave as they are. What the list of sessions shows
	// comes as an event of the type "open".
	Prepare func([]source.Envelope) []source.Envelope
	Say     func(format string, args ...any) // what people should know; may be nil
}

// ErrRemoved says that a session is not, or no longer, on the server.
var ErrRemoved = errors.New("the session was removed on the server")

const (
	patience = 3 * time.Second  // until people are told that the server keeps us waiting
	fullWait = 30 * time.Second // between two attempts at a store that is full
)

// Tell says something to people.
func (s *Sender) Tell(format string, args ...any) {
	if s.Say != nil {
		s.Say(format, args...)
	}
}

// Prepared are events as they may leave.
func (s *Sender) Prepared(batch []source.Envelope) []source.Envelope {
	if s.Prepare == nil || len(batch) == 0 {
		return batch
	}
	return s.Prepare(batch)
}

// Push sends events in order and returns when the server has them, or has refused them. One that is there with another body is
// refused in silence: whoever sent it knew less. An error says that it is of no use to send more to this session.
func (s *Sender) Push(ctx context.Context, session string, batch []source.Envelope) error {
	batch = s.Prepared(batch)
	bodies := make([][]byte, len(batch))
	for i, e := range batch {
		bodies[i] = e.AppendJSON(nil)
	}
	for len(bodies) > 0 {
		at := 0 // the one that is refused, of those that are left
		err := s.Reach(ctx, func() error {
			acks, err := s.Client.Push(ctx, session, bodies...)
			bodies = bodies[len(acks):]
			if e, ok := errors.AsType[*live.Error](err); ok {
				at = max(e.Line-1-len(acks), 0)
			}
			return err
		})
		if err == nil {
			return nil
		}
		e, ok := errors.AsType[*live.Error](err)
		switch {
		case !ok || Forbidden(err) || at >= len(bodies):
			return err
		case e.Status == http.StatusNotFound:
			return ErrRemoved
		case e.Status != http.StatusConflict:
			s.Tell("an event is left out: %v", e)
		}
		bodies = slices.Delete(bodies, at, at+1)
	}
	return nil
}

// Forbidden tells whether the server refuses the token.
func Forbidden(err error) bool {
	e, ok := errors.AsType[*live.Error](err)
	return ok && (e.Status == http.StatusUnauthorized || e.Status == http.StatusForbidden)
}

// Reach calls until the server answers something that time does not heal, or ctx ends. Those who wait are told.
func (s *Sender) Reach(ctx context.Context, call func() error) error {
	told := time.AfterFunc(patience, func() { s.Tell("waiting for the server at %s", s.Client.URL) })
	defer told.Stop()
	for n := 0; ; n++ {
		err := call()
		if err == nil {
			return nil
		}
		if ctx.Err() != nil {
			return context.Cause(ctx)
		}
		wait := min(250*time.Millisecond<<min(n, 6), 10*time.Second)
		if e, refused := errors.AsType[*live.Error](err); refused {
			switch {
			case e.Status == http.StatusInsufficientStorage:
				s.Tell("the server's store is full; trying again every %s", fullWait)
				wait = fullWait
			case e.Status == http.StatusTooManyRequests || e.Status >= 500:
				wait = max(wait, e.RetryAfter)
			default:
				return err
			}
		} else if n == 1 {
			s.Tell("reaching the server: %v", err)
		}
		select {
		case <-ctx.Done():
			return context.Cause(ctx)
		case <-time.After(wait):
		}
	}
}

// Join makes a session, or finds it there. about is what the list of sessions shows, a JSON object with a title; id "" lets the
// server choose. A session's own token cannot make sessions and need not.
func (s *Sender) Join(ctx context.Context, id string, about []byte) (made live.NewSession, there bool, err error) {
	title, more, err := described(s.Prepared([]source.Envelope{{ID: "open", Type: "open", Event: about}})[0].Event)
	if err != nil {
		return made, false, fmt.Errorf("describing the session: %w", err)
	}
	err = s.Reach(ctx, func() error {
		made, err = s.Client.Create(ctx, id, title, more)
		e, ok := errors.AsType[*live.Error](err)
		if ok && id != "" && (e.Code == "session_exists" || e.Status == http.StatusForbidden) {
			there, err = true, nil
			made.Session = id
		}
		return err
	})
	return made, there, err
}
