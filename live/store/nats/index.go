package nats

import (
	"container/list"
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"strings"
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

// state returns the tail; ok is false if the index must be read first.
func (ix *index) state() (tail uint64, ok bool) {
	ix.mu.Lock()
	defer ix.mu.Unlock()
	return ix.tail, ix.usable
}

// find looks an id up.
func (ix *index) find(id string) (entry, bool) {
	ix.mu.Lock()
	defer ix.mu.Unlock()
	e, ok := ix.ids[id]
	return e, ok
}

// put notes an event that was stored behind the tail. Only the writer calls it, and only for a usable index.
func (ix *index) put(id string, e entry) {
	ix.mu.Lock()
	defer ix.mu.Unlock()
	ix.ids[strings.Clone(id)] = e // id may be a piece of a large request
	ix.tail = e.seq
}

// doubt makes the index be read again before its next use. Only the writer calls it: an index that is being written
// is never read.
func (ix *index) doubt() {
	ix.mu.Lock()
	defer ix.mu.Unlock()
	ix.usable = false
}

// forget drops what is known; usable says that this is the truth: there is no such session.
func (ix *index) forget(usable bool) {
	ix.mu.Lock()
	defer ix.mu.Unlock()
	ix.tail, ix.usable = 0, usable
	ix.ids = make(map[string]entry)
}

// add notes records that were read behind the tail; done makes the index usable.
func (ix *index) add(records []store.Record, done bool) (tail uint64) {
	ix.mu.Lock()
	defer ix.mu.Unlock()
	for _, r := range records {
		ix.ids[r.ID] = entry{seq: r.Seq, sum: sha256.Sum256(r.Body)}
		ix.tail = r.Seq
	}
	ix.usable = done
	return ix.tail
}

// load makes the index usable: read whole, or from its tail on if that record is still the one it knows.
// That a session is not there is asked every time.
func (ix *index) load(ctx context.Context, read func(ctx context.Context, from uint64) (store.Page, error)) error {
	ix.loading.Lock()
	defer ix.loading.Unlock()
	tail, ok := ix.state()
	if ok && tail != 0 {
		return nil
	}
	check, from := tail != 0, tail
	for {
		page, err := read(ctx, from)
		if errors.Is(err, store.ErrNoSession) {
			ix.forget(true)
			return nil
		}
		if err != nil {
			return fmt.Errorf("reading the ids of %s: %w", ix.session, err)
		}
		if check && (len(page.Records) == 0 || page.Records[0].Seq != from) {
			// Expired, deleted or replaced: what is known of it is worth nothing.
			ix.forget(false)
			check, from = false, 0
			continue
		}
		check = false
		from = ix.add(page.Records, !page.More) + 1
		if !page.More {
			return nil
		}
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
