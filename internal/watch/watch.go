package watch

import (
	"context"
	"fmt"
	"time"

	"github.com/vitrine-go/vitrine/internal/send"
)

// Config says what is watched and where it goes.
type Config struct {
	send.Sender // with the admin token: sessions are made
	// Paths are the files and folders, asked anew at each look through them: an agent's folder may not be there yet.
	Paths func() []string
	// FromNow sends what is added from now on only. Else a session that changes is sent from its beginning.
	FromNow  bool
	Followed func(Followed) // a session was found; may be nil
}

// Followed is a session that is now live.
type Followed struct {
	Session, Title, Format, Path string
	Again                        bool // it was on the server before
}

// How often files are looked at.
const (
	lookEvery   = 200 * time.Millisecond // those that changed lately
	searchEvery = time.Second            // all, at most
	searchShare = 30                     // between two searches, this many times as long as one takes
	searchLate  = 5 * time.Second        // and no later, however long one takes
	lately      = time.Minute
	idle        = 20 * time.Minute // until what is remembered of a session is forgotten; it is read again when it goes on
	keptOpen    = 200              // sessions that are remembered
	resumed     = 24 * time.Hour   // how old a file may be that a watch which was ended is taken to have left behind
)

// Watcher follows the transcripts of one machine.
type Watcher struct {
	cfg      Config
	search   search
	sessions map[string]*session // by path
	told     map[string]bool     // sessions that Followed was called for
}

// New makes a watcher.
func New(cfg Config) *Watcher {
	return &Watcher{cfg: cfg, sessions: map[string]*session{}, told: map[string]bool{}, search: newSearch()}
}

// Run follows until ctx ends, and returns nil then. An error is the server's refusal of everything.
func (w *Watcher) Run(ctx context.Context) error {
	err := w.run(ctx)
	if ctx.Err() != nil {
		return nil //nolint:nilerr // the caller ended it
	}
	return err
}

func (w *Watcher) run(ctx context.Context) error {
	there := map[string]bool{}
	if err := w.cfg.Reach(ctx, func() error {
		rows, err := w.cfg.Client.Sessions(ctx)
		for _, r := range rows {
			there[r.Session] = true
		}
		return err
	}); err != nil {
		return fmt.Errorf("asking the server for its sessions: %w", err)
	}
	if err := w.begin(ctx, there); err != nil {
		return err
	}
	tick := time.NewTicker(lookEvery)
	defer tick.Stop()
	var next time.Time
	for {
		now := time.Now()
		if !now.Before(next) {
			w.found(w.search.run(ctx, w.cfg.Paths()), now)
			next = time.Now().Add(min(max(searchEvery, searchShare*time.Since(now)), searchLate))
		}
		busy, err := w.look(ctx, now)
		if err != nil {
			return err
		}
		if busy && ctx.Err() == nil {
			continue
		}
		select {
		case <-ctx.Done():
			return nil
		case <-tick.C:
		}
	}
}

// begin looks through everything once. What is there is not sent before it changes, except files that were named, and sessions that
// the server has from an earlier run, which may have ended before it had sent everything.
func (w *Watcher) begin(ctx context.Context, there map[string]bool) error {
	now := time.Now()
	for _, f := range w.search.run(ctx, w.cfg.Paths()) {
		if f.agent {
			continue
		}
		if !f.named && (len(there) == 0 || now.Sub(time.Unix(0, f.stamp.mod)) > resumed) {
			continue
		}
		b, ok, _, err := recognize(f.path)
		if err == nil && ok && (f.named || there[b.session]) {
			w.sessions[f.path] = w.open(f.path, b, f.stamp.size)
		}
	}
	return ctx.Err()
}

// found takes the files that changed since the last search.
func (w *Watcher) found(files []file, now time.Time) {
	for _, f := range files {
		s := w.sessions[f.session()]
		switch {
		case f.agent && s != nil:
			s.agents.touch(now)
			s.changed = now
		case s != nil:
			s.changed = now
		default:
			if s = w.recognized(f); s != nil {
				w.sessions[s.path] = s
				if f.agent {
					s.agents.touch(now)
				}
			}
		}
	}
}

// recognized begins to follow a file that changed, if it is a transcript.
func (w *Watcher) recognized(f file) *session {
	path := f.session()
	b, ok, final, err := recognize(path)
	if err != nil || !ok {
		if final {
			w.search.pass(path)
		}
		return nil
	}
	return w.open(path, b, f.before)
}

// look looks at the sessions that changed lately. busy tells that there is more to do at once.
func (w *Watcher) look(ctx context.Context, now time.Time) (busy bool, err error) {
	for path, s := range w.sessions {
		if ctx.Err() != nil {
			return false, nil //nolint:nilerr // the caller ended it
		}
		if now.Sub(s.changed) > idle || len(w.sessions) > keptOpen && now.Sub(s.changed) > lately {
			delete(w.sessions, path)
			continue
		}
		if now.Sub(s.changed) > lately && !s.agents.strays {
			continue
		}
		more, err := s.step(ctx, now)
		switch {
		case err == nil:
			busy = busy || more
		case ctx.Err() != nil:
			return false, nil //nolint:nilerr // the caller ended it
		case gone(err):
			delete(w.sessions, path)
			w.search.forget(path)
		case send.Forbidden(err):
			return false, fmt.Errorf("sending to the server: %w", err)
		default:
			w.cfg.Tell("%s is no longer followed: %v", s, err)
			delete(w.sessions, path)
			w.search.pass(path)
		}
	}
	return busy, nil
}

// step joins the server's session first, and then sends what was added.
func (s *session) step(ctx context.Context, now time.Time) (more bool, err error) {
	if !s.made {
		if err := s.join(ctx); err != nil {
			return false, err
		}
		s.made = true
	}
	return s.look(ctx, now)
}
