package live

import (
	"context"
	"errors"
	"sync"
	"time"

	"github.com/vitrine-go/vitrine/live/store"
)

// hub hands the records that the store reports to the feeds of their session. It never waits for a feed: one that is full
// is marked and reads from the store instead. What the store fails to report is found by looking now and then.
type hub struct {
	s *Server

	watching sync.Mutex // not mu: the store may call back before Watch returns
	stop     func()     // of the watch; nil while there is none

	mu     sync.Mutex
	topics map[string]*topic
	done   context.CancelFunc
	ended  chan struct{}
}

// topic is one session that someone reads.
type topic struct {
	feeds map[*feed]struct{}
	tail  cursor // the newest event known to be stored
}

// live is one record on its way to many feeds; its frame is made once. Every feed that takes it live has delivered the
// same event before it, so the frame is the same for all.
type live struct {
	rec   store.Record
	at    cursor
	once  sync.Once
	bytes []byte
}

func (l *live) frame(prev cursor) []byte {
	l.once.Do(func() { l.bytes = appendFrame(nil, l.rec, l.at, prev) })
	return l.bytes
}

func newHub(s *Server) *hub {
	ctx, cancel := context.WithCancel(context.Background())
	h := &hub{s: s, topics: map[string]*topic{}, done: cancel, ended: make(chan struct{})}
	go h.poll(ctx)
	return h
}

func (h *hub) close() {
	h.done()
	<-h.ended
	h.watching.Lock()
	defer h.watching.Unlock()
	if h.stop != nil {
		h.stop()
		h.stop = nil
	}
}

// watch begins to listen to the store, if it does not yet.
func (h *hub) watch() error {
	h.watching.Lock()
	defer h.watching.Unlock()
	if h.stop != nil {
		return nil
	}
	stop, err := h.s.store.Watch(h.publish, h.lost)
	if err != nil {
		return err
	}
	h.stop = stop
	return nil
}

// attach adds a feed for a session. From here on nothing that becomes safe passes it by: what is not handed to it live is
// there for its first read, which comes after this.
func (h *hub) attach(session string) (*feed, error) {
	if err := h.watch(); err != nil {
		return nil, err
	}
	h.mu.Lock()
	defer h.mu.Unlock()
	t := h.topics[session]
	if t == nil {
		t = &topic{feeds: map[*feed]struct{}{}}
		h.topics[session] = t
	}
	if len(t.feeds) >= h.s.lim.PerTopic {
		return nil, tooMany()
	}
	f := newFeed(h.s, session)
	f.topic = t
	t.feeds[f] = struct{}{}
	return f, nil
}

func (h *hub) detach(f *feed) {
	h.mu.Lock()
	defer h.mu.Unlock()
	delete(f.topic.feeds, f)
	if len(f.topic.feeds) == 0 && h.topics[f.session] == f.topic {
		delete(h.topics, f.session)
	}
}

// publish is the store's callback.
func (h *hub) publish(rec store.Record) {
	h.mu.Lock()
	defer h.mu.Unlock()
	t := h.topics[rec.Session]
	if t == nil {
		return
	}
	l := &live{rec: rec, at: h.s.cursorOf(rec)}
	t.note(l.at)
	for f := range t.feeds {
		f.push(l)
	}
}

func (t *topic) note(c cursor) {
	if c.seq > t.tail.seq {
		t.tail = c
	}
}

// stored notes that an event is safe; its live copy may still be under way, or lost.
func (h *hub) stored(session string, c cursor) {
	h.mu.Lock()
	defer h.mu.Unlock()
	if t := h.topics[session]; t != nil {
		t.note(c)
	}
}

func (h *hub) tail(t *topic) cursor {
	h.mu.Lock()
	defer h.mu.Unlock()
	return t.tail
}

// lost is the store's other callback: any session may have missed something.
func (h *hub) lost() {
	h.mu.Lock()
	defer h.mu.Unlock()
	for _, t := range h.topics {
		for f := range t.feeds {
			f.markDirty()
		}
	}
}

// drop ends the feeds of a session that is gone.
func (h *hub) drop(session string) {
	h.mu.Lock()
	defer h.mu.Unlock()
	t := h.topics[session]
	if t == nil {
		return
	}
	delete(h.topics, session)
	for f := range t.feeds {
		f.markGone()
	}
}

// poll looks what is newest in each session that someone reads, for records whose live copy never came.
func (h *hub) poll(ctx context.Context) {
	defer close(h.ended)
	tick := time.NewTicker(h.s.timing.Poll)
	defer tick.Stop()
	for {
		select {
		case <-ctx.Done():
			return
		case <-tick.C:
		}
		h.mu.Lock()
		known := make(map[string]uint64, len(h.topics))
		for name, t := range h.topics {
			known[name] = t.tail.seq
		}
		h.mu.Unlock()
		for name, seq := range known {
			last, err := h.s.newest(ctx, name, seq)
			switch {
			case errors.Is(err, store.ErrNoSession):
				h.drop(name)
			case err == nil:
				h.stored(name, last)
			case ctx.Err() != nil:
				return
			}
		}
	}
}

// newest returns the cursor of a session's newest event if it is behind a known position, otherwise the zero cursor.
func (s *Server) newest(ctx context.Context, session string, known uint64) (cursor, error) {
	ctx, cancel := s.deadline(ctx)
	defer cancel()
	_, last, err := s.store.Bounds(ctx, session)
	if err != nil || last <= known {
		return cursor{}, err
	}
	return s.cursorFrom(ctx, session, last)
}

// edges returns the cursors of a session's oldest and newest event.
func (s *Server) edges(ctx context.Context, session string) (first, last cursor, err error) {
	ctx, cancel := s.deadline(ctx)
	defer cancel()
	from, to, err := s.store.Bounds(ctx, session)
	if err == nil {
		first, err = s.cursorFrom(ctx, session, from)
	}
	if err == nil {
		last, err = s.cursorFrom(ctx, session, to)
	}
	return first, last, err
}

// cursorFrom returns the cursor of the first event from a position on.
func (s *Server) cursorFrom(ctx context.Context, session string, seq uint64) (cursor, error) {
	page, err := s.store.Read(ctx, session, seq, 1, 1)
	if err != nil || len(page.Records) == 0 {
		return cursor{}, err
	}
	return s.cursorOf(page.Records[0]), nil
}
