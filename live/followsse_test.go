package live_test

import (
	"errors"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/vitrine-go/vitrine/live"
)

// between stands before a server as a proxy does that lets no WebSocket through, and breaks each event stream after some writes.
type between struct {
	srv       http.Handler
	refuse    func(w http.ResponseWriter, r *http.Request)
	writes    int64 // 0: it breaks none
	upgrades  atomic.Int64
	streams   atomic.Int64
	unrefused atomic.Bool // from now on sockets go through
}

func (b *between) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	if strings.HasSuffix(r.URL.Path, "/ws") && !b.unrefused.Load() {
		b.upgrades.Add(1)
		b.refuse(w, r)
		return
	}
	if strings.Contains(r.Header.Get("Accept"), "event-stream") {
		b.streams.Add(1)
		w = &breaking{ResponseWriter: w, left: b.writes, on: b.writes > 0}
	}
	b.srv.ServeHTTP(w, r)
}

type breaking struct {
	http.ResponseWriter
	left int64
	on   bool
}

func (b *breaking) Unwrap() http.ResponseWriter { return b.ResponseWriter }

func (b *breaking) Write(p []byte) (int, error) {
	if b.left--; b.on && b.left < 0 {
		panic(http.ErrAbortHandler)
	}
	return b.ResponseWriter.Write(p)
}

func TestAFollowerReadsTheEventStreamWhereNoSocketComesThrough(t *testing.T) {
	for _, way := range []struct {
		name   string
		refuse func(w http.ResponseWriter, r *http.Request)
		writes int64
	}{
		{"an upgrade that does not reach the server", nil, 0},
		{"403 of a proxy", func(w http.ResponseWriter, _ *http.Request) { http.Error(w, "no", http.StatusForbidden) }, 0},
		{"502 of a proxy", func(w http.ResponseWriter, _ *http.Request) { http.Error(w, "no", http.StatusBadGateway) }, 0},
		{"200 of a proxy", func(w http.ResponseWriter, _ *http.Request) { _, _ = w.Write([]byte("hello")) }, 0},
		{"a connection that is closed", func(http.ResponseWriter, *http.Request) { panic(http.ErrAbortHandler) }, 0},
		{"403, and streams that break after 5 writes", func(w http.ResponseWriter, _ *http.Request) { http.Error(w, "no", http.StatusForbidden) }, 5},
	} {
		t.Run(way.name, func(t *testing.T) {
			r := newRig(t, fast)
			r.session("s1")
			b := &between{srv: r.srv, refuse: way.refuse, writes: way.writes}
			if b.refuse == nil {
				b.refuse = func(w http.ResponseWriter, q *http.Request) {
					q.Header.Del("Upgrade")
					q.Header.Del("Connection")
					r.srv.ServeHTTP(w, q)
				}
			}
			proxy := httptest.NewServer(b)
			defer proxy.Close()
			c := r.client()
			c.URL = proxy.URL
			want := ids(40, "e")
			r.push("s1", want[:20]...)
			live20 := make(chan struct{})
			var pushing sync.WaitGroup
			defer pushing.Wait()
			pushing.Go(func() {
				<-live20
				for _, id := range want[20:] {
					r.push("s1", id)
				}
			})
			var got []string
			lives := 0
			err := c.Follow(ctxOf(t), "s1", live.Follow{
				Event: func(e live.Event) error {
					if got = append(got, e.ID); len(got) == 1+len(want) {
						return errDone
					}
					return nil
				},
				Live: func() {
					if lives++; lives == 1 {
						close(live20)
					}
				},
			})
			if !errors.Is(err, errDone) || !slices.Equal(got, append([]string{"open"}, want...)) {
				t.Errorf("got %v, %v", got, err)
			}
			if b.streams.Load() == 0 || b.upgrades.Load() == 0 || b.upgrades.Load() > 2*b.streams.Load()+2 {
				t.Errorf("%d handshakes, %d event streams", b.upgrades.Load(), b.streams.Load())
			}
		})
	}
}

func TestOverTheEventStreamAFollowerIsToldWhatTheSocketTells(t *testing.T) {
	r := newRig(t, fast)
	made := r.session("s1")
	r.push("s1", "a")
	proxy := httptest.NewServer(&between{srv: r.srv, refuse: func(w http.ResponseWriter, _ *http.Request) { http.Error(w, "no", http.StatusForbidden) }})
	defer proxy.Close()
	c := r.client()
	c.URL = proxy.URL
	var e *live.Error
	if err := c.Follow(ctxOf(t), "none", live.Follow{}); !errors.As(err, &e) || e.Code != "no_session" {
		t.Errorf("no session: got %v", err)
	}
	c.Token = "wrong"
	if err := c.Follow(ctxOf(t), "s1", live.Follow{}); !errors.As(err, &e) || e.Status != 401 {
		t.Errorf("a wrong token: got %v", err)
	}
	// A cursor of another store begins anew, with its reason.
	other := newRig(t, fast)
	other.session("s1")
	after := other.push("s1", "x")[0].Cursor
	c.Token = made.ReadToken
	var got []string
	err := c.Follow(ctxOf(t), "s1", live.Follow{After: after,
		Event: func(e live.Event) error { got = append(got, e.ID); return nil },
		Reset: func(reason string) { got = append(got, reason) },
		Live:  func() { time.AfterFunc(50*time.Millisecond, func() { _ = r.client().Revoke(t.Context(), "s1", "") }) },
	})
	if !errors.As(err, &e) || e.Status != 401 || !slices.Equal(got, []string{live.ResetReplaced, "open", "a"}) {
		t.Errorf("got %v, %v; want a reset, everything, and the end when the token was revoked", got, err)
	}
}
