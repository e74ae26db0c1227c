// Package files is a read-only engine over transcripts that lie on this machine: each is read in place, when somebody looks at
// it, and nothing is ever written. Sessions come from a function, so the engine knows no format and no folder.
package files

import (
	"bytes"
	"context"
	"crypto/rand"
	"encoding/json"
	"fmt"
	"iter"
	"sort"
	"sync"
	"sync/atomic"
	"time"

	"github.com/vitrine-go/vitrine/live/store"
)

// Session is one transcript.
type Session struct {
	ID            string // a valid session id, the same each time it is listed
	Created, Last time.Time
	Open          []byte // body of the session's first record, an envelope of type "open"
	// Events reads the transcript from its beginning. An error ends it: what was read before stays.
	Events iter.Seq2[store.Event, error]
	// Stamp changes when the transcript has: it is read anew then. Nil: it never changes.
	Stamp func() string
}

// Store reads transcripts. Close it when done.
type Store struct {
	list  func(context.Context) ([]Session, error)
	epoch string
	most  int64 // bytes of one transcript that are read

	mu     sync.Mutex
	recent []*loaded // the last read transcripts, newest first
}

// loaded is one transcript in memory.
type loaded struct {
	session Session
	once    sync.Once
	stamp   string
	records []store.Record
	bytes   atomic.Int64
	err     error
}

// What is kept of the transcripts that somebody looked at. One that is longer alone is read that far.
const (
	keepSessions = 4
	keepBytes    = 512 << 20
)

// New makes an engine over what list finds. list is asked anew for each listing and for a session that is not known yet.
func New(list func(context.Context) ([]Session, error)) *Store {
	return &Store{list: list, epoch: rand.Text(), most: keepBytes}
}

var _ store.Store = (*Store)(nil)

func (s Session) stamp() string {
	if s.Stamp == nil {
		return ""
	}
	return s.Stamp()
}

// load returns a session with its records, read once.
func (s *Store) load(ctx context.Context, id string) (*loaded, error) {
	if l := s.cached(id); l != nil {
		return l.read(s.most)
	}
	all, err := s.list(ctx)
	if err != nil {
		return nil, fmt.Errorf("listing transcripts: %w", err)
	}
	for _, session := range all {
		if session.ID == id {
			return s.keep(&loaded{session: session, stamp: session.stamp()}).read(s.most)
		}
	}
	return nil, fmt.Errorf("reading %q: %w", id, store.ErrNoSession)
}

func (s *Store) cached(id string) *loaded {
	s.mu.Lock()
	defer s.mu.Unlock()
	for i, l := range s.recent {
		if l.session.ID == id {
			if l.session.stamp() != l.stamp {
				s.recent = append(s.recent[:i:i], s.recent[i+1:]...)
				return nil
			}
			copy(s.recent[1:i+1], s.recent[:i])
			s.recent[0] = l
			return l
		}
	}
	return nil
}

// keep remembers a transcript and forgets the ones that nobody looked at for longest.
func (s *Store) keep(l *loaded) *loaded {
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, have := range s.recent {
		if have.session.ID == l.session.ID {
			return have
		}
	}
	s.recent = append([]*loaded{l}, s.recent...)
	total := int64(0)
	for i, r := range s.recent {
		if total += r.bytes.Load(); i > 0 && (i >= keepSessions || total > keepBytes) {
			s.recent = s.recent[:i]
			break
		}
	}
	return l
}

func (l *loaded) read(most int64) (*loaded, error) {
	l.once.Do(func() {
		add := func(id string, body []byte) {
			seq := uint64(len(l.records) + 1)
			l.records = append(l.records, store.Record{Seq: seq, Prev: seq - 1, Session: l.session.ID, ID: id, Time: l.session.Last, Body: body})
			l.bytes.Add(int64(len(body)))
		}
		add("open", l.session.Open)
		for e, err := range l.session.Events {
			if err == nil && l.bytes.Load()+int64(len(e.Body)) > most {
				err = fmt.Errorf("it is longer than %d bytes", most)
			}
			if err != nil {
				l.err = err
				if len(l.records) > 1 {
					add("cut-off", cutOff(err))
				}
				return
			}
			add(e.ID, bytes.Clone(e.Body))
		}
	})
	if l.err != nil && len(l.records) < 2 {
		return nil, fmt.Errorf("reading %q: %w", l.session.ID, l.err)
	}
	return l, nil
}

// cutOff is the event that tells readers that there is more than they see.
func cutOff(why error) []byte {
	message, _ := json.Marshal("Reading ended here: " + why.Error() + ".") // a string always can be
	return fmt.Appendf(nil, `{"id":"cut-off","type":"error","event":{"message":%s,"recovered":false}}`, message)
}

// Read implements store.Store.
func (s *Store) Read(ctx context.Context, session string, from uint64, limit, maxBytes int) (store.Page, error) {
	l, err := s.load(ctx, session)
	if err != nil {
		return store.Page{}, err
	}
	i := 0
	if from > 1 {
		i = int(min(from-1, uint64(len(l.records))))
	}
	end, size := i, 0
	for end < len(l.records) && end-i < limit {
		if size += len(l.records[end].Body); end > i && size > maxBytes {
			break
		}
		end++
	}
	return store.Page{Records: l.records[i:end:end], More: end < len(l.records)}, nil
}

// Bounds implements store.Store.
func (s *Store) Bounds(ctx context.Context, session string) (first, last uint64, err error) {
	l, err := s.load(ctx, session)
	if err != nil {
		return 0, 0, err
	}
	return 1, uint64(len(l.records)), nil
}

// Sessions implements store.Store.
func (s *Store) Sessions(ctx context.Context) ([]store.Session, error) {
	all, err := s.list(ctx)
	if err != nil {
		return nil, fmt.Errorf("listing transcripts: %w", err)
	}
	out := make([]store.Session, 0, len(all))
	for _, session := range all {
		out = append(out, store.Session{ID: session.ID, Created: session.Created, Last: session.Last, First: 1, Newest: 1, Open: session.Open})
	}
	sort.SliceStable(out, func(i, j int) bool { return out[i].Last.After(out[j].Last) })
	return out, nil
}

// Watch implements store.Store: a transcript is read as it is, so nothing follows.
func (s *Store) Watch(func(store.Record), func()) (stop func(), err error) { return func() {}, nil }

// Create, Append, Delete and PutBlob refuse: nothing is written.
func (s *Store) Create(context.Context, string, store.Event) (store.Ack, error) {
	return store.Ack{}, store.ErrReadOnly
}

func (s *Store) Append(context.Context, string, []store.Event) ([]store.Ack, error) {
	return nil, store.ErrReadOnly
}

func (s *Store) Delete(context.Context, string) error                  { return store.ErrReadOnly }
func (s *Store) PutBlob(context.Context, string, string, []byte) error { return store.ErrReadOnly }

// Blob implements store.Store: records are whole here, so there are none.
func (s *Store) Blob(context.Context, string, string) ([]byte, error) { return nil, store.ErrNoBlob }

// Epoch implements store.Store: a cursor is good for as long as this process runs.
func (s *Store) Epoch() string { return s.epoch }

// Limits implements store.Store.
func (s *Store) Limits() store.Limits { return store.Limits{Record: 40 << 20, Blob: 0} }

// Health implements store.Store.
func (s *Store) Health(context.Context) error { return nil }

// Close implements store.Store.
func (s *Store) Close() error { return nil }
