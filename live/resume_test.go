package live_test

import (
	"context"
	"fmt"
	"math/rand/v2"
	"net"
	"net/http"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/vitrine-go/vitrine/live"
	"github.com/vitrine-go/vitrine/live/store"
)

func TestReadingResumesExactlyBehindEveryCursor(t *testing.T) {
	onEngines(t, func(t *testing.T, st *faulty) {
		r := newRig(t, with(st))
		r.session("s1")
		r.session("other")
		all := ids(12, "e")
		var acks []live.Accepted
		for i, id := range all {
			acks = append(acks, r.push("s1", id)...)
			r.push("other", fmt.Sprintf("noise-%d", i)) // positions are not dense
		}
		for i, a := range acks {
			k := r.attach("s1", r.admin, a.Cursor)
			if w := k.want("welcome"); str(w.Cursor) != a.Cursor || str(w.Last) != acks[len(acks)-1].Cursor {
				t.Fatalf("got welcome at %s, want %s", str(w.Cursor), a.Cursor)
			}
			prev := a.Cursor
			for _, want := range acks[i+1:] {
				if ev := k.want("event"); ev.ID != want.ID || str(ev.Cursor) != want.Cursor || str(ev.Prev) != prev {
					t.Fatalf("after %s: got %+v, want %s", a.ID, ev, want.ID)
				}
				prev = want.Cursor
			}
			k.want("live")
			k.conn.CloseNow()
			var got []string
			for _, ev := range r.read("s1", a.Cursor) {
				got = append(got, ev.ID)
			}
			if !slices.Equal(got, all[i+1:]) {
				t.Fatalf("NDJSON after %s: got %v", a.ID, got)
			}
		}
	})
}

// through makes a client whose connections go through a proxy.
func (r *rig) through(p *proxy) *live.Client {
	c := r.client()
	tr := &http.Transport{DialContext: func(ctx context.Context, _, _ string) (net.Conn, error) {
		var d net.Dialer
		return d.DialContext(ctx, "tcp", p.l.Addr().String())
	}}
	r.t.Cleanup(tr.CloseIdleConnections)
	c.HTTP = &http.Client{Transport: tr}
	return c
}

func TestReadersLoseNothingOnBadDays(t *testing.T) {
	const last = "the-end"
	onEngines(t, func(t *testing.T, st *faulty) {
		var n atomic.Uint64
		st.drop = func(store.Record) bool { return n.Add(1)%5 == 0 }
		r := newRig(t, with(st), func(c *live.Config) {
			c.Limits.Box = 4
			c.Timing.Heartbeat = 30 * time.Millisecond
			c.Timing.Poll = 50 * time.Millisecond
		})
		r.session("s1")
		p := newProxy(t, r.http.Listener.Addr().String())
		ctx := ctxOf(t)

		var writers, readers sync.WaitGroup
		for w := range 4 {
			c := r.through(p)
			writers.Go(func() {
				for i := range 40 {
					id := fmt.Sprintf("w%d-%02d", w, i)
					if _, err := c.Push(ctx, "s1", []byte(envelope(id))); err != nil {
						t.Errorf("push %s: %v", id, err)
						return
					}
					time.Sleep(rand.N(10 * time.Millisecond))
				}
			})
		}
		got := make([][]string, 8)
		for i := range got {
			c := r.through(p)
			readers.Go(func() {
				time.Sleep(rand.N(300 * time.Millisecond))
				err := c.Follow(ctx, "s1", live.Follow{Event: func(e live.Event) error {
					got[i] = append(got[i], e.ID)
					if i%4 == 0 {
						time.Sleep(time.Millisecond) // slower than the writers
					}
					if e.ID == last {
						return errDone
					}
					return nil
				}, Reset: func(reason string) { t.Errorf("reader %d was reset: %s", i, reason) }})
				if err == nil || !strings.Contains(err.Error(), errDone.Error()) {
					t.Errorf("reader %d: %v", i, err)
				}
			})
		}
		stop := make(chan struct{})
		var breaker sync.WaitGroup
		breaker.Go(func() {
			for {
				select {
				case <-stop:
					return
				case <-time.After(40 * time.Millisecond):
					p.cutAll()
					st.mu.Lock()
					for _, lost := range st.losses {
						lost()
					}
					st.mu.Unlock()
				}
			}
		})
		writers.Wait()
		close(stop)
		breaker.Wait()
		r.push("s1", last)
		readers.Wait()

		var stored []string
		for _, ev := range r.read("s1", "") {
			stored = append(stored, ev.ID)
		}
		if len(stored) != 4*40+2 {
			t.Errorf("got %d stored events, want every one once", len(stored))
		}
		for i, ids := range got {
			if !slices.Equal(ids, stored) {
				t.Errorf("reader %d: got %d events %v, want the store's %d", i, len(ids), ids, len(stored))
			}
		}
		if p.cuts == 0 {
			t.Error("nothing was cut")
		}
	})
}

type constErr string

func (e constErr) Error() string { return string(e) }

const errDone = constErr("that was all")

func TestEventsWhoseLiveCopyIsLostStillArrive(t *testing.T) {
	onEngines(t, func(t *testing.T, st *faulty) {
		st.drop = func(store.Record) bool { return true }
		r := newRig(t, with(st), fast, func(c *live.Config) { c.Timing.Poll = 60 * time.Millisecond })
		r.session("s1")
		k := r.attach("s1", r.admin, "")
		k.want("welcome")
		k.want("event")
		k.want("live")
		r.push("s1", "mine")
		if ev := k.want("event"); ev.ID != "mine" {
			t.Errorf("got %+v", ev)
		}
		// Another server on the same store took this one in.
		if _, err := st.Append(ctxOf(t), "s1", []store.Event{{ID: "theirs", Body: []byte(envelope("theirs"))}}); err != nil {
			t.Fatal(err)
		}
		if ev := k.want("event"); ev.ID != "theirs" {
			t.Errorf("got %+v", ev)
		}
	})
}

func TestAStoreThatLostItsWatchIsReadAtOnce(t *testing.T) {
	st := &faulty{Store: openMemory(t)}
	st.drop = func(store.Record) bool { return true }
	r := newRig(t, with(st)) // no heartbeat and no poll comes to its help
	r.session("s1")
	k := r.attach("s1", r.admin, "")
	k.want("welcome")
	k.want("event")
	k.want("live")
	r.push("s1", "a")
	st.losses[0]()
	if ev := k.want("event"); ev.ID != "a" {
		t.Errorf("got %+v", ev)
	}
}

func TestAReaderOutlivesAStoreThatIsDown(t *testing.T) {
	st := &faulty{Store: openMemory(t)}
	r := newRig(t, with(st), fast)
	r.session("s1")
	k := r.attach("s1", r.admin, "")
	k.want("welcome")
	k.want("event")
	k.want("live")
	st.down.Store(true)
	if a := r.do("GET", "/readyz", "", ""); a.status != 503 || !strings.Contains(a.body, "not available") {
		t.Errorf("got %d %s", a.status, a.body)
	}
	if a := r.do("POST", "/v1/sessions/s1/events", r.admin, envelope("a")); a.status != 503 || a.header.Get("Retry-After") == "" {
		t.Errorf("got %d %s", a.status, a.body)
	}
	st.losses[0]() // the reader looks, and finds nobody
	for range 3 {
		k.want("hb")
	}
	if _, err := st.Store.Append(ctxOf(t), "s1", []store.Event{{ID: "a", Body: []byte(envelope("a"))}}); err != nil {
		t.Fatal(err)
	}
	st.down.Store(false)
	if ev := k.want("event"); ev.ID != "a" {
		t.Errorf("got %+v", ev)
	}
}

func TestACursorThatCannotBeFollowedIsAReset(t *testing.T) {
	fixed := "one-epoch"
	// Two stores with one epoch stand for a store that came back from a backup.
	cursors := func(t *testing.T, session string, ids ...string) []live.Accepted {
		st := &faulty{Store: openMemory(t)}
		st.epoch.Store(&fixed)
		r := newRig(t, with(st))
		r.session(session)
		return r.push(session, ids...)
	}
	tests := []struct {
		name   string
		after  func(t *testing.T, st *faulty) string
		cut    uint64
		reason string
		first  string // id of the first event after the reset
	}{
		{"of another history", func(t *testing.T, st *faulty) string {
			acks := cursors(t, "s1", "a")
			other := "other-epoch"
			st.epoch.Store(&other)
			return acks[0].Cursor
		}, 0, live.ResetReplaced, "open"},
		{"ahead of the store", func(t *testing.T, _ *faulty) string {
			return cursors(t, "s1", ids(20, "x")...)[19].Cursor
		}, 0, live.ResetAhead, "open"},
		{"where another event stands now", func(t *testing.T, _ *faulty) string {
			return cursors(t, "s1", "x", "y")[1].Cursor
		}, 0, live.ResetReplaced, "open"},
		{"of another session", func(t *testing.T, _ *faulty) string {
			return cursors(t, "s2", "a", "b")[0].Cursor
		}, 0, live.ResetReplaced, "open"},
		{"whose event is gone", func(t *testing.T, _ *faulty) string {
			return cursors(t, "s1", "a")[0].Cursor
		}, 4, live.ResetExpired, "c"},
		{"none, and the head is gone", func(*testing.T, *faulty) string { return "" }, 3, live.ResetHeadExpired, "b"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			st := &faulty{Store: openMemory(t)}
			st.epoch.Store(&fixed)
			after := tt.after(t, st)
			r := newRig(t, with(st))
			r.session("s1")
			acks := r.push("s1", "a", "b", "c", "d")
			st.cut.Store(tt.cut)

			k := r.attach("s1", r.admin, after)
			if w := k.want("welcome"); w.Cursor != nil || str(w.Last) != acks[3].Cursor {
				t.Errorf("got welcome %s .. %s", str(w.Cursor), str(w.Last))
			}
			if f := k.want("reset"); f.Reason != tt.reason {
				t.Errorf("got reset %q, want %q", f.Reason, tt.reason)
			}
			ev := k.want("event")
			if ev.ID != tt.first || ev.Prev != nil {
				t.Errorf("got %+v, want %s with no prev", ev, tt.first)
			}

			a := r.do("GET", "/v1/sessions/s1/events?after="+after, r.admin, "")
			sse := r.get("/v1/sessions/s1/events", "Accept", "text/event-stream", "Last-Event-ID", after)
			defer sse.Body.Close()
			if after == "" {
				if a.status != 200 || a.header.Get("Vitrine-Reset") != tt.reason || sse.StatusCode != 200 {
					t.Errorf("got %d %v and %d", a.status, a.header, sse.StatusCode)
				}
				return
			}
			if want := fmt.Sprintf(`{"reason":%q,"first":%q}`, tt.reason, str(ev.Cursor)); a.status != 410 || a.body != want+"\n" || sse.StatusCode != 410 {
				t.Errorf("got %d %s and %d, want 410 %s", a.status, a.body, sse.StatusCode, want)
			}
		})
	}
}

func TestALossUnderAnOpenSocketIsAReset(t *testing.T) {
	st := &faulty{Store: openMemory(t)}
	var silent atomic.Bool
	st.drop = func(store.Record) bool { return silent.Load() }
	r := newRig(t, with(st), fast)
	r.session("s1")
	k := r.attach("s1", r.admin, "")
	k.want("welcome")
	k.want("event")
	k.want("live")
	silent.Store(true)
	r.push("s1", ids(5, "lost")...)
	st.cut.Store(7)
	silent.Store(false)
	r.push("s1", "new")
	if f := k.want("reset"); f.Reason != live.ResetExpired {
		t.Fatalf("got %+v", f)
	}
	if ev := k.want("event"); ev.ID != "new" || ev.Prev != nil {
		t.Fatalf("got %+v", ev)
	}
	k.want("live")
}

// get opens a stream. The caller closes the body.
func (r *rig) get(path string, header ...string) *http.Response {
	r.t.Helper()
	req, err := http.NewRequestWithContext(ctxOf(r.t), "GET", r.base+path, nil)
	if err != nil {
		r.t.Fatal(err)
	}
	req.Header.Set("Authorization", "Bearer "+r.admin)
	for i := 0; i < len(header); i += 2 {
		req.Header.Set(header[i], header[i+1])
	}
	resp, err := r.cl.Do(req)
	if err != nil {
		r.t.Fatal(err)
	}
	return resp
}
