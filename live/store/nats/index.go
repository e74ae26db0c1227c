package nats

import (
	"container/list"
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"sync"

	"github.com/vitrine-go/vitrine/live/store"
)

// index is what the writer knows of one session: its newest position and every id that is stored, with the digest of
// its body. It is exact as long as the engine accepts writes that name its tail; when one is refused, or when the
// outcome of one is unknown, the index is stale and is read on from its tail.
type index struct {
	session string

	loading sync.Mutex // one reader at a time

	mu     sync.Mutex
	usable bool
	tail   uint64 // 0: no session
	ids    map[string]entry

	// Kept by indexes.
	pins int
	size int
	elem *list.Element
}

type entry struct {
	seq uint64
	sum [sha256.Size]byte
}

// find looks an id up; ok is false if the index must be read first.
func (ix *index) state() (tail uint64, ok bool) {
	ix.mu.Lock()
	defer ix.mu.Unlock()
	return ix.tail, ix.usable
}

func (ix *index) find(id string) (entry, bool) {
	ix.mu.Lock()
	defer ix.mu.Unlock()
	e, ok := ix.ids[id]
	return e, ok
}

// put notes an event that was stored behind the tail.
func (ix *index) put(id string, e entry) {
	ix.mu.Lock()
	defer ix.mu.Unlock()
	ix.ids[id] = e
	ix.tail = e.seq
}

// doubt makes the index be read again before its next use.
func (ix *index) doubt() {
	ix.mu.Lock()
	defer ix.mu.Unlock()
	ix.usable = false
}

// set replaces everything; an empty one says that there is no such session.
func (ix *index) set(tail uint64, ids map[string]entry) {
	if ids == nil {
		ids = make(map[string]entry)
	}
	ix.mu.Lock()
	defer ix.mu.Unlock()
	ix.tail, ix.ids, ix.usable = tail, ids, true
}

// load makes the index usable: read whole, or from its tail on if that record is still the one it knows.
func (ix *index) load(ctx context.Context, read func(ctx context.Context, from uint64) (store.Page, error)) error {
	ix.loading.Lock()
	defer ix.loading.Unlock()
	tail, ok := ix.state()
	if ok {
		return nil
	}
	// Nobody else touches ids while the index is not usable.
	ids, known := ix.ids, tail != 0
	if !known {
		ids = make(map[string]entry)
	}
	from := tail
	for {
		page, err := read(ctx, from)
		if errors.Is(err, store.ErrNoSession) {
			ix.set(0, nil)
			return nil
		}
		if err != nil {
			return fmt.Errorf("reading the ids of %s: %w", ix.session, err)
		}
		if known && (len(page.Records) == 0 || page.Records[0].Seq != from) {
			// Expired, deleted or replaced: what is known of it is worth nothing.
			ids, known, from = make(map[string]entry), false, 0
			continue
		}
		known = false
		for _, r := range page.Records {
			ids[r.ID] = entry{seq: r.Seq, sum: sha256.Sum256(r.Body)}
			tail = r.Seq
		}
		if !page.More {
			ix.set(tail, ids)
			return nil
		}
		from = tail + 1
	}
}

// indexes keeps the indexes of the sessions in use, and of as many others as the bound allows,
// the least recently used going first.
type indexes struct {
	max int

	mu    sync.Mutex
	byID  map[string]*index
	order *list.List // most recently used first
	total int        // ids in all of them, as counted at their last release
}

func newIndexes(max int) *indexes {
	return &indexes{max: max, byID: make(map[string]*index), order: list.New()}
}

// acquire returns a session's index, perhaps unread, and keeps it until release.
func (x *indexes) acquire(session string) *index {
	x.mu.Lock()
	defer x.mu.Unlock()
	ix := x.byID[session]
	if ix == nil {
		ix = &index{session: session, ids: make(map[string]entry)}
		ix.elem = x.order.PushFront(ix)
		x.byID[session] = ix
	}
	x.order.MoveToFront(ix.elem)
	ix.pins++
	return ix
}

func (x *indexes) release(ix *index) {
	ix.mu.Lock()
	size := len(ix.ids) + 1
	ix.mu.Unlock()
	x.mu.Lock()
	defer x.mu.Unlock()
	x.total += size - ix.size
	ix.size = size
	ix.pins--
	for e := x.order.Back(); e != nil && x.total > x.max; {
		old := e.Value.(*index)
		e = e.Prev()
		if old.pins == 0 && old != ix {
			x.order.Remove(old.elem)
			delete(x.byID, old.session)
			x.total -= old.size
		}
	}
}
