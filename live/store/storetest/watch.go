package storetest

import (
	"fmt"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/vitrine-go/vitrine/live/store"
)

// tail collects what a watch hands over.
type tail struct {
	mu      sync.Mutex
	records map[string][]store.Record
	n       int
	lost    atomic.Int64
	wake    chan struct{}
}

func watch(t *testing.T, s store.Store) (*tail, func()) {
	t.Helper()
	w := &tail{records: make(map[string][]store.Record), wake: make(chan struct{}, 1)}
	stop, err := s.Watch(w.add, func() { w.lost.Add(1) })
	if err != nil {
		t.Fatalf("watching: %v", err)
	}
	return w, stop
}

func (w *tail) add(r store.Record) {
	w.mu.Lock()
	w.records[r.Session] = append(w.records[r.Session], r)
	w.n++
	w.mu.Unlock()
	select {
	case w.wake <- struct{}{}:
	default:
	}
}

func (w *tail) count() int {
	w.mu.Lock()
	defer w.mu.Unlock()
	return w.n
}

func (w *tail) of(session string) []store.Record {
	w.mu.Lock()
	defer w.mu.Unlock()
	return append([]store.Record(nil), w.records[session]...)
}

func (w *tail) waitFor(t *testing.T, n int) {
	t.Helper()
	deadline := time.After(patience)
	for w.count() < n {
		select {
		case <-w.wake:
		case <-deadline:
			t.Fatalf("got %d records, want %d", w.count(), n)
		}
	}
}

// until waits until the newest record of a session is the one named, and returns all.
func (w *tail) until(t *testing.T, session, id string) []store.Record {
	t.Helper()
	deadline := time.After(patience)
	for {
		if got := w.of(session); len(got) > 0 && got[len(got)-1].ID == id {
			return got
		}
		select {
		case <-w.wake:
		case <-deadline:
			t.Fatalf("got %v of %s, want %s last", ids(w.of(session)), session, id)
		}
	}
}

var watching = []test{
	{"a watch hands over what is stored, in order, as a read gives it", func(t *testing.T, e Engine) {
		w, stop := watch(t, e)
		defer stop()
		create(t, e, "s")
		create(t, e, "t")
		for i := range 30 {
			appendAll(t, e, "s", ev(fmt.Sprintf("a%d", i), `1`), ev(fmt.Sprintf("b%d", i), `2`))
			appendAll(t, e, "t", ev(fmt.Sprintf("a%d", i), `3`))
		}
		w.waitFor(t, 92)
		for _, session := range []string{"s", "t"} {
			got, want := w.of(session), readAll(t, e, session, 100, 1<<20)
			wantIDs(t, got, ids(want)...)
			for i := range got {
				if fmt.Sprint(got[i]) != fmt.Sprint(want[i]) {
					t.Fatalf("got %+v live, want %+v as read", got[i], want[i])
				}
			}
		}
	}},
	{"events of one long call come in order with their chain", func(t *testing.T, e Engine) {
		w, stop := watch(t, e)
		defer stop()
		create(t, e, "s")
		var events []store.Event
		for i := range 100 {
			events = append(events, ev(fmt.Sprintf("e%d", i), `{}`))
		}
		appendAll(t, e, "s", events...)
		w.waitFor(t, 101)
		var prev uint64
		for _, r := range w.of("s") {
			if r.Prev != prev {
				t.Fatalf("got prev %d in record %d, want %d", r.Prev, r.Seq, prev)
			}
			prev = r.Seq
		}
	}},
	{"a duplicate is not handed over again", func(t *testing.T, e Engine) {
		w, stop := watch(t, e)
		defer stop()
		create(t, e, "s")
		appendAll(t, e, "s", ev("a", `1`))
		appendAll(t, e, "s", ev("a", `1`))
		appendAll(t, e, "s", ev("b", `1`))
		w.waitFor(t, 3)
		wantIDs(t, w.of("s"), "open", "a", "b")
	}},
	{"a record is handed over when it can be read", func(t *testing.T, e Engine) {
		seen := make(chan store.Record, 64)
		stop, err := e.Watch(func(r store.Record) { seen <- r }, nil)
		if err != nil {
			t.Fatal(err)
		}
		defer stop()
		create(t, e, "s")
		go func() {
			for i := range 20 {
				_, _ = e.Append(ctxOf(t), "s", []store.Event{ev(fmt.Sprintf("a%d", i), `1`), ev(fmt.Sprintf("b%d", i), `2`)})
			}
		}()
		for range 41 {
			select {
			case r := <-seen:
				page, err := e.Read(ctxOf(t), "s", r.Seq, 1, 1<<20)
				if err != nil || len(page.Records) != 1 || page.Records[0].ID != r.ID {
					t.Fatalf("record %d was handed over; reading it gave %v, %v", r.Seq, ids(page.Records), err)
				}
			case <-time.After(patience):
				t.Fatal("no record came")
			}
		}
	}},
	{"nothing is handed over after stop, and others go on", func(t *testing.T, e Engine) {
		create(t, e, "s")
		stopped, stop := watch(t, e)
		other, stopOther := watch(t, e)
		defer stopOther()
		done := make(chan struct{})
		go func() {
			defer close(done)
			for i := range 200 {
				_, _ = e.Append(ctxOf(t), "s", []store.Event{ev(fmt.Sprintf("e%d", i), `{}`)})
			}
		}()
		stopped.waitFor(t, 5)
		stop()
		got := stopped.count()
		<-done
		other.waitFor(t, 200)
		if now := stopped.count(); now != got {
			t.Fatalf("got %d records after stop, want none", now-got)
		}
		stop()
	}},
	{"a watch that began later misses nothing from then on", func(t *testing.T, e Engine) {
		create(t, e, "s")
		appendAll(t, e, "s", ev("before", `1`))
		w, stop := watch(t, e)
		defer stop()
		appendAll(t, e, "s", ev("after", `1`))
		w.until(t, "s", "after")
	}},
}
