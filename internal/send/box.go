package send

import (
	"context"
	"fmt"
	"sync"

	"github.com/vitrine-go/vitrine/artifactkit/source"
	"github.com/vitrine-go/vitrine/live"
)

// Bounds of what a Box holds for a server that is away or slow.
const (
	boxEvents = 4096
	boxBytes  = 32 << 20
	runEvents = 200 // sent at once
)

// Box takes events of a program that must not wait, and sends them to one session. It holds a bounded number; beyond that events are
// lost, which is told.
type Box struct {
	Sender
	Session string             // "" lets the server choose when the session is made
	About   func() []byte      // asked when the session is made
	Ready   func(Room)         // called once, when the session is on the server; may be nil
	begin   sync.Once          // with the first event
	stop    context.CancelFunc // of what is under way
	done    chan struct{}

	mu     sync.Mutex
	queue  []source.Envelope
	bytes  int
	lost   int
	closed bool
	wake   chan struct{}
}

// Room is the session that a Box sends to.
type Room struct {
	Session string
	Tokens  live.NewSession // zero when the session was there before
}

func size(e source.Envelope) int { return len(e.Event) + len(e.ID) + 256 }

// Add takes an event. It never waits.
func (b *Box) Add(e source.Envelope) {
	b.begin.Do(b.start)
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.closed || len(b.queue) >= boxEvents || b.bytes+size(e) > boxBytes && len(b.queue) > 0 {
		if b.lost++; b.lost == 1 {
			b.Tell("events are being lost: the server at %s does not take them", b.Client.URL)
		}
		return
	}
	b.queue = append(b.queue, e)
	b.bytes += size(e)
	select {
	case b.wake <- struct{}{}:
	default:
	}
}

func (b *Box) start() {
	b.wake, b.done = make(chan struct{}, 1), make(chan struct{})
	ctx, cancel := context.WithCancel(context.Background())
	b.stop = cancel
	go func() {
		defer close(b.done)
		if err := b.run(ctx); err != nil && ctx.Err() == nil {
			b.Tell("nothing more is sent: %v", err)
			b.end()
		}
	}()
}

// end takes no more events and counts those that are left as lost.
func (b *Box) end() {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.closed = true
	b.lost += len(b.queue)
	b.queue = nil
}

func (b *Box) run(ctx context.Context) error {
	made, there, err := b.Join(ctx, b.Session, b.About())
	if err != nil {
		return fmt.Errorf("making the session: %w", err)
	}
	if b.Ready != nil {
		room := Room{Session: made.Session}
		if !there {
			room.Tokens = made
		}
		b.Ready(room)
	}
	for {
		batch, closed := b.take()
		if len(batch) == 0 {
			if closed {
				return nil
			}
			<-b.wake
			continue
		}
		if err := b.Push(ctx, made.Session, batch); err != nil {
			b.mu.Lock()
			b.lost += len(batch)
			b.mu.Unlock()
			return err
		}
	}
}

// take takes some events out of the queue.
func (b *Box) take() (batch []source.Envelope, closed bool) {
	b.mu.Lock()
	defer b.mu.Unlock()
	n := min(len(b.queue), runEvents)
	batch = append(batch, b.queue[:n]...)
	b.queue = b.queue[n:]
	if len(b.queue) == 0 {
		b.queue = nil
	}
	for _, e := range batch {
		b.bytes -= size(e)
	}
	return batch, b.closed
}

// Close sends what is left, until ctx ends, and says how many events were lost.
func (b *Box) Close(ctx context.Context) (lost int) {
	begun := true
	b.begin.Do(func() { begun = false })
	b.mu.Lock()
	b.closed = true
	b.mu.Unlock()
	if !begun {
		return 0
	}
	select {
	case b.wake <- struct{}{}:
	default:
	}
	select {
	case <-b.done:
	case <-ctx.Done():
	}
	b.stop()
	<-b.done
	b.end()
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.lost > 0 {
		b.Tell("events that were lost: %d", b.lost)
	}
	return b.lost
}
