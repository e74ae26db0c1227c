package live_test

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/coder/websocket"

	"github.com/vitrine-go/vitrine/live"
	"github.com/vitrine-go/vitrine/live/store"
	"github.com/vitrine-go/vitrine/live/store/memory"
)

// rig is a server on a loopback port with everything a test asks of it.
type rig struct {
	t     *testing.T
	cfg   live.Config
	store store.Store
	auth  *live.Auth
	srv   *live.Server
	http  *httptest.Server
	base  string // the address without a slash at its end
	admin string
	cl    *http.Client
}

const adminToken = "admin-token-of-the-tests"

func newAuth(t *testing.T) *live.Auth {
	t.Helper()
	a, err := live.NewAuth(adminToken)
	if err != nil {
		t.Fatal(err)
	}
	return a
}

func openMemory(t *testing.T) store.Store {
	t.Helper()
	st := memory.New(memory.Config{})
	t.Cleanup(func() { st.Close() })
	return st
}

func newRig(t *testing.T, change ...func(*live.Config)) *rig {
	t.Helper()
	r := &rig{t: t, admin: adminToken, cfg: live.Config{Auth: newAuth(t)}}
	for _, c := range change {
		c(&r.cfg)
	}
	if r.cfg.Store == nil {
		r.cfg.Store = openMemory(t)
	}
	r.store, r.auth = r.cfg.Store, r.cfg.Auth
	r.cl = &http.Client{Transport: &http.Transport{}, CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }}
	r.start()
	t.Cleanup(func() {
		r.stop()
		r.cl.CloseIdleConnections()
	})
	return r
}

func (r *rig) start() {
	r.srv = live.Handler(r.cfg)
	r.http = httptest.NewUnstartedServer(r.srv)
	r.http.Config = live.NewHTTPServer(r.srv)
	r.http.Start()
	r.base = r.http.URL + strings.TrimSuffix("/"+strings.Trim(r.cfg.Base, "/"), "/")
}

func (r *rig) stop() {
	ctx, cancel := context.WithTimeout(context.Background(), 5*time.Second)
	defer cancel()
	if err := r.srv.Shutdown(ctx); err != nil {
		r.t.Errorf("shutdown: %v", err)
	}
	r.http.Close()
}

func (r *rig) client() *live.Client {
	return &live.Client{URL: r.base, Token: r.admin, HTTP: r.cl, Backoff: live.Backoff{Min: 5 * time.Millisecond, Max: 50 * time.Millisecond}}
}

func ctxOf(t *testing.T) context.Context {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), 15*time.Second)
	t.Cleanup(cancel)
	return ctx
}

// answer is what came back over HTTP.
type answer struct {
	status int
	header http.Header
	body   string
}

func (a answer) code() string {
	var got struct{ Error struct{ Code string } }
	_ = json.Unmarshal([]byte(a.body), &got)
	return got.Error.Code
}

// do sends a request. Headers are given in pairs; "Host" sets the host.
func (r *rig) do(method, path, token, body string, header ...string) answer {
	r.t.Helper()
	req, err := http.NewRequestWithContext(ctxOf(r.t), method, r.base+path, strings.NewReader(body))
	if err != nil {
		r.t.Fatal(err)
	}
	if token != "" {
		req.Header.Set("Authorization", "Bearer "+token)
	}
	if body != "" {
		req.Header.Set("Content-Type", "application/json")
	}
	for i := 0; i < len(header); i += 2 {
		if req.Header.Add(header[i], header[i+1]); header[i] == "Host" {
			req.Host = header[i+1]
		}
		if header[i] == "Content-Type" {
			req.Header.Set(header[i], header[i+1])
		}
	}
	resp, err := r.cl.Do(req)
	if err != nil {
		r.t.Fatal(err)
	}
	defer resp.Body.Close()
	b, err := io.ReadAll(resp.Body)
	if err != nil {
		r.t.Fatal(err)
	}
	return answer{resp.StatusCode, resp.Header, string(b)}
}

// session makes one and returns its tokens.
func (r *rig) session(name string) live.NewSession {
	r.t.Helper()
	made, err := r.client().Create(ctxOf(r.t), name, "", nil)
	if err != nil {
		r.t.Fatal(err)
	}
	return made
}

func envelope(id string) string {
	return fmt.Sprintf(`{"id":%q,"type":"message","event":{"text":"text of %s"}}`, id, id)
}

// push stores events with these ids.
func (r *rig) push(session string, ids ...string) []live.Accepted {
	r.t.Helper()
	lines := make([][]byte, len(ids))
	for i, id := range ids {
		lines[i] = []byte(envelope(id))
	}
	acks, err := r.client().Push(ctxOf(r.t), session, lines...)
	if err != nil {
		r.t.Fatal(err)
	}
	return acks
}

// frame is what came over a socket.
type frame struct {
	T       string          `json:"t"`
	Cursor  *string         `json:"cursor"`
	Prev    *string         `json:"prev"`
	First   *string         `json:"first"`
	Last    *string         `json:"last"`
	ID      string          `json:"id"`
	At      string          `json:"at"`
	Event   json.RawMessage `json:"event"`
	Reason  string          `json:"reason"`
	Code    string          `json:"code"`
	Message string          `json:"message"`
	RetryMS int             `json:"retry_ms"`
}

func str(s *string) string {
	if s == nil {
		return "null"
	}
	return *s
}

// sock is a raw client, as a browser would be one.
type sock struct {
	t    *testing.T
	conn *websocket.Conn
}

func (r *rig) dial(session string) *sock {
	r.t.Helper()
	conn, resp, err := websocket.Dial(ctxOf(r.t), r.base+"/v1/sessions/"+session+"/ws",
		&websocket.DialOptions{HTTPClient: r.cl, Subprotocols: []string{live.Subprotocol}})
	if err != nil {
		body := ""
		if resp != nil {
			b, _ := io.ReadAll(resp.Body)
			body = string(b)
		}
		r.t.Fatalf("dial: %v %s", err, body)
	}
	conn.SetReadLimit(4 << 20)
	r.t.Cleanup(func() { conn.CloseNow() })
	return &sock{r.t, conn}
}

// attach dials and says hello.
func (r *rig) attach(session, token, after string) *sock {
	r.t.Helper()
	k := r.dial(session)
	k.hello(token, after)
	return k
}

func (k *sock) hello(token, after string) {
	k.t.Helper()
	a := "null"
	if after != "" {
		a = `"` + after + `"`
	}
	k.send(`{"t":"hello","token":"` + token + `","after":` + a + `}`)
}

func (k *sock) send(text string) {
	k.t.Helper()
	if err := k.conn.Write(ctxOf(k.t), websocket.MessageText, []byte(text)); err != nil {
		k.t.Fatalf("send: %v", err)
	}
}

func (k *sock) raw() ([]byte, error) {
	ctx, cancel := context.WithTimeout(context.Background(), 10*time.Second)
	defer cancel()
	_, msg, err := k.conn.Read(ctx)
	return msg, err
}

func (k *sock) next() frame {
	k.t.Helper()
	msg, err := k.raw()
	if err != nil {
		k.t.Fatalf("read: %v", err)
	}
	var f frame
	if err := json.Unmarshal(msg, &f); err != nil {
		k.t.Fatalf("read: %v in %s", err, msg)
	}
	return f
}

// want reads frames up to one of this kind, over heartbeats, and fails on any other.
func (k *sock) want(kind string) frame {
	k.t.Helper()
	for {
		f := k.next()
		if f.T == kind {
			return f
		}
		if f.T != "hb" {
			k.t.Fatalf("got frame %+v, want %s", f, kind)
		}
	}
}

// closed reads until the connection ends and returns the close code and the error frame before it.
func (k *sock) closed() (websocket.StatusCode, frame) {
	k.t.Helper()
	var last frame
	for {
		msg, err := k.raw()
		if err != nil {
			return websocket.CloseStatus(err), last
		}
		var f frame
		if json.Unmarshal(msg, &f) == nil && (f.T == "error" || f.T == "bye") {
			last = f
		}
	}
}

func ids(n int, prefix string) []string {
	out := make([]string, n)
	for i := range out {
		out[i] = fmt.Sprintf("%s-%04d", prefix, i)
	}
	return out
}

// moving is a network in which one name leads to a server that comes back elsewhere.
type moving struct{ at atomic.Value }

func (m *moving) to(addr string) { m.at.Store(addr) }
func (m *moving) addr() string   { return m.at.Load().(string) }

func (m *moving) dial(ctx context.Context, _, _ string) (net.Conn, error) {
	var d net.Dialer
	return d.DialContext(ctx, "tcp", m.addr())
}
