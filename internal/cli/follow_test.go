//go:build unix

package cli_test

import (
	"bufio"
	"bytes"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/vitrine-go/vitrine/live"
)

// watching is a vitrine watch in a process of its own.
type watching struct {
	cmd     *exec.Cmd
	session chan string
}

func watch(t *testing.T, s *server, data, dir string) *watching {
	t.Helper()
	w := &watching{cmd: command(t.Context(), "watch", "--url", s.url, "--data", data, dir), session: make(chan string, 16)}
	w.cmd.Stderr = os.Stderr
	out, err := w.cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := w.cmd.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = w.cmd.Process.Kill(); _ = w.cmd.Wait() })
	lines := bufio.NewScanner(out)
	if !lines.Scan() || !strings.Contains(lines.Text(), "Watching "+dir) {
		t.Fatalf("it says %q", lines.Text())
	}
	go func() {
		for lines.Scan() {
			if m := address.FindStringSubmatch(lines.Text()); m != nil {
				w.session <- m[2]
			}
		}
	}()
	time.Sleep(300 * time.Millisecond) // it has looked once
	return w
}

func TestAWatchThatIsKilledAndStartsAgainSendsEachEventOnce(t *testing.T) {
	data, dir := t.TempDir(), t.TempDir()
	s := serve(t, data, "127.0.0.1:0")
	w := watch(t, s, data, dir)
	f, err := os.Create(filepath.Join(dir, "a.jsonl"))
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	const lines = 3000
	var want []string
	wrote := make(chan struct{})
	go func() {
		defer close(wrote)
		for i := range lines {
			text := fmt.Sprintf(`{"type":"user","uuid":"u%d","sessionId":"s1","message":{"role":"user","content":"word %d"}}`+"\n", i, i)
			half := len(text) / 2
			_, _ = f.WriteString(text[:half])
			_, _ = f.WriteString(text[half:])
			if i%300 == 0 {
				time.Sleep(100 * time.Millisecond)
			}
		}
	}()
	for i := range lines {
		want = append(want, fmt.Sprintf("claudecode:u%d:message", i))
	}
	session := <-w.session
	for range 2 {
		_ = w.cmd.Process.Kill()
		_ = w.cmd.Wait()
		w = watch(t, s, data, dir)
		if again := <-w.session; again != session {
			t.Fatalf("session %s goes on as %s", session, again)
		}
		time.Sleep(150 * time.Millisecond)
	}
	<-wrote
	var got []string
	for end := time.Now().Add(10 * time.Second); time.Now().Before(end) && len(got) < lines+1; time.Sleep(100 * time.Millisecond) {
		got = s.ids(t, session)
	}
	if len(got) == 0 || !slices.Equal(got[1:], want) {
		t.Errorf("the server has %d events, want %d in order", len(got)-1, len(want))
	}
	if err := w.cmd.Process.Signal(os.Interrupt); err != nil {
		t.Fatal(err)
	}
	if err := w.cmd.Wait(); err != nil {
		t.Errorf("an interrupt ends it with %v", err)
	}
}

// TestWhatAnAgentShowsThroughTheTap runs vitrine mcp behind vitrine tap, with the SDK's client in front.
func TestWhatAnAgentShowsThroughTheTap(t *testing.T) {
	data := t.TempDir()
	s := serve(t, data, "127.0.0.1:0")
	server := []string{os.Args[0], "mcp", "--url", s.url, "--data", data, "--session", "shown"}
	cmd := command(t.Context(), append([]string{"tap", "--url", s.url, "--data", data, "--session", "tapped", "--"}, server...)...)
	var errs bytes.Buffer
	cmd.Stderr = &errs
	c, err := mcp.NewClient(&mcp.Implementation{Name: "test"}, nil).Connect(t.Context(), &mcp.CommandTransport{Command: cmd}, nil)
	if err != nil {
		t.Fatal(err)
	}
	r, err := c.CallTool(t.Context(), &mcp.CallToolParams{Name: "show", Arguments: map[string]any{
		"value": "2 rows", "kind": "table", "payload": map[string]any{"columns": []string{"port"}, "rows": [][]string{{"Duluth"}, {"Fargo"}}},
	}})
	if err != nil || r.IsError {
		t.Fatalf("%v: %+v", err, r)
	}
	if err := c.Close(); err != nil {
		t.Errorf("closing: %v: %s", err, errs.String())
	}
	for session, want := range map[string]int{"shown": 3, "tapped": 4} { // with the first event of the session, and an end
		if got := s.ids(t, session); len(got) != want {
			t.Errorf("%s has %v, want %d events", session, got, want)
		}
	}
	if n := strings.Count(errs.String(), "the calls are at "+s.url+"s/"); n != 2 || strings.Contains(errs.String(), s.token) {
		t.Errorf("it says %s", errs.String())
	}
}

func TestATapPassesOnHowItsServerEnds(t *testing.T) {
	data := t.TempDir()
	if err := os.WriteFile(filepath.Join(data, "admin.token"), []byte(live.NewAdminToken()), 0o600); err != nil {
		t.Fatal(err)
	}
	tap := func(args ...string) (*exec.Cmd, *bytes.Buffer) {
		cmd := command(t.Context(), append([]string{"tap", "--url", "http://127.0.0.1:1", "--data", data, "--"}, args...)...)
		var errs bytes.Buffer
		cmd.Stderr = &errs
		return cmd, &errs
	}
	cmd, errs := tap("sh", "-c", `printf 'last words \033[1m' >&2; exit 7`)
	if _ = cmd.Run(); cmd.ProcessState.ExitCode() != 7 || errs.String() != "last words \x1b[1m" {
		t.Errorf("exit %d: %q", cmd.ProcessState.ExitCode(), errs)
	}
	cmd, errs = tap("/no/such/server")
	if _ = cmd.Run(); cmd.ProcessState.ExitCode() != 127 || !strings.Contains(errs.String(), "vitrine: tap: starting /no/such/server: ") {
		t.Errorf("exit %d: %q", cmd.ProcessState.ExitCode(), errs)
	}
	for _, sig := range []os.Signal{os.Interrupt, syscall.SIGTERM} {
		cmd, errs := tap("sh", "-c", `trap 'exit 5' INT TERM; echo ready; while :; do sleep 0.1; done`)
		in, err := cmd.StdinPipe()
		if err != nil {
			t.Fatal(err)
		}
		out, err := cmd.StdoutPipe()
		if err != nil {
			t.Fatal(err)
		}
		if err := cmd.Start(); err != nil {
			t.Fatal(err)
		}
		if _, err := io.ReadFull(out, make([]byte, 6)); err != nil {
			t.Fatal(err)
		}
		if err := cmd.Process.Signal(sig); err != nil {
			t.Fatal(err)
		}
		if _ = cmd.Wait(); cmd.ProcessState.ExitCode() != 5 {
			t.Errorf("%s: exit %d: %q", sig, cmd.ProcessState.ExitCode(), errs)
		}
		_ = in.Close()
	}
}
