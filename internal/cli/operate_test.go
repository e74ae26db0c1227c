package cli_test

import (
	"context"
	"crypto/tls"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/vitrine-go/vitrine/live"
)

// vitrine runs one command and returns what it wrote.
func vitrine(t *testing.T, env []string, args ...string) (out, errs string, code int) {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), 20*time.Second)
	defer cancel()
	cmd := command(ctx, args...)
	cmd.Env = append(cmd.Env, env...)
	var o, e strings.Builder
	cmd.Stdout, cmd.Stderr = &o, &e
	err := cmd.Run()
	if _, ok := errors.AsType[*exec.ExitError](err); err != nil && !ok {
		t.Fatal(err)
	}
	return o.String(), e.String(), cmd.ProcessState.ExitCode()
}

func status(t *testing.T, url, token string) int {
	t.Helper()
	req, err := http.NewRequestWithContext(t.Context(), "GET", url, nil)
	if err != nil {
		t.Fatal(err)
	}
	req.Header.Set("Authorization", "Bearer "+token)
	resp, err := http.DefaultClient.Do(req)
	if err != nil {
		t.Fatal(err)
	}
	resp.Body.Close()
	return resp.StatusCode
}

func TestTokensAreMadeSharedRevokedAndRenewedByCommand(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "data")
	s := serve(t, dir, "127.0.0.1:0")
	s.push(t, dir, "--session", "mine", writeFile(t, mcpResult))
	ask := func(args ...string) string {
		t.Helper()
		out, errs, code := vitrine(t, nil, append(append([]string{"token"}, args...), "--url", s.url, "--data", dir)...)
		if code != 0 {
			t.Fatalf("token %v: %d %s", args, code, errs)
		}
		return strings.TrimSpace(out)
	}
	events := s.url + "v1/sessions/mine/events"
	link := ask("--session", "mine", "--read")
	page, token, ok := strings.Cut(link, "#t=")
	if !ok || page != s.url+"s/mine" {
		t.Fatalf("got %s", link)
	}
	writer := ask("--session", "mine", "--write", "--life", "1h")
	if a, b := status(t, events, token), status(t, events, writer); a != 200 || b != 200 {
		t.Errorf("got %d %d", a, b)
	}
	ask("revoke", link)
	if a, b := status(t, events, token), status(t, events, writer); a != 401 || b != 200 {
		t.Errorf("after one was revoked: got %d %d", a, b)
	}
	if got := ask("rotate"); !strings.Contains(got, "1 former key") {
		t.Errorf("got %s", got)
	}
	if got := status(t, events, writer); got != 200 {
		t.Errorf("after keys were changed: got %d", got)
	}
	ask("revoke", "--session", "mine")
	if got := status(t, events, writer); got != 401 {
		t.Errorf("after all were revoked: got %d", got)
	}
	fresh := ask("--session", "mine")
	if got := ask("rotate", "--drop"); !strings.Contains(got, "0 former keys") {
		t.Errorf("got %s", got)
	}
	if got := status(t, events, fresh); got != 401 {
		t.Errorf("after keys were dropped: got %d", got)
	}
	for _, wrong := range [][]string{{"--session", "mine", "--life", "0s"}, {"--session", "mine", "--read", "--write"}, {"revoke"}, {"revoke", "nonsense"}, {}} {
		if _, _, code := vitrine(t, nil, append(append([]string{"token"}, wrong...), "--data", dir)...); code != 2 {
			t.Errorf("token %v: got %d, want 2", wrong, code)
		}
	}
}

func TestCheckConfigFindsWhatServeWouldMeet(t *testing.T) {
	dir := t.TempDir()
	file := func(name, text string, mode os.FileMode) string {
		path := filepath.Join(dir, name)
		if err := os.WriteFile(path, []byte(text), mode); err != nil {
			t.Fatal(err)
		}
		return path
	}
	open := file("open.token", "a-token-that-others-can-read", 0o644)
	tests := []struct {
		name string
		args []string
		env  string
		code int
		says string
	}{
		{"good settings", []string{"--public-url", "https://tools.example/v", "--quota", "2GiB"}, "", 0, "/v/"},
		{"a variable that nothing reads", nil, "VITRINE_PUBLICURL=https://x.example", 0, "VITRINE_PUBLICURL"},
		{"people", []string{"--auth-header", "X-Auth-User", "--auth-proxy", "10.0.0.5"}, "", 0, "X-Auth-User from 10.0.0.5/32"},
		{"people without a proxy", []string{"--auth-header", "X-Auth-User"}, "", 2, "--auth-proxy"},
		{"people from everywhere", []string{"--auth-header", "X-Auth-User", "--auth-proxy", "0.0.0.0/0"}, "", 2, "everyone"},
		{"people by a header that is anyone's", []string{"--auth-header", "Cookie", "--auth-proxy", "10.0.0.5"}, "", 2, "Cookie"},
		{"a proxy that is no address", []string{"--auth-proxy", "nginx"}, "", 2, "nginx"},
		{"a size that is none", []string{"--quota", "much"}, "", 2, "much"},
		{"a certificate without a key", []string{"--tls-cert", "x"}, "", 2, "--tls-key"},
		{"a certificate that is not there", []string{"--tls-cert", "x", "--tls-key", "y"}, "", 1, "x"},
		{"an address that is none", []string{"--addr", "here"}, "", 2, "--addr"},
		{"no tokens on an open address", []string{"--no-auth", "--addr", "0.0.0.0:1"}, "", 2, "--no-auth"},
		{"no tokens, but people", []string{"--no-auth", "--auth-header", "X-U", "--auth-proxy", "10.0.0.5"}, "", 2, "--no-auth"},
		{"a public address that is none", []string{"--public-url", "tools.example"}, "", 2, "--public-url"},
	}
	if runtime.GOOS != "windows" {
		tests = append(tests, struct {
			name string
			args []string
			env  string
			code int
			says string
		}{"a token that others can read", []string{"--token-file", open}, "", 1, "0644"})
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			data := filepath.Join(dir, "data")
			out, errs, code := vitrine(t, []string{tt.env}, append([]string{"check-config", "--data", data}, tt.args...)...)
			if code != tt.code || !strings.Contains(out+errs, tt.says) {
				t.Errorf("got %d %s%s, want %d and %s", code, out, errs, tt.code, tt.says)
			}
			if _, err := os.Stat(data); err == nil {
				t.Error("it made the data folder")
			}
		})
	}
}

func TestHelpNamesVariableAndLimits(t *testing.T) {
	out, _, _ := vitrine(t, nil, "serve", "--help")
	for _, want := range []string{"VITRINE_PUBLIC_URL", "VITRINE_AUTH_HEADER", "507", "429", "413"} {
		if !strings.Contains(out, want) {
			t.Errorf("serve --help lacks %s", want)
		}
	}
}

func TestTLSByFileAndItsRenewal(t *testing.T) {
	dir := t.TempDir()
	pool := certify(t, dir)
	cert, key := filepath.Join(dir, "tools.example.pem"), filepath.Join(dir, "tools.example.key")
	s := serveWith(t, filepath.Join(dir, "data"), nil, "--addr", freeAddr(t), "--tls-cert", cert, "--tls-key", key)
	if !strings.HasPrefix(s.url, "https://") {
		t.Errorf("it prints %s", s.url)
	}
	serial := func() string {
		t.Helper()
		conn, err := tls.Dial("tcp", s.addr, &tls.Config{RootCAs: pool, ServerName: "tools.example"})
		if err != nil {
			t.Fatal(err)
		}
		defer conn.Close()
		return conn.ConnectionState().PeerCertificates[0].SerialNumber.String()
	}
	tr := &http.Transport{TLSClientConfig: &tls.Config{RootCAs: pool, ServerName: "tools.example"}}
	defer tr.CloseIdleConnections()
	resp, err := (&http.Client{Transport: tr}).Get("https://" + s.addr + "/livez")
	if err != nil || resp.StatusCode != 200 || resp.Header.Get("Strict-Transport-Security") == "" {
		t.Fatalf("got %v %v", resp, err)
	}
	resp.Body.Close()
	first := serial()
	time.Sleep(1100 * time.Millisecond)
	pool = certify(t, dir)
	if again := serial(); again == first {
		t.Error("the new certificate was not taken into use")
	}
	if runtime.GOOS != "windows" {
		if err := os.Chmod(key, 0o644); err != nil {
			t.Fatal(err)
		}
		if _, errs, code := vitrine(t, nil, "serve", "--addr", "127.0.0.1:0", "--data", filepath.Join(dir, "other"), "--tls-cert", cert, "--tls-key", key); code != 1 || !strings.Contains(errs, "0644") {
			t.Errorf("a key that everyone can read: got %d %s", code, errs)
		}
	}
}

func TestReadersSeeNothingOfARestart(t *testing.T) {
	dir, addr, admin := filepath.Join(t.TempDir(), "data"), freeAddr(t), freeAddr(t)
	args := []string{"--addr", addr, "--admin-addr", admin, "--drain", "1s"}
	s := serveWith(t, dir, nil, args...)
	c := &live.Client{URL: s.url, Token: s.token, Backoff: live.Backoff{Max: 200 * time.Millisecond}}
	if err := c.Ensure(t.Context(), "s1", "", nil); err != nil {
		t.Fatal(err)
	}
	const readers, events = 12, 60
	errDone := errors.New("done")
	ctx, cancel := context.WithTimeout(t.Context(), 15*time.Second)
	defer cancel()
	got, ended := make([][]string, readers), make(chan error, readers)
	for i := range readers {
		go func() {
			ended <- c.Follow(ctx, "s1", live.Follow{
				Event: func(e live.Event) error {
					if got[i] = append(got[i], e.ID); len(got[i]) == events+1 {
						return errDone
					}
					return nil
				},
				Reset: func(reason string) { t.Errorf("reset: %s", reason) },
			})
		}()
	}
	want := []string{"open"}
	for n := range events {
		id := fmt.Sprintf("e%02d", n)
		want = append(want, id)
		if n == 20 || n == 40 {
			resp, err := http.Get("http://" + admin + "/metrics")
			if err != nil {
				t.Fatal(err)
			}
			text, _ := io.ReadAll(resp.Body)
			resp.Body.Close()
			if !strings.Contains(string(text), "vitrine_streams ") {
				t.Error("no metrics for operators")
			}
			if err := s.cmd.Process.Signal(os.Interrupt); err != nil {
				t.Fatal(err)
			}
			if err := s.cmd.Wait(); err != nil {
				t.Fatalf("stopping: %v %s", err, s.out)
			}
			s = serveWith(t, dir, nil, args...)
		}
		if _, err := c.Push(ctx, "s1", []byte(`{"id":"`+id+`","type":"message","event":{}}`)); err != nil {
			t.Fatal(err)
		}
	}
	for range readers {
		if err := <-ended; !errors.Is(err, errDone) {
			t.Error(err)
		}
	}
	for i := range got {
		if !slices.Equal(got[i], want) {
			t.Errorf("reader %d: got %v", i, got[i])
		}
	}
}

func TestPushSaysThatItTriesAgain(t *testing.T) {
	fails := 3
	srv := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		switch {
		case r.URL.Path == "/v1/sessions":
			w.WriteHeader(http.StatusCreated)
			_ = json.NewEncoder(w).Encode(live.NewSession{Session: "s1"})
		case fails > 0:
			fails--
			w.WriteHeader(http.StatusServiceUnavailable)
		default:
			w.WriteHeader(http.StatusCreated)
			_, _ = io.WriteString(w, `{"accepted":[{"id":"a","cursor":"b","duplicate":false}]}`)
		}
	}))
	defer srv.Close()
	out, errs, code := vitrine(t, []string{"VITRINE_TOKEN=x"}, "push", "--url", srv.URL, writeFile(t, mcpResult))
	if code != 0 || strings.Count(errs, "trying again") != 1 || strings.Count(errs, "takes events again") != 1 {
		t.Errorf("got %d %s %s, want it said once that the server is away, and once that it is back", code, out, errs)
	}
}
