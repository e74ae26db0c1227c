package storetest

import (
	"context"
	"fmt"
	"testing"
	"time"

	"github.com/vitrine-go/vitrine/live/store"
)

var creating = []test{
	{"a created session has one record, its first", func(t *testing.T, e Engine) {
		before := time.Now().Add(-time.Minute)
		ack := create(t, e, "s")
		if ack.Seq == 0 || ack.Duplicate || ack.ID != "open" {
			t.Fatalf("got ack %+v, want a new one of open", ack)
		}
		records := readAll(t, e, "s", 10, 1<<20)
		wantIDs(t, records, "open")
		r := records[0]
		if r.Seq != ack.Seq || r.Prev != 0 || string(r.Body) != `{"id":"open","type":"open"}` {
			t.Fatalf("got %+v, want seq %d, prev 0 and the body as given", r, ack.Seq)
		}
		if r.Time.Location() != time.UTC || r.Time.Before(before) || r.Time.After(time.Now().Add(time.Minute)) {
			t.Fatalf("got time %v, want about now in UTC", r.Time)
		}
	}},
	{"creating it again is refused, with the same event too", func(t *testing.T, e Engine) {
		create(t, e, "s")
		for _, again := range []store.Event{ev("open", `{"id":"open","type":"open"}`), ev("other", `{}`)} {
			_, err := e.Create(ctxOf(t), "s", again)
			wantErr(t, "creating "+again.ID, err, store.ErrExists)
		}
		wantIDs(t, readAll(t, e, "s", 10, 1<<20), "open")
	}},
	{"of many goroutines that create one session one succeeds", func(t *testing.T, e Engine) {
		const n = 16
		errs := make(chan error, n)
		for i := range n {
			go func() {
				_, err := e.Create(ctxOf(t), "s", ev(fmt.Sprintf("open-%d", i), `{}`))
				errs <- err
			}()
		}
		made := 0
		for range n {
			if err := <-errs; err == nil {
				made++
			} else {
				wantErr(t, "creating", err, store.ErrExists)
			}
		}
		if got, want := made, 1; got != want {
			t.Fatalf("got %d successes, want %d", got, want)
		}
		if got, want := len(readAll(t, e, "s", 10, 1<<20)), 1; got != want {
			t.Fatalf("got %d records, want %d", got, want)
		}
	}},
	{"an epoch is stable and not empty", func(t *testing.T, e Engine) {
		if got := e.Epoch(); got == "" || got != e.Epoch() {
			t.Fatalf("got epoch %q, want one that stays", got)
		}
	}},
	{"a healthy store says so", func(t *testing.T, e Engine) {
		if err := e.Health(ctxOf(t)); err != nil {
			t.Fatalf("got %v, want nil", err)
		}
	}},
}

var appending = []test{
	{"events are stored in the order given, bodies byte for byte", func(t *testing.T, e Engine) {
		create(t, e, "s")
		events := []store.Event{ev("c", `{"a":1.0}`), ev("a", "\"\u2028\""), ev("b", `[]`)}
		acks := appendAll(t, e, "s", events...)
		records := readAll(t, e, "s", 10, 1<<20)
		wantIDs(t, records, "open", "c", "a", "b")
		for i, r := range records[1:] {
			if r.Seq != acks[i].Seq || acks[i].Duplicate || string(r.Body) != string(events[i].Body) {
				t.Fatalf("got record %+v for ack %+v, want body %s", r, acks[i], events[i].Body)
			}
		}
	}},
	{"a session that was never made takes nothing", func(t *testing.T, e Engine) {
		acks, err := e.Append(ctxOf(t), "s", []store.Event{ev("a", `{}`)})
		wantErr(t, "appending", err, store.ErrNoSession)
		if len(acks) != 0 {
			t.Fatalf("got acks %v, want none", acks)
		}
		_, err = e.Append(ctxOf(t), "s", nil)
		wantErr(t, "appending nothing", err, store.ErrNoSession)
	}},
	{"appending nothing is no error", func(t *testing.T, e Engine) {
		create(t, e, "s")
		appendAll(t, e, "s")
	}},
	{"the same id with the same body is a duplicate with the old position", func(t *testing.T, e Engine) {
		create(t, e, "s")
		first := appendAll(t, e, "s", ev("a", `{"n":1}`), ev("b", `{}`))
		again := appendAll(t, e, "s", ev("x", `{}`), ev("a", `{"n":1}`), ev("open", `{"id":"open","type":"open"}`))
		if again[0].Duplicate || !again[1].Duplicate || !again[2].Duplicate || again[1].Seq != first[0].Seq {
			t.Fatalf("got %+v, want the second and third as duplicates, the second at %d", again, first[0].Seq)
		}
		wantIDs(t, readAll(t, e, "s", 10, 1<<20), "open", "a", "b", "x")
	}},
	{"an id repeated inside one call is stored once", func(t *testing.T, e Engine) {
		create(t, e, "s")
		acks := appendAll(t, e, "s", ev("a", `1`), ev("b", `2`), ev("a", `1`))
		if acks[0].Duplicate || !acks[2].Duplicate || acks[2].Seq != acks[0].Seq {
			t.Fatalf("got %+v, want the third to be the first again", acks)
		}
		wantIDs(t, readAll(t, e, "s", 10, 1<<20), "open", "a", "b")
	}},
	{"an id repeated inside a long call is stored once", func(t *testing.T, e Engine) {
		create(t, e, "s")
		var events []store.Event
		for i := range 60 {
			events = append(events, ev(fmt.Sprintf("e%d", i%40), `{}`))
		}
		for i, ack := range appendAll(t, e, "s", events...) {
			if got, want := ack.Duplicate, i >= 40; got != want {
				t.Fatalf("event %d: got duplicate %v, want %v", i, got, want)
			}
		}
		if got, want := len(readAll(t, e, "s", 100, 1<<20)), 41; got != want {
			t.Fatalf("got %d records, want %d", got, want)
		}
	}},
	{"the same id with another body is a conflict; what stood before it is stored, what follows is not", func(t *testing.T, e Engine) {
		create(t, e, "s")
		appendAll(t, e, "s", ev("a", `1`))
		acks, err := e.Append(ctxOf(t), "s", []store.Event{ev("b", `2`), ev("a", `other`), ev("c", `3`)})
		wantErr(t, "appending", err, store.ErrConflict)
		if len(acks) != 1 || acks[0].ID != "b" || acks[0].Seq == 0 {
			t.Fatalf("got acks %+v, want the one of b", acks)
		}
		_, err = e.Append(ctxOf(t), "s", []store.Event{ev("d", `1`), ev("d", `2`)})
		wantErr(t, "a conflict inside one call", err, store.ErrConflict)
		wantIDs(t, readAll(t, e, "s", 10, 1<<20), "open", "a", "b", "d")
	}},
	{"a conflict in a long call stops it there", func(t *testing.T, e Engine) {
		create(t, e, "s")
		appendAll(t, e, "s", ev("e20", `first`))
		var events []store.Event
		for i := range 40 {
			events = append(events, ev(fmt.Sprintf("e%d", i), `{}`))
		}
		acks, err := e.Append(ctxOf(t), "s", events)
		wantErr(t, "appending", err, store.ErrConflict)
		if got, want := len(acks), 20; got != want {
			t.Fatalf("got %d acks, want %d", got, want)
		}
		if got, want := len(readAll(t, e, "s", 100, 1<<20)), 22; got != want {
			t.Fatalf("got %d records, want %d", got, want)
		}
	}},
	{"an id belongs to its session", func(t *testing.T, e Engine) {
		create(t, e, "s")
		create(t, e, "t")
		a := appendAll(t, e, "s", ev("a", `1`))
		b := appendAll(t, e, "t", ev("a", `2`))
		if a[0].Duplicate || b[0].Duplicate || a[0].Seq == b[0].Seq {
			t.Fatalf("got %+v and %+v, want two new ones", a, b)
		}
		wantIDs(t, readAll(t, e, "t", 10, 1<<20), "open", "a")
	}},
	{"a body over the limit is refused, one at the limit is kept", func(t *testing.T, e Engine) {
		create(t, e, "s")
		l := e.Limits()
		acks, err := e.Append(ctxOf(t), "s", []store.Event{
			{ID: "fits", Body: body("fits", l.Record)}, {ID: "over", Body: body("over", l.Record+1)}, ev("after", `{}`),
		})
		wantErr(t, "appending", err, store.ErrTooLarge)
		if len(acks) != 1 {
			t.Fatalf("got %d acks, want one", len(acks))
		}
		records := readAll(t, e, "s", 10, 1<<20)
		wantIDs(t, records, "open", "fits")
		if got, want := string(records[1].Body), string(body("fits", l.Record)); got != want {
			t.Fatalf("got another body of %d bytes, want it back", len(got))
		}
		_, err = e.Create(ctxOf(t), "u", store.Event{ID: "open", Body: body("over", l.Record+1)})
		wantErr(t, "creating", err, store.ErrTooLarge)
	}},
	{"a cancelled call stores nothing", func(t *testing.T, e Engine) {
		create(t, e, "s")
		ctx, cancel := context.WithCancel(t.Context())
		cancel()
		_, err := e.Append(ctx, "s", []store.Event{ev("a", `1`)})
		wantErr(t, "append", err, context.Canceled)
		_, err = e.Create(ctx, "u", ev("open", `1`))
		wantErr(t, "create", err, context.Canceled)
		_, err = e.Read(ctx, "s", 0, 1, 1)
		wantErr(t, "read", err, context.Canceled)
		_, _, err = e.Bounds(ctx, "s")
		wantErr(t, "bounds", err, context.Canceled)
		_, err = e.Sessions(ctx)
		wantErr(t, "sessions", err, context.Canceled)
		wantErr(t, "delete", e.Delete(ctx, "s"), context.Canceled)
		wantErr(t, "put blob", e.PutBlob(ctx, "s", digest(nil), nil), context.Canceled)
		_, err = e.Blob(ctx, "s", digest(nil))
		wantErr(t, "blob", err, context.Canceled)
		wantIDs(t, readAll(t, e, "s", 10, 1<<20), "open")
		_, err = e.Read(ctxOf(t), "u", 0, 1, 1)
		wantErr(t, "reading what was not created", err, store.ErrNoSession)
	}},
	{"a full store refuses and keeps everything it has", func(t *testing.T, e Engine) {
		s := e.Small(t)
		create(t, s, "s")
		want := []string{"open"}
		var full error
		for i := 0; i < 200 && full == nil; i++ {
			id := fmt.Sprintf("e%d", i)
			if _, full = s.Append(ctxOf(t), "s", []store.Event{{ID: id, Body: body(id, 200<<10)}}); full == nil {
				want = append(want, id)
			}
		}
		wantErr(t, "appending", full, store.ErrFull)
		var many []store.Event
		for i := range 20 {
			many = append(many, store.Event{ID: fmt.Sprintf("many%d", i), Body: body("many", 200<<10)})
		}
		acks, err := s.Append(ctxOf(t), "s", many)
		wantErr(t, "appending many", err, store.ErrFull)
		if len(acks) != 0 {
			t.Fatalf("got %d acks, want none", len(acks))
		}
		wantIDs(t, readAll(t, s, "s", 100, 1<<20), want...)
		if err := s.Delete(ctxOf(t), "s"); err != nil {
			t.Fatalf("deleting from a full store: %v", err)
		}
		create(t, s, "t")
	}},
	{"after close every call says that the store is not available", func(t *testing.T, e Engine) {
		create(t, e, "s")
		if err := e.Close(); err != nil {
			t.Fatalf("closing: %v", err)
		}
		_, err := e.Append(ctxOf(t), "s", []store.Event{ev("a", `1`)})
		wantErr(t, "append", err, store.ErrDown)
		_, err = e.Create(ctxOf(t), "t", ev("a", `1`))
		wantErr(t, "create", err, store.ErrDown)
		_, err = e.Read(ctxOf(t), "s", 0, 1, 1)
		wantErr(t, "read", err, store.ErrDown)
		_, err = e.Watch(func(store.Record) {}, func() {})
		wantErr(t, "watch", err, store.ErrDown)
		wantErr(t, "health", e.Health(ctxOf(t)), store.ErrDown)
		if err := e.Close(); err != nil {
			t.Fatalf("closing again: got %v, want nil", err)
		}
	}},
}
