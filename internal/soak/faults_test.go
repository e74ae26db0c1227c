//go:build unix

package soak_test

import (
	"cmp"
	"context"
	"fmt"
	"os"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"github.com/vitrine-go/vitrine/internal/natstest"
)

// fault is something that goes wrong while producers and readers work.
type fault struct {
	name string
	slow time.Duration // of one reader, for each event
	do   func(tr *trial)
}

var faults = []fault{
	{"no fault", 0, func(*trial) {}},
	{"SIGKILL during writes", 0, func(tr *trial) { tr.p.kill(); tr.p.start() }},
	{"SIGTERM and start", 0, func(tr *trial) { tr.p.stop(); tr.p.start() }},
	{"SIGSTOP, then SIGCONT", 0, func(tr *trial) {
		tr.p.signal(syscall.SIGSTOP)
		time.Sleep(400 * time.Millisecond)
		tr.p.signal(syscall.SIGCONT)
	}},
	{"connections reset", 0, func(tr *trial) { tr.p.net.Cut() }},
	{"connections stalled", 0, func(tr *trial) {
		tr.p.net.Stall(true)
		time.Sleep(400 * time.Millisecond)
		tr.p.net.Stall(false)
	}},
	{"stalled, then reset", 0, func(tr *trial) {
		tr.p.net.Stall(true)
		time.Sleep(100 * time.Millisecond)
		tr.p.net.Cut()
		tr.p.net.Stall(false)
	}},
	{"single bytes", 0, func(tr *trial) {
		tr.p.net.Crumble(true)
		tr.p.net.Cut()
		tr.more(20)
		tr.p.net.Crumble(false)
	}},
	{"no way in for a while", 0, func(tr *trial) {
		tr.p.net.Refuse(true)
		tr.p.net.Cut()
		time.Sleep(200 * time.Millisecond)
		tr.p.net.Refuse(false)
	}},
	{"a slow reader", 4 * time.Millisecond, func(tr *trial) { tr.more(100) }},
	{"40 readers return at once", 0, func(tr *trial) {
		for range 40 {
			tr.read(0)
		}
		tr.more(20)
		tr.p.net.Cut()
	}},
	{"SIGKILL and connections reset", 0, func(tr *trial) { tr.p.net.Cut(); tr.p.kill(); tr.p.start(); tr.p.net.Cut() }},
}

// soakTime is how long the faults are repeated; without it each comes once.
func soakTime(t *testing.T) time.Duration {
	t.Helper()
	d, err := time.ParseDuration(cmp.Or(os.Getenv("VITRINE_TEST_SOAK"), "0s"))
	if err != nil {
		t.Fatal(err)
	}
	return d
}

func TestNothingIsLostOrDoubledWhateverFails(t *testing.T) {
	repeat(t, startProcess(t), "", faults, soakTime(t))
}

func TestNothingIsLostOrDoubledWithAnEngineElsewhere(t *testing.T) {
	e := natstest.Start(t, 1)
	restart := fault{"the engine stops and starts", 0, func(*trial) {
		e.Stop(0)
		time.Sleep(50 * time.Millisecond)
		e.Launch(0)
		e.Ready(0)
	}}
	// As much time for each as the faults above get.
	share := soakTime(t) / time.Duration(len(faults))
	repeat(t, startProcess(t, "--nats", e.Only(0)), "engine elsewhere: ", []fault{faults[1], restart}, 2*share)
}

// repeat lets each fault happen once, or for its share of the time, and prints the table.
func repeat(t *testing.T, p *process, where string, faults []fault, total time.Duration) {
	t.Helper()
	table := &strings.Builder{}
	fmt.Fprintf(table, "| fault | rounds | acknowledged | reconnects | lost | doubled | gaps |\n|---|---|---|---|---|---|---|\n")
	for n, f := range faults {
		var sum verdict
		rounds := 0
		for until := time.Now().Add(total / time.Duration(len(faults))); rounds == 0 || time.Now().Before(until); rounds++ {
			sum.add(round(t, p, fmt.Sprintf("f%d-%d", n, rounds), f))
		}
		fmt.Fprintf(table, "| %s%s | %d | %d | %d | %d | %d | %d |\n", where, f.name, rounds, sum.acked, sum.reconnects, sum.lost, sum.doubled, sum.gaps)
		if sum.lost+sum.doubled+sum.gaps > 0 {
			t.Errorf("%s: %d lost, %d doubled, %d gaps; want none", f.name, sum.lost, sum.doubled, sum.gaps)
		}
	}
	t.Logf("\n%s", table)
}

// round lets the fault happen in the midst of work.
func round(t *testing.T, p *process, session string, f fault) verdict {
	t.Helper()
	tr := begin(t, p, session, 4, 4, f.slow)
	tr.more(30)
	f.do(tr)
	tr.more(30)
	return tr.judge()
}

// The reader whose network is cut again and again ends with the transcript as it is stored.
func TestAReaderThatIsCutOffAgainAndAgainHasEverything(t *testing.T) {
	events, every := 1500, 250*time.Millisecond
	if soakTime(t) > 0 {
		events, every = 10_000, 2*time.Second
	}
	p := startProcess(t)
	tr := begin(t, p, "cut", 0, 2, 0)
	ctx, stop := context.WithCancel(t.Context())
	defer stop()
	var cutting sync.WaitGroup
	cuts := 0
	cutting.Go(func() {
		tick := time.NewTicker(every)
		defer tick.Stop()
		for {
			select {
			case <-tick.C:
				p.net.Cut()
				cuts++
			case <-ctx.Done():
				return
			}
		}
	})
	pause := time.Duration(0)
	if soakTime(t) > 0 {
		pause = 60 * time.Second / time.Duration(events/20)
	}
	begun := time.Now()
	for i := 0; i < events; i += 20 {
		var batch [][]byte
		for j := i; j < i+20; j++ {
			batch = append(batch, fmt.Appendf(nil, `{"id":"n%05d","type":"message","event":{"n":%d}}`, j, j))
		}
		acks, err := p.direct().Push(t.Context(), "cut", batch...)
		if err != nil {
			t.Fatal(err)
		}
		for _, a := range acks {
			tr.acked[a.ID] = a.Cursor
		}
		time.Sleep(time.Until(begun.Add(time.Duration(i/20+1) * pause)))
	}
	took := time.Since(begun)
	stop()
	cutting.Wait()
	v := tr.judge()
	if v.acked != events || v.lost+v.doubled+v.gaps > 0 {
		t.Errorf("got %+v, want %d acknowledged and nothing lost, doubled or missing", v, events)
	}
	t.Logf("%d events in %v, cut off every %v (%d times, %d reconnects of 2 readers): %d lost, %d doubled, %d gaps",
		v.acked, took.Round(time.Second), every, cuts, v.reconnects, v.lost, v.doubled, v.gaps)
}
