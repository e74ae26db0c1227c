package cli_test

import (
	"context"
	"io"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/vitrine-go/vitrine/internal/cli"
)

// Everyone on the machine can read the arguments of a process: the browser's must not hold the token. The browser here is a script
// in the place of xdg-open.
func TestBrowserIsStartedWithAnAddressThatWorksOnce(t *testing.T) {
	dir := t.TempDir()
	asked := filepath.Join(dir, "asked")
	script := "#!/bin/sh\nprintf %s \"$1\" > " + asked + ".part && mv " + asked + ".part " + asked + "\n"
	if err := os.WriteFile(filepath.Join(dir, "xdg-open"), []byte(script), 0o700); err != nil {
		t.Fatal(err)
	}
	t.Setenv("PATH", dir+":"+os.Getenv("PATH"))
	session := `{"type":"user","message":{"role":"user","content":"hi"},"uuid":"00000000-0000-4000-8000-000000000001","timestamp":"2026-03-14T09:14:00Z","sessionId":"00000000-0000-4000-8000-00000000000a"}` + "\n"
	file := filepath.Join(dir, "session.jsonl")
	if err := os.WriteFile(file, []byte(session), 0o600); err != nil {
		t.Fatal(err)
	}

	ctx, stop := context.WithCancel(t.Context())
	out, in := io.Pipe()
	ended := make(chan int, 1)
	go func() {
		ended <- cli.Run(ctx, []string{"open", file}, func(string) string { return "" }, cli.Stdio{In: strings.NewReader(""), Out: in, Err: io.Discard})
		in.Close()
	}()
	defer func() {
		stop()
		if code := <-ended; code != 0 {
			t.Errorf("exit %d, want 0", code)
		}
	}()
	buf := make([]byte, 1024)
	n, _ := io.ReadAtLeast(out, buf, 1)
	go func() { _, _ = io.Copy(io.Discard, out) }()
	printed := address.FindStringSubmatch(string(buf[:n]))
	if printed == nil || printed[2] == "" || !strings.HasPrefix(string(buf[:n]), "1 session, read in place: ") {
		t.Fatalf("got %q, want the address of the one session", buf[:n])
	}

	var ticket []byte
	for end := time.Now().Add(10 * time.Second); len(ticket) == 0 && time.Now().Before(end); time.Sleep(10 * time.Millisecond) {
		ticket, _ = os.ReadFile(asked)
	}
	if !strings.HasPrefix(string(ticket), printed[1]) || strings.Contains(string(ticket), printed[3]) {
		t.Fatalf("the browser was started with %q, want an address without the token", ticket)
	}
	client := &http.Client{Timeout: 5 * time.Second, CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }}
	for i, want := range []int{http.StatusSeeOther, http.StatusGone} {
		resp, err := client.Get(string(ticket))
		if err != nil {
			t.Fatal(err)
		}
		resp.Body.Close()
		if resp.StatusCode != want {
			t.Errorf("time %d: got %d, want %d", i+1, resp.StatusCode, want)
		}
		if to := resp.Header.Get("Location"); want == http.StatusSeeOther && to != printed[0] {
			t.Errorf("it leads to %q, want %q", to, printed[0])
		}
	}
}
