package live

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"time"

	"github.com/vitrine-go/vitrine/live/store"
)

// keysNote is the key under which servers share their signing keys. It is no session's, nor a token's.
const keysNote = "keys"

// Share makes servers on one store agree on who may what: from here on revoked tokens, owners and signing keys are in the store's notes
// and no longer in files beside the admin token. Call it once, before [Handler], with the same admin token in every server. What the files know and
// the notes do not is written to the notes. The keys alone open nothing: the admin token goes into them and is in no note.
func (a *Auth) Share(ctx context.Context, notes store.Notes) error {
	l := a.ledger
	l.mu.Lock()
	own, last := l.entries(), l.last
	l.sessions, l.revoked, l.last, l.notes = map[string]note{}, map[string]map[string]voided{}, 0, notes
	l.mu.Unlock()
	stop, err := notes.Follow(ctx, a.noted)
	if err != nil {
		return fmt.Errorf("reading the shared ledger: %w", err)
	}
	l.mu.Lock()
	l.stop = stop
	over := l.forget(time.Now())
	l.mu.Unlock()
	for key, seq := range over {
		if err := notes.Drop(ctx, key, seq); err != nil {
			return fmt.Errorf("reading the shared ledger: %w", err)
		}
	}
	if last > 0 {
		if err := l.bring(ctx, own); err != nil {
			return err
		}
	}
	return a.keys.share(ctx, notes)
}

// noted takes in what some server wrote.
func (a *Auth) noted(n store.Note) {
	var e entry
	if json.Unmarshal(n.Body, &e) != nil || e.key() != n.Key {
		return // of a newer version, or nobody's
	}
	if e.Session == "" {
		a.keys.follow(e.Keys, n.Seq)
	}
	l := a.ledger
	l.mu.Lock()
	l.apply(e, n.Seq)
	var call []func()
	for fn := range l.notify {
		call = append(call, *fn)
	}
	l.mu.Unlock()
	for _, fn := range call {
		fn()
	}
}

// onChange has fn called when another server changed who may what.
func (l *ledger) onChange(fn func()) (end func()) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.notify[&fn] = struct{}{}
	return func() {
		l.mu.Lock()
		defer l.mu.Unlock()
		delete(l.notify, &fn)
	}
}

// bring writes what only a file knew: of a session that the notes know too, the later word counts.
func (l *ledger) bring(ctx context.Context, own []entry) error {
	for _, e := range own {
		l.mu.RLock()
		n, known := l.sessions[e.Session]
		_, revoked := l.revoked[e.Session][e.Revoked]
		l.mu.RUnlock()
		if known && e.Since <= n.Since && e.Revoked == "" || revoked {
			continue
		}
		after := n.Seq
		if e.Revoked != "" {
			after = 0
		}
		if err := l.write(ctx, e, after); err != nil && !errors.Is(err, store.ErrNewer) {
			return err
		}
	}
	return nil
}
