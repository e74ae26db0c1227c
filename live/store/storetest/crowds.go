package storetest

import (
	"fmt"
	"sync"
	"testing"

	"github.com/vitrine-go/vitrine/live/store"
)

// crowd is many producers in one session and in sessions of their own, each waiting for its acks.
func crowd(t *testing.T, e Engine, producers, calls, perCall int) {
	t.Helper()
	create(t, e, "shared")
	for p := range producers {
		create(t, e, fmt.Sprintf("own-%d", p))
	}
	w, stop := watch(t, e)
	defer stop()
	var mu sync.Mutex
	acked := make(map[string]map[string]uint64) // session -> id -> seq
	var wg sync.WaitGroup
	for p := range producers {
		wg.Go(func() {
			for c := range calls {
				for _, session := range []string{"shared", fmt.Sprintf("own-%d", p)} {
					var events []store.Event
					for i := range perCall {
						events = append(events, ev(fmt.Sprintf("p%d-%03d", p, c*perCall+i), `{"n":1}`))
					}
					acks, err := e.Append(ctxOf(t), session, events)
					if err != nil {
						t.Errorf("producer %d: %v", p, err)
						return
					}
					if c%5 == 4 { // a retry after an answer that got lost
						again, err := e.Append(ctxOf(t), session, events)
						if err != nil {
							t.Errorf("producer %d again: %v", p, err)
							return
						}
						for i := range again {
							if !again[i].Duplicate || again[i].Seq != acks[i].Seq {
								t.Errorf("got %+v for a retry, want the duplicate of %d", again[i], acks[i].Seq)
							}
						}
					}
					mu.Lock()
					if acked[session] == nil {
						acked[session] = make(map[string]uint64)
					}
					for _, ack := range acks {
						if ack.Duplicate {
							t.Errorf("%s in %s: got a duplicate, want it new", ack.ID, session)
						}
						acked[session][ack.ID] = ack.Seq
					}
					mu.Unlock()
				}
			}
		})
	}
	wg.Wait()
	if t.Failed() {
		return
	}
	for session, want := range acked {
		got := readAll(t, e, session, 64, 1<<20)[1:]
		if len(got) != len(want) {
			t.Fatalf("%s: got %d records, want %d", session, len(got), len(want))
		}
		last := make(map[string]string) // producer -> its last id: zero-padded, so order of text is order of calls
		for _, r := range got {
			if want[r.ID] != r.Seq {
				t.Fatalf("%s: got %s at %d, its ack said %d", session, r.ID, r.Seq, want[r.ID])
			}
			p := r.ID[:len(r.ID)-4]
			if last[p] >= r.ID {
				t.Fatalf("%s: got %s after %s, want the order of its producer", session, r.ID, last[p])
			}
			last[p] = r.ID
		}
	}
	for session := range acked {
		want := readAll(t, e, session, 64, 1<<20)
		live := w.until(t, session, want[len(want)-1].ID)
		if live[0].ID != "open" { // stored just before the watch began: it may come or not
			want = want[1:]
		}
		wantIDs(t, live, ids(want)...)
	}
}

var crowds = []test{
	{"many producers lose nothing, store nothing twice and keep their order", func(t *testing.T, e Engine) {
		crowd(t, e, 8, 10, 1)
	}},
	{"many producers of several events a call lose nothing", func(t *testing.T, e Engine) {
		crowd(t, e, 6, 5, 7)
	}},
	{"of many goroutines that append one id all get its position and one is first", func(t *testing.T, e Engine) {
		create(t, e, "s")
		const n = 24
		acks := make(chan store.Ack, n)
		for range n {
			go func() {
				got, err := e.Append(ctxOf(t), "s", []store.Event{ev("same", `{"n":1}`)})
				if err != nil || len(got) != 1 {
					t.Errorf("got %v, %v; want one ack", got, err)
					acks <- store.Ack{}
					return
				}
				acks <- got[0]
			}()
		}
		seqs, fresh := make(map[uint64]bool), 0
		for range n {
			ack := <-acks
			seqs[ack.Seq] = true
			if !ack.Duplicate {
				fresh++
			}
		}
		if len(seqs) != 1 || fresh != 1 {
			t.Fatalf("got positions %v and %d new, want one of each", seqs, fresh)
		}
		wantIDs(t, readAll(t, e, "s", 10, 1<<20), "open", "same")
	}},
	{"appends and deletes at once leave a session whole or gone", func(t *testing.T, e Engine) {
		var wg sync.WaitGroup
		for p := range 4 {
			wg.Go(func() {
				for i := range 15 {
					_, _ = e.Create(ctxOf(t), "s", ev("open", `{}`))
					_, _ = e.Append(ctxOf(t), "s", []store.Event{ev(fmt.Sprintf("p%d-%d", p, i), `{}`)})
					if i%5 == 4 {
						_ = e.Delete(ctxOf(t), "s")
					}
				}
			})
		}
		wg.Wait()
		if _, err := e.Create(ctxOf(t), "s", ev("open", `{}`)); err != nil {
			wantErr(t, "creating", err, store.ErrExists)
		}
		if got := readAll(t, e, "s", 100, 1<<20); got[0].ID != "open" {
			t.Fatalf("got %s first, want open", got[0].ID)
		}
	}},
	{"a session may be deleted and made again many times", func(t *testing.T, e Engine) {
		for range 25 {
			create(t, e, "s")
			for _, ack := range appendAll(t, e, "s", ev("a", `1`), ev("b", `1`)) {
				if ack.Duplicate {
					t.Fatalf("got %+v, want a new one", ack)
				}
			}
			wantIDs(t, readAll(t, e, "s", 10, 1<<20), "open", "a", "b")
			if err := e.Delete(ctxOf(t), "s"); err != nil {
				t.Fatal(err)
			}
		}
	}},
}
