package nats

import (
	"context"
	"errors"
	"sync"
	"time"

	"github.com/nats-io/nats.go/jetstream"
)

// probeAfter is how long a live copy waits for its acknowledgement before the store is asked for the record.
const probeAfter = 250 * time.Millisecond

// gate holds live copies back until their record is durable: the engine republishes the events of an atomic batch
// before it syncs them. Acknowledgements raise it; a read does too, since the engine lets none in before the sync.
type gate struct {
	probe  func(seq uint64) error // nil: it can be read; jetstream.ErrMsgNotFound: it is not there
	shared bool                   // other servers write too: their acknowledgements never come here, so ask at once
	open   bool                   // copies come only of what a quorum has

	mu   sync.Mutex
	seq  uint64
	wake chan struct{}
}

func newGate(probe func(uint64) error) *gate { return &gate{probe: probe, wake: make(chan struct{})} }

// raise says that everything up to seq is durable.
func (g *gate) raise(seq uint64) {
	g.mu.Lock()
	defer g.mu.Unlock()
	if seq <= g.seq {
		return
	}
	g.seq = seq
	close(g.wake)
	g.wake = make(chan struct{})
}

// pass waits until seq is durable. It reports false if the record is not there or quit ends.
func (g *gate) pass(quit context.Context, seq uint64) bool {
	for first := true; ; first = false {
		g.mu.Lock()
		open, wake := g.open || seq <= g.seq, g.wake
		g.mu.Unlock()
		if open {
			return true
		}
		wait := probeAfter
		if g.shared && first {
			wait = 0
		}
		timer := time.NewTimer(wait)
		select {
		case <-wake:
			timer.Stop()
		case <-quit.Done():
			timer.Stop()
			return false
		case <-timer.C:
			switch err := g.probe(seq); {
			case err == nil:
				g.raise(seq)
			case errors.Is(err, jetstream.ErrMsgNotFound):
				return false
			}
		}
	}
}
