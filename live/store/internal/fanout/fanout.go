// Package fanout hands one stream of records to the watchers of a store.
// Engines share it, so that stopping a watcher means the same in all of them.
package fanout

import (
	"slices"
	"sync"

	"github.com/vitrine-go/vitrine/live/store"
)

// Set is the watchers of one store. The zero value is empty and ready.
type Set struct {
	mu   sync.Mutex
	list []*watcher // replaced, never changed: a delivery goes through the list it found
}

// watcher holds its lock while one of its functions runs, so that the two never run at once and a stop can wait.
type watcher struct {
	mu      sync.Mutex
	stopped bool
	fn      func(store.Record)
	lost    func()
}

// Add registers a watcher; either function may be nil. It waits for no delivery. After stop has returned neither is
// called again: stop waits for a call that runs, so it must not be called from one, nor under a lock that one takes.
func (s *Set) Add(fn func(store.Record), lost func()) (stop func()) {
	w := &watcher{fn: fn, lost: lost}
	s.mu.Lock()
	defer s.mu.Unlock()
	s.list = append(slices.Clone(s.list), w)
	return func() {
		s.mu.Lock()
		s.list = slices.DeleteFunc(slices.Clone(s.list), func(o *watcher) bool { return o == w })
		s.mu.Unlock()
		w.stop()
	}
}

// Close stops every watcher.
func (s *Set) Close() {
	s.mu.Lock()
	list := s.list
	s.list = nil
	s.mu.Unlock()
	for _, w := range list {
		w.stop()
	}
}

// Deliver calls every watcher with r. The caller keeps the order: one goroutine calls Deliver.
func (s *Set) Deliver(r store.Record) {
	for _, w := range s.watchers() {
		w.mu.Lock()
		if !w.stopped && w.fn != nil {
			w.fn(r)
		}
		w.mu.Unlock()
	}
}

// Lost tells every watcher that records may have been missed.
func (s *Set) Lost() {
	for _, w := range s.watchers() {
		w.mu.Lock()
		if !w.stopped && w.lost != nil {
			w.lost()
		}
		w.mu.Unlock()
	}
}

func (s *Set) watchers() []*watcher {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.list
}

func (w *watcher) stop() {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.stopped = true
}
