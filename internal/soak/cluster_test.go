package soak_test

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"net/http/httptest"
	"net/netip"
	"sync"
	"testing"
	"time"

	"github.com/vitrine-go/vitrine/internal/natstest"
	"github.com/vitrine-go/vitrine/live"
	"github.com/vitrine-go/vitrine/live/store/nats"
)

// twin is one of several servers on the same engine.
type twin struct {
	srv  *live.Server
	http *httptest.Server
}

const twinToken = "admin-token-of-the-twins"

func newTwin(t *testing.T, url string) *twin {
	t.Helper()
	st, err := nats.Open(t.Context(), nats.Config{External: nats.External{URL: url, Replicas: 3}, MaxBytes: 128 << 20})
	if err != nil {
		t.Fatal(err)
	}
	auth, err := live.NewAuth(twinToken)
	if err != nil {
		t.Fatal(err)
	}
	if err := auth.Share(t.Context(), st.Notes()); err != nil {
		t.Fatal(err)
	}
	people := live.Identity{Header: "X-Auth-User", Proxies: []netip.Prefix{netip.MustParsePrefix("127.0.0.1/32")}}
	w := &twin{srv: live.Handler(live.Config{Store: st, Auth: auth, Identity: people, Timing: live.Timing{Poll: time.Second, Heartbeat: time.Second, Spread: time.Millisecond}})}
	w.http = httptest.NewUnstartedServer(w.srv)
	w.http.Config = live.NewHTTPServer(w.srv)
	w.http.Start()
	t.Cleanup(func() {
		ctx, cancel := context.WithTimeout(context.Background(), 5*time.Second)
		defer cancel()
		_ = w.srv.Shutdown(ctx)
		w.http.Close()
		if err := auth.Close(); err != nil {
			t.Error(err)
		}
		if err := st.Close(); err != nil {
			t.Error(err)
		}
	})
	return w
}

func (w *twin) client() *live.Client {
	return &live.Client{URL: w.http.URL, Token: twinToken, HTTP: &http.Client{Transport: &http.Transport{DisableKeepAlives: true}},
		Backoff: live.Backoff{Min: 20 * time.Millisecond, Max: 300 * time.Millisecond}, Silence: 5 * time.Second}
}

var errEnough = errors.New("enough")

// followTo reads on behind a cursor until n events are known in all; it fails on a reset.
func followTo(ctx context.Context, w *twin, after string, known []string, n int) (cursor string, ids []string, err error) {
	cursor, ids = after, known
	if len(ids) >= n {
		return cursor, ids, nil
	}
	err = w.client().Follow(ctx, "s", live.Follow{After: after,
		Event: func(e live.Event) error {
			cursor, ids = e.Cursor, append(ids, e.ID)
			if len(ids) >= n {
				return errEnough
			}
			return nil
		},
		Reset: func(reason string) { ids = append(ids, "reset: "+reason) },
	})
	if errors.Is(err, errEnough) {
		err = nil
	}
	return cursor, ids, err
}

func TestReadersGoOnAtAnotherServerWhileTheClusterFails(t *testing.T) {
	const events = 240
	e := natstest.Start(t, 3)
	a, b := newTwin(t, e.URL(0)), newTwin(t, e.URL(1))
	ctx, cancel := context.WithTimeout(t.Context(), 80*time.Second)
	defer cancel()
	if _, err := a.client().Create(ctx, "s", "", nil); err != nil {
		t.Fatal(err)
	}
	want := []string{"open"}
	for i := range events {
		want = append(want, fmt.Sprintf("e%03d", i))
	}
	push := func(from, to int, by *twin) {
		for i := from; i < to; i++ {
			if _, err := by.client().Push(ctx, "s", fmt.Appendf(nil, `{"id":"e%03d","type":"message","event":{"n":%d}}`, i, i)); err != nil {
				t.Errorf("event %d: %v", i, err)
				return
			}
		}
	}
	cursor, ids := "", []string(nil)
	read := func(by *twin, n int) {
		t.Helper()
		var err error
		if cursor, ids, err = followTo(ctx, by, cursor, ids, n); err != nil {
			t.Fatalf("after %d of %d events: %v", len(ids), n, err)
		}
	}
	during := func(from, to int, writer, reader *twin, fault func()) {
		t.Helper()
		var wg sync.WaitGroup
		wg.Go(func() { push(from, to, writer) })
		wg.Go(fault)
		read(reader, 1+to)
		wg.Wait()
	}
	during(0, 60, a, a, func() {})
	leader := e.Leader("EV")
	during(60, 120, a, b, func() { e.Stop(leader) })
	e.Launch(leader)
	e.Ready(leader)
	e.Settled()
	leader = e.Leader("EV")
	during(120, 180, b, a, func() {
		e.Split(leader, true)
		e.Leader("EV", leader)
		time.Sleep(500 * time.Millisecond)
		e.Split(leader, false)
	})
	during(180, 240, a, b, func() {})
	if got, want := fmt.Sprint(ids), fmt.Sprint(want); got != want {
		t.Errorf("got  %s\nwant %s", got, want)
	}
}
