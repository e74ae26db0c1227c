package live_test

import (
	"bufio"
	"encoding/json"
	"io"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/vitrine-go/vitrine/live"
)

func readAll(r io.Reader) string {
	b, _ := io.ReadAll(r)
	return string(b)
}

// block reads one block of server-sent events, over comments.
func block(t *testing.T, r *bufio.Reader) map[string]string {
	t.Helper()
	got := map[string]string{}
	for {
		line, err := r.ReadString('\n')
		if err != nil {
			t.Fatal(err)
		}
		line = strings.TrimSuffix(line, "\n")
		if line == "" {
			if len(got) > 0 {
				return got
			}
			continue
		}
		if key, value, ok := strings.Cut(line, ": "); ok && key != "" {
			got[key] = value
		}
	}
}

func TestServerSentEventsResumeByTheirID(t *testing.T) {
	onEngines(t, func(t *testing.T, st *faulty) {
		r := newRig(t, with(st), fast)
		r.session("s1")
		acks := r.push("s1", "a", "b")
		open := func(header ...string) (*bufio.Reader, io.Closer) {
			resp := r.get("/v1/sessions/s1/events?after="+acks[0].Cursor, append(header, "Accept", "text/event-stream")...)
			if resp.StatusCode != 200 || resp.Header.Get("Content-Type") != "text/event-stream" {
				t.Fatalf("got %d %v", resp.StatusCode, resp.Header)
			}
			return bufio.NewReader(resp.Body), resp.Body
		}
		s, c := open()
		b := block(t, s)
		var line struct{ ID, Cursor, Prev string }
		if err := json.Unmarshal([]byte(b["data"]), &line); err != nil || b["id"] != acks[1].Cursor || line.Cursor != b["id"] || line.ID != "b" || line.Prev != acks[0].Cursor {
			t.Errorf("got %v, %v", b, err)
		}
		if b := block(t, s); b["event"] != "live" {
			t.Errorf("got %v, want live", b)
		}
		d := r.push("s1", "d")
		if b := block(t, s); b["id"] != d[0].Cursor {
			t.Errorf("got %v, want d", b)
		}
		c.Close()

		// The header of a browser that comes back wins over the address it keeps.
		s, c = open("Last-Event-ID", d[0].Cursor)
		defer c.Close()
		if b := block(t, s); b["event"] != "live" {
			t.Errorf("got %v, want live at once", b)
		}
	})
}

func TestLinesStopAtTheLimit(t *testing.T) {
	r := newRig(t)
	r.session("s1")
	acks := r.push("s1", ids(600, "e")...) // more than one read from the store
	a := r.do("GET", "/v1/sessions/s1/events?limit=3&after="+acks[1].Cursor, r.admin, "")
	if lines := strings.Split(strings.TrimSpace(a.body), "\n"); a.status != 200 || len(lines) != 3 || !strings.HasPrefix(lines[0], `{"cursor":"`+acks[2].Cursor+`","prev":"`+acks[1].Cursor+`","at":"`) ||
		a.header.Get("Content-Type") != "application/x-ndjson" {
		t.Errorf("got %d %s", a.status, a.body)
	}
	if got := r.read("s1", ""); len(got) != 601 {
		t.Errorf("got %d", len(got))
	}
	if a := r.do("GET", "/v1/sessions/s1/events?after="+acks[599].Cursor, r.admin, ""); a.status != 200 || a.body != "" {
		t.Errorf("got %d %q, want nothing new", a.status, a.body)
	}
	for _, q := range []string{"limit=0", "limit=x", "limit=-1", "after=!", "after=AAAA"} {
		if a := r.do("GET", "/v1/sessions/s1/events?"+q, r.admin, ""); a.status != 400 {
			t.Errorf("%s: got %d %s", q, a.status, a.body)
		}
	}
}

func TestTheTimeIsTheProducersOrElseTheStores(t *testing.T) {
	r := newRig(t)
	r.session("s1")
	for _, env := range []string{
		`{"id":"a","type":"message","at":"2020-01-01T00:00:00Z","event":{}}`,
		`{"id":"b","type":"message","event":{"at":"not mine","s":"\"at\":"}}`,
	} {
		if a := r.do("POST", "/v1/sessions/s1/events", r.admin, env); a.status != 201 {
			t.Fatalf("got %d %s", a.status, a.body)
		}
	}
	got := r.read("s1", "")
	if s := string(got[1].Line); strings.Count(s, `"at":`) != 1 || !strings.Contains(s, "2020-01-01") {
		t.Errorf("got %s", s)
	}
	if s := string(got[2].Line); !strings.Contains(s, `,"at":"20`) {
		t.Errorf("got %s", s)
	}
}

func TestTheServerWorksUnderAPrefix(t *testing.T) {
	page := http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) { _, _ = io.WriteString(w, "page "+r.URL.Path) })
	r := newRig(t, everything, func(c *live.Config) { c.Base, c.Page = "/deep/base", page })
	made := r.session("s1")
	r.push("s1", "a")
	k := r.attach("s1", made.ReadToken, "")
	k.want("welcome")
	a := r.do("POST", "/v1/sessions", r.admin, "")
	if !strings.HasPrefix(a.header.Get("Location"), "/deep/base/s/") {
		t.Errorf("got %q", a.header.Get("Location"))
	}
	tests := []struct {
		path   string
		status int
		body   string
	}{
		{"/", 200, "page /"},
		{"/s/s1", 200, "page /s/s1"},
		{"/app.wasm", 200, "page /app.wasm"},
		{"/livez", 200, ""},
		{"/v1/nothing", 404, ""},
	}
	for _, tt := range tests {
		if a := r.do("GET", tt.path, "", ""); a.status != tt.status || tt.body != "" && a.body != tt.body {
			t.Errorf("%s: got %d %s", tt.path, a.status, a.body)
		}
	}
	// A proxy may cut the prefix off before us.
	r.base = r.http.URL
	if a := r.do("GET", "/v1/sessions/s1/events", made.ReadToken, ""); a.status != 200 {
		t.Errorf("got %d without the prefix", a.status)
	}
}

func TestTheTimeOfOneAnswerDoesNotEndTheNext(t *testing.T) {
	r := newRig(t, func(c *live.Config) {
		c.Timing.Write = 40 * time.Millisecond
		c.Page = http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			for range 4 { // slower than one write, no write slower than it may be
				time.Sleep(20 * time.Millisecond)
				_, _ = io.WriteString(w, "part ")
				_ = http.NewResponseController(w).Flush()
			}
		})
	})
	r.do("GET", "/livez", "", "")
	time.Sleep(60 * time.Millisecond)
	if a := r.do("GET", "/", "", ""); a.body != "part part part part " {
		t.Errorf("got %q on the same connection", a.body)
	}
}

func TestRenderAndVersion(t *testing.T) {
	r := newRig(t, everything, func(c *live.Config) { c.Version = "v9"; c.Notes = map[string]string{"durability": "fast"} })
	made := r.session("s1")
	if a := r.do("POST", "/v1/render?from=mcp", made.ReadToken, "{}"); a.status != 200 || a.body != `{"from":"mcp"}` {
		t.Errorf("got %d %s", a.status, a.body)
	}
	if a := r.do("POST", "/v1/render", made.ReadToken, "x", "Content-Type", "text/plain"); a.status != 415 {
		t.Errorf("got %d", a.status)
	}
	if a := r.do("GET", "/version", "", ""); a.body != `{"name":"vitrine","version":"v9","protocol":"vitrine.v1"}`+"\n" {
		t.Errorf("got %s", a.body)
	}
	if a := r.do("GET", "/readyz", "", ""); a.body != `{"status":"ready","notes":{"durability":"fast"}}`+"\n" {
		t.Errorf("got %s", a.body)
	}
	bare := newRig(t)
	bare.session("s1")
	for _, path := range []string{"/v1/render", "/v1/sessions/s1/events?from=auto"} {
		if a := bare.do("POST", path, bare.admin, "{}"); a.status != 501 || a.code() != "not_implemented" {
			t.Errorf("%s: got %d %s", path, a.status, a.body)
		}
	}
}
