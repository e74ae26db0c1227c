package repocheck_test

import (
	"bufio"
	"context"
	"io"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"
)

// hostCopy is the Go host in a copy of the tree's shape, so that nothing a command does there reaches the checkout.
func hostCopy(t *testing.T) string {
	t.Helper()
	root, err := filepath.Abs("../..")
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	if err := os.CopyFS(dir, os.DirFS(filepath.Join(root, "examples", "go-host"))); err != nil {
		t.Fatal(err)
	}
	mod, err := os.ReadFile(filepath.Join(dir, "go.mod"))
	if err != nil {
		t.Fatal(err)
	}
	mod = []byte(strings.Replace(string(mod), "=> ../..", "=> "+root, 1))
	if err := os.WriteFile(filepath.Join(dir, "go.mod"), mod, 0o600); err != nil {
		t.Fatal(err)
	}
	return dir
}

// goIn runs the go command in a folder, off line.
func goIn(t *testing.T, dir string, args ...string) string {
	t.Helper()
	cmd := exec.Command("go", args...)
	cmd.Dir = dir
	cmd.Env = append(os.Environ(), "GOFLAGS=-mod=mod", "GOPROXY=off", "GOWORK=off")
	out, err := cmd.CombinedOutput()
	if err != nil {
		t.Fatalf("go %s: %v (scripts/test-setup.sh fills the module cache): %s", strings.Join(args, " "), err, out)
	}
	return string(out)
}

func TestAGoHostNeedsNoServer(t *testing.T) {
	dir := hostCopy(t)
	if diff := goIn(t, dir, "mod", "tidy", "-diff"); diff != "" {
		t.Errorf("go mod tidy in examples/go-host would change:\n%s", diff)
	}
	sums, err := os.ReadFile(filepath.Join(dir, "go.sum"))
	if err != nil {
		t.Fatal(err)
	}
	for where, list := range map[string]string{"go.sum": string(sums), "what is linked": goIn(t, dir, "list", "-deps", ".")} {
		for _, not := range []string{"nats-server", "nats.go", "client_golang", "go-app", "alecthomas/kong", "coder/websocket"} {
			if strings.Contains(list, not) {
				t.Errorf("%s names %s", where, not)
			}
		}
		if !strings.Contains(list, "goldmark") {
			t.Errorf("%s does not name goldmark, so the test says nothing", where)
		}
	}
}

// TestTheReadmeOfTheGoHostRuns runs its command, on a free port, and looks at the page.
func TestTheReadmeOfTheGoHostRuns(t *testing.T) {
	dir := hostCopy(t)
	readme, err := os.ReadFile(filepath.Join(dir, "README.md"))
	if err != nil {
		t.Fatal(err)
	}
	m := regexp.MustCompile(`(?m)^    cd examples/go-host\n    go run \. (-addr )127\.0\.0\.1:8080$`).FindSubmatch(readme)
	if m == nil {
		t.Fatal("the README does not say how to run it")
	}
	bin := filepath.Join(dir, "go-host")
	goIn(t, dir, "build", "-o", bin, ".")
	ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
	defer cancel()
	cmd := exec.CommandContext(ctx, bin, strings.TrimSpace(string(m[1])), "127.0.0.1:0")
	out, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	defer func() {
		cancel()
		_ = cmd.Wait() // it ends by the signal
	}()
	url, err := bufio.NewReader(out).ReadString('\n')
	if err != nil {
		t.Fatal(err)
	}
	url = strings.TrimSpace(url)

	page, header := get(t, ctx, url)
	for _, want := range []string{"3 of 214 tests failed", "parse &lt;b&gt;bold&lt;/b&gt;", "parse &amp;amp;", "Duluth", "A map of 2 stations", "version 7", "&lt;script&gt;", "Table result"} {
		if !strings.Contains(page, want) {
			t.Errorf("the page lacks %q", want)
		}
	}
	for _, not := range []string{`(?i)<script`, `(?i)<style`, `\sstyle=`, `\son\w+=`, `javascript:`, `<button`, `data-ak-action`, `\ssrc="[^d]`} {
		if found := regexp.MustCompile(not).FindString(page); found != "" {
			t.Errorf("the page has %q, which its policy forbids or nothing answers", found)
		}
	}
	if n := strings.Count(page, "<article "); n != 4 {
		t.Errorf("the page has %d results, want 4", n)
	}
	if policy := header.Get("Content-Security-Policy"); !strings.Contains(policy, "default-src 'none'") || strings.Contains(policy, "unsafe") {
		t.Errorf("the policy is %q", policy)
	}
	link := regexp.MustCompile(`<link rel="stylesheet" href="/([^"]+)">`).FindStringSubmatch(page)
	if link == nil {
		t.Fatal("the page has no stylesheet")
	}
	css, header := get(t, ctx, url+link[1])
	if !strings.Contains(css, ".ak-root") || !strings.HasPrefix(header.Get("Content-Type"), "text/css") {
		t.Errorf("the stylesheet is %q, %d bytes", header.Get("Content-Type"), len(css))
	}
}

func get(t *testing.T, ctx context.Context, url string) (string, http.Header) {
	t.Helper()
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, url, nil)
	if err != nil {
		t.Fatal(err)
	}
	resp, err := http.DefaultClient.Do(req)
	if err != nil {
		t.Fatal(err)
	}
	defer resp.Body.Close()
	body, err := io.ReadAll(resp.Body)
	if err != nil || resp.StatusCode != http.StatusOK {
		t.Fatalf("%s: %s, %v", url, resp.Status, err)
	}
	return string(body), resp.Header
}
