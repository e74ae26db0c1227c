package storetest

import (
	"fmt"
	"testing"

	"github.com/vitrine-go/vitrine/live/store"
)

// fill makes session s with the ids open, e0 .. e(n-1), each body 100 bytes, and records of another session between.
func fill(t *testing.T, e Engine, n int) []store.Record {
	t.Helper()
	create(t, e, "s")
	create(t, e, "noise")
	for i := range n {
		id := fmt.Sprintf("e%d", i)
		appendAll(t, e, "s", store.Event{ID: id, Body: body(id, 100)})
		appendAll(t, e, "noise", ev(id, `{}`))
	}
	records := readAll(t, e, "s", 100, 1<<20)
	if got, want := len(records), n+1; got != want {
		t.Fatalf("got %d records, want %d", got, want)
	}
	return records
}

var reading = []test{
	{"a page begins at the position asked for, that one included", func(t *testing.T, e Engine) {
		all := fill(t, e, 6)
		for i, r := range all {
			page, err := e.Read(ctxOf(t), "s", r.Seq, 2, 1<<20)
			if err != nil {
				t.Fatalf("reading from %d: %v", r.Seq, err)
			}
			wantIDs(t, page.Records, ids(all[i:min(i+2, len(all))])...)
			if got, want := page.Records[0].Prev, r.Prev; got != want {
				t.Fatalf("got prev %d at the start of a page, want %d", got, want)
			}
			if got, want := page.More, i+2 < len(all); got != want {
				t.Fatalf("from %d: got more %v, want %v", r.Seq, got, want)
			}
		}
	}},
	{"a position between two records begins at the next", func(t *testing.T, e Engine) {
		all := fill(t, e, 3)
		page, err := e.Read(ctxOf(t), "s", all[2].Seq+1, 1, 1<<20)
		if err != nil {
			t.Fatal(err)
		}
		wantIDs(t, page.Records, all[3].ID)
	}},
	{"zero begins at the start", func(t *testing.T, e Engine) {
		fill(t, e, 1)
		page, err := e.Read(ctxOf(t), "s", 0, 10, 1<<20)
		if err != nil {
			t.Fatal(err)
		}
		wantIDs(t, page.Records, "open", "e0")
	}},
	{"past the end is an empty page", func(t *testing.T, e Engine) {
		all := fill(t, e, 1)
		page, err := e.Read(ctxOf(t), "s", all[1].Seq+1000, 10, 1<<20)
		if err != nil || len(page.Records) != 0 || page.More {
			t.Fatalf("got %d records, more %v, %v; want an empty page", len(page.Records), page.More, err)
		}
	}},
	{"a session that was never made is told apart from an empty page", func(t *testing.T, e Engine) {
		fill(t, e, 1)
		_, err := e.Read(ctxOf(t), "never", 0, 10, 1<<20)
		wantErr(t, "read", err, store.ErrNoSession)
		_, _, err = e.Bounds(ctxOf(t), "never")
		wantErr(t, "bounds", err, store.ErrNoSession)
	}},
	{"a page keeps to the bytes asked for but holds one record", func(t *testing.T, e Engine) {
		all := fill(t, e, 6)
		for _, tt := range []struct{ maxBytes, want int }{{0, 1}, {-5, 1}, {1, 1}, {199, 1}, {200, 2}, {350, 3}, {1 << 30, 6}} {
			page, err := e.Read(ctxOf(t), "s", all[1].Seq, 100, tt.maxBytes)
			if err != nil {
				t.Fatal(err)
			}
			if got := len(page.Records); got != tt.want {
				t.Fatalf("at most %d bytes: got %d records of 100 bytes, want %d", tt.maxBytes, got, tt.want)
			}
			if got, want := page.More, tt.want < 6; got != want {
				t.Fatalf("at most %d bytes: got more %v, want %v", tt.maxBytes, got, want)
			}
		}
	}},
	{"a limit below one counts as one", func(t *testing.T, e Engine) {
		fill(t, e, 2)
		for _, limit := range []int{0, -1, 1} {
			page, err := e.Read(ctxOf(t), "s", 0, limit, 1<<20)
			if err != nil || len(page.Records) != 1 || !page.More {
				t.Fatalf("limit %d: got %d records, more %v, %v; want one and more", limit, len(page.Records), page.More, err)
			}
		}
	}},
	{"a huge limit is answered with a page and the rest after it", func(t *testing.T, e Engine) {
		create(t, e, "s")
		var events []store.Event
		for i := range 1500 {
			events = append(events, ev(fmt.Sprintf("e%d", i), `{}`))
		}
		appendAll(t, e, "s", events...)
		if got, want := len(readAll(t, e, "s", 1<<30, 1<<30)), 1501; got != want {
			t.Fatalf("got %d records, want %d", got, want)
		}
	}},
	{"records larger than a page come one by one", func(t *testing.T, e Engine) {
		create(t, e, "s")
		for i := range 4 {
			id := fmt.Sprintf("e%d", i)
			appendAll(t, e, "s", store.Event{ID: id, Body: body(id, 300<<10)})
		}
		wantIDs(t, readAll(t, e, "s", 10, 100<<10), "open", "e0", "e1", "e2", "e3")
	}},
	{"bounds are the oldest and the newest position", func(t *testing.T, e Engine) {
		all := fill(t, e, 4)
		first, last, err := e.Bounds(ctxOf(t), "s")
		if err != nil || first != all[0].Seq || last != all[4].Seq {
			t.Fatalf("got %d, %d, %v; want %d, %d", first, last, err, all[0].Seq, all[4].Seq)
		}
	}},
	{"every sequence of a session is greater than the last", func(t *testing.T, e Engine) {
		prev := create(t, e, "s").Seq
		for i := range 20 {
			ack := appendAll(t, e, "s", ev(fmt.Sprintf("e%d", i), `{}`))[0]
			if ack.Seq <= prev {
				t.Fatalf("got seq %d after %d", ack.Seq, prev)
			}
			prev = ack.Seq
		}
	}},
}
