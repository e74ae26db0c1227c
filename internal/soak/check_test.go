//go:build unix

package soak_test

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/vitrine-go/vitrine/live"
)

// trial is one round of work: producers that push with acknowledgement and readers that follow, in one session.
type trial struct {
	t       *testing.T
	p       *process
	session string
	work    context.Context // of the producers
	stop    context.CancelFunc
	writing sync.WaitGroup
	reading sync.WaitGroup

	mu      sync.Mutex
	acked   map[string]string // id to cursor
	count   atomic.Int64
	readers []*reader
}

// reader is what one reader saw.
type reader struct {
	cancel context.CancelFunc
	mu     sync.Mutex
	ids    []string
	resets int
	lost   int // connections
}

// verdict counts what must not be.
type verdict struct{ acked, lost, doubled, gaps, reconnects int }

func (v *verdict) add(w verdict) {
	v.acked += w.acked
	v.lost += w.lost
	v.doubled += w.doubled
	v.gaps += w.gaps
	v.reconnects += w.reconnects
}

func begin(t *testing.T, p *process, session string, producers, readers int, slow time.Duration) *trial {
	t.Helper()
	if err := p.direct().Ensure(t.Context(), session, "", nil); err != nil {
		t.Fatal(err)
	}
	work, stop := context.WithCancel(t.Context())
	t.Cleanup(stop)
	tr := &trial{t: t, p: p, session: session, work: work, stop: stop, acked: map[string]string{}}
	for i := range readers {
		wait := time.Duration(0)
		if i == 0 {
			wait = slow
		}
		tr.read(wait)
	}
	for i := range producers {
		tr.writing.Go(func() { tr.produce(fmt.Sprintf("p%d", i)) })
	}
	return tr
}

// produce stops between two events when the trial does: every event that was begun is acknowledged or fails the test.
func (tr *trial) produce(name string) {
	c := tr.p.client()
	for i := 0; tr.work.Err() == nil; i++ {
		id := fmt.Sprintf("%s-%05d", name, i)
		ctx, cancel := context.WithTimeout(tr.t.Context(), 60*time.Second)
		acks, err := c.Push(ctx, tr.session, fmt.Appendf(nil, `{"id":%q,"type":"message","event":{"text":"number %d of %s"}}`, id, i, name))
		cancel()
		if err != nil || len(acks) != 1 {
			tr.t.Errorf("pushing %s: %d acks, %v", id, len(acks), err)
			return
		}
		tr.mu.Lock()
		tr.acked[id] = acks[0].Cursor
		tr.mu.Unlock()
		tr.count.Add(1)
	}
}

func (tr *trial) read(slow time.Duration) {
	ctx, cancel := context.WithCancel(tr.t.Context())
	tr.t.Cleanup(cancel)
	r := &reader{cancel: cancel}
	tr.readers = append(tr.readers, r)
	c := tr.p.client()
	tr.reading.Go(func() {
		err := c.Follow(ctx, tr.session, live.Follow{
			Event: func(e live.Event) error {
				time.Sleep(slow)
				r.mu.Lock()
				defer r.mu.Unlock()
				r.ids = append(r.ids, e.ID)
				return nil
			},
			Reset: func(string) { r.mu.Lock(); r.resets++; r.mu.Unlock() },
			Lost:  func(error, time.Duration) { r.mu.Lock(); r.lost++; r.mu.Unlock() },
		})
		if ctx.Err() == nil && !errors.Is(err, context.Canceled) {
			tr.t.Errorf("a reader gave up: %v", err)
		}
	})
}

// more waits until n more events are acknowledged.
func (tr *trial) more(n int64) {
	tr.t.Helper()
	want := tr.count.Load() + n
	for deadline := time.Now().Add(60 * time.Second); tr.count.Load() < want; time.Sleep(time.Millisecond) {
		if time.Now().After(deadline) {
			tr.t.Fatalf("nothing is acknowledged any more, after %d events", tr.count.Load())
		}
	}
}

// judge ends the trial and compares: what the server holds has every acknowledged event once, and every reader saw
// exactly that, in that order.
func (tr *trial) judge() verdict {
	tr.t.Helper()
	tr.stop()
	tr.writing.Wait()
	var stored []string
	if err := tr.p.direct().Events(tr.t.Context(), tr.session, "", func(e live.Event) error {
		stored = append(stored, e.ID)
		return nil
	}); err != nil {
		tr.t.Fatalf("reading what is stored: %v", err)
	}
	v := verdict{acked: len(tr.acked)}
	times := map[string]int{}
	for _, id := range stored {
		if times[id]++; times[id] > 1 {
			v.doubled++
		}
	}
	for id := range tr.acked {
		if times[id] == 0 {
			v.lost++
			tr.t.Errorf("acknowledged and not there: %s", id)
		}
	}
	for _, r := range tr.readers {
		for deadline := time.Now().Add(40 * time.Second); ; time.Sleep(5 * time.Millisecond) {
			r.mu.Lock()
			n := len(r.ids)
			r.mu.Unlock()
			if n >= len(stored) || time.Now().After(deadline) {
				break
			}
		}
		r.cancel()
	}
	tr.reading.Wait()
	for _, r := range tr.readers {
		v.add(r.against(stored))
	}
	return v
}

func (r *reader) against(stored []string) verdict {
	v := verdict{gaps: r.resets, reconnects: r.lost}
	place := map[string]int{}
	for i, id := range stored {
		place[id] = i
	}
	next, seen := 0, map[string]bool{}
	for _, id := range r.ids {
		at, ok := place[id]
		switch {
		case seen[id]:
			v.doubled++
		case !ok:
			v.lost++
		case at != next:
			v.gaps++
			next = at + 1
		default:
			next++
		}
		seen[id] = true
	}
	for _, id := range stored {
		if !seen[id] {
			v.lost++
		}
	}
	return v
}

func TestTheJudgeSeesWhatIsWrong(t *testing.T) {
	stored := []string{"a", "b", "c", "d"}
	for _, tt := range []struct {
		name string
		seen []string
		want verdict
	}{
		{"everything once", []string{"a", "b", "c", "d"}, verdict{}},
		{"one missing in the middle", []string{"a", "c", "d"}, verdict{lost: 1, gaps: 1}},
		{"the last one missing", []string{"a", "b", "c"}, verdict{lost: 1}},
		{"one twice", []string{"a", "b", "b", "c", "d"}, verdict{doubled: 1}},
		{"two exchanged", []string{"a", "c", "b", "d"}, verdict{gaps: 3}},
		{"one that is not stored", []string{"a", "b", "x", "c", "d"}, verdict{lost: 1}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			if got := (&reader{ids: tt.seen}).against(stored); got != tt.want {
				t.Errorf("got %+v, want %+v", got, tt.want)
			}
		})
	}
}
