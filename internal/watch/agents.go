package watch

import (
	"context"
	"fmt"
	"io"
	"os"
	"time"

	"github.com/vitrine-go/vitrine/artifactkit"
	"github.com/vitrine-go/vitrine/artifactkit/source"
)

// agents follows the sub-agents of a session, whose files grow while the session's own does not. The importers read such a file when
// the call that runs the agent ends. So that it is seen before, everything is read once more when it changed, and what is new of the
// sub-agents is sent: its ids are those that it will have at the end.
type agents struct {
	due     bool      // a file beside the session changed
	changed time.Time // when that was seen last
	next    time.Time // not before
	strays  bool      // what is not yet known to belong to a call is to be sent when the files rest
}

const (
	agentEvery = 500 * time.Millisecond
	agentShare = 20               // between two readings, this many times as long as one takes
	agentRest  = 10 * time.Second // until an agent without a call counts as one that has none
)

// touch notes that a file beside the session changed.
func (a *agents) touch(now time.Time) { a.due, a.strays, a.changed = true, true, now }

func (a *agents) look(ctx context.Context, s *session, now time.Time) error {
	for path, was := range s.beside {
		if info, err := os.Stat(path); err == nil && stampOf(info) != was {
			s.beside[path] = stampOf(info)
			a.touch(now)
		}
	}
	all := a.strays && now.Sub(a.changed) >= agentRest
	if !a.due && !all || now.Before(a.next) {
		return nil
	}
	begun := time.Now()
	err := s.again(ctx, all)
	a.due = false
	if all {
		a.strays = false
	}
	a.next = now.Add(max(agentEvery, agentShare*time.Since(begun)))
	return err
}

// again reads what was read, and sends what it finds of sub-agents. What an end is made of, and what one cost so far, may still
// change and is left to its own time.
func (s *session) again(ctx context.Context, strays bool) error {
	f, err := os.Open(s.path)
	if err != nil {
		return fmt.Errorf("reading a transcript again: %w", err)
	}
	defer f.Close()
	o := s.options()
	o.Head = s.head
	read := s.tail.at
	if !s.tail.said {
		read -= int64(len(s.tail.part))
	}
	artifactkit.Import(s.source, io.LimitReader(f, read), o, func(e source.Envelope) {
		switch {
		case s.failed != nil || e.Agent == "" || e.Parent == "" && !strays:
		case e.Type == "open" || e.Type == "usage" || e.Type == "end":
		case s.w.cfg.FromNow && !s.calls[e.Parent]: // of a call from before
		default:
			s.take(ctx, e)
		}
	})
	return s.flush(ctx)
}
