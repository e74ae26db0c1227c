package live_test

import (
	"context"
	"errors"
	"net"
	"net/http"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/vitrine-go/vitrine/live"
)

func TestShutdownSaysGoodbyeToEveryReader(t *testing.T) {
	r := newRig(t, fast)
	r.session("s1")
	var socks []*sock
	for range 5 {
		k := r.attach("s1", r.admin, "")
		k.want("welcome")
		k.want("event")
		k.want("live")
		socks = append(socks, k)
	}
	socks = append(socks, r.dial("s1")) // one that has not said hello
	sse := r.get("/v1/sessions/s1/events", "Accept", "text/event-stream")
	defer sse.Body.Close()

	done := make(chan error, 1)
	go func() { done <- r.srv.Shutdown(ctxOf(t)) }()
	for i, k := range socks {
		code, f := k.closed()
		if code != live.CloseBye || f.T != "bye" || f.RetryMS <= 0 {
			t.Errorf("socket %d: got close %d after %+v", i, code, f)
		}
	}
	if text := readAll(sse.Body); !strings.Contains(text, "event: bye\n") || !strings.Contains(text, "retry: ") {
		t.Errorf("got %q at the end of the stream", text)
	}
	if err := <-done; err != nil {
		t.Error(err)
	}
	if code := tryDial(r, "s1"); code != http.StatusServiceUnavailable {
		t.Errorf("a socket after the stop: got %d, want 503", code)
	}
	if a := r.do("GET", "/readyz", "", ""); a.status != 503 || !strings.Contains(a.body, "stopping") {
		t.Errorf("got %d %s", a.status, a.body)
	}
	if err := r.srv.Shutdown(ctxOf(t)); err != nil {
		t.Errorf("again: %v", err)
	}
}

func TestASecondShutdownCutsWhatIsStillOpen(t *testing.T) {
	r := newRig(t, func(c *live.Config) { c.Timing.Close = 20 * time.Second })
	r.session("s1")
	r.pushBulk("s1", "b", 40)
	k := r.attach("s1", r.admin, "")
	k.want("welcome") // and reads no further: neither a write nor a close can end
	var both sync.WaitGroup
	begun := time.Now()
	both.Go(func() { _ = r.srv.Shutdown(ctxOf(t)) })
	time.Sleep(150 * time.Millisecond)
	both.Go(func() { _ = r.srv.Shutdown(ctxOf(t)) })
	both.Wait()
	if d := time.Since(begun); d > 15*time.Second {
		t.Errorf("it took %s", d)
	}
}

func TestShutdownEndsWithItsContext(t *testing.T) {
	r := newRig(t, func(c *live.Config) { c.Timing.Close = 20 * time.Second })
	r.session("s1")
	r.pushBulk("s1", "b", 40)
	r.attach("s1", r.admin, "").want("welcome")
	ctx, cancel := context.WithTimeout(t.Context(), 100*time.Millisecond)
	defer cancel()
	begun := time.Now()
	if err := r.srv.Shutdown(ctx); !errors.Is(err, context.DeadlineExceeded) {
		t.Errorf("got %v", err)
	}
	if d := time.Since(begun); d > 15*time.Second {
		t.Errorf("it took %s", d)
	}
}

func TestAFollowerSeesNothingOfARestart(t *testing.T) {
	onEngines(t, func(t *testing.T, st *faulty) {
		r := newRig(t, with(st), fast)
		r.session("s1")
		// One name for a server that comes back at another port.
		var addr atomic.Value
		addr.Store(r.http.Listener.Addr().String())
		host := r.http.Listener.Addr().String()
		c := r.client()
		tr := &http.Transport{DialContext: func(ctx context.Context, _, _ string) (net.Conn, error) {
			var d net.Dialer
			return d.DialContext(ctx, "tcp", addr.Load().(string))
		}}
		defer tr.CloseIdleConnections()
		c.HTTP = &http.Client{Transport: tr}

		var got []string
		lives := make(chan struct{}, 8)
		lost := 0
		ended := make(chan error, 1)
		go func() {
			ended <- c.Follow(ctxOf(t), "s1", live.Follow{
				Event: func(e live.Event) error {
					if got = append(got, e.ID); e.ID == "last" {
						return errDone
					}
					return nil
				},
				Live:  func() { lives <- struct{}{} },
				Reset: func(reason string) { t.Errorf("reset: %s", reason) },
				Lost:  func(error, time.Duration) { lost++ },
			})
		}()
		<-lives
		r.push("s1", "a")
		r.stop()
		if _, err := st.Append(ctxOf(t), "s1", nil); err != nil {
			t.Fatal(err)
		}
		r.cfg.Hosts = []string{host}
		r.start()
		addr.Store(r.http.Listener.Addr().String())
		r.push("s1", "b", "last")
		if err := <-ended; !errors.Is(err, errDone) {
			t.Errorf("got %v", err)
		}
		if want := []string{"open", "a", "b", "last"}; !slices.Equal(got, want) || lost == 0 {
			t.Errorf("got %v after %d losses, want %v", got, lost, want)
		}
	})
}

func TestServeStopsInOrder(t *testing.T) {
	h := live.Handler(live.Config{Store: openMemory(t), Auth: newAuth(t)})
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	ctx, stop := context.WithCancel(t.Context())
	done := make(chan error, 1)
	go func() { done <- live.Serve(ctx, l, h, 5*time.Second) }()
	tr := &http.Transport{}
	defer tr.CloseIdleConnections()
	c := &live.Client{URL: "http://" + l.Addr().String(), Token: adminToken, HTTP: &http.Client{Transport: tr}}
	if _, err := c.Create(ctxOf(t), "s1", "", nil); err != nil {
		t.Fatal(err)
	}
	stop()
	if err := <-done; err != nil {
		t.Error(err)
	}
	if _, err := c.Create(ctxOf(t), "s2", "", nil); err == nil {
		t.Error("it still answers")
	}
}
