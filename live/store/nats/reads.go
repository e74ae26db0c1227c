package nats

import (
	"context"
	"fmt"
	"sync"

	"github.com/vitrine-go/vitrine/live/store"
)

// readsInFlight bounds the pages being read: each holds up to pageBytes, and they share a connection.
const readsInFlight = 4

// pageKey names a page that is asked for.
type pageKey struct {
	session  string
	from     uint64
	limit    int
	maxBytes int
}

// pages reads pages, few at once and each once for all who ask at the same time: when a gap opens, every reader of a
// session asks for the same page. A caller may join a read that waits for its turn, never one that was sent: it would
// miss what was stored in between.
type pages struct {
	read  func(context.Context, pageKey) (store.Page, error)
	turns chan struct{}
	quit  context.Context
	wg    sync.WaitGroup

	mu     sync.Mutex
	queued map[pageKey]*flight
}

type flight struct {
	done chan struct{}
	page store.Page
	err  error
}

func newPages(quit context.Context, read func(context.Context, pageKey) (store.Page, error)) *pages {
	return &pages{
		read:   read,
		turns:  make(chan struct{}, readsInFlight),
		quit:   quit,
		queued: make(map[pageKey]*flight),
	}
}

// get returns the page. A caller that gives up leaves the read to those who joined it.
func (p *pages) get(ctx context.Context, k pageKey) (store.Page, error) {
	p.mu.Lock()
	f := p.queued[k]
	if f == nil {
		if p.quit.Err() != nil {
			p.mu.Unlock()
			return store.Page{}, errClosed
		}
		f = &flight{done: make(chan struct{})}
		p.queued[k] = f
		p.wg.Go(func() { p.fly(k, f) })
	}
	p.mu.Unlock()
	select {
	case <-f.done:
		return f.page, f.err
	case <-ctx.Done():
		return store.Page{}, fmt.Errorf("reading %s: %w", k.session, ctx.Err())
	}
}

func (p *pages) fly(k pageKey, f *flight) {
	defer close(f.done)
	select {
	case p.turns <- struct{}{}:
		defer func() { <-p.turns }()
	case <-p.quit.Done():
		f.err = errClosed
	}
	p.mu.Lock()
	delete(p.queued, k)
	p.mu.Unlock()
	if f.err == nil {
		f.page, f.err = p.read(p.quit, k)
	}
	if f.err != nil && p.quit.Err() != nil {
		f.err = errClosed
	}
}

// wait returns when no read is left. The caller has ended quit and lets nobody in.
func (p *pages) wait() { p.wg.Wait() }
