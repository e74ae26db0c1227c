package live_test

import (
	"fmt"
	"net"
	"strings"
	"testing"
	"time"

	"github.com/vitrine-go/vitrine/live"
)

// TestSlowSendersOfOneSessionKeepNobodyOut fills what one session may use of the places for heavy work, and more.
func TestSlowSendersOfOneSessionKeepNobodyOut(t *testing.T) {
	r := newRig(t, everything, func(c *live.Config) { c.Timing.Write = time.Second })
	one, two := r.session("s1"), r.session("s2")
	for range 8 {
		conn, err := net.Dial("tcp", strings.TrimPrefix(r.http.URL, "http://"))
		if err != nil {
			t.Fatal(err)
		}
		defer conn.Close()
		fmt.Fprintf(conn, "POST /v1/render HTTP/1.1\r\nHost: %s\r\nAuthorization: Bearer %s\r\nContent-Type: application/json\r\nContent-Length: 9000000\r\n\r\n{",
			conn.RemoteAddr(), one.ReadToken)
	}
	deadline := time.Now().Add(5 * time.Second)
	for r.do("POST", "/v1/render", one.ReadToken, `{"value":"x"}`).code() != "busy" { // until the others are there
		if time.Now().After(deadline) {
			t.Fatal("the session's own places never filled")
		}
	}
	for _, path := range []string{"/v1/render", "/v1/sessions/s2/events"} {
		if a := r.do("POST", path, two.WriteToken, envelope("a")); a.status >= 300 {
			t.Errorf("got %d %s for another session's %s", a.status, a.body, path)
		}
	}
	if a := r.do("GET", "/s/s2/static", two.ReadToken, ""); a.status != 200 {
		t.Errorf("got %d %s for another session's page", a.status, a.body)
	}
}
