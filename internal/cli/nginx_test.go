package cli_test

import (
	"bufio"
	"context"
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/tls"
	"crypto/x509"
	"crypto/x509/pkix"
	"encoding/base64"
	"encoding/json"
	"encoding/pem"
	"errors"
	"fmt"
	"io"
	"math/big"
	"net"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/coder/websocket"

	"github.com/vitrine-go/vitrine/live"
)

// nginx runs with the lines of docs/OPERATING.md before a server with its settings, and answers for https://tools.example.
type nginx struct {
	client *http.Client
	server *server
}

const site = "https://tools.example/vitrine/"

func behindNginx(t *testing.T, change func(lines string) string) *nginx {
	t.Helper()
	program, err := exec.LookPath("nginx")
	if err != nil {
		program = "/usr/sbin/nginx"
	}
	if _, err := os.Stat(program); err != nil {
		if os.Getenv("VITRINE_NEED_NGINX") == "1" {
			t.Fatal("VITRINE_NEED_NGINX=1, and there is no nginx")
		}
		return nil
	}
	page, err := os.ReadFile("../../docs/OPERATING.md")
	if err != nil {
		t.Fatal(err)
	}
	m := regexp.MustCompile("(?s)```nginx\n(.*?)```").FindSubmatch(page)
	env := regexp.MustCompile("(?m)^(VITRINE_(?:PUBLIC_URL|AUTH_HEADER|AUTH_PROXY|RETENTION|LOG_FORMAT)=.*)$").FindAllString(string(page), -1)
	if m == nil || len(env) != 5 {
		t.Fatalf("docs/OPERATING.md has no nginx lines, or other settings: %v", env)
	}
	dir := t.TempDir()
	n := &nginx{server: serveWith(t, filepath.Join(t.TempDir(), "data"), env, "--addr", freeAddr(t))}
	if n.server.token != "" {
		t.Error("the server wrote its admin token into what a service would log")
	}
	pool := certify(t, dir)
	addr := freeAddr(t)
	users := filepath.Join(dir, "users")
	lines := strings.NewReplacer("listen 443 ssl", "listen "+addr+" ssl", "/etc/ssl/tools.example", filepath.Join(dir, "tools.example"),
		"/etc/nginx/vitrine.users", users, "http://127.0.0.1:8737", "http://"+n.server.addr).Replace(string(m[1]))
	if change != nil {
		lines = change(lines)
	}
	temp := ""
	for _, kind := range []string{"client_body", "proxy", "fastcgi", "uwsgi", "scgi"} {
		temp += fmt.Sprintf("%s_temp_path %s;\n", kind, filepath.Join(dir, kind))
	}
	conf := fmt.Sprintf("daemon off; worker_processes 1; pid %s/pid; error_log stderr error;\nevents { worker_connections 256; }\nhttp {\naccess_log off;\n%s%s}\n", dir, temp, lines)
	for name, text := range map[string]string{"users": "anna:{PLAIN}of anna\nbert:{PLAIN}of bert\n", "nginx.conf": conf} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	for d := dir; strings.HasPrefix(d, os.TempDir()) && d != os.TempDir(); d = filepath.Dir(d) {
		if err := os.Chmod(d, 0o755); err != nil { // the workers run as somebody else
			t.Fatal(err)
		}
	}
	cmd := exec.CommandContext(t.Context(), program, "-p", dir, "-c", filepath.Join(dir, "nginx.conf"), "-e", "stderr")
	var said strings.Builder
	cmd.Stderr = &said
	cmd.Cancel = func() error { return cmd.Process.Signal(os.Interrupt) }
	cmd.WaitDelay = 5 * time.Second
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = cmd.Process.Signal(os.Interrupt); _ = cmd.Wait() })
	tr := &http.Transport{
		DialContext: func(ctx context.Context, _, _ string) (net.Conn, error) {
			var d net.Dialer
			return d.DialContext(ctx, "tcp", addr)
		},
		TLSClientConfig: &tls.Config{RootCAs: pool},
	}
	t.Cleanup(tr.CloseIdleConnections)
	n.client = &http.Client{Transport: tr}
	for range 100 {
		if c, err := net.Dial("tcp", addr); err == nil {
			c.Close()
			return n
		}
		time.Sleep(50 * time.Millisecond)
	}
	_ = cmd.Process.Kill()
	_ = cmd.Wait()
	t.Fatalf("nginx does not listen: %s", &said)
	return nil
}

// freeAddr is an address that nothing listens on.
func freeAddr(t *testing.T) string {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	return l.Addr().String()
}

// certify makes the certificate that nginx shows.
func certify(t *testing.T, dir string) *x509.CertPool {
	t.Helper()
	key, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		t.Fatal(err)
	}
	template := &x509.Certificate{SerialNumber: big.NewInt(time.Now().UnixNano()), Subject: pkix.Name{CommonName: "tools.example"}, DNSNames: []string{"tools.example"},
		NotBefore: time.Now().Add(-time.Hour), NotAfter: time.Now().Add(time.Hour), IsCA: true, BasicConstraintsValid: true}
	der, err := x509.CreateCertificate(rand.Reader, template, template, &key.PublicKey, key)
	if err != nil {
		t.Fatal(err)
	}
	secret, err := x509.MarshalPKCS8PrivateKey(key)
	if err != nil {
		t.Fatal(err)
	}
	for name, block := range map[string]*pem.Block{"tools.example.pem": {Type: "CERTIFICATE", Bytes: der}, "tools.example.key": {Type: "PRIVATE KEY", Bytes: secret}} {
		if err := os.WriteFile(filepath.Join(dir, name), pem.EncodeToMemory(block), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	pool := x509.NewCertPool()
	cert, _ := x509.ParseCertificate(der)
	pool.AddCert(cert)
	return pool
}

func login(who string) string {
	return "Basic " + base64.StdEncoding.EncodeToString([]byte(who+":of "+who))
}

// ask sends a request; headers come in pairs.
func (n *nginx) ask(t *testing.T, method, path, body string, header ...string) (int, string) {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), 10*time.Second)
	defer cancel()
	req, err := http.NewRequestWithContext(ctx, method, site+path, strings.NewReader(body))
	if err != nil {
		t.Fatal(err)
	}
	if body != "" {
		req.Header.Set("Content-Type", "application/json")
	}
	for i := 0; i < len(header); i += 2 {
		req.Header.Add(header[i], header[i+1])
	}
	resp, err := n.client.Do(req)
	if err != nil {
		t.Fatal(err)
	}
	defer resp.Body.Close()
	text, err := io.ReadAll(resp.Body)
	if err != nil {
		t.Fatal(err)
	}
	return resp.StatusCode, string(text)
}

func TestTwoPeopleBehindNginxAtASubPathSeeTheirOwn(t *testing.T) {
	n := behindNginx(t, nil)
	if n == nil {
		return
	}
	for path, want := range map[string]string{"": "<html", "s/some": "<html", "app.css": "--", "livez": `"ok"`} {
		if status, body := n.ask(t, "GET", path, ""); status != 200 || !strings.Contains(body, want) {
			t.Errorf("%s: got %d %.200s", path, status, body)
		}
	}
	made := map[string]live.NewSession{}
	for _, who := range []string{"anna", "bert"} {
		status, body := n.ask(t, "POST", "v1/sessions", `{"session":"of-`+who+`"}`, "Authorization", login(who))
		var got live.NewSession
		if err := json.Unmarshal([]byte(body), &got); err != nil || status != 201 {
			t.Fatalf("%s: got %d %s", who, status, body)
		}
		made[who] = got
	}
	tests := []struct {
		name, path string
		header     []string
		status     int
		has, lacks string
	}{
		{"anna's list", "v1/sessions", []string{"Authorization", login("anna")}, 200, "of-anna", "of-bert"},
		{"anna who claims to be bert", "v1/sessions", []string{"Authorization", login("anna"), "X-Auth-User", "bert"}, 200, "of-anna", "of-bert"},
		{"anna at bert's", "v1/sessions/of-bert/events", []string{"Authorization", login("anna")}, 403, "", ""},
		{"nobody", "v1/sessions", nil, 401, "", ""},
		{"nobody who claims to be bert", "v1/sessions", []string{"X-Auth-User", "bert"}, 401, "", ""},
		{"a claim outside the data", "s/of-bert/static", []string{"X-Auth-User", "bert"}, 401, "", ""},
		{"a login that nobody checked", "s/of-bert/static", []string{"Authorization", login("bert")}, 401, "", ""},
		{"a wrong password", "v1/sessions", []string{"Authorization", "Basic " + base64.StdEncoding.EncodeToString([]byte("bert:x"))}, 401, "", ""},
		{"a token that is none", "v1/sessions", []string{"Authorization", "Bearer x"}, 401, "", ""},
		{"a token and a login that nobody checked", "v1/sessions", []string{"Authorization", "Bearer x", "Authorization", "Basic " + base64.StdEncoding.EncodeToString([]byte("bert:x"))}, 400, "", ""},
		{"bert's link", "v1/sessions", []string{"Authorization", "Bearer " + made["bert"].ReadToken}, 200, "of-bert", "of-anna"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			status, body := n.ask(t, "GET", tt.path, "", tt.header...)
			if status != tt.status || !strings.Contains(body, tt.has) || tt.lacks != "" && strings.Contains(body, tt.lacks) {
				t.Errorf("got %d %s, want %d", status, body, tt.status)
			}
		})
	}
}

func TestLiveEventsComeThroughNginx(t *testing.T) {
	for _, way := range []string{"socket", "event stream"} {
		t.Run(way, func(t *testing.T) {
			n := behindNginx(t, func(lines string) string {
				if way == "socket" {
					return lines
				}
				return strings.ReplaceAll(lines, "proxy_set_header Upgrade $http_upgrade;", `proxy_set_header Upgrade "";`)
			})
			if n == nil {
				return
			}
			if status, body := n.ask(t, "POST", "v1/sessions", `{"session":"s1"}`, "Authorization", login("anna")); status != 201 {
				t.Fatalf("got %d %s", status, body)
			}
			next, err := n.follow(t, way)
			if err != nil {
				t.Fatal(err)
			}
			for i := range 3 {
				if status, body := n.ask(t, "POST", "v1/sessions/s1/events", fmt.Sprintf(`{"id":"e%d","type":"message","event":{}}`, i), "Authorization", login("anna")); status != 201 {
					t.Fatalf("got %d %s", status, body)
				}
				begun := time.Now()
				for want := fmt.Sprintf(`"id":"e%d"`, i); ; {
					text, err := next()
					if err != nil {
						t.Fatalf("waiting for %s: %v", want, err)
					}
					if strings.Contains(text, want) {
						break
					}
				}
				if d := time.Since(begun); d > time.Minute {
					t.Errorf("event %d took %s", i, d)
				}
			}
		})
	}
}

// follow opens the stream as the page does: the socket first, and where that is refused the event stream.
func (n *nginx) follow(t *testing.T, way string) (next func() (string, error), err error) {
	ctx, cancel := context.WithTimeout(t.Context(), 15*time.Second)
	t.Cleanup(cancel)
	conn, resp, err := websocket.Dial(ctx, site+"v1/sessions/s1/ws", &websocket.DialOptions{HTTPClient: n.client,
		Subprotocols: []string{live.Subprotocol}, HTTPHeader: http.Header{"Authorization": {login("anna")}, "Origin": {"https://tools.example"}}})
	if way == "socket" {
		if err != nil {
			return nil, err
		}
		t.Cleanup(func() { conn.CloseNow() })
		return func() (string, error) { _, msg, err := conn.Read(ctx); return string(msg), err }, conn.Write(ctx, websocket.MessageText, []byte(`{"t":"hello","token":"","after":null}`))
	}
	if err == nil || resp == nil || resp.StatusCode != http.StatusUpgradeRequired {
		return nil, errors.New("the upgrade was not refused")
	}
	req, err := http.NewRequestWithContext(ctx, "GET", site+"v1/sessions/s1/events", nil)
	if err != nil {
		return nil, err
	}
	req.Header.Set("Accept", "text/event-stream")
	req.Header.Set("Authorization", login("anna"))
	resp, err = n.client.Do(req)
	if err != nil {
		return nil, err
	}
	t.Cleanup(func() { resp.Body.Close() })
	lines := bufio.NewReader(resp.Body)
	return func() (string, error) { return lines.ReadString('\n') }, nil
}

func TestTheClientFollowsThroughAnNginxThatRefusesUpgrades(t *testing.T) {
	refuse := func(lines string) string {
		return strings.Replace(lines, "location /vitrine/ {", "location ~ /ws$ { return 403; }\n    location /vitrine/ {", 1)
	}
	n := behindNginx(t, refuse)
	if n == nil {
		return
	}
	status, body := n.ask(t, "POST", "v1/sessions", `{"session":"s1"}`, "Authorization", login("anna"))
	var made live.NewSession
	if err := json.Unmarshal([]byte(body), &made); err != nil || status != 201 {
		t.Fatalf("got %d %s", status, body)
	}
	if status, _ := n.ask(t, "GET", "v1/sessions/s1/ws", "", "Authorization", "Bearer "+made.ReadToken, "Connection", "Upgrade", "Upgrade", "websocket"); status != 403 {
		t.Fatalf("the upgrade was not refused: %d", status)
	}
	reader := &live.Client{URL: site, Token: made.ReadToken, HTTP: n.client}
	writer := &live.Client{URL: site, Token: made.WriteToken, HTTP: n.client}
	ctx, cancel := context.WithTimeout(t.Context(), 20*time.Second)
	defer cancel()
	var got []string
	enough := errors.New("enough")
	err := reader.Follow(ctx, "s1", live.Follow{Event: func(e live.Event) error {
		if got = append(got, e.ID); len(got) == 6 {
			return enough
		}
		_, err := writer.Push(ctx, "s1", fmt.Appendf(nil, `{"id":"e%d","type":"message","event":{}}`, len(got)))
		return err
	}})
	if !errors.Is(err, enough) || strings.Join(got, " ") != "open e1 e2 e3 e4 e5" {
		t.Errorf("got %v, %v", got, err)
	}
}
