package nats_test

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/vitrine-go/vitrine/internal/natstest"
	"github.com/vitrine-go/vitrine/live/store"
	"github.com/vitrine-go/vitrine/live/store/nats"
)

// board is what a follower knows: of each key the newest body.
type board struct {
	mu    sync.Mutex
	known map[string]string
	last  uint64
	bad   string
}

func (b *board) take(n store.Note) {
	b.mu.Lock()
	defer b.mu.Unlock()
	if n.Seq <= b.last {
		b.bad = fmt.Sprintf("position %d came after %d", n.Seq, b.last)
	}
	b.last = n.Seq
	b.known[n.Key] = string(n.Body)
}

func (b *board) is(want map[string]string) bool {
	b.mu.Lock()
	defer b.mu.Unlock()
	return fmt.Sprint(b.known) == fmt.Sprint(want)
}

func follow(t *testing.T, s *nats.Store) (*board, func()) {
	t.Helper()
	b := &board{known: map[string]string{}}
	stop, err := s.Notes().Follow(t.Context(), b.take)
	if err != nil {
		t.Fatal(err)
	}
	return b, stop
}

func TestServersOnOneEngineShareNotes(t *testing.T) {
	for _, nodes := range []int{1, 3} {
		t.Run(fmt.Sprint(nodes, " nodes"), func(t *testing.T) {
			e := natstest.Start(t, nodes)
			a, b := open(t, at(e.URL(0), nodes)), open(t, at(e.URL(nodes-1), nodes))
			put := func(s *nats.Store, key string, after uint64, body string) uint64 {
				t.Helper()
				seq, err := s.Notes().Put(t.Context(), key, after, []byte(body))
				if err != nil {
					t.Fatal(err)
				}
				return seq
			}
			one := put(a, "s/one", 0, "1")
			put(a, "s/two", 0, "2")
			if _, err := b.Notes().Put(t.Context(), "s/one", 0, []byte("x")); !errors.Is(err, store.ErrNewer) {
				t.Errorf("got %v, want a note that is there not overwritten unseen", err)
			}
			one = put(b, "s/one", one, "11")
			onB, stopB := follow(t, b)
			want := map[string]string{"s/one": "11", "s/two": "2"}
			if !onB.is(want) {
				t.Errorf("got %v, want everything before Follow returns: %v", onB.known, want)
			}
			if _, err := b.Notes().Follow(t.Context(), onB.take); err == nil {
				t.Error("a second follower was taken")
			}
			begun := time.Now()
			put(a, "r/one/x", 0, "3")
			want["r/one/x"] = "3"
			for !onB.is(want) && time.Since(begun) < 10*time.Second {
				time.Sleep(5 * time.Millisecond)
			}
			if took := time.Since(begun); took > 1500*time.Millisecond {
				t.Errorf("the other server heard of it after %v, want at once", took)
			}
			put(a, "keys", 0, "k")
			if err := b.Notes().Sync(t.Context()); err != nil {
				t.Fatal(err)
			}
			if want["keys"] = "k"; !onB.is(want) {
				t.Errorf("got %v after Sync, want %v", onB.known, want)
			}
			if err := a.Notes().Drop(t.Context(), "s/one", one-1); err != nil {
				t.Error(err)
			}
			if err := a.Notes().Drop(t.Context(), "s/two", one); err != nil {
				t.Error(err)
			}
			stopB()
			put(a, "s/late", 0, "4")
			if onB.is(map[string]string{}) || onB.known["s/late"] != "" || onB.bad != "" {
				t.Errorf("after stop: %v %s", onB.known, onB.bad)
			}
			onA, stopA := follow(t, a)
			defer stopA()
			if !onA.is(map[string]string{"s/one": "11", "r/one/x": "3", "keys": "k", "s/late": "4"}) {
				t.Errorf("got %v, want s/two gone, and s/one there, of which only an older note was to go", onA.known)
			}
			for _, key := range []string{"", "a//b", "A", "a/*", ">", "a.b"} {
				if _, err := a.Notes().Put(t.Context(), key, 0, nil); !errors.Is(err, store.ErrInvalid) {
					t.Errorf("key %q: got %v", key, err)
				}
			}
			if _, err := a.Notes().Put(t.Context(), "big", 0, []byte(strings.Repeat("x", 64<<10+1))); !errors.Is(err, store.ErrTooLarge) {
				t.Errorf("got %v", err)
			}
		})
	}
}

func TestAStoreInAFolderSharesNothing(t *testing.T) {
	if n := open(t, nats.Config{}).Notes(); n != nil {
		t.Errorf("got %v", n)
	}
}

func TestNotesSayWhenTheEngineIsAway(t *testing.T) {
	e := natstest.Start(t, 1)
	s := open(t, at(e.Only(0), 1))
	board, stop := follow(t, s)
	defer stop()
	e.Stop(0)
	ctx, cancel := context.WithTimeout(t.Context(), 5*time.Second)
	defer cancel()
	if _, err := s.Notes().Put(ctx, "s/a", 0, []byte("1")); !errors.Is(err, store.ErrDown) {
		t.Errorf("got %v", err)
	}
	e.Launch(0)
	e.Ready(0)
	for end := time.Now().Add(20 * time.Second); ; time.Sleep(20 * time.Millisecond) {
		if _, err := s.Notes().Put(ctx, "s/a", 0, []byte("1")); err == nil || errors.Is(err, store.ErrNewer) {
			break
		} else if time.Now().After(end) {
			t.Fatal(err)
		}
	}
	for end := time.Now().Add(10 * time.Second); !board.is(map[string]string{"s/a": "1"}); time.Sleep(20 * time.Millisecond) {
		if time.Now().After(end) {
			t.Fatalf("got %v after the engine came back", board.known)
		}
	}
}
