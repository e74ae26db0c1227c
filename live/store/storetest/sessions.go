package storetest

import (
	"fmt"
	"slices"
	"testing"

	"github.com/vitrine-go/vitrine/live/store"
)

func sessionIDs(t *testing.T, s store.Store) []string {
	t.Helper()
	list, err := s.Sessions(ctxOf(t))
	if err != nil {
		t.Fatalf("listing: %v", err)
	}
	var names []string
	for _, ses := range list {
		names = append(names, ses.ID)
	}
	return names
}

var listing = []test{
	{"an empty store lists nothing", func(t *testing.T, e Engine) {
		if got := sessionIDs(t, e); len(got) != 0 {
			t.Fatalf("got %v, want none", got)
		}
	}},
	{"sessions are listed with their newest record first", func(t *testing.T, e Engine) {
		for _, name := range []string{"a", "b", "c"} {
			create(t, e, name)
		}
		appendAll(t, e, "a", ev("x", `1`))
		if got, want := sessionIDs(t, e), []string{"a", "c", "b"}; !slices.Equal(got, want) {
			t.Fatalf("got %v, want %v", got, want)
		}
	}},
	{"a listed session says what its records say", func(t *testing.T, e Engine) {
		all := fill(t, e, 3)
		list, err := e.Sessions(ctxOf(t))
		if err != nil {
			t.Fatal(err)
		}
		i := slices.IndexFunc(list, func(s store.Session) bool { return s.ID == "s" })
		if i < 0 {
			t.Fatalf("got %v, want s among them", list)
		}
		got := list[i]
		first, last := all[0], all[len(all)-1]
		if got.First != first.Seq || got.Newest != last.Seq || !got.Created.Equal(first.Time) || !got.Last.Equal(last.Time) {
			t.Fatalf("got %+v, want the bounds of %d and %d", got, first.Seq, last.Seq)
		}
		if string(got.Open) != string(first.Body) {
			t.Fatalf("got open %s, want %s", got.Open, first.Body)
		}
	}},
	{"many sessions are all listed", func(t *testing.T, e Engine) {
		var want []string
		for i := range 60 {
			name := fmt.Sprintf("s-%02d", i)
			create(t, e, name)
			want = append(want, name)
		}
		got := sessionIDs(t, e)
		slices.Reverse(want)
		if !slices.Equal(got, want) {
			t.Fatalf("got %v, want %v", got, want)
		}
	}},
}

var deleting = []test{
	{"a deleted session is gone, the others stay", func(t *testing.T, e Engine) {
		all := fill(t, e, 3)
		if err := e.Delete(ctxOf(t), "s"); err != nil {
			t.Fatalf("deleting: %v", err)
		}
		_, err := e.Read(ctxOf(t), "s", all[0].Seq, 10, 1<<20)
		wantErr(t, "read", err, store.ErrNoSession)
		_, err = e.Append(ctxOf(t), "s", []store.Event{ev("e0", `{}`)})
		wantErr(t, "append", err, store.ErrNoSession)
		wantErr(t, "deleting again", e.Delete(ctxOf(t), "s"), store.ErrNoSession)
		if got, want := sessionIDs(t, e), []string{"noise"}; !slices.Equal(got, want) {
			t.Fatalf("got %v, want %v", got, want)
		}
		if got, want := len(readAll(t, e, "noise", 10, 1<<20)), 4; got != want {
			t.Fatalf("got %d records of the other session, want %d", got, want)
		}
	}},
	{"a session made again begins anew: old ids are new, positions go on", func(t *testing.T, e Engine) {
		all := fill(t, e, 3)
		if err := e.Delete(ctxOf(t), "s"); err != nil {
			t.Fatal(err)
		}
		open := create(t, e, "s")
		if open.Seq <= all[len(all)-1].Seq || open.Duplicate {
			t.Fatalf("got ack %+v, want a new one after %d", open, all[len(all)-1].Seq)
		}
		acks := appendAll(t, e, "s", ev("e0", `"other"`), ev("e1", `{}`))
		for _, ack := range acks {
			if ack.Duplicate || ack.Seq <= open.Seq {
				t.Fatalf("got ack %+v, want a new one", ack)
			}
		}
		var many []store.Event
		for i := range 20 {
			many = append(many, ev(fmt.Sprintf("e%d", i), `{}`))
		}
		appendAll(t, e, "s", many[1:]...)
		if got, want := len(readAll(t, e, "s", 100, 1<<20)), 21; got != want {
			t.Fatalf("got %d records, want %d", got, want)
		}
		again := appendAll(t, e, "s", ev("e0", `"other"`))
		if !again[0].Duplicate || again[0].Seq != acks[0].Seq {
			t.Fatalf("got %+v, want the duplicate of %d", again[0], acks[0].Seq)
		}
	}},
	{"a session that was never made cannot be deleted", func(t *testing.T, e Engine) {
		wantErr(t, "deleting", e.Delete(ctxOf(t), "never"), store.ErrNoSession)
	}},
	{"its blobs go with it, those of others stay", func(t *testing.T, e Engine) {
		create(t, e, "s")
		create(t, e, "t")
		data := body("pixels", 3000)
		for _, name := range []string{"s", "t"} {
			if err := e.PutBlob(ctxOf(t), name, digest(data), data); err != nil {
				t.Fatal(err)
			}
		}
		if err := e.Delete(ctxOf(t), "s"); err != nil {
			t.Fatal(err)
		}
		_, err := e.Blob(ctxOf(t), "s", digest(data))
		wantErr(t, "blob", err, store.ErrNoBlob)
		if got, err := e.Blob(ctxOf(t), "t", digest(data)); err != nil || len(got) != len(data) {
			t.Fatalf("got %d bytes, %v; want the other session's blob", len(got), err)
		}
		create(t, e, "s")
		if err := e.PutBlob(ctxOf(t), "s", digest(data), data); err != nil {
			t.Fatal(err)
		}
		if got, err := e.Blob(ctxOf(t), "s", digest(data)); err != nil || string(got) != string(data) {
			t.Fatalf("got %d bytes, %v; want the blob stored again", len(got), err)
		}
	}},
}
