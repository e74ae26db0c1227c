package watch

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"os"
	"path/filepath"
	"slices"
	"time"

	"github.com/vitrine-go/vitrine/artifactkit/protocol"
	"github.com/vitrine-go/vitrine/artifactkit/source"
	"github.com/vitrine-go/vitrine/live"
)

// errLeft says that the server takes no more of one session.
var errLeft = errors.New("the server takes no more of it")

const (
	patience = 3 * time.Second  // until people are told that the server keeps us waiting
	fullWait = 30 * time.Second // between two attempts at a store that is full
	tailRead = 64 << 10         // of the end of a transcript, for its title
)

// join makes the session on the server, or learns what it has of it.
func (s *session) join(ctx context.Context) error {
	info := s.info()
	title := info.Title
	if title == "" {
		title = source.TitleOf(info.FirstPrompt)
	}
	if title == "" {
		title = filepath.Base(s.path)
	}
	title, about, err := s.describe(title, info)
	if err != nil {
		return err
	}
	there := false
	err = s.w.reach(ctx, func() error {
		_, err := s.w.cfg.Client.Create(ctx, s.session, title, about)
		if e, ok := errors.AsType[*live.Error](err); ok && e.Code == "session_exists" {
			there, err = true, nil
		}
		return err
	})
	if err == nil && there {
		err = s.w.reach(ctx, func() error { return s.w.cfg.Client.Events(ctx, s.session, "", s.had) })
	}
	if err == nil && s.w.cfg.Followed != nil && !s.w.told[s.session] {
		s.w.told[s.session] = true
		s.w.cfg.Followed(Followed{Session: s.session, Title: title, Format: s.source.Title, Path: s.path, Again: there})
	}
	return err
}

// describe is what the list of sessions shows, as it may leave the machine.
func (s *session) describe(title string, info source.Info) (string, map[string]any, error) {
	about := map[string]any{"title": title, "agent": cmp.Or(info.Agent, s.source.Title), "format": s.source.Name}
	if info.Project != "" {
		about["project"] = info.Project
	}
	text, err := json.Marshal(about)
	if err != nil {
		return "", nil, fmt.Errorf("describing %s: %w", s, err)
	}
	open := s.w.prepare([]source.Envelope{{ID: "open", Type: "open", Event: text}})
	about = map[string]any{}
	if err := json.Unmarshal(open[0].Event, &about); err != nil {
		return "", nil, fmt.Errorf("describing %s: %w", s, err)
	}
	title, _ = about["title"].(string)
	delete(about, "title")
	return title, about, nil
}

// had notes an event that the server has.
func (s *session) had(e live.Event) error {
	s.known[key(e.ID)] = struct{}{}
	if v, why := protocol.Parse(e.Line); why == nil && e.Type != "open" && v.Get("agent").Str() == "" {
		s.after = e.ID
	}
	return nil
}

// info is what a list shows of the transcript.
func (s *session) info() source.Info {
	head, err := readHead(s.path)
	if err != nil || s.source.Peek == nil {
		return source.Info{}
	}
	end := head
	if f, err := os.Open(s.path); err == nil {
		defer f.Close()
		if info, err := f.Stat(); err == nil && info.Size() > int64(len(head)) {
			buf := make([]byte, min(tailRead, info.Size()))
			if n, _ := f.ReadAt(buf, info.Size()-int64(len(buf))); n > 0 { // what cannot be read is not in the title
				end = buf[:n]
			}
		}
	}
	return s.source.Peek(head, end)
}

// flush sends the batch. What the server will not take of it is told and left out; an error says that nothing more will be taken.
func (s *session) flush(ctx context.Context) error {
	if s.failed != nil {
		return s.failed
	}
	batch := s.w.prepare(s.batch)
	bodies := make([][]byte, len(batch))
	for i, e := range batch {
		bodies[i] = e.AppendJSON(nil)
	}
	clear(s.batch)
	s.batch, s.bytes = s.batch[:0], 0
	for len(bodies) > 0 {
		at := 0 // the one that is refused, of those that are left
		err := s.w.reach(ctx, func() error {
			acks, err := s.w.cfg.Client.Push(ctx, s.session, bodies...)
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
		case !ok || e.Status == http.StatusUnauthorized || e.Status == http.StatusForbidden || at >= len(bodies):
			return err
		case e.Status == http.StatusNotFound:
			return fmt.Errorf("%w: the session was removed there", errLeft)
		case e.Status != http.StatusConflict:
			s.w.say("%s: an event is left out: %v", s, e)
		default: // an earlier run sent it, when less was known of it
		}
		bodies = slices.Delete(bodies, at, at+1)
	}
	return nil
}

// prepare is the one door through which everything leaves.
func (w *Watcher) prepare(batch []source.Envelope) []source.Envelope {
	if w.cfg.Prepare == nil || len(batch) == 0 {
		return batch
	}
	return w.cfg.Prepare(batch)
}

// reach calls until the server answers something that time does not heal. Those who wait are told.
func (w *Watcher) reach(ctx context.Context, call func() error) error {
	told := time.AfterFunc(patience, func() {
		w.say("waiting for the server at %s; the files keep what it does not have yet", w.cfg.Client.URL)
	})
	defer told.Stop()
	for n := 0; ; n++ {
		err := call()
		if err == nil || ctx.Err() != nil {
			return err
		}
		wait := min(250*time.Millisecond<<min(n, 6), 10*time.Second)
		if e, refused := errors.AsType[*live.Error](err); refused {
			switch {
			case e.Status == http.StatusInsufficientStorage:
				w.say("the server's store is full; trying again every %s", fullWait)
				wait = fullWait
			case e.Status == http.StatusTooManyRequests || e.Status >= 500:
				wait = max(wait, e.RetryAfter)
			default:
				return err
			}
		} else if n == 1 {
			w.say("reaching the server: %v", err)
		}
		select {
		case <-ctx.Done():
			return context.Cause(ctx)
		case <-time.After(wait):
		}
	}
}
