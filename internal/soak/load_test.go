//go:build unix

package soak_test

import (
	"context"
	"encoding/json"
	"fmt"
	"os"
	"runtime"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/vitrine-go/vitrine/live"
)

// BenchmarkDelivery measures from the moment an event is handed to Push to the moment a reader has it, with a server in a
// process of its own that syncs every event; one event every 50 ms, to each session in turn.
func BenchmarkDelivery(b *testing.B) {
	for _, size := range []struct{ sessions, readers int }{{1, 1}, {1, 100}, {1, 1000}, {300, 3}, {1000, 3}} {
		b.Run(fmt.Sprintf("sessions=%d/readers=%d", size.sessions, size.readers), func(b *testing.B) { deliver(b, size.sessions, size.readers) })
	}
}

func deliver(b *testing.B, sessions, readers int) {
	p := startProcess(b, "--max-streams", "100000")
	c := p.direct()
	empty := residentKiB(p.cmd.Process.Pid)
	ctx, cancel := context.WithCancel(b.Context())
	var readersDone, attached sync.WaitGroup
	defer readersDone.Wait()
	defer cancel()
	var mu sync.Mutex
	var took []time.Duration
	for s := range sessions {
		name := fmt.Sprint("s", s)
		if err := c.Ensure(ctx, name, "", nil); err != nil {
			b.Fatal(err)
		}
		for range readers {
			attached.Add(1)
			ready := sync.OnceFunc(attached.Done)
			readersDone.Go(func() {
				_ = p.direct().Follow(ctx, name, live.Follow{Live: ready, Event: func(e live.Event) error {
					var sent struct{ At int64 }
					if json.Unmarshal(e.Event, &sent) == nil && sent.At > 0 {
						d := time.Since(time.Unix(0, sent.At))
						mu.Lock()
						took = append(took, d)
						mu.Unlock()
					}
					return nil
				}})
			})
		}
	}
	attached.Wait()
	idle := residentKiB(p.cmd.Process.Pid)
	b.ResetTimer()
	tick := time.NewTicker(50 * time.Millisecond)
	defer tick.Stop()
	for i := range b.N {
		<-tick.C
		env := fmt.Appendf(nil, `{"id":"e%06d","type":"message","event":{"at":%d,"text":%q}}`, i, time.Now().UnixNano(), strings.Repeat("x", 200))
		if _, err := c.Push(ctx, fmt.Sprint("s", i%sessions), env); err != nil {
			b.Fatal(err)
		}
	}
	want := b.N * readers
	for deadline := time.Now().Add(20 * time.Second); ; time.Sleep(5 * time.Millisecond) {
		mu.Lock()
		n := len(took)
		mu.Unlock()
		if n >= want {
			break
		}
		if time.Now().After(deadline) {
			b.Fatalf("got %d deliveries, want %d", n, want)
		}
	}
	mu.Lock()
	defer mu.Unlock()
	slices.Sort(took)
	b.ReportMetric(float64(took[len(took)/2])/1e6, "p50-ms")
	b.ReportMetric(float64(took[len(took)*99/100])/1e6, "p99-ms")
	b.ReportMetric(float64(idle-empty)/float64(sessions*readers), "KiB/reader")
	b.ReportMetric(float64(len(took)), "deliveries")
}

// residentKiB is the memory of a process that is in RAM, where the system tells it.
func residentKiB(pid int) (n int) {
	runtime.GC()
	text, _ := os.ReadFile(fmt.Sprintf("/proc/%d/status", pid))
	for line := range strings.Lines(string(text)) {
		if rest, ok := strings.CutPrefix(line, "VmRSS:"); ok {
			_, _ = fmt.Sscan(rest, &n)
		}
	}
	return n
}
