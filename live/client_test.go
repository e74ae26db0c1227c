package live_test

import (
	"context"
	"encoding/json"
	"errors"
	"io"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/coder/websocket"

	"github.com/vitrine-go/vitrine/live"
)

func TestPushRepeatsUntilTheStoreIsBackAndStoresOnce(t *testing.T) {
	st := &faulty{Store: openMemory(t)}
	r := newRig(t, with(st))
	r.session("s1")
	st.down.Store(true)
	time.AfterFunc(100*time.Millisecond, func() { st.down.Store(false) })
	if acks := r.push("s1", "a", "b"); len(acks) != 2 || acks[0].Duplicate {
		t.Errorf("got %+v", acks)
	}
	if got := r.read("s1", ""); len(got) != 3 {
		t.Errorf("got %d events", len(got))
	}
}

func TestPushTellsWhichEventWasNotTaken(t *testing.T) {
	r := newRig(t)
	r.session("s1")
	lines := make([][]byte, 0, 600)
	for _, id := range ids(599, "e") {
		lines = append(lines, []byte(envelope(id)))
	}
	lines = append(lines[:400], append([][]byte{[]byte(`{"id":"e-0001","type":"message","event":{}}`)}, lines[400:]...)...)
	acks, err := r.client().Push(ctxOf(t), "s1", lines...)
	var e *live.Error
	if !errors.As(err, &e) || e.Status != 409 || e.Code != "conflict" || e.Line != 401 || len(acks) != 400 {
		t.Errorf("got %d accepted, %v", len(acks), err)
	}
	if _, err := r.client().Push(ctxOf(t), "none", []byte(envelope("a"))); !errors.As(err, &e) || e.Code != "no_session" {
		t.Errorf("got %v", err)
	}
	pretty := []byte("{\n \"id\": \"pretty\",\n \"type\": \"message\",\n \"event\": {}\n}")
	if _, err := r.client().Push(ctxOf(t), "s1", pretty); err != nil {
		t.Errorf("an envelope over several lines: %v", err)
	}
}

func TestEnsureMakesASessionOnce(t *testing.T) {
	r := newRig(t)
	for range 2 {
		if err := r.client().Ensure(ctxOf(t), "s1", "T", nil); err != nil {
			t.Fatal(err)
		}
	}
	c := r.client()
	c.Token = "wrong"
	var e *live.Error
	if err := c.Ensure(ctxOf(t), "s2", "", nil); !errors.As(err, &e) || e.Status != 401 {
		t.Errorf("got %v", err)
	}
	if err := r.client().Delete(ctxOf(t), "s1"); err != nil {
		t.Error(err)
	}
	if err := r.client().Delete(ctxOf(t), "s1"); !errors.As(err, &e) || e.Code != "no_session" {
		t.Errorf("got %v", err)
	}
}

func TestFollowEndsWhereTimeHealsNothing(t *testing.T) {
	r := newRig(t, fast)
	made := r.session("s1")
	tests := []struct {
		name, session, token, after, code string
	}{
		{"a wrong token", "s1", "wrong", "", "unauthorized"},
		{"another session's token", "s2", made.ReadToken, "", "unauthorized"},
		{"no session", "s2", r.admin, "", "no_session"},
		{"a cursor that is none", "s1", r.admin, "zzz", "bad_cursor"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			c := r.client()
			c.Token = tt.token
			err := c.Follow(ctxOf(t), tt.session, live.Follow{After: tt.after})
			var e *live.Error
			if !errors.As(err, &e) || e.Code != tt.code {
				t.Errorf("got %v, want %s", err, tt.code)
			}
		})
	}
	c := r.client()
	c.URL = "ftp://x"
	if err := c.Follow(ctxOf(t), "s1", live.Follow{}); err == nil || !strings.Contains(err.Error(), "no http address") {
		t.Errorf("got %v", err)
	}
}

func TestFollowHandsOverAResetAndBeginsAgain(t *testing.T) {
	st := &faulty{Store: openMemory(t)}
	r := newRig(t, with(st), fast)
	r.session("s1")
	acks := r.push("s1", "a", "b", "c")
	st.cut.Store(4)
	var log []string
	ctx, cancel := context.WithCancelCause(ctxOf(t))
	err := r.client().Follow(ctx, "s1", live.Follow{
		After: acks[0].Cursor,
		Reset: func(reason string) { log = append(log, "reset "+reason) },
		Event: func(e live.Event) error { log = append(log, e.ID); return nil },
		Live:  func() { log = append(log, "live"); cancel(errDone) },
	})
	if got := strings.Join(log, ", "); got != "reset expired, c, live" || !errors.Is(err, errDone) {
		t.Errorf("got %s and %v", got, err)
	}
}

func TestFollowLeavesAServerThatIsSilent(t *testing.T) {
	r := newRig(t) // its heartbeat is 20 s
	r.session("s1")
	c := r.client()
	c.Silence = 100 * time.Millisecond
	ctx, cancel := context.WithCancelCause(ctxOf(t))
	losses, events := 0, 0
	err := c.Follow(ctx, "s1", live.Follow{
		Event: func(live.Event) error { events++; return nil },
		Lost: func(error, time.Duration) {
			if losses++; losses == 3 {
				cancel(errDone)
			}
		},
	})
	if !errors.Is(err, errDone) || events != 1 {
		t.Errorf("got %v and %d events, want each once", err, events)
	}
}

// scripted is a server that sends what it is told, one script a connection, and remembers the cursors it was asked for.
func scripted(t *testing.T, scripts ...[]string) (c *live.Client, asked func() []string) {
	t.Helper()
	var mu sync.Mutex
	var after []string
	n := 0
	srv := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		conn, err := websocket.Accept(w, r, &websocket.AcceptOptions{Subprotocols: []string{live.Subprotocol}})
		if err != nil {
			return
		}
		defer conn.CloseNow()
		_, msg, err := conn.Read(r.Context())
		if err != nil {
			return
		}
		var hello struct{ After *string }
		_ = json.Unmarshal(msg, &hello)
		mu.Lock()
		script := scripts[min(n, len(scripts)-1)]
		n++
		after = append(after, str(hello.After))
		mu.Unlock()
		for _, text := range script {
			if conn.Write(r.Context(), websocket.MessageText, []byte(text)) != nil {
				return
			}
		}
	}))
	t.Cleanup(srv.Close)
	c = &live.Client{URL: srv.URL, HTTP: srv.Client(), Backoff: live.Backoff{Min: time.Millisecond, Max: time.Millisecond}}
	return c, func() []string {
		mu.Lock()
		defer mu.Unlock()
		return slices.Clone(after)
	}
}

func line(cursor, id string) string {
	return `{"t":"event","cursor":"` + cursor + `","prev":null,"id":"` + id + `","type":"message","event":{}}`
}

func TestFollowGoesOnBehindTheLastEventAndShowsNoneTwice(t *testing.T) {
	c, asked := scripted(t,
		[]string{line("c1", "a"), line("c2", "b")},
		[]string{line("c3", "b"), line("c4", "c"), `{"t":"reset","reason":"replaced"}`, line("c5", "a")},
		[]string{line("c6", "end")},
	)
	var log []string
	err := c.Follow(ctxOf(t), "s1", live.Follow{After: "c0",
		Event: func(e live.Event) error {
			if log = append(log, e.ID); e.ID == "end" {
				return errDone
			}
			return nil
		},
		Reset: func(string) { log = append(log, "reset") },
	})
	if got := strings.Join(log, " "); got != "a b c reset a end" || !errors.Is(err, errDone) {
		t.Errorf("got %s and %v", got, err)
	}
	if got := strings.Join(asked(), " "); got != "c0 c2 c5" {
		t.Errorf("asked behind %s", got)
	}
}

func TestFollowWaitsAsLongAsTheServerAsks(t *testing.T) {
	c, _ := scripted(t, []string{`{"t":"bye","retry_ms":150}`}, []string{line("c1", "end")})
	var wait time.Duration
	err := c.Follow(ctxOf(t), "s1", live.Follow{
		Event: func(live.Event) error { return errDone },
		Lost:  func(_ error, d time.Duration) { wait = d },
	})
	if !errors.Is(err, errDone) || wait < 150*time.Millisecond {
		t.Errorf("got %v after %s", err, wait)
	}
}

func TestFollowAcknowledgesWhatItTook(t *testing.T) {
	r := newRig(t, fast, func(c *live.Config) { c.Limits.Window = 300 })
	r.session("s1")
	r.push("s1", ids(1000, "e")...)
	n := 0
	begun := time.Now()
	err := r.client().Follow(ctxOf(t), "s1", live.Follow{Event: func(live.Event) error {
		if n++; n == 1001 {
			return errDone
		}
		return nil
	}})
	if !errors.Is(err, errDone) || time.Since(begun) > time.Minute {
		t.Errorf("got %v and %d events in %s", err, n, time.Since(begun))
	}
}

func TestBackoffDoublesWithinItsBounds(t *testing.T) {
	b := live.Backoff{Min: 10 * time.Millisecond, Max: time.Second}
	for n := range 70 {
		top := time.Second
		if n < 7 {
			top = 10 * time.Millisecond << n
		}
		for range 50 {
			if d := live.Wait(b, n); d <= 0 || d > top {
				t.Fatalf("attempt %d: got %s, want at most %s", n, d, top)
			}
		}
	}
}

func TestEventsLeavesAServerThatIsSilent(t *testing.T) {
	srv := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		_, _ = w.Write([]byte(`{"cursor":"c1","prev":null,"id":"a","type":"message","event":{}}` + "\n" + `{"cursor":"c2"`))
		_ = http.NewResponseController(w).Flush()
		<-r.Context().Done()
	}))
	defer srv.Close()
	c := &live.Client{URL: srv.URL, HTTP: srv.Client(), Silence: 80 * time.Millisecond}
	n := 0
	err := c.Events(ctxOf(t), "s1", "", func(live.Event) error { n++; return nil })
	if err == nil || !strings.Contains(err.Error(), "silent") || n != 1 {
		t.Errorf("got %v after %d events", err, n)
	}
}

func TestALineThatEndsEarlyIsNoEvent(t *testing.T) {
	srv := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		_, _ = w.Write([]byte(`{"cursor":"c1","id":"a","type":"message","event":{}}` + "\n" + `{"cursor":"c2","id":"b"}`))
	}))
	defer srv.Close()
	c := &live.Client{URL: srv.URL, HTTP: srv.Client()}
	n := 0
	if err := c.Events(ctxOf(t), "s1", "", func(live.Event) error { n++; return nil }); !errors.Is(err, io.ErrUnexpectedEOF) || n != 1 {
		t.Errorf("got %v after %d events", err, n)
	}
}
