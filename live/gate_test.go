package live_test

import (
	"encoding/base64"
	"strings"
	"testing"

	"github.com/vitrine-go/vitrine/live"
)

func basic(user, password string) string {
	return base64.StdEncoding.EncodeToString([]byte(user + ":" + password))
}

func TestHostAndOriginDecideWhoMayAsk(t *testing.T) {
	r := newRig(t, func(c *live.Config) {
		c.PublicURL = "https://vitrine.example/base"
		c.Hosts = []string{"inside.example:8080"}
		c.Origins = []string{"https://app.example"}
	})
	r.session("s1")
	port := r.base[strings.LastIndex(r.base, ":"):]
	tests := []struct {
		name   string
		header []string
		status int
		says   []string
	}{
		{"a program", nil, 200, nil},
		{"our page", []string{"Origin", "http://127.0.0.1" + port}, 200, nil},
		{"our page by name", []string{"Host", "localhost" + port, "Origin", "http://localhost" + port}, 200, nil},
		{"our page by IPv6", []string{"Host", "[::1]" + port, "Origin", "http://[::1]" + port}, 200, nil},
		{"the public address", []string{"Host", "vitrine.example", "Origin", "https://vitrine.example"}, 200, nil},
		{"the public address in capitals", []string{"Host", "Vitrine.Example", "Origin", "https://Vitrine.Example"}, 200, nil},
		{"a configured host", []string{"Host", "inside.example:8080", "Origin", "http://inside.example:8080"}, 200, nil},
		{"a configured origin", []string{"Origin", "https://app.example"}, 200, nil},
		{"a name pointed at us", []string{"Host", "evil.example" + port}, 403, []string{"forbidden_host", "evil.example" + port, "127.0.0.1" + port}},
		{"our name at another port", []string{"Host", "localhost:1"}, 403, []string{"forbidden_host"}},
		{"our name with a dot behind", []string{"Host", "localhost." + port}, 403, []string{"forbidden_host"}},
		{"another site", []string{"Origin", "https://evil.example"}, 403, []string{"forbidden_origin", "https://evil.example", "https://app.example", "https://vitrine.example"}},
		{"our host at another port", []string{"Origin", "http://127.0.0.1:1"}, 403, []string{"forbidden_origin"}},
		{"a name that begins with ours", []string{"Origin", "https://app.example.evil.example"}, 403, []string{"forbidden_origin"}},
		{"the wrong scheme", []string{"Origin", "http://vitrine.example"}, 403, []string{"forbidden_origin"}},
		{"a sandboxed page", []string{"Origin", "null"}, 403, []string{"forbidden_origin"}},
		{"two origins", []string{"Origin", "https://app.example", "Origin", "https://evil.example"}, 403, []string{"forbidden_origin"}},
		{"another site that hides its origin", []string{"Sec-Fetch-Site", "cross-site"}, 403, []string{"forbidden_origin", "cross-site"}},
		{"our page, as browsers say it", []string{"Sec-Fetch-Site", "same-origin"}, 200, nil},
		{"an address that was typed", []string{"Sec-Fetch-Site", "none"}, 200, nil},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			a := r.do("GET", "/v1/sessions/s1/events", r.admin, "", tt.header...)
			if a.status != tt.status {
				t.Fatalf("got %d %s, want %d", a.status, a.body, tt.status)
			}
			for _, word := range tt.says {
				if !strings.Contains(a.body, word) {
					t.Errorf("got %s, want it to say %s", a.body, word)
				}
			}
		})
	}
	if a := r.do("GET", "/v1/sessions/s1/ws", "", "", "Origin", "https://evil.example", "Connection", "Upgrade", "Upgrade", "websocket"); a.code() != "forbidden_origin" {
		t.Errorf("a socket from another site: got %d %s", a.status, a.body)
	}
	if a := r.do("GET", "/livez", "", "", "Host", "10.0.0.1:9"); a.status != 200 {
		t.Errorf("a supervisor: got %d", a.status)
	}
}

func TestAnAllowedOriginGetsCORSAnswersAndNoOther(t *testing.T) {
	r := newRig(t, func(c *live.Config) { c.Origins = []string{"https://app.example"} })
	r.session("s1")
	ask := []string{"Access-Control-Request-Method", "POST", "Access-Control-Request-Headers", "authorization"}
	a := r.do("OPTIONS", "/v1/sessions/s1/events", "", "", append(ask, "Origin", "https://app.example")...)
	if h := a.header; a.status != 204 || h.Get("Access-Control-Allow-Origin") != "https://app.example" || !strings.Contains(h.Get("Access-Control-Allow-Headers"), "Authorization") || h.Get("Vary") != "Origin" {
		t.Errorf("got %d %v", a.status, a.header)
	}
	own := r.do("GET", "/v1/sessions/s1/events", r.admin, "", "Origin", r.base)
	if own.status != 200 || own.header.Get("Access-Control-Allow-Origin") != "" {
		t.Errorf("got %d %v", own.status, own.header)
	}
}

func TestWithoutTokensOnlyDirectLoopbackConnectionsAreAnswered(t *testing.T) {
	r := newRig(t, func(c *live.Config) {
		c.Auth = live.NoAuth()
		c.Hosts = []string{"proxy.example"}
	})
	r.session("s1")
	tests := []struct {
		name   string
		header []string
		status int
		code   string
	}{
		{"a program", nil, 200, ""},
		{"Forwarded", []string{"Forwarded", "for=1.2.3.4"}, 403, "forbidden_proxy"},
		{"X-Forwarded-For", []string{"X-Forwarded-For", "1.2.3.4"}, 403, "forbidden_proxy"},
		{"X-Forwarded-Anything", []string{"X-Forwarded-Anything", "x"}, 403, "forbidden_proxy"},
		{"X-Real-IP", []string{"X-Real-IP", "1.2.3.4"}, 403, "forbidden_proxy"},
		{"Via", []string{"Via", "1.1 proxy"}, 403, "forbidden_proxy"},
		{"a name that is allowed but not loopback", []string{"Host", "proxy.example"}, 403, "forbidden_peer"},
		{"another site", []string{"Origin", "https://evil.example"}, 403, "forbidden_origin"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			a := r.do("GET", "/v1/sessions/s1/events", "", "", tt.header...)
			if a.status != tt.status || a.code() != tt.code {
				t.Errorf("got %d %s, want %d %s", a.status, a.body, tt.status, tt.code)
			}
		})
	}
	k := r.attach("s1", "", "")
	k.want("welcome")
}

func TestTooManyRequestsAreToldWhenToComeBack(t *testing.T) {
	r := newRig(t, func(c *live.Config) { c.Limits.Rate, c.Limits.Burst = 0.5, 4 })
	made := r.session("s1") // one of the admin's
	for range 4 {
		if a := r.do("GET", "/v1/sessions/s1/events", made.ReadToken, ""); a.status != 200 {
			t.Fatalf("got %d", a.status)
		}
	}
	if a := r.do("GET", "/v1/sessions/s1/events", made.ReadToken, ""); a.status != 429 || a.code() != "too_many" || a.header.Get("Retry-After") == "" {
		t.Errorf("got %d %s", a.status, a.body)
	}
	if a := r.do("GET", "/v1/sessions/s1/events", made.WriteToken, ""); a.status != 200 {
		t.Errorf("another token: got %d", a.status)
	}
	for range 4 {
		r.do("GET", "/v1/sessions", "guess", "")
	}
	if a := r.do("GET", "/v1/sessions", "guess", ""); a.status != 429 {
		t.Errorf("guessing tokens: got %d, want 429", a.status)
	}
}
