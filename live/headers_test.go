package live_test

import (
	"net/http"
	"strings"
	"testing"

	"github.com/vitrine-go/vitrine/live"
)

func TestEveryAnswerHasTheSecurityHeaders(t *testing.T) {
	r := newRig(t, everything, func(c *live.Config) {
		c.Page = http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			if r.URL.Path != "/" {
				http.NotFound(w, r)
			}
		})
	})
	r.session("s1")
	type ask struct {
		method, path, token string
		header              []string
	}
	var asks []ask
	for _, route := range live.Routes() {
		part := strings.Fields(route)
		for _, method := range []string{part[0], "PUT", "HEAD", "OPTIONS"} {
			for _, token := range []string{"", "wrong", r.admin} {
				if method != "DELETE" {
					asks = append(asks, ask{method, fill(part[1]), token, nil})
				}
			}
		}
	}
	for _, path := range []string{"/", "/s/s1", "/nothing", "/v1/nothing", "/v1", "//v1/sessions", "/v1/../livez", "/v1/sessions/s9/events", "/v1/sessions/s1/events?after=zzz"} {
		asks = append(asks, ask{"GET", path, r.admin, nil}, ask{"POST", path, r.admin, nil})
	}
	asks = append(asks, ask{"GET", "/", "", []string{"Host", "evil.example"}}, ask{"GET", "/v1/sessions", "", []string{"Origin", "https://evil.example"}})

	seen := map[int]bool{}
	for _, q := range asks {
		a := r.do(q.method, q.path, q.token, "", q.header...)
		seen[a.status] = true
		name := q.method + " " + q.path
		policy := a.header.Get("Content-Security-Policy")
		switch {
		case strings.Contains(q.path, "/blobs/") && a.status == 200:
		case strings.HasSuffix(q.path, "/static") && a.status == 200 && policy != live.StaticPolicy,
			!strings.HasSuffix(q.path, "/static") && policy != live.Policy:
			t.Errorf("%s (%d): got policy %q", name, a.status, policy)
		}
		for header, want := range map[string]string{
			"Cross-Origin-Opener-Policy": "same-origin", "Cross-Origin-Embedder-Policy": "require-corp", "Cross-Origin-Resource-Policy": "same-origin",
			"X-Content-Type-Options": "nosniff", "Referrer-Policy": "no-referrer",
		} {
			if got := a.header.Get(header); got != want {
				t.Errorf("%s (%d): got %s %q", name, a.status, header, got)
			}
		}
		if !strings.Contains(a.header.Get("Permissions-Policy"), "camera=()") {
			t.Errorf("%s: no Permissions-Policy", name)
		}
		api := strings.HasPrefix(q.path, "/v1") || a.status >= 400 && q.path != "/nothing" && q.path != "/s/s1"
		if api && a.header.Get("Cache-Control") != "no-store" {
			t.Errorf("%s (%d): got Cache-Control %q", name, a.status, a.header.Get("Cache-Control"))
		}
		if a.status >= 400 && q.method != "HEAD" && api && (a.code() == "" || a.header.Get("Content-Type") != "application/json") {
			t.Errorf("%s (%d): got %s %q, want a JSON error", name, a.status, a.header.Get("Content-Type"), a.body)
		}
		if a.status/100 == 3 {
			t.Errorf("%s: got a redirect to %s, which knows no prefix", name, a.header.Get("Location"))
		}
		if a.status == 405 && a.header.Get("Allow") == "" {
			t.Errorf("%s: 405 without Allow", name)
		}
	}
	for _, status := range []int{200, 400, 401, 403, 404, 405, 426} {
		if !seen[status] {
			t.Errorf("the walk met no %d", status)
		}
	}
}

func TestHeadersReportWhereAsked(t *testing.T) {
	h := live.Headers(http.NotFoundHandler(), live.HeaderOptions{ReportURI: "/collect"})
	w := &recorder{header: http.Header{}}
	h.ServeHTTP(w, &http.Request{Method: "GET"})
	if got := w.header.Get("Content-Security-Policy"); got != live.Policy+"; report-uri /collect" {
		t.Errorf("got %q", got)
	}
}

type recorder struct{ header http.Header }

func (r *recorder) Header() http.Header         { return r.header }
func (r *recorder) Write(b []byte) (int, error) { return len(b), nil }
func (r *recorder) WriteHeader(int)             {}
