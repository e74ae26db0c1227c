package nats

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/nats-io/nats.go/jetstream"

	"github.com/vitrine-go/vitrine/live/store"
)

func TestAReadIsSharedWhileItWaitsAndNeverAfterItWasSent(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		quit, end := context.WithCancel(context.Background())
		defer end()
		release := make(chan struct{})
		var mu sync.Mutex
		sent := make(map[pageKey]int)
		reads := func(k pageKey) int {
			mu.Lock()
			defer mu.Unlock()
			return sent[k]
		}
		p := newPages(quit, func(_ context.Context, k pageKey) (store.Page, error) {
			mu.Lock()
			sent[k]++
			mu.Unlock()
			<-release
			return store.Page{More: true}, nil
		})
		got := make(chan bool, 16)
		ask := func(k pageKey) {
			go func() {
				page, err := p.get(context.Background(), k)
				if err == nil {
					got <- page.More
				}
			}()
			synctest.Wait()
		}
		key := pageKey{session: "s", from: 1}
		ask(key) // sent at once
		ask(key) // sent too: it may not join the first
		if reads(key) != 2 {
			t.Fatalf("got %d reads, want 2", reads(key))
		}
		ask(pageKey{session: "x"})
		ask(pageKey{session: "y"})
		for range 5 { // all turns are taken: these wait and share one
			ask(key)
		}
		if reads(key) != 2 {
			t.Fatalf("got %d reads while the turns are taken, want 2", reads(key))
		}
		close(release)
		synctest.Wait()
		if reads(key) != 3 {
			t.Fatalf("got %d reads, want 3", reads(key))
		}
		if len(got) != 9 {
			t.Fatalf("got %d answers, want 9", len(got))
		}
		end()
		p.wait()
		if _, err := p.get(context.Background(), key); !errors.Is(err, store.ErrDown) {
			t.Fatalf("after the end: got %v, want not available", err)
		}
	})
}

func TestACallerWhoGivesUpLeavesTheReadToOthers(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		release := make(chan struct{})
		p := newPages(context.Background(), func(context.Context, pageKey) (store.Page, error) {
			<-release
			return store.Page{More: true}, nil
		})
		for i := range readsInFlight {
			go func() { _, _ = p.get(context.Background(), pageKey{from: uint64(i)}) }()
		}
		synctest.Wait()
		ctx, cancel := context.WithCancel(context.Background())
		first, second := make(chan error, 1), make(chan error, 1)
		go func() { _, err := p.get(ctx, pageKey{session: "s"}); first <- err }()
		synctest.Wait()
		go func() { _, err := p.get(context.Background(), pageKey{session: "s"}); second <- err }()
		synctest.Wait()
		cancel()
		if err := <-first; !errors.Is(err, context.Canceled) {
			t.Errorf("got %v, want canceled", err)
		}
		close(release)
		if err := <-second; err != nil {
			t.Errorf("got %v, want the page", err)
		}
		p.wait()
	})
}

func TestTheGateHoldsALiveCopyUntilItIsDurable(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		probe := errors.New("no answer")
		g := newGate(func(uint64) error { return probe })
		quit, end := context.WithCancel(context.Background())
		passed := make(chan bool, 4)
		wait := func(seq uint64) {
			go func() { passed <- g.pass(quit, seq) }()
			synctest.Wait()
		}
		wait(5)
		g.raise(4)
		time.Sleep(10 * probeAfter)
		synctest.Wait()
		if len(passed) != 0 {
			t.Fatal("a record passed that nobody acknowledged")
		}
		g.raise(7)
		g.raise(3)
		if !<-passed {
			t.Fatal("got false, want it to pass")
		}
		wait(7) // raised already, and a lower one does not take it back
		if !<-passed {
			t.Fatal("got false, want it to pass")
		}
		probe = nil // its acknowledgement was lost, but it can be read
		wait(9)
		if !<-passed {
			t.Fatal("got false, want it to pass by being read")
		}
		probe = jetstream.ErrMsgNotFound
		wait(11)
		if <-passed {
			t.Fatal("got true for a record that is not there, want false")
		}
		probe = errors.New("no answer")
		wait(12)
		end()
		if <-passed {
			t.Fatal("got true after the end, want false")
		}
	})
}

// stream is a stand-in for one session's records.
type stream []store.Record

func (s *stream) read(pageLen int, calls *int) func(context.Context, uint64) (store.Page, error) {
	return func(_ context.Context, from uint64) (store.Page, error) {
		*calls++
		if len(*s) == 0 {
			return store.Page{}, store.ErrNoSession
		}
		i := 0
		for i < len(*s) && (*s)[i].Seq < from {
			i++
		}
		return store.CutPage((*s)[i:], false, pageLen, 1<<20), nil
	}
}

func records(seqs ...uint64) stream {
	var s stream
	for _, n := range seqs {
		s = append(s, store.Record{Seq: n, ID: fmt.Sprint("e", n)})
	}
	return s
}

func TestAnIndexIsReadWholeOnceAndThenOnFromItsTail(t *testing.T) {
	s, calls := records(1, 3, 4, 8, 9), 0
	ix := &index{ids: make(map[string]entry)}
	load := func() {
		t.Helper()
		if err := ix.load(t.Context(), s.read(2, &calls)); err != nil {
			t.Fatal(err)
		}
	}
	check := func(tail uint64, ids, reads int) {
		t.Helper()
		if got, ok := ix.state(); got != tail || !ok || len(ix.ids) != ids || calls != reads {
			t.Fatalf("got tail %d, usable %v, %d ids, %d reads; want %d, %d, %d", got, ok, len(ix.ids), calls, tail, ids, reads)
		}
		calls = 0
	}
	load()
	check(9, 5, 3)
	load()
	check(9, 5, 0)
	ix.doubt()
	if err := ix.load(t.Context(), func(context.Context, uint64) (store.Page, error) { return store.Page{}, store.ErrDown }); err == nil {
		t.Fatal("got nil from a read that failed, want its error")
	}
	if _, ok := ix.state(); ok {
		t.Fatal("an index whose read failed is usable")
	}
	load()
	check(9, 5, 1)
	s = append(s, records(12)...)
	ix.doubt()
	load()
	check(12, 6, 1)
	s = records(20, 21) // the session was deleted and made again
	ix.doubt()
	load()
	check(21, 2, 2)
	if _, ok := ix.find("e9"); ok {
		t.Fatal("an id of the deleted session is still known")
	}
	s = nil
	ix.doubt()
	load()
	check(0, 0, 1)
}

func TestIndexesInUseAreKeptAndTheLeastUsedGoFirst(t *testing.T) {
	x := newIndexes(10)
	use := func(session string, ids int) *index {
		ix := x.acquire(session)
		for i := range ids {
			ix.put(fmt.Sprint(i), entry{seq: uint64(i)})
		}
		return ix
	}
	pinned := use("pinned", 6)
	for _, session := range []string{"a", "b", "c"} {
		x.release(use(session, 3))
	}
	x.release(x.acquire("b"))
	x.release(use("d", 3))
	if x.byID["pinned"] != pinned {
		t.Error("an index in use was dropped")
	}
	if x.byID["a"] != nil || x.byID["c"] != nil {
		t.Error("the least recently used are still there")
	}
	if x.byID["b"] == nil || x.byID["d"] == nil {
		t.Error("the most recently used were dropped")
	}
	x.release(pinned)
	if x.total > x.max {
		t.Errorf("got %d ids, want at most %d", x.total, x.max)
	}
	x.release(use("huge", 50))
	if x.byID["huge"] == nil || len(x.byID) != 1 {
		t.Errorf("got %d indexes, want the one just used alone", len(x.byID))
	}
}

func TestAStrictStoreSyncsBeforeItAnswers(t *testing.T) {
	for _, tt := range []struct {
		sync Sync
		want bool
	}{{Config{}.Sync, true}, {Strict, true}, {Fast, false}} {
		if got := newEngine(t.TempDir(), Config{Sync: tt.sync}).opts.SyncAlways; got != tt.want {
			t.Errorf("sync %d: got sync always %v, want %v", tt.sync, got, tt.want)
		}
	}
}

func TestABatchHoldsRunsOfNewEventsAndTheirChain(t *testing.T) {
	of := func(ix *index, ids ...string) *job {
		j := &job{ctx: t.Context(), ix: ix}
		for _, id := range ids {
			j.events = append(j.events, &event{id: id, body: make([]byte, 100)})
		}
		return j
	}
	a := &index{session: "a", tail: 40, usable: true, ids: map[string]entry{"old": {seq: 40}}}
	b := &index{session: "b", tail: 7, usable: true, ids: map[string]entry{}}
	got := collect([]*job{of(a, "x", "y", "x", "z"), of(b, "x"), of(a, "w", "old", "v"), of(b, "q")})
	var lines []string
	for _, m := range got.msgs {
		lines = append(lines, fmt.Sprint(m.Header["Nats-Msg-Id"], m.Header["Vitrine-Prev"], m.Header["Nats-Expected-Last-Subject-Sequence"]))
	}
	want := "[[a/x] [40] [40] [a/y] [-1] [] [b/x] [7] [7] [a/w] [-2] [] [b/q] [-2] []]"
	if fmt.Sprint(lines) != want {
		t.Errorf("got %v, want %v", lines, want)
	}
	var many []string
	for i := range 2 * roundEvents {
		many = append(many, fmt.Sprint(i))
	}
	if got := len(collect([]*job{of(a, many...)}).msgs); got != roundEvents {
		t.Errorf("got a batch of %d events, want %d", got, roundEvents)
	}
	large := of(a, "1", "2", "3", "4", "5", "6", "7", "8", "9", "10")
	for _, e := range large.events {
		e.body = make([]byte, maxRecord)
	}
	if got := collect([]*job{large}); got.bytes > roundBytes || len(got.msgs) != roundBytes/maxRecord {
		t.Errorf("got a batch of %d events and %d bytes, want %d", len(got.msgs), got.bytes, roundBytes/maxRecord)
	}
}
