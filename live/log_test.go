package live_test

import (
	"bytes"
	"fmt"
	"log/slog"
	"net/http"
	"strings"
	"sync"
	"testing"

	"github.com/coder/websocket"

	"github.com/vitrine-go/vitrine/live"
)

// logBook keeps what was logged.
type logBook struct {
	mu  sync.Mutex
	buf bytes.Buffer
}

func (l *logBook) Write(p []byte) (int, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.buf.Write(p)
}

func (l *logBook) text() string {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.buf.String()
}

func (l *logBook) logger() *slog.Logger {
	return slog.New(slog.NewJSONHandler(l, &slog.HandlerOptions{Level: slog.LevelDebug}))
}

// dialAs opens a socket as a proxy would for a person.
func (r *rig) dialAs(session, person string) *sock {
	r.t.Helper()
	conn, _, err := websocket.Dial(ctxOf(r.t), r.base+"/v1/sessions/"+session+"/ws",
		&websocket.DialOptions{HTTPClient: r.cl, Subprotocols: []string{live.Subprotocol}, HTTPHeader: http.Header{"X-Auth-User": {person}}})
	if err != nil {
		r.t.Fatal(err)
	}
	r.t.Cleanup(func() { conn.CloseNow() })
	return &sock{r.t, conn}
}

func TestTheLogSaysWhoDidWhatAndHoldsNoSecret(t *testing.T) {
	log := &logBook{}
	r := newRig(t, people, func(c *live.Config) { c.Log = log.logger() })
	made := r.session("secret-name")
	r.push("secret-name", "e1")
	r.attach("secret-name", made.ReadToken, "").want("welcome")
	link := r.share("secret-name", `{"permission":"read"}`)
	r.do("DELETE", "/v1/sessions/secret-name/tokens/"+link.ID, r.admin, "")
	r.do("POST", "/v1/keys", r.admin, "")
	r.do("POST", "/v1/sessions", "", `{"session":"hers"}`, "X-Auth-User", "anna")
	r.do("DELETE", "/v1/sessions/secret-name", r.admin, "")
	text := log.text()
	for _, want := range []string{`"what":"session made"`, `"what":"events stored"`, `"what":"reading begun"`, `"what":"token made"`, `"what":"token revoked"`,
		`"what":"keys rotated"`, `"what":"session deleted"`, fmt.Sprintf(`"session":%q`, live.SessionHash("secret-name")), `"who":"admin"`,
		`"who":"person anna"`, `"from":"127.0.0.1"`, `"token":"` + link.ID + `"`, `"time":`} {
		if !strings.Contains(text, want) {
			t.Errorf("the log lacks %s", want)
		}
	}
	for _, secret := range []string{adminToken, made.ReadToken, made.WriteToken, link.Token, "secret-name", "text of e1"} {
		if strings.Contains(text, secret) {
			t.Errorf("the log holds %s", secret)
		}
	}
	if t.Failed() {
		t.Log(text)
	}
}
