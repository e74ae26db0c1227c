package cli_test

import (
	"bufio"
	"bytes"
	"context"
	"fmt"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"runtime"
	"strings"
	"testing"
	"time"

	"github.com/vitrine-go/vitrine/live"
)

var address = regexp.MustCompile(`(?m)(https?://[^\s#]+?/)(?:s/([a-z0-9_-]+))?(?:#t=(\S+))?$`)

// server is a vitrine serve in a process of its own.
type server struct {
	cmd        *exec.Cmd
	url, token string
	addr       string
	out        *bytes.Buffer
}

func command(ctx context.Context, args ...string) *exec.Cmd {
	cmd := exec.CommandContext(ctx, os.Args[0], args...)
	cmd.Env = append(os.Environ(), "VITRINE_TEST_COMMAND=1")
	return cmd
}

func serve(t *testing.T, dir, addr string) *server {
	t.Helper()
	return serveWith(t, dir, nil, "--addr", addr)
}

// serveWith has more settings. The operators' address is how the one that was listened on is known.
func serveWith(t *testing.T, dir string, env []string, args ...string) *server {
	t.Helper()
	s := &server{cmd: command(t.Context(), append([]string{"serve", "--data", dir}, args...)...), out: &bytes.Buffer{}}
	s.cmd.Stderr = s.out
	s.cmd.Env = append(s.cmd.Env, env...)
	stdout, err := s.cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := s.cmd.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = s.cmd.Process.Kill(); _ = s.cmd.Wait() })
	lines := bufio.NewScanner(stdout)
	for lines.Scan() {
		if m := address.FindStringSubmatch(lines.Text()); m != nil {
			s.url, s.token, s.addr = m[1], m[3], args[1]
			go func() {
				for lines.Scan() {
				}
			}()
			return s
		}
	}
	_ = s.cmd.Wait()
	t.Fatalf("the server printed no address: %s", s.out)
	return nil
}

func (s *server) push(t *testing.T, dir string, args ...string) string {
	t.Helper()
	cmd := command(t.Context(), append([]string{"push", "--url", s.url, "--data", dir}, args...)...)
	out, err := cmd.CombinedOutput()
	if err != nil {
		t.Fatalf("push: %v: %s", err, out)
	}
	return string(out)
}

func (s *server) ids(t *testing.T, session string) []string {
	t.Helper()
	var ids []string
	c := &live.Client{URL: s.url, Token: s.token}
	if err := c.Events(t.Context(), session, "", func(e live.Event) error { ids = append(ids, e.ID); return nil }); err != nil {
		t.Fatal(err)
	}
	return ids
}

func TestServePushKillRestartLosesAndDoublesNothing(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "data")
	s := serve(t, dir, "127.0.0.1:0")
	addr := strings.TrimSuffix(strings.TrimPrefix(s.url, "http://"), "/")
	var files []string
	for i := range 6 {
		f := filepath.Join(t.TempDir(), fmt.Sprint(i, ".json"))
		text := fmt.Sprintf(`{"content":[{"type":"text","text":"result %d"}]}`, i)
		if err := os.WriteFile(f, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		files = append(files, f)
	}
	for i, f := range files {
		out := s.push(t, dir, "--session", "kept", f)
		if !strings.Contains(out, "1 event of mcp, 1 of them new") {
			t.Errorf("push says %s", out)
		}
		if i == 2 {
			_ = s.cmd.Process.Kill()
			_ = s.cmd.Wait()
			s = serve(t, dir, addr)
			if out := s.push(t, dir, "--session", "kept", f); !strings.Contains(out, "0 of them new") {
				t.Errorf("a repetition says %s", out)
			}
		}
	}
	ids := s.ids(t, "kept")
	seen := map[string]bool{}
	for _, id := range ids {
		if seen[id] {
			t.Errorf("%s is there twice", id)
		}
		seen[id] = true
	}
	if len(ids) != 7 || ids[0] != "open" {
		t.Errorf("stored %v, want open and 6 results", ids)
	}
}

func TestOnlyThoseWithTheTokenGetIn(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "data")
	s := serve(t, dir, "127.0.0.1:0")
	s.push(t, dir, "--session", "mine", writeFile(t, mcpResult))
	if runtime.GOOS != "windows" {
		for path, want := range map[string]os.FileMode{dir: 0o700, filepath.Join(dir, "admin.token"): 0o600} {
			if info, err := os.Stat(path); err != nil || info.Mode().Perm() != want {
				t.Errorf("%s: %v %v, want %o", filepath.Base(path), info.Mode(), err, want)
			}
		}
	}
	client := &http.Client{Timeout: 5 * time.Second}
	for _, path := range []string{"v1/sessions", "v1/sessions/mine/events", "v1/sessions/mine/blobs/" + strings.Repeat("0", 64), "v1/sessions/mine/ws", "s/mine/static"} {
		for _, token := range []string{"", "wrong"} {
			req, err := http.NewRequestWithContext(t.Context(), "GET", s.url+path, nil)
			if err != nil {
				t.Fatal(err)
			}
			if token != "" {
				req.Header.Set("Authorization", "Bearer "+token)
			}
			resp, err := client.Do(req)
			if err != nil {
				t.Fatal(err)
			}
			resp.Body.Close()
			// A browser sends its token in the first frame, so a WebSocket's handshake alone is a wrong request here.
			if want := http.StatusUnauthorized; resp.StatusCode != want && !(strings.HasSuffix(path, "/ws") && resp.StatusCode == http.StatusUpgradeRequired) {
				t.Errorf("GET %s with token %q: %d, want %d", path, token, resp.StatusCode, want)
			}
		}
	}
}

func TestPlainPageShowsTheWholeSession(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "data")
	s := serve(t, dir, "127.0.0.1:0")
	s.push(t, dir, "--session", "page", writeFile(t, `{"value":"<i>seen</i>","request":{"id":"1","name":"look"}}`))
	req, err := http.NewRequestWithContext(t.Context(), "GET", s.url+"s/page/static", nil)
	if err != nil {
		t.Fatal(err)
	}
	req.Header.Set("Authorization", "Bearer "+s.token)
	req.Header.Set("Accept-Language", "fr, de;q=0.8")
	resp, err := http.DefaultClient.Do(req)
	if err != nil {
		t.Fatal(err)
	}
	defer resp.Body.Close()
	var body bytes.Buffer
	if _, err := body.ReadFrom(resp.Body); err != nil {
		t.Fatal(err)
	}
	if resp.StatusCode != 200 || !strings.Contains(body.String(), "&lt;i&gt;seen&lt;/i&gt;") || strings.Contains(body.String(), "<script") || !strings.Contains(body.String(), ` lang="de">`) {
		t.Errorf("%d: %.600s", resp.StatusCode, body.String())
	}
}

func writeFile(t *testing.T, text string) string {
	t.Helper()
	f := filepath.Join(t.TempDir(), "in.json")
	if err := os.WriteFile(f, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	return f
}
