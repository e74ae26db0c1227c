package live

import (
	"cmp"
	"context"
	"errors"
	"math/rand/v2"
	"sync"
	"time"

	"github.com/vitrine-go/vitrine/artifactkit/protocol"
	"github.com/vitrine-go/vitrine/live/store"
)

// A sink takes what a feed reads, in order.
type sink interface {
	event(frame []byte, at cursor) error // frame is valid until it returns
	live() error                         // everything stored so far was delivered; once after each beginning
	reset(reason string) error           // what follows begins with the oldest event
	tick() error                         // called while nothing else happens
}

var (
	errGone = errors.New("the session is gone")
	errBye  = errors.New("the server is stopping")

	errAgain = errors.New("reading begins again") // not a failure: what was at hand is void
)

// readEvents and readBytes bound one read from the store.
const (
	readEvents = 256
	readBytes  = 4 << 20
)

// feed reads one session for one reader without a hole. Its state is a position, not a queue: a small box takes what comes
// live, and when the reader is too slow for it the box is emptied and the store is read at the reader's pace. Every record
// that comes, from either side, must name the delivered one as its predecessor; where it does not, the store decides
// whether that is a gap to be read, or a loss to be told.
type feed struct {
	s       *Server
	session string
	topic   *topic // nil for a feed that only reads what is stored

	at    cursor // the last delivered event
	buf   []byte
	said  bool // live was said
	stale int  // ticks in a row at which the newest known event had not come

	wake  chan struct{}
	mu    sync.Mutex
	box   []*live
	size  int
	dirty bool
	gone  bool
}

func newFeed(s *Server, session string) *feed {
	return &feed{s: s, session: session, dirty: true, wake: make(chan struct{}, 1)}
}

// push never blocks.
func (f *feed) push(l *live) {
	f.mu.Lock()
	if len(f.box) >= f.s.lim.Box || f.size+len(l.rec.Body) > f.s.lim.BoxBytes && len(f.box) > 0 {
		if f.box != nil {
			f.s.metrics.slow.Inc()
		}
		f.box, f.size, f.dirty = nil, 0, true
	} else {
		f.box, f.size = append(f.box, l), f.size+len(l.rec.Body)
	}
	f.mu.Unlock()
	f.kick()
}

func (f *feed) markDirty() {
	f.mu.Lock()
	f.dirty = true
	f.mu.Unlock()
	f.kick()
}

func (f *feed) markGone() {
	f.mu.Lock()
	f.gone = true
	f.mu.Unlock()
	f.kick()
}

func (f *feed) kick() {
	select {
	case f.wake <- struct{}{}:
	default:
	}
}

// take empties what has gathered. Dirty is cleared before the store is read, so that a mark set meanwhile is not lost.
func (f *feed) take() (box []*live, dirty, gone bool) {
	f.mu.Lock()
	defer f.mu.Unlock()
	dirty, gone = f.dirty, f.gone
	if f.dirty = false; !dirty {
		box, f.box, f.size = f.box, nil, 0
	}
	return box, dirty, gone
}

// begin puts the feed behind a cursor, after making sure that what follows it is there. A reason means it is not; then
// the feed stands before the oldest event.
func (f *feed) begin(ctx context.Context, after cursor) (reason string, err error) {
	if after.seq == 0 {
		return f.head(ctx)
	}
	if after.epoch != epochMark(f.s.store.Epoch()) {
		return ResetReplaced, f.exists(ctx)
	}
	f.at = after
	if reason, err = f.check(ctx); reason != "" {
		f.at = cursor{}
	}
	return reason, err
}

// head tells whether the session still has its first event.
func (f *feed) head(ctx context.Context) (reason string, err error) {
	page, err := f.read(ctx, 1, 1, 1)
	if err != nil {
		return "", err
	}
	if len(page.Records) > 0 && !opens(page.Records[0]) {
		return ResetHeadExpired, nil
	}
	return "", nil
}

// opens tells whether a record begins its session: the server's own, or what an importer wrote in its place.
func opens(rec store.Record) bool {
	if rec.ID == openID {
		return true
	}
	v, _ := protocol.Parse(rec.Body)
	return v.Get("type").Str() == openID
}

func (f *feed) exists(ctx context.Context) error {
	_, err := f.read(ctx, 1, 1, 1)
	return err
}

// check reads from the delivered event on, that one included: if it is there, nothing behind it was evicted.
func (f *feed) check(ctx context.Context) (reason string, err error) {
	page, err := f.read(ctx, f.at.seq, 1, 1)
	if err != nil {
		return "", err
	}
	if len(page.Records) == 0 {
		return ResetAhead, nil
	}
	rec := page.Records[0]
	if rec.Seq == f.at.seq {
		if eventMark(f.session, rec.ID) == f.at.mark {
			return "", nil
		}
		return ResetReplaced, nil
	}
	first, err := f.read(ctx, 1, 1, 1)
	if err != nil {
		return "", err
	}
	if len(first.Records) > 0 && first.Records[0].Seq < f.at.seq {
		return ResetReplaced, nil // older ones are there, so this one never was
	}
	return ResetExpired, nil
}

func (f *feed) read(ctx context.Context, from uint64, limit, bytes int) (store.Page, error) {
	ctx, cancel := f.s.deadline(ctx)
	defer cancel()
	return f.s.store.Read(ctx, f.session, from, limit, bytes)
}

// run delivers until ctx ends, the session goes or the sink fails. A store that fails is asked again.
func (f *feed) run(ctx context.Context, out sink, tick <-chan time.Time) error {
	wait := time.Duration(0)
	for ctx.Err() == nil {
		box, dirty, gone := f.take()
		if gone {
			return errGone
		}
		err := f.turn(ctx, out, tick, box, dirty)
		if errors.Is(err, errAgain) {
			continue
		}
		if cause, failed := errors.AsType[*storeError](err); failed {
			if errors.Is(cause, store.ErrNoSession) {
				return errGone
			}
			f.markDirty()
			wait = min(max(10*time.Millisecond, 2*wait), 500*time.Millisecond)
			err = f.pause(ctx, out, tick, wait/2+rand.N(wait/2))
		} else {
			wait = 0
			if err == nil && !dirty && len(box) == 0 {
				err = f.rest(ctx, out, tick)
			}
		}
		if err != nil {
			return err
		}
	}
	return context.Cause(ctx)
}

// storeError is a failure of the store, not of the reader.
type storeError struct{ error }

func (e *storeError) Unwrap() error { return e.error }

// turn works off what take gave.
func (f *feed) turn(ctx context.Context, out sink, tick <-chan time.Time, box []*live, dirty bool) error {
	if dirty {
		return f.refill(ctx, out)
	}
	for _, l := range box {
		err := f.step(ctx, out, l.rec, l, false)
		for err == nil && f.at.seq < l.rec.Seq { // a replica may lag behind what it announced
			if err = f.pause(ctx, out, tick, 20*time.Millisecond); err == nil {
				err = f.step(ctx, out, l.rec, l, false)
			}
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// refill delivers what is stored behind the delivered event.
func (f *feed) refill(ctx context.Context, out sink) error {
	for {
		page, err := f.read(ctx, f.at.seq+1, readEvents, readBytes)
		for _, rec := range page.Records {
			if err := f.step(ctx, out, rec, nil, true); err != nil {
				return err
			}
		}
		if err != nil {
			return &storeError{err}
		}
		if !page.More || len(page.Records) == 0 {
			return nil
		}
		if ctx.Err() != nil {
			return context.Cause(ctx)
		}
	}
}

// step judges one record. l is its live copy, if it came as one; stored tells that it came from the store in order.
func (f *feed) step(ctx context.Context, out sink, rec store.Record, l *live, stored bool) error {
	switch {
	case rec.Seq <= f.at.seq:
		return nil // known
	case rec.Prev == f.at.seq, f.at.seq == 0 && stored:
		return f.deliver(out, rec, l)
	case rec.Prev > f.at.seq && !stored:
		f.s.metrics.refills.Inc()
		return f.refill(ctx, out) // which delivers this one too
	}
	// The session was emptied, went back, or lost what stood between: only the delivered event itself can tell.
	reason, err := f.check(ctx)
	if err != nil {
		return &storeError{err}
	}
	if reason == "" {
		return f.deliver(out, rec, l)
	}
	return f.restart(out, reason)
}

func (f *feed) restart(out sink, reason string) error {
	f.at, f.said = cursor{}, false
	f.markDirty()
	return cmp.Or(out.reset(reason), errAgain)
}

// deliver hands a record over; only then it counts as delivered.
func (f *feed) deliver(out sink, rec store.Record, l *live) error {
	at := f.s.cursorOf(rec)
	var frame []byte
	if l != nil && rec.Prev == f.at.seq {
		frame = l.frame(f.at)
	} else {
		f.buf = appendFrame(f.buf[:0], rec, at, f.at)
		frame = f.buf
	}
	if err := out.event(frame, at); err != nil {
		return err
	}
	if cap(f.buf) > readBytes {
		f.buf = nil
	}
	f.at = at
	if l != nil {
		f.s.metrics.lag.Observe(time.Since(rec.Time).Seconds())
	}
	return nil
}

// rest waits for something to do.
func (f *feed) rest(ctx context.Context, out sink, tick <-chan time.Time) error {
	if !f.said {
		f.said = true
		if err := out.live(); err != nil {
			return err
		}
	}
	select {
	case <-f.wake:
		f.stale = 0
	case <-ctx.Done():
	case <-tick:
		// The note of a stored event often comes before its live copy: one tick is no gap, two are.
		if f.stale++; f.topic == nil || f.s.hub.tail(f.topic).seq <= f.at.seq {
			f.stale = 0
		}
		if f.stale >= 2 {
			f.stale = 0
			f.markDirty()
		}
		return out.tick()
	}
	return nil
}

func (f *feed) pause(ctx context.Context, out sink, tick <-chan time.Time, d time.Duration) error {
	t := time.NewTimer(d)
	defer t.Stop()
	for {
		select {
		case <-t.C:
			return nil
		case <-ctx.Done():
			return context.Cause(ctx)
		case <-tick:
			if err := out.tick(); err != nil {
				return err
			}
		}
	}
}
