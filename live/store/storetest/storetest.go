// Package storetest is what every storage engine must pass: the contract of package store, as tests.
package storetest

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"slices"
	"testing"
	"time"

	"github.com/vitrine-go/vitrine/live/store"
)

// Engine is a store under test, empty and opened for one subtest. Whoever opened it closes it with t.Cleanup.
type Engine struct {
	store.Store

	// Reopen closes the store and opens what it left. nil for an engine that keeps nothing.
	Reopen func(t *testing.T) store.Store

	// Small opens another store that is full after a few megabytes. Every engine has a bound.
	Small func(t *testing.T) store.Store
}

// Run runs the suite; open is called once for each subtest.
func Run(t *testing.T, open func(t *testing.T) Engine) {
	t.Helper()
	groups := [][]test{creating, appending, reading, watching, listing, deleting, blobs, names, crowds, modelled}
	t.Run("it opens and closes", func(t *testing.T) {
		if e := open(t); e.Reopen != nil {
			groups = append(groups, reopening)
		}
	})
	for _, group := range groups {
		for _, tt := range group {
			t.Run(tt.name, func(t *testing.T) { tt.run(t, open(t)) })
		}
	}
}

type test struct {
	name string
	run  func(t *testing.T, e Engine)
}

const patience = 10 * time.Second

func ev(id, body string) store.Event { return store.Event{ID: id, Body: []byte(body)} }

func ctxOf(t *testing.T) context.Context {
	ctx, cancel := context.WithTimeout(t.Context(), patience)
	t.Cleanup(cancel)
	return ctx
}

func create(t *testing.T, s store.Store, session string) store.Ack {
	t.Helper()
	ack, err := s.Create(ctxOf(t), session, ev("open", `{"id":"open","type":"open"}`))
	if err != nil {
		t.Fatalf("creating %s: %v", session, err)
	}
	return ack
}

func appendAll(t *testing.T, s store.Store, session string, events ...store.Event) []store.Ack {
	t.Helper()
	acks, err := s.Append(ctxOf(t), session, events)
	if err != nil {
		t.Fatalf("appending to %s: %v", session, err)
	}
	if got, want := len(acks), len(events); got != want {
		t.Fatalf("got %d acks, want %d", got, want)
	}
	return acks
}

// readAll reads a session page by page and checks what every page must keep.
func readAll(t *testing.T, s store.Store, session string, limit, maxBytes int) []store.Record {
	t.Helper()
	var all []store.Record
	var from, prev uint64
	for {
		page, err := s.Read(ctxOf(t), session, from, limit, maxBytes)
		if err != nil {
			t.Fatalf("reading %s from %d: %v", session, from, err)
		}
		if len(page.Records) > limit {
			t.Fatalf("got a page of %d records, want at most %d", len(page.Records), limit)
		}
		for _, r := range page.Records {
			if r.Seq < from || r.Seq <= prev {
				t.Fatalf("got seq %d after %d, reading from %d", r.Seq, prev, from)
			}
			if r.Prev != prev {
				t.Fatalf("got prev %d in record %d, want %d", r.Prev, r.Seq, prev)
			}
			if r.Session != session {
				t.Fatalf("got a record of session %q, want %q", r.Session, session)
			}
			prev = r.Seq
			all = append(all, r)
		}
		if !page.More {
			return all
		}
		if len(page.Records) == 0 {
			t.Fatal("an empty page says that there is more")
		}
		from = prev + 1
	}
}

func ids(records []store.Record) []string {
	var list []string
	for _, r := range records {
		list = append(list, r.ID)
	}
	return list
}

func wantIDs(t *testing.T, records []store.Record, want ...string) {
	t.Helper()
	if got := ids(records); !slices.Equal(got, want) {
		t.Fatalf("got records %v, want %v", got, want)
	}
}

func wantErr(t *testing.T, what string, err, want error) {
	t.Helper()
	if !errors.Is(err, want) {
		t.Fatalf("%s: got error %v, want %v", what, err, want)
	}
}

func digest(data []byte) string {
	sum := sha256.Sum256(data)
	return hex.EncodeToString(sum[:])
}

// body makes n bytes that differ by seed.
func body(seed string, n int) []byte {
	b := make([]byte, 0, n+64)
	for i := 0; len(b) < min(n, 4096); i++ {
		b = fmt.Appendf(b, "%s-%d,", seed, i)
	}
	for len(b) < n {
		b = append(b, b[:min(len(b), n-len(b))]...)
	}
	return b[:n]
}
