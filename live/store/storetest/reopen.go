package storetest

import (
	"bytes"
	"fmt"
	"testing"

	"github.com/vitrine-go/vitrine/live/store"
)

// reopening are the tests of engines that keep something.
var reopening = []test{
	{"what was acknowledged is there after reopening, under the same epoch", func(t *testing.T, e Engine) {
		want := fill(t, e, 5)
		data := body("pixels", 1200<<10)
		if err := e.PutBlob(ctxOf(t), "s", digest(data), data); err != nil {
			t.Fatal(err)
		}
		epoch := e.Epoch()
		s := e.Reopen(t)
		if got := s.Epoch(); got != epoch {
			t.Fatalf("got epoch %q, want %q", got, epoch)
		}
		got := readAll(t, s, "s", 100, 1<<20)
		for i := range max(len(got), len(want)) {
			if fmt.Sprint(got[i]) != fmt.Sprint(want[i]) {
				t.Fatalf("got %+v, want %+v", got[i], want[i])
			}
		}
		if got, err := s.Blob(ctxOf(t), "s", digest(data)); err != nil || !bytes.Equal(got, data) {
			t.Fatalf("got %d bytes, %v; want the blob", len(got), err)
		}
	}},
	{"ids are remembered after reopening", func(t *testing.T, e Engine) {
		create(t, e, "s")
		var events []store.Event
		for i := range 700 {
			events = append(events, ev(fmt.Sprintf("e%d", i), `{"n":1}`))
		}
		first := appendAll(t, e, "s", events...)
		s := e.Reopen(t)
		for i, ack := range appendAll(t, s, "s", events...) {
			if !ack.Duplicate || ack.Seq != first[i].Seq {
				t.Fatalf("got %+v, want the duplicate of %d", ack, first[i].Seq)
			}
		}
		_, err := s.Append(ctxOf(t), "s", []store.Event{ev("e3", `{"n":2}`)})
		wantErr(t, "other body", err, store.ErrConflict)
		next := appendAll(t, s, "s", ev("new", `{}`))
		if next[0].Duplicate || next[0].Seq <= first[len(first)-1].Seq {
			t.Fatalf("got %+v, want a new one after %d", next[0], first[len(first)-1].Seq)
		}
		if got, want := len(readAll(t, s, "s", 100, 1<<20)), 702; got != want {
			t.Fatalf("got %d records, want %d", got, want)
		}
	}},
	{"a session that is there cannot be created after reopening, a deleted one can", func(t *testing.T, e Engine) {
		create(t, e, "s")
		create(t, e, "gone")
		if err := e.Delete(ctxOf(t), "gone"); err != nil {
			t.Fatal(err)
		}
		s := e.Reopen(t)
		_, err := s.Create(ctxOf(t), "s", ev("open", `{}`))
		wantErr(t, "creating", err, store.ErrExists)
		_, err = s.Append(ctxOf(t), "gone", []store.Event{ev("a", `{}`)})
		wantErr(t, "appending", err, store.ErrNoSession)
		create(t, s, "gone")
	}},
	{"positions go on after everything was deleted and reopened", func(t *testing.T, e Engine) {
		old := create(t, e, "s")
		if err := e.Delete(ctxOf(t), "s"); err != nil {
			t.Fatal(err)
		}
		s := e.Reopen(t)
		if got := create(t, s, "s"); got.Seq <= old.Seq {
			t.Fatalf("got seq %d, want it after %d", got.Seq, old.Seq)
		}
	}},
}
