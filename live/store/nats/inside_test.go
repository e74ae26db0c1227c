package nats

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"strings"
	"sync"
	"testing"
	"time"

	natsgo "github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"

	"github.com/vitrine-go/vitrine/live/store"
)

func openInside(t *testing.T) *Store {
	t.Helper()
	s, err := Open(t.Context(), Config{Dir: t.TempDir()})
	if err != nil {
		t.Fatalf("opening: %v", err)
	}
	t.Cleanup(func() { _ = s.Close() })
	return s
}

func mustCreate(t *testing.T, s *Store, session string) {
	t.Helper()
	if _, err := s.Create(t.Context(), session, store.Event{ID: "open", Body: []byte(`{}`)}); err != nil {
		t.Fatalf("creating %s: %v", session, err)
	}
}

func readIDs(t *testing.T, s *Store, session string) []string {
	t.Helper()
	var ids []string
	var from, prev uint64
	for {
		page, err := s.Read(t.Context(), session, from, 500, 1<<20)
		if err != nil {
			t.Fatalf("reading: %v", err)
		}
		for _, r := range page.Records {
			if r.Prev != prev {
				t.Fatalf("got prev %d in %d, want %d", r.Prev, r.Seq, prev)
			}
			prev = r.Seq
			ids = append(ids, r.ID)
		}
		if !page.More {
			return ids
		}
		from = prev + 1
	}
}

// engineHeaders are what the engine adds behind the stored ones.
func engineHeaders(h natsgo.Header, seq string) natsgo.Header {
	h[jetstream.SequenceHeader] = append(h[jetstream.SequenceHeader], seq)
	h[jetstream.SubjectHeader] = append(h[jetstream.SubjectHeader], "ev.s")
	h[jetstream.TimeStampHeaer] = append(h[jetstream.TimeStampHeaer], "2031-05-04T03:02:01.5+02:00")
	return h
}

func TestARecordIsReadFromTheEnginesOwnHeaders(t *testing.T) {
	h := engineHeaders(natsgo.Header{
		"Nats-Msg-Id":     {"s/call:1/GHOST"},
		"Vitrine-Prev":    {"-2"},
		"Nats-Sequence":   {"1"},
		"Nats-Subject":    {"ev.other"},
		"Nats-Time-Stamp": {"1999-01-01T00:00:00Z"},
	}, "51")
	got, err := record(h, []byte("x"))
	if err != nil {
		t.Fatal(err)
	}
	want := store.Record{Seq: 51, Prev: 49, Session: "s", ID: "call:1", Body: []byte("x"),
		Time: time.Date(2031, 5, 4, 1, 2, 1, 5e8, time.UTC)}
	if fmt.Sprint(got) != fmt.Sprint(want) {
		t.Errorf("got %+v, want %+v", got, want)
	}
}

func TestMessagesOfOthersAreRefused(t *testing.T) {
	for _, tt := range []struct {
		name   string
		change func(natsgo.Header)
	}{
		{"no message id", func(h natsgo.Header) { delete(h, "Nats-Msg-Id") }},
		{"the id of another session", func(h natsgo.Header) { h["Nats-Msg-Id"] = []string{"t/a"} }},
		{"an id that is none", func(h natsgo.Header) { h["Nats-Msg-Id"] = []string{"s/"} }},
		{"no chain", func(h natsgo.Header) { delete(h, "Vitrine-Prev") }},
		{"a chain to itself", func(h natsgo.Header) { h["Vitrine-Prev"] = []string{"51"} }},
		{"a chain to before the start", func(h natsgo.Header) { h["Vitrine-Prev"] = []string{"-51"} }},
		{"a chain that is no number", func(h natsgo.Header) { h["Vitrine-Prev"] = []string{"--1"} }},
		{"no position", func(h natsgo.Header) { delete(h, "Nats-Sequence") }},
		{"no time", func(h natsgo.Header) { delete(h, "Nats-Time-Stamp") }},
		{"another subject", func(h natsgo.Header) { h["Nats-Subject"] = []string{"live.s"} }},
	} {
		t.Run(tt.name, func(t *testing.T) {
			h := engineHeaders(natsgo.Header{"Nats-Msg-Id": {"s/a"}, "Vitrine-Prev": {"50"}}, "51")
			if _, err := record(h, nil); err != nil {
				t.Fatalf("before the change: %v", err)
			}
			tt.change(h)
			if _, err := record(h, nil); !errors.Is(err, errMalformed) {
				t.Errorf("got %v, want malformed", err)
			}
		})
	}
}

func TestAPageWithAHoleIsSeen(t *testing.T) {
	h := func(seq, before, pending string) natsgo.Header {
		return natsgo.Header{"Nats-Sequence": {seq}, "Nats-Last-Sequence": {before}, "Nats-Num-Pending": {pending}}
	}
	var prev uint64
	var more bool
	for _, tt := range []struct {
		h    natsgo.Header
		want error
		more bool
	}{
		{h("5", "0", "3"), nil, true},
		{h("9", "5", "2"), nil, true},
		{h("14", "11", "0"), errHole, true},
		{h("11", "9", "1"), nil, true},
		{h("14", "11", "0"), nil, false},
		{natsgo.Header{"Nats-Sequence": {"15"}}, errMalformed, false},
	} {
		if err := chained(tt.h, &prev, &more); !errors.Is(err, tt.want) || more != tt.more {
			t.Errorf("%v: got %v, more %v; want %v, %v", tt.h, err, more, tt.want, tt.more)
		}
	}
}

func TestAWriteFromElsewhereIsFoundOut(t *testing.T) {
	s := openInside(t)
	mustCreate(t, s, "s")
	first, err := s.Append(t.Context(), "s", []store.Event{{ID: "a", Body: []byte(`1`)}})
	if err != nil {
		t.Fatal(err)
	}
	put := func(id string, tail uint64) uint64 {
		ack, err := s.writes.js.PublishMsg(t.Context(), message("s", &event{id: id, body: []byte(`1`)}, tail))
		if err != nil {
			t.Fatal(err)
		}
		return ack.Sequence
	}
	theirs := put("b", first[0].Seq)
	acks, err := s.Append(t.Context(), "s", []store.Event{{ID: "c", Body: []byte(`1`)}, {ID: "b", Body: []byte(`1`)}})
	if err != nil || acks[0].Duplicate || !acks[1].Duplicate || acks[1].Seq != theirs {
		t.Fatalf("got %+v, %v; want c new and b the duplicate of %d", acks, err, theirs)
	}
	put("d", acks[0].Seq)
	if _, err := s.Append(t.Context(), "s", []store.Event{{ID: "d", Body: []byte(`2`)}}); !errors.Is(err, store.ErrConflict) {
		t.Fatalf("got %v, want a conflict with what the other wrote", err)
	}
	if got, want := fmt.Sprint(readIDs(t, s, "s")), "[open a b c d]"; got != want {
		t.Fatalf("got %s, want %s", got, want)
	}
}

func TestAnEngineThatStopsAndComesBackLosesNothing(t *testing.T) {
	s := openInside(t)
	const sessions, each = 6, 40
	var mu sync.Mutex
	lost := 0
	stop, err := s.Watch(func(store.Record) {}, func() { mu.Lock(); lost++; mu.Unlock() })
	if err != nil {
		t.Fatal(err)
	}
	defer stop()
	for p := range sessions {
		mustCreate(t, s, fmt.Sprint("s", p))
	}
	ctx, cancel := context.WithTimeout(t.Context(), 15*time.Second)
	defer cancel()
	var wg sync.WaitGroup
	for p := range sessions {
		wg.Go(func() {
			for i := range each {
				events := []store.Event{{ID: fmt.Sprint("a", i)}, {ID: fmt.Sprint("b", i)}, {ID: fmt.Sprint("c", i)}}
				for {
					_, err := s.Append(ctx, fmt.Sprint("s", p), events)
					if err == nil {
						break
					}
					if !errors.Is(err, store.ErrDown) || ctx.Err() != nil {
						t.Errorf("got %v, want it stored or not available", err)
						return
					}
					time.Sleep(5 * time.Millisecond)
				}
			}
		})
	}
	for range 2 {
		time.Sleep(40 * time.Millisecond)
		s.engine.stop()
		if _, err := s.Read(ctx, "s0", 0, 1, 1); !errors.Is(err, store.ErrDown) {
			t.Errorf("reading without an engine: got %v, want it not available", err)
		}
		if err := s.Health(ctx); !errors.Is(err, store.ErrDown) {
			t.Errorf("health without an engine: got %v, want it not available", err)
		}
		if err := s.engine.start(); err != nil {
			t.Fatal(err)
		}
	}
	wg.Wait()
	if t.Failed() {
		return
	}
	for p := range sessions {
		var want []string
		for i := range each {
			want = append(want, fmt.Sprint("a", i), fmt.Sprint("b", i), fmt.Sprint("c", i))
		}
		if got, want := fmt.Sprint(readIDs(t, s, fmt.Sprint("s", p))[1:]), fmt.Sprint(want); got != want {
			t.Fatalf("session %d: got %s, want %s", p, got, want)
		}
	}
	mu.Lock()
	defer mu.Unlock()
	if lost < 1 {
		t.Errorf("got lost %d times, want it told", lost)
	}
}

func TestABlobThatWasCutOffIsCompletedAtTheNextTry(t *testing.T) {
	s := openInside(t)
	mustCreate(t, s, "s")
	data := []byte(strings.Repeat("pixels", 300_000))
	sum := sha256.Sum256(data)
	digest := hex.EncodeToString(sum[:])
	subject := blobSubject("s", digest)
	for n := range 2 { // as after a crash
		_, err := s.writes.js.PublishMsg(t.Context(), &natsgo.Msg{Subject: subject, Data: data[n*chunkSize : (n+1)*chunkSize],
			Header: natsgo.Header{headerChunk: {fmt.Sprint(n)}, headerSize: {fmt.Sprint(len(data))}}})
		if err != nil {
			t.Fatal(err)
		}
	}
	if _, err := s.Blob(t.Context(), "s", digest); !errors.Is(err, store.ErrNoBlob) {
		t.Fatalf("got %v, want no blob", err)
	}
	if err := s.PutBlob(t.Context(), "s", digest, data); err != nil {
		t.Fatal(err)
	}
	if got, err := s.Blob(t.Context(), "s", digest); err != nil || string(got) != string(data) {
		t.Fatalf("got %d bytes, %v; want the blob", len(got), err)
	}
}

func TestABlobWhoseBytesAreDamagedIsNotServed(t *testing.T) {
	s := openInside(t)
	digest := strings.Repeat("0", 64)
	for _, tt := range []struct {
		name    string
		n, size string
		data    string
		want    error
	}{
		{"other bytes", "0", "3", "abc", store.ErrNoBlob},
		{"a number beyond the end", "1", "3", "abc", store.ErrDown},
		{"a size beyond the limit", "0", "99999999999", "abc", store.ErrDown},
		{"fewer bytes than it says", "0", "4", "abc", store.ErrDown},
	} {
		t.Run(tt.name, func(t *testing.T) {
			session := strings.ReplaceAll(tt.name, " ", "-")
			_, err := s.writes.js.PublishMsg(t.Context(), &natsgo.Msg{Subject: blobSubject(session, digest), Data: []byte(tt.data),
				Header: natsgo.Header{headerChunk: {tt.n}, headerSize: {tt.size}}})
			if err != nil {
				t.Fatal(err)
			}
			if _, err := s.Blob(t.Context(), session, digest); !errors.Is(err, tt.want) {
				t.Errorf("got %v, want %v", err, tt.want)
			}
		})
	}
}

func TestAStreamThatLosesEventsIsRefused(t *testing.T) {
	s := openInside(t)
	for _, tt := range []struct {
		name   string
		change func(*jetstream.StreamConfig)
	}{
		{"in memory", func(c *jetstream.StreamConfig) { c.Storage = jetstream.MemoryStorage }},
		{"that evicts", func(c *jetstream.StreamConfig) { c.Discard, c.DiscardNewPerSubject = jetstream.DiscardOld, false }},
		{"without live copies", func(c *jetstream.StreamConfig) { c.RePublish = nil }},
		{"that is not synced", func(c *jetstream.StreamConfig) {
			c.PersistMode, c.AllowAtomicPublish = jetstream.AsyncPersistMode, false
		}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			ctx := t.Context()
			js := s.writes.js
			want := eventConfig(s.cfg)
			want.Name, want.Subjects, want.MaxBytes = "OTHER", []string{"other.>"}, 1<<20
			want.RePublish = &jetstream.RePublish{Source: "other.>", Destination: "olive.>"}
			made := want
			tt.change(&made)
			if _, err := js.CreateStream(ctx, made); err != nil {
				t.Fatal(err)
			}
			defer func() { _ = js.DeleteStream(ctx, "OTHER") }()
			if _, err := ensure(ctx, js, want, false); err == nil || !strings.Contains(err.Error(), "lose events") {
				t.Errorf("got %v, want it refused", err)
			}
		})
	}
}

func TestRequestsEndWithTheLinkTheyWereSentOn(t *testing.T) {
	s := openInside(t)
	req, cancel := s.reads.request(t.Context(), time.Minute)
	defer cancel()
	s.engine.stop()
	select {
	case <-req.Done():
	case <-time.After(5 * time.Second):
		t.Fatal("a request outlived its link")
	}
	if err := s.engine.start(); err != nil {
		t.Fatal(err)
	}
	deadline := time.Now().Add(5 * time.Second)
	for s.Health(t.Context()) != nil {
		if time.Now().After(deadline) {
			t.Fatalf("got %v, want the store healthy again", s.Health(t.Context()))
		}
		time.Sleep(5 * time.Millisecond)
	}
}
