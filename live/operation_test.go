package live_test

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/vitrine-go/vitrine/live"
	"github.com/vitrine-go/vitrine/live/store"
	"github.com/vitrine-go/vitrine/live/store/memory"
)

func TestReadyzSaysWhyNot(t *testing.T) {
	sick := &ill{Store: openMemory(t)}
	r := newRig(t, with(sick), func(c *live.Config) { c.Notes = map[string]string{"durability": "fast"} })
	if a := r.do("GET", "/readyz", "", ""); a.status != 200 || !strings.Contains(a.body, `"durability":"fast"`) {
		t.Errorf("got %d %s", a.status, a.body)
	}
	for code, err := range map[string]error{"store_full": store.ErrFull, "store_down": store.ErrDown} {
		sick.say(fmt.Errorf("looking at the disk: %w", err))
		if a := r.do("GET", "/readyz", "", ""); a.status != 503 || !strings.Contains(a.body, code) || !strings.Contains(a.body, "looking at the disk") {
			t.Errorf("got %d %s, want %s", a.status, a.body, code)
		}
	}
	sick.say(nil)
	r.session("s1")
	k := r.attach("s1", r.admin, "")
	k.want("welcome")
	k.want("event")
	k.want("live")
	r.srv.Drain()
	if a := r.do("GET", "/readyz", "", ""); a.status != 503 || !strings.Contains(a.body, "draining") {
		t.Errorf("got %d %s", a.status, a.body)
	}
	if a := r.do("GET", "/livez", "", ""); a.status != 200 {
		t.Errorf("got %d %s", a.status, a.body)
	}
	r.push("s1", "a")
	if f := k.want("event"); f.ID != "a" {
		t.Errorf("got %+v, want an open stream to go on while the server drains", f)
	}
	if code := tryDial(r, "s1"); code != 503 {
		t.Errorf("a new stream: got %d", code)
	}
}

// ill is a store that says how it is.
type ill struct {
	store.Store
	mu  sync.Mutex
	how error
}

func (i *ill) say(err error) { i.mu.Lock(); defer i.mu.Unlock(); i.how = err }

func (i *ill) Health(ctx context.Context) error {
	i.mu.Lock()
	defer i.mu.Unlock()
	return errors.Join(i.how, i.Store.Health(ctx))
}

func TestMetricsCountWhatHappens(t *testing.T) {
	r := newRig(t, func(c *live.Config) { c.Version = "v9" })
	made := r.session("s1")
	r.push("s1", "a", "b")
	r.push("s1", "a")
	k := r.attach("s1", made.ReadToken, "")
	k.want("welcome")
	r.do("GET", "/v1/sessions", "wrong", "")
	admin := httptest.NewServer(r.srv.Admin())
	defer admin.Close()
	resp, err := admin.Client().Get(admin.URL + "/metrics")
	if err != nil {
		t.Fatal(err)
	}
	defer resp.Body.Close()
	text, err := io.ReadAll(resp.Body)
	if err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{`vitrine_events_ingested_total{result="stored"} 2`, `vitrine_events_ingested_total{result="duplicate"} 1`,
		`vitrine_resume_total{outcome="new"} 1`, `vitrine_request_errors_total{status="401"} 1`, "vitrine_streams 1", "vitrine_ready 1",
		`vitrine_info{durability="",version="v9"} 1`, "go_goroutines "} {
		if !strings.Contains(string(text), want) {
			t.Errorf("metrics lack %s", want)
		}
	}
	if strings.Contains(string(text), "s1\"") {
		t.Error("metrics name a session")
	}
	if a := r.do("GET", "/metrics", r.admin, ""); a.status != 404 {
		t.Errorf("the open address: got %d, want no metrics there", a.status)
	}
	for _, path := range []string{"/livez", "/readyz", "/version"} {
		resp, err := admin.Client().Get(admin.URL + path)
		if err != nil || resp.StatusCode != 200 {
			t.Fatalf("%s: %v %v", path, resp, err)
		}
		resp.Body.Close()
	}
}

func TestASessionKeepsToItsQuota(t *testing.T) {
	st := memory.New(memory.Config{})
	defer st.Close()
	limited := func(c *live.Config) { c.Limits.Quota, c.Limits.Inline, c.Limits.Preview = 20_000, 4096, 512 }
	r := newRig(t, with(st), limited)
	r.session("s1")
	r.session("s2")
	big := func(id string, n int) string {
		return fmt.Sprintf(`{"id":%q,"type":"message","event":{"text":%q}}`, id, strings.Repeat("x", n))
	}
	send := func(session, body string) answer {
		return r.do("POST", "/v1/sessions/"+session+"/events", r.admin, body)
	}
	for i := range 4 {
		if a := send("s1", big(fmt.Sprint("e", i), 3000)); a.status != 201 {
			t.Fatalf("got %d %s", a.status, a.body)
		}
	}
	if a := send("s1", big("large", 9000)); a.status != 507 || a.code() != "quota" {
		t.Errorf("a large event: got %d %s", a.status, a.body)
	}
	// A batch is stored as far as it fits, and what is there already takes no room.
	if a := send("s1", "["+big("e0", 3000)+","+big("e4", 3000)+","+big("e5", 3000)+","+big("e6", 3000)+"]"); a.status != 507 ||
		strings.Count(a.body, `"cursor"`) != 3 || !strings.Contains(a.body, `"line":4`) {
		t.Errorf("got %d %s", a.status, a.body)
	}
	if a := send("s2", big("e0", 3000)); a.status != 201 {
		t.Errorf("another session: got %d %s", a.status, a.body)
	}
	again := newRig(t, with(st), limited) // counts by reading
	if a := again.do("POST", "/v1/sessions/s1/events", again.admin, big("e7", 3000)); a.status != 507 {
		t.Errorf("after a restart: got %d %s", a.status, a.body)
	}
	if a := again.do("DELETE", "/v1/sessions/s1", again.admin, ""); a.status != 204 {
		t.Fatalf("got %d", a.status)
	}
	again.session("s1")
	if a := again.do("POST", "/v1/sessions/s1/events", again.admin, big("large", 9000)); a.status != 201 {
		t.Errorf("a new session of that name: got %d %s", a.status, a.body)
	}
}

func TestRatesAndStreamsAreBoundedForAddressSessionAndUser(t *testing.T) {
	tests := []struct {
		name  string
		limit func(*live.Limits)
		spend []string // paths
		left  map[string]int
	}{
		{"address", func(l *live.Limits) { l.AddrRate, l.AddrBurst = 0.01, 4 }, []string{"/v1/sessions/s1/events", "/v1/sessions/s2/events"},
			map[string]int{"/v1/sessions": 429, "/s/s1/static": 429, "/livez": 200}},
		{"session", func(l *live.Limits) { l.SessionRate, l.SessionBurst = 0.01, 2 }, []string{"/v1/sessions/s1/events", "/v1/sessions/s1/events"},
			map[string]int{"/v1/sessions/s1/events": 429, "/v1/sessions/s2/events": 200}},
	}
	for _, tt := range tests {
		t.Run("by "+tt.name, func(t *testing.T) {
			r := newRig(t, func(c *live.Config) { tt.limit(&c.Limits) })
			r.session("s1")
			r.session("s2")
			for _, path := range tt.spend {
				if a := r.do("GET", path, r.admin, ""); a.status != 200 {
					t.Fatalf("%s: got %d", path, a.status)
				}
			}
			for path, want := range tt.left {
				a := r.do("GET", path, r.admin, "")
				if a.status != want || want == 429 && a.header.Get("Retry-After") == "" {
					t.Errorf("%s: got %d %s, want %d", path, a.status, a.body, want)
				}
			}
		})
	}
	r := newRig(t, func(c *live.Config) { c.Limits.PerUser = 2 })
	one := r.session("s1")
	for range 2 {
		r.attach("s1", one.ReadToken, "").want("welcome")
	}
	if _, f := r.attach("s1", one.ReadToken, "").closed(); f.Code != "too_many" {
		t.Errorf("a third stream of a token: got %+v", f)
	}
	r.attach("s1", one.WriteToken, "").want("welcome")
	r = newRig(t, func(c *live.Config) { c.Limits.PerAddr = 2 })
	r.session("s1")
	for range 2 {
		r.attach("s1", r.admin, "").want("welcome")
	}
	if code := tryDial(r, "s1"); code != http.StatusTooManyRequests {
		t.Errorf("a third stream of an address: got %d", code)
	}
}

func TestTheAddressBehindATrustedProxyIsCounted(t *testing.T) {
	r := newRig(t, people, func(c *live.Config) { c.Limits.AddrRate, c.Limits.AddrBurst = 0.01, 2 })
	ask := func(chain string) int {
		return r.do("GET", "/v1/sessions", r.admin, "", "X-Forwarded-For", chain).status
	}
	got := []int{ask("192.0.2.1"), ask("198.51.100.7, 192.0.2.1"), ask("203.0.113.9, 192.0.2.1, 127.0.0.1"), ask("192.0.2.2")}
	if want := []int{200, 200, 429, 200}; !slices.Equal(got, want) {
		t.Errorf("got %v, want %v: the newest address that is no proxy counts, whatever stands before it", got, want)
	}
}

func TestAServerThatStopsSaysGoodbyeBitByBitAndReadersSeeNothing(t *testing.T) {
	const readers = 40
	r := newRig(t, func(c *live.Config) { c.Timing.Spread = 400 * time.Millisecond })
	r.session("s1")
	tr := &moving{}
	tr.to(r.http.Listener.Addr().String())
	host := tr.addr()
	hc := &http.Client{Transport: &http.Transport{DialContext: tr.dial}}
	defer hc.CloseIdleConnections()
	var mu sync.Mutex
	got, byes := make([][]string, readers), []time.Time{}
	ready, done := make(chan struct{}, readers*4), make(chan error, readers)
	for i := range readers {
		c := r.client()
		c.HTTP = hc
		go func() {
			done <- c.Follow(ctxOf(t), "s1", live.Follow{
				Event: func(e live.Event) error {
					if got[i] = append(got[i], e.ID); e.ID == "last" {
						return errDone
					}
					return nil
				},
				Live:  func() { ready <- struct{}{} },
				Reset: func(reason string) { t.Errorf("reader %d: reset %s", i, reason) },
				Lost: func(error, time.Duration) {
					mu.Lock()
					defer mu.Unlock()
					byes = append(byes, time.Now())
				},
			})
		}()
	}
	for range readers {
		<-ready
	}
	want := []string{"open"}
	for _, a := range r.push("s1", ids(20, "before")...) {
		want = append(want, a.ID)
	}
	r.stop()
	mu.Lock()
	spread := byes[len(byes)-1].Sub(byes[0])
	mu.Unlock()
	if spread < 250*time.Millisecond {
		t.Errorf("all goodbyes came within %s", spread)
	}
	r.cfg.Hosts = []string{host}
	r.start()
	tr.to(r.http.Listener.Addr().String())
	for _, a := range r.push("s1", append(ids(20, "after"), "last")...) {
		want = append(want, a.ID)
	}
	for range readers {
		if err := <-done; !errors.Is(err, errDone) {
			t.Error(err)
		}
	}
	for i := range got {
		if !slices.Equal(got[i], want) {
			t.Errorf("reader %d: got %v, want %v", i, got[i], want)
		}
	}
}

func TestPushTellsThatItRepeats(t *testing.T) {
	fails := 2
	var next http.Handler
	srv := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, req *http.Request) {
		if strings.HasSuffix(req.URL.Path, "/events") && fails > 0 {
			fails--
			w.Header().Set("Retry-After", "0")
			w.WriteHeader(http.StatusBadGateway)
			return
		}
		next.ServeHTTP(w, req)
	}))
	defer srv.Close()
	r := newRig(t)
	next = r.srv
	r.session("s1")
	c := r.client()
	c.URL = srv.URL
	c.HTTP = srv.Client()
	var told []error
	c.Retry = func(err error, wait time.Duration) { told = append(told, err) }
	if _, err := c.Push(ctxOf(t), "s1", []byte(envelope("e1"))); err != nil || len(told) != 2 {
		t.Errorf("got %v after being told %v", err, told)
	}
}
