package nats_test

import (
	"errors"
	"strings"
	"testing"
	"time"

	"github.com/nats-io/nats-server/v2/server"
	natsgo "github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"

	"github.com/vitrine-go/vitrine/internal/natstest"
	"github.com/vitrine-go/vitrine/live/store"
	"github.com/vitrine-go/vitrine/live/store/nats"
	"github.com/vitrine-go/vitrine/live/store/storetest"
)

func TestConformanceOfACluster(t *testing.T) {
	const replicas = 3
	e := natstest.Start(t, 3) // one for all: its streams are made anew between the subtests
	storetest.Run(t, func(t *testing.T) storetest.Engine {
		empty(t, e)
		var now store.Store = open(t, at(e.URL(0), replicas))
		return storetest.Engine{
			Store: now,
			Reopen: func(t *testing.T) store.Store {
				t.Helper()
				closeStore(t, now)
				now = open(t, at(e.URL(1), replicas))
				return now
			},
			Small: func(t *testing.T) store.Store {
				closeStore(t, now)
				empty(t, e)
				cfg := at(e.URL(0), replicas)
				cfg.MaxBytes = 8 << 20
				return open(t, cfg)
			},
		}
	})
}

// admin is a connection beside the store's own.
func admin(t *testing.T, url string) jetstream.JetStream {
	t.Helper()
	nc, err := natsgo.Connect(url)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(nc.Close)
	js, err := jetstream.New(nc)
	if err != nil {
		t.Fatal(err)
	}
	return js
}

func empty(t *testing.T, e *natstest.Servers) {
	t.Helper()
	js := admin(t, e.URL(0))
	for _, name := range []string{"EV", "BLOB"} {
		if err := js.DeleteStream(t.Context(), name); err != nil && !errors.Is(err, jetstream.ErrStreamNotFound) {
			t.Fatal(err)
		}
	}
	time.Sleep(50 * time.Millisecond) // a stream that is being deleted may still answer, beside its namesake
}

func TestConformanceOfAnEngineElsewhere(t *testing.T) {
	storetest.Run(t, func(t *testing.T) storetest.Engine {
		e := natstest.Start(t, 1)
		var now store.Store = open(t, at(e.Only(0), 1))
		return storetest.Engine{
			Store: now,
			Reopen: func(t *testing.T) store.Store {
				t.Helper()
				closeStore(t, now)
				now = open(t, at(e.Only(0), 1))
				return now
			},
			Small: func(t *testing.T) store.Store {
				cfg := at(natstest.Start(t, 1).Only(0), 1)
				cfg.MaxBytes = 8 << 20
				return open(t, cfg)
			},
		}
	})
}

func TestAnEngineThatCannotKeepThePromisesIsRefused(t *testing.T) {
	for _, tt := range []struct {
		name   string
		change func(*server.Options)
		cfg    nats.Config
		want   string
	}{
		{"without JetStream", func(o *server.Options) { o.JetStream = false }, nats.Config{}, "it has no JetStream"},
		{"with small payloads", func(o *server.Options) { o.MaxPayload = 64 << 10 }, nats.Config{}, "max_payload is 65536 bytes"},
		{"with little room", func(o *server.Options) { o.JetStreamMaxStore = 1 << 20 }, nats.Config{}, "making stream BLOB"},
		{"alone, asked for three copies", func(*server.Options) {}, nats.Config{External: nats.External{Replicas: 3}}, "replicas > 1 not supported"},
		{"asked for two copies", func(*server.Options) {}, nats.Config{External: nats.External{Replicas: 2}}, "Replicas is 1, or 3 or 5"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			e := natstest.Start(t, 1, tt.change)
			tt.cfg.MaxBytes = 256 << 20
			tt.cfg.URL = strings.Replace(e.Only(0), "//", "//me:secret@", 1)
			s, err := nats.Open(t.Context(), tt.cfg)
			if err == nil {
				closeStore(t, s)
				t.Fatal("got nil, want an error")
			}
			if !strings.Contains(err.Error(), tt.want) || strings.Contains(err.Error(), "secret") {
				t.Errorf("got %q, want %q and no password", err, tt.want)
			}
		})
	}
}

func TestStreamsThatAreThereAreLookedAt(t *testing.T) {
	e := natstest.Start(t, 1)
	js := admin(t, e.Only(0))
	for _, tt := range []struct {
		name   string
		change func(*jetstream.StreamConfig)
		want   string
	}{
		{"in memory", func(c *jetstream.StreamConfig) { c.Storage = jetstream.MemoryStorage }, "in memory, not in files"},
		{"dropping the old", func(c *jetstream.StreamConfig) { c.Discard, c.DiscardNewPerSubject = jetstream.DiscardOld, false }, "drops old messages (discard old)"},
		{"for interested parties", func(c *jetstream.StreamConfig) { c.Retention = jetstream.InterestPolicy }, "limits is needed"},
		{"acknowledging before writing", func(c *jetstream.StreamConfig) {
			c.PersistMode, c.AllowAtomicPublish = jetstream.AsyncPersistMode, false
		}, "acknowledges before writing"},
		{"with an age", func(c *jetstream.StreamConfig) { c.MaxAge = time.Hour }, "its messages live 1h0m0s"},
		{"with small messages", func(c *jetstream.StreamConfig) { c.MaxMsgSize = 1000 }, "its largest message is 1000 bytes"},
		{"of headers alone", func(c *jetstream.StreamConfig) { c.RePublish.HeadersOnly = true }, "does not republish"},
		{"of somebody else", func(c *jetstream.StreamConfig) { c.Metadata = nil }, "not one of this program"},
		{"of a newer program", func(c *jetstream.StreamConfig) { c.Metadata["vitrine.format"] = "99" }, "newer version"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			empty(t, e)
			s := open(t, at(e.Only(0), 1))
			create(t, s, "s")
			closeStore(t, s)
			made, err := js.Stream(t.Context(), "EV")
			if err != nil {
				t.Fatal(err)
			}
			cfg := made.CachedInfo().Config
			tt.change(&cfg)
			if err := js.DeleteStream(t.Context(), "EV"); err != nil {
				t.Fatal(err)
			}
			if _, err := js.CreateStream(t.Context(), cfg); err != nil {
				t.Fatal(err)
			}
			s, err = nats.Open(t.Context(), at(e.Only(0), 1))
			if err == nil {
				closeStore(t, s)
				t.Fatal("got nil, want an error")
			}
			if !strings.Contains(err.Error(), tt.want) {
				t.Errorf("got %q, want %q", err, tt.want)
			}
		})
	}
}

func TestTwoStoresOnOneEngineSeeEachOthersRecords(t *testing.T) {
	e := natstest.Start(t, 1)
	opened := make(chan *nats.Store, 2)
	for range 2 { // at once: one of them makes the streams
		go func() {
			s, err := nats.Open(t.Context(), at(e.Only(0), 1))
			if err != nil {
				t.Error(err)
			}
			opened <- s
		}()
	}
	a, b := <-opened, <-opened
	if a == nil || b == nil {
		t.FailNow()
	}
	defer closeStore(t, a)
	defer closeStore(t, b)
	if a.Epoch() != b.Epoch() {
		t.Fatalf("got epochs %s and %s, want one", a.Epoch(), b.Epoch())
	}
	got := make(chan store.Record, 100)
	stop, err := b.Watch(func(r store.Record) { got <- r }, func() {})
	if err != nil {
		t.Fatal(err)
	}
	defer stop()
	create(t, a, "s")
	begun := time.Now()
	appendOne(t, a, "s", "one", `1`)
	for range 2 {
		select {
		case <-got:
		case <-time.After(5 * time.Second):
			t.Fatal("the other store's record did not come")
		}
	}
	if took := time.Since(begun); took > 200*time.Millisecond {
		t.Logf("the record of the other store took %v", took)
	}
	if ack := appendOne(t, b, "s", "one", `1`); !ack.Duplicate {
		t.Errorf("got %+v, want the duplicate of the other store's", ack)
	}
	appendOne(t, b, "s", "two", `2`)
	appendOne(t, a, "s", "three", `3`)
	page, err := a.Read(t.Context(), "s", 0, 10, 1<<20)
	if err != nil || len(page.Records) != 4 {
		t.Errorf("got %d records, %v; want 4", len(page.Records), err)
	}
}

func at(url string, replicas int) nats.Config {
	return nats.Config{External: nats.External{URL: url, Replicas: replicas}, MaxBytes: 256 << 20}
}
