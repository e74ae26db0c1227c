// Package memory is the engine that keeps nothing: events live as long as the process.
// It serves tests and demonstrations, and is the plainest reading of the contract in package store.
package memory

import (
	"bytes"
	"cmp"
	"context"
	"crypto/rand"
	"fmt"
	"slices"
	"sync"
	"time"

	"github.com/vitrine-go/vitrine/live/store"
	"github.com/vitrine-go/vitrine/live/store/internal/fanout"
)

// Config sizes the engine. The zero value is usable.
type Config struct {
	MaxBytes int64            // bodies and blobs together; 0 means 256 MiB
	Now      func() time.Time // nil means time.Now
}

const (
	maxRecord    = 512 << 10
	maxBlob      = 32 << 20
	defaultBytes = 256 << 20
	overhead     = 160 // what a record costs beside its body
)

// Store implements store.Store in memory.
type Store struct {
	epoch string
	max   int64
	now   func() time.Time
	feed  *feed
	fan   fanout.Set

	mu       sync.RWMutex
	closed   bool
	seq      uint64
	used     int64
	sessions map[string]*session
	blobs    map[blobKey][]byte
}

type session struct {
	records []store.Record
	byID    map[string]int // into records
}

type blobKey struct{ session, digest string }

var _ store.Store = (*Store)(nil)

// New makes an empty store with a new epoch.
func New(cfg Config) *Store {
	if cfg.MaxBytes <= 0 {
		cfg.MaxBytes = defaultBytes
	}
	if cfg.Now == nil {
		cfg.Now = time.Now
	}
	s := &Store{
		epoch:    rand.Text(),
		max:      cfg.MaxBytes,
		now:      cfg.Now,
		sessions: make(map[string]*session),
		blobs:    make(map[blobKey][]byte),
	}
	s.feed = startFeed(&s.fan)
	return s
}

// ready refuses a call whose context is over or whose store is closed. The caller holds mu.
func (s *Store) ready(ctx context.Context) error {
	if err := ctx.Err(); err != nil {
		return err
	}
	if s.closed {
		return fmt.Errorf("memory store is closed: %w", store.ErrDown)
	}
	return nil
}

// Create makes a session with its first record.
func (s *Store) Create(ctx context.Context, name string, open store.Event) (store.Ack, error) {
	if err := store.CheckSession(name); err != nil {
		return store.Ack{}, err
	}
	if _, err := store.CheckEvents([]store.Event{open}, s.Limits()); err != nil {
		return store.Ack{}, err
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	if err := s.ready(ctx); err != nil {
		return store.Ack{}, err
	}
	if s.sessions[name] != nil {
		return store.Ack{}, fmt.Errorf("creating session %s: %w", name, store.ErrExists)
	}
	ses := &session{byID: make(map[string]int)}
	ack, err := s.add(name, ses, open)
	if err != nil {
		return store.Ack{}, err
	}
	s.sessions[name] = ses
	return ack, nil
}

// Append stores events in order.
func (s *Store) Append(ctx context.Context, name string, events []store.Event) ([]store.Ack, error) {
	if err := store.CheckSession(name); err != nil {
		return nil, err
	}
	good, bad := store.CheckEvents(events, s.Limits())
	s.mu.Lock()
	defer s.mu.Unlock()
	if err := s.ready(ctx); err != nil {
		return nil, err
	}
	ses := s.sessions[name]
	if ses == nil {
		return nil, fmt.Errorf("appending to %s: %w", name, store.ErrNoSession)
	}
	acks := make([]store.Ack, 0, good)
	for _, e := range events[:good] {
		ack, err := s.add(name, ses, e)
		if err != nil {
			return acks, err
		}
		acks = append(acks, ack)
	}
	return acks, bad
}

// add stores one event or finds it stored. The caller holds mu.
func (s *Store) add(name string, ses *session, e store.Event) (store.Ack, error) {
	if i, ok := ses.byID[e.ID]; ok {
		old := ses.records[i]
		if !bytes.Equal(old.Body, e.Body) {
			return store.Ack{}, fmt.Errorf("appending %s to %s: %w", e.ID, name, store.ErrConflict)
		}
		return store.Ack{ID: e.ID, Seq: old.Seq, Duplicate: true}, nil
	}
	size := int64(len(e.Body) + overhead)
	if s.used+size > s.max {
		return store.Ack{}, fmt.Errorf("appending %s to %s: %w", e.ID, name, store.ErrFull)
	}
	s.used += size
	s.seq++
	r := store.Record{Seq: s.seq, Session: name, ID: e.ID, Time: s.now().UTC(), Body: bytes.Clone(e.Body)}
	if n := len(ses.records); n > 0 {
		r.Prev = ses.records[n-1].Seq
	}
	ses.byID[e.ID] = len(ses.records)
	ses.records = append(ses.records, r)
	s.feed.push(r)
	return store.Ack{ID: e.ID, Seq: r.Seq}, nil
}

// Read returns a page of one session.
func (s *Store) Read(ctx context.Context, name string, from uint64, limit, maxBytes int) (store.Page, error) {
	if err := store.CheckSession(name); err != nil {
		return store.Page{}, err
	}
	s.mu.RLock()
	defer s.mu.RUnlock()
	if err := s.ready(ctx); err != nil {
		return store.Page{}, err
	}
	ses := s.sessions[name]
	if ses == nil {
		return store.Page{}, fmt.Errorf("reading %s: %w", name, store.ErrNoSession)
	}
	i, _ := slices.BinarySearchFunc(ses.records, from, func(r store.Record, from uint64) int {
		return cmp.Compare(r.Seq, from)
	})
	return store.CutPage(ses.records[i:], false, limit, maxBytes), nil
}

// Bounds returns the oldest and newest position.
func (s *Store) Bounds(ctx context.Context, name string) (first, last uint64, err error) {
	if err := store.CheckSession(name); err != nil {
		return 0, 0, err
	}
	s.mu.RLock()
	defer s.mu.RUnlock()
	if err := s.ready(ctx); err != nil {
		return 0, 0, err
	}
	ses := s.sessions[name]
	if ses == nil {
		return 0, 0, fmt.Errorf("bounds of %s: %w", name, store.ErrNoSession)
	}
	return ses.records[0].Seq, ses.records[len(ses.records)-1].Seq, nil
}

// Watch hands records that are stored from now on to fn.
func (s *Store) Watch(fn func(store.Record), lost func()) (stop func(), err error) {
	s.mu.RLock()
	defer s.mu.RUnlock()
	if s.closed {
		return nil, fmt.Errorf("watching: memory store is closed: %w", store.ErrDown)
	}
	return s.fan.Add(fn, lost), nil
}

// Sessions lists the sessions, the one with the newest record first.
func (s *Store) Sessions(ctx context.Context) ([]store.Session, error) {
	s.mu.RLock()
	defer s.mu.RUnlock()
	if err := s.ready(ctx); err != nil {
		return nil, err
	}
	list := make([]store.Session, 0, len(s.sessions))
	for name, ses := range s.sessions {
		first, last := ses.records[0], ses.records[len(ses.records)-1]
		list = append(list, store.Session{
			ID: name, Created: first.Time, Last: last.Time,
			First: first.Seq, Newest: last.Seq, Open: first.Body,
		})
	}
	slices.SortFunc(list, func(a, b store.Session) int { return cmp.Compare(b.Newest, a.Newest) })
	return list, nil
}

// Delete removes a session with its records and blobs.
func (s *Store) Delete(ctx context.Context, name string) error {
	if err := store.CheckSession(name); err != nil {
		return err
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	if err := s.ready(ctx); err != nil {
		return err
	}
	for key, data := range s.blobs {
		if key.session == name {
			s.used -= int64(len(data) + overhead)
			delete(s.blobs, key)
		}
	}
	ses := s.sessions[name]
	if ses == nil {
		return fmt.Errorf("deleting %s: %w", name, store.ErrNoSession)
	}
	for _, r := range ses.records {
		s.used -= int64(len(r.Body) + overhead)
	}
	delete(s.sessions, name)
	return nil
}

// PutBlob stores bytes under their digest.
func (s *Store) PutBlob(ctx context.Context, session, sha256 string, data []byte) error {
	if err := store.CheckBlob(session, sha256, data, s.Limits()); err != nil {
		return err
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	if err := s.ready(ctx); err != nil {
		return err
	}
	key := blobKey{session, sha256}
	if _, ok := s.blobs[key]; ok {
		return nil
	}
	size := int64(len(data) + overhead)
	if s.used+size > s.max {
		return fmt.Errorf("storing a blob of %s: %w", session, store.ErrFull)
	}
	s.used += size
	s.blobs[key] = bytes.Clone(data)
	return nil
}

// Blob returns a stored blob.
func (s *Store) Blob(ctx context.Context, session, sha256 string) ([]byte, error) {
	if err := store.CheckBlobName(session, sha256); err != nil {
		return nil, err
	}
	s.mu.RLock()
	defer s.mu.RUnlock()
	if err := s.ready(ctx); err != nil {
		return nil, err
	}
	data, ok := s.blobs[blobKey{session, sha256}]
	if !ok {
		return nil, fmt.Errorf("blob %s of %s: %w", sha256[:12], session, store.ErrNoBlob)
	}
	return bytes.Clone(data), nil
}

// Epoch names this store's history: another one for every New.
func (s *Store) Epoch() string { return s.epoch }

// Limits are those of the durable engine, so that what a test accepts is accepted in earnest.
func (s *Store) Limits() store.Limits { return store.Limits{Record: maxRecord, Blob: maxBlob} }

// Health is nil until Close.
func (s *Store) Health(ctx context.Context) error {
	s.mu.RLock()
	defer s.mu.RUnlock()
	return s.ready(ctx)
}

// Close ends every watch. The records are gone with the last reference to the store.
func (s *Store) Close() error {
	s.mu.Lock()
	s.closed = true
	s.mu.Unlock()
	s.feed.stop()
	return nil
}
