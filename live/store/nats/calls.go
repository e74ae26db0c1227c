package nats

import (
	"cmp"
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync"

	"github.com/nats-io/nats.go/jetstream"

	"github.com/vitrine-go/vitrine/live/store"
)

// attempts bounds how often one call reads a stale index again. Each time another writer, or a write of unknown
// outcome, must have come between.
const attempts = 8

// Create makes a session with its first record.
func (s *Store) Create(ctx context.Context, session string, open store.Event) (store.Ack, error) {
	if err := store.CheckSession(session); err != nil {
		return store.Ack{}, err
	}
	if _, err := store.CheckEvents([]store.Event{open}, s.Limits()); err != nil {
		return store.Ack{}, err
	}
	acks, err := s.write(ctx, session, []store.Event{open}, true)
	if err != nil {
		return store.Ack{}, fmt.Errorf("creating session %s: %w", session, err)
	}
	return acks[0], nil
}

// Append stores events in order.
func (s *Store) Append(ctx context.Context, session string, events []store.Event) ([]store.Ack, error) {
	if err := store.CheckSession(session); err != nil {
		return nil, err
	}
	good, bad := store.CheckEvents(events, s.Limits())
	acks, err := s.write(ctx, session, events[:good], false)
	if err == nil {
		err = bad
	}
	if err != nil {
		return acks, fmt.Errorf("appending to %s: %w", session, err)
	}
	return acks, nil
}

func (s *Store) write(ctx context.Context, session string, events []store.Event, create bool) ([]store.Ack, error) {
	if err := s.enter(ctx); err != nil {
		return nil, err
	}
	defer s.leave()
	if err := s.space.check(); err != nil {
		return nil, err
	}
	list := make([]*event, len(events))
	for i, e := range events {
		list[i] = &event{id: e.ID, body: e.Body, sum: sha256.Sum256(e.Body)}
	}
	ix := s.indexes.acquire(session)
	defer s.indexes.release(ix)
	var acks []store.Ack
	asked := false
	for range attempts {
		if err := ix.load(ctx, s.readIDs(session)); err != nil {
			return acks, err
		}
		j := &job{ctx: ctx, ix: ix, events: list[len(acks):], create: create, asked: asked, done: make(chan struct{})}
		asked = false
		if err := s.writer.do(ctx, j); err != nil {
			return acks, err
		}
		acks = append(acks, j.acks...)
		if errors.Is(j.err, store.ErrExists) {
			// The index may remember a session that has expired since.
			if _, err := s.newest(ctx, session); !errors.Is(err, store.ErrNoSession) {
				return acks, j.err
			}
			asked = true
			continue
		}
		if !errors.Is(j.err, errStale) {
			return acks, j.err
		}
	}
	return acks, fmt.Errorf("other writers were always first: %w", store.ErrDown)
}

func (s *Store) readIDs(session string) func(context.Context, uint64) (store.Page, error) {
	return func(ctx context.Context, from uint64) (store.Page, error) {
		return s.pages.get(ctx, pageKey{session, from, pageRecords, pageBytes})
	}
}

// Read returns a page of one session.
func (s *Store) Read(ctx context.Context, session string, from uint64, limit, maxBytes int) (store.Page, error) {
	if err := store.CheckSession(session); err != nil {
		return store.Page{}, err
	}
	if err := s.enter(ctx); err != nil {
		return store.Page{}, err
	}
	defer s.leave()
	return s.pages.get(ctx, pageKey{
		session: session, from: from,
		limit: min(max(limit, 1), pageRecords), maxBytes: min(max(maxBytes, 1), pageBytes),
	})
}

// Bounds returns the oldest and newest kept position.
func (s *Store) Bounds(ctx context.Context, session string) (first, last uint64, err error) {
	if err := store.CheckSession(session); err != nil {
		return 0, 0, err
	}
	if err := s.enter(ctx); err != nil {
		return 0, 0, err
	}
	defer s.leave()
	a, b, err := s.ends(ctx, session)
	if err != nil {
		return 0, 0, fmt.Errorf("bounds of %s: %w", session, err)
	}
	return a.Seq, b.Seq, nil
}

func (s *Store) ends(ctx context.Context, session string) (first, last store.Record, err error) {
	if first, err = s.oldest(ctx, session); err != nil {
		return first, last, err
	}
	last, err = s.newest(ctx, session)
	return first, last, err
}

// Watch hands records that become safe from now on to fn.
func (s *Store) Watch(fn func(store.Record), lost func()) (stop func(), err error) {
	if s.quit.Err() != nil {
		return nil, fmt.Errorf("watching: %w", errClosed)
	}
	return s.hub.fan.Add(fn, lost), nil
}

// Sessions lists what is kept, the session with the newest record first. It costs two reads a session.
func (s *Store) Sessions(ctx context.Context) ([]store.Session, error) {
	if err := s.enter(ctx); err != nil {
		return nil, err
	}
	defer s.leave()
	req, cancel := s.reads.request(ctx, writeTimeout)
	defer cancel()
	info, err := s.events.Info(req, jetstream.WithSubjectFilter(eventPrefix+">"))
	if err != nil {
		return nil, down(ctx, "listing the sessions", err)
	}
	var mu sync.Mutex
	var list []store.Session
	var failed error
	var wg sync.WaitGroup
	turns := make(chan struct{}, readsInFlight)
	for subject := range info.State.Subjects {
		turns <- struct{}{}
		wg.Go(func() {
			defer func() { <-turns }()
			session := strings.TrimPrefix(subject, eventPrefix)
			first, last, err := s.ends(ctx, session)
			mu.Lock()
			defer mu.Unlock()
			switch {
			case err == nil:
				list = append(list, store.Session{
					ID: session, Created: first.Time, Last: last.Time,
					First: first.Seq, Newest: last.Seq, Open: openBody(first),
				})
			case !errors.Is(err, store.ErrNoSession): // deleted meanwhile
				failed = err
			}
		})
	}
	wg.Wait()
	if failed != nil {
		return nil, down(ctx, "listing the sessions", failed)
	}
	slices.SortFunc(list, func(a, b store.Session) int { return cmp.Compare(b.Newest, a.Newest) })
	return list, nil
}

// openBody is the body of a session's first record; the oldest kept one is another if it follows one.
func openBody(oldest store.Record) []byte {
	if oldest.Prev != 0 {
		return nil
	}
	return oldest.Body
}

// Delete removes a session with its records and blobs. The blobs go first: what a crash leaves is a session that can
// be deleted again, not blobs that nobody can reach.
func (s *Store) Delete(ctx context.Context, session string) error {
	if err := store.CheckSession(session); err != nil {
		return err
	}
	if err := s.enter(ctx); err != nil {
		return err
	}
	defer s.leave()
	what := "deleting " + session
	purge := func(stream jetstream.Stream, subject string) error {
		req, cancel := s.reads.request(ctx, writeTimeout)
		defer cancel()
		if err := stream.Purge(req, jetstream.WithPurgeSubject(subject)); err != nil {
			return down(ctx, "purging", err)
		}
		return nil
	}
	if err := purge(s.chunks, blobSubject(session, "*")); err != nil {
		return fmt.Errorf("%s: %w", what, err)
	}
	if _, err := s.newest(ctx, session); err != nil {
		return fmt.Errorf("%s: %w", what, err)
	}
	ix := s.indexes.acquire(session)
	defer s.indexes.release(ix)
	j := &job{ctx: ctx, ix: ix, done: make(chan struct{})}
	j.purge = func() error { return purge(s.events, eventSubject(session)) }
	if err := s.writer.do(ctx, j); err != nil {
		return fmt.Errorf("%s: %w", what, err)
	}
	if j.err != nil {
		return fmt.Errorf("%s: %w", what, j.err)
	}
	return nil
}
