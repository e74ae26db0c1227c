// Package fanout hands one stream of records to the watchers of a store.
// Engines share it, so that stopping a watcher means the same in all of them.
package fanout

import (
	"sync"

	"github.com/vitrine-go/vitrine/live/store"
)

// Set is the watchers of one store. The zero value is empty and ready.
type Set struct {
	mu       sync.RWMutex
	watchers map[*watcher]struct{}
}

type watcher struct {
	fn   func(store.Record)
	lost func()
}

// Add registers a watcher; either function may be nil. After stop has returned neither is called again:
// it waits for a call that runs, so it must not be called from one, nor under a lock that one takes.
func (s *Set) Add(fn func(store.Record), lost func()) (stop func()) {
	w := &watcher{fn: fn, lost: lost}
	s.mu.Lock()
	if s.watchers == nil {
		s.watchers = make(map[*watcher]struct{})
	}
	s.watchers[w] = struct{}{}
	s.mu.Unlock()
	return func() {
		s.mu.Lock()
		delete(s.watchers, w)
		s.mu.Unlock()
	}
}

// Close removes every watcher and waits for a call that runs.
func (s *Set) Close() {
	s.mu.Lock()
	clear(s.watchers)
	s.mu.Unlock()
}

// Deliver calls every watcher with r. The caller keeps the order: one goroutine calls Deliver.
func (s *Set) Deliver(r store.Record) {
	s.mu.RLock()
	defer s.mu.RUnlock()
	for w := range s.watchers {
		if w.fn != nil {
			w.fn(r)
		}
	}
}

// Lost tells every watcher that records may have been missed.
func (s *Set) Lost() {
	s.mu.RLock()
	defer s.mu.RUnlock()
	for w := range s.watchers {
		if w.lost != nil {
			w.lost()
		}
	}
}
