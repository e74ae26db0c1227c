package nats_test

import (
	"fmt"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/nats-io/nats-server/v2/server"
	natsgo "github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"

	"github.com/vitrine-go/vitrine/live/store"
	"github.com/vitrine-go/vitrine/live/store/nats"
)

// BenchmarkAppend is durable appends by producers that each wait for their ack, each in a session of its own.
func BenchmarkAppend(b *testing.B) {
	for _, producers := range []int{1, 8, 64, 256} {
		b.Run(fmt.Sprintf("producers=%d", producers), func(b *testing.B) {
			s, err := nats.Open(b.Context(), nats.Config{Dir: b.TempDir()})
			if err != nil {
				b.Fatal(err)
			}
			defer func() { _ = s.Close() }()
			body := make([]byte, 240)
			for p := range producers {
				if _, err := s.Create(b.Context(), fmt.Sprint("s", p), store.Event{ID: "open", Body: body}); err != nil {
					b.Fatal(err)
				}
			}
			b.ResetTimer()
			var n atomic.Int64
			var wg sync.WaitGroup
			for p := range producers {
				wg.Go(func() {
					for i := n.Add(1); i <= int64(b.N); i = n.Add(1) {
						_, err := s.Append(b.Context(), fmt.Sprint("s", p), []store.Event{{ID: fmt.Sprint(i), Body: body}})
						if err != nil {
							b.Error(err)
							return
						}
					}
				})
			}
			wg.Wait()
			b.ReportMetric(float64(b.N)/b.Elapsed().Seconds(), "events/s")
		})
	}
}

// BenchmarkBare is the engine alone with the same settings and the same producers: what a store could reach that wrote
// each event by itself.
func BenchmarkBare(b *testing.B) {
	for _, producers := range []int{1, 8, 64, 256} {
		b.Run(fmt.Sprintf("producers=%d", producers), func(b *testing.B) {
			ns, err := server.NewServer(&server.Options{
				DontListen: true, NoSigs: true, NoLog: true, JetStream: true, StoreDir: b.TempDir(), SyncAlways: true, DisableJetStreamBanner: true,
			})
			if err != nil {
				b.Fatal(err)
			}
			ns.Start()
			defer ns.WaitForShutdown()
			defer ns.Shutdown()
			if !ns.ReadyForConnections(20 * time.Second) {
				b.Fatal("the engine does not start")
			}
			nc, err := natsgo.Connect("", natsgo.InProcessServer(ns))
			if err != nil {
				b.Fatal(err)
			}
			defer nc.Close()
			js, err := jetstream.New(nc)
			if err == nil {
				_, err = js.CreateStream(b.Context(), jetstream.StreamConfig{Name: "EV", Subjects: []string{"ev.>"}, AllowDirect: true})
			}
			if err != nil {
				b.Fatal(err)
			}
			body := make([]byte, 240)
			b.ResetTimer()
			var n atomic.Int64
			var wg sync.WaitGroup
			for p := range producers {
				wg.Go(func() {
					for i := n.Add(1); i <= int64(b.N); i = n.Add(1) {
						if _, err := js.Publish(b.Context(), fmt.Sprint("ev.s", p), body, jetstream.WithMsgID(fmt.Sprint(i))); err != nil {
							b.Error(err)
							return
						}
					}
				})
			}
			wg.Wait()
			b.ReportMetric(float64(b.N)/b.Elapsed().Seconds(), "events/s")
		})
	}
}

// BenchmarkRead is pages of 64 from the middle of a session whose records lie between those of others.
func BenchmarkRead(b *testing.B) {
	s, err := nats.Open(b.Context(), nats.Config{Dir: b.TempDir(), Sync: nats.Fast})
	if err != nil {
		b.Fatal(err)
	}
	defer func() { _ = s.Close() }()
	var middle uint64
	for p := range 20 {
		if _, err := s.Create(b.Context(), fmt.Sprint("s", p), store.Event{ID: "open"}); err != nil {
			b.Fatal(err)
		}
	}
	for i := range 200 {
		for p := range 20 {
			acks, err := s.Append(b.Context(), fmt.Sprint("s", p), []store.Event{{ID: fmt.Sprint(i), Body: make([]byte, 240)}})
			if err != nil {
				b.Fatal(err)
			}
			if i == 100 && p == 0 {
				middle = acks[0].Seq
			}
		}
	}
	b.ResetTimer()
	for b.Loop() {
		page, err := s.Read(b.Context(), "s0", middle, 64, 1<<20)
		if err != nil || len(page.Records) != 64 {
			b.Fatalf("got %d records, %v; want 64", len(page.Records), err)
		}
	}
}
