package memory

import (
	"sync"

	"github.com/vitrine-go/vitrine/live/store"
	"github.com/vitrine-go/vitrine/live/store/internal/fanout"
)

// feedSize bounds what waits for the watchers. Over it the queue is dropped and the watchers are told.
const feedSize = 4096

// feed carries records from the appending goroutines to the watchers in the order of storing,
// on a goroutine of its own, so that a watcher never runs under the store's lock.
type feed struct {
	fan  *fanout.Set
	wake chan struct{}
	quit chan struct{}
	done chan struct{}
	once sync.Once

	mu    sync.Mutex
	queue []store.Record
	lost  bool
}

func startFeed(fan *fanout.Set) *feed {
	f := &feed{fan: fan, wake: make(chan struct{}, 1), quit: make(chan struct{}), done: make(chan struct{})}
	go f.run()
	return f
}

// push never blocks. The caller's lock gives the order.
func (f *feed) push(r store.Record) {
	f.mu.Lock()
	if len(f.queue) == feedSize {
		f.queue, f.lost = nil, true
	}
	f.queue = append(f.queue, r)
	f.mu.Unlock()
	select {
	case f.wake <- struct{}{}:
	default:
	}
}

func (f *feed) run() {
	defer close(f.done)
	for {
		select {
		case <-f.quit:
			return
		case <-f.wake:
		}
		f.mu.Lock()
		queue, lost := f.queue, f.lost
		f.queue, f.lost = nil, false
		f.mu.Unlock()
		if lost {
			f.fan.Lost()
		}
		for _, r := range queue {
			f.fan.Deliver(r)
		}
	}
}

// stop ends the feed; what waits is dropped. It may be called again.
func (f *feed) stop() {
	f.once.Do(func() { close(f.quit) })
	<-f.done
}
