package cli_test

import (
	"encoding/json"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/vitrine-go/vitrine/internal/cli"
)

func grepFile(t *testing.T) string {
	t.Helper()
	file := filepath.Join(t.TempDir(), "a.jsonl")
	text := `{"type":"user","uuid":"u1","sessionId":"s","cwd":"/p\u202egnp","timestamp":"2026-03-14T09:14:00Z","message":{"role":"user","content":"where is the \u001b]0;pwned\u0007needle\u001b[2J\r\nnow"}}` + "\n" +
		`{"type":"assistant","uuid":"a1","sessionId":"s","message":{"role":"assistant","content":[{"type":"tool_use","id":"t 1","name":"Ba\u001b[31msh","input":{"command":"find needle"}}]}}` + "\n"
	if err := os.WriteFile(file, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	return file
}

func grepped(t *testing.T, args ...string) (code int, out, messages string) {
	t.Helper()
	var o, e strings.Builder
	code = cli.Run(t.Context(), append([]string{"grep"}, args...), func(string) string { return "" }, cli.Stdio{In: strings.NewReader(""), Out: &o, Err: &e})
	return code, o.String(), e.String()
}

func TestGrepWritesLinksAndNothingThatATerminalObeys(t *testing.T) {
	code, out, _ := grepped(t, "NEEDLE", grepFile(t))
	if code != 0 || strings.ContainsAny(out, "\x1b\x07\r\u202e") {
		t.Errorf("exit %d, got %q", code, out)
	}
	if !regexp.MustCompile(`(?m)^  user: where is the .*needle.*\n    s/[a-z2-7]{26}\n  Ba.*sh: find needle\n    s/[a-z2-7]{26}#call=t\+1\n`).MatchString(out) {
		t.Errorf("got %q", out)
	}
}

func TestGrepAsJSON(t *testing.T) {
	code, out, _ := grepped(t, "--json", "--url", "http://127.0.0.1:9", "find needle", grepFile(t))
	var line map[string]string
	if err := json.Unmarshal([]byte(out), &line); code != 0 || err != nil {
		t.Fatalf("exit %d, %v: %q", code, err, out)
	}
	if !strings.HasPrefix(line["link"], "http://127.0.0.1:9/s/"+line["session"]+"#call=") || line["type"] != "tool_request" || line["call"] != "t 1" || line["agent"] != "Claude Code" {
		t.Errorf("got %v", line)
	}
}

func TestGrepSaysWhenNothingIsFound(t *testing.T) {
	if code, out, messages := grepped(t, "nowhere", grepFile(t)); code != 0 || out != "" || !strings.Contains(messages, "1 session") {
		t.Errorf("exit %d, %q, %q", code, out, messages)
	}
	if code, _, _ := grepped(t, "  ", grepFile(t)); code != 2 {
		t.Errorf("no words: exit %d, want 2", code)
	}
	if code, _, messages := grepped(t, "x", "/nowhere/at/all"); code != 1 || !strings.Contains(messages, "/nowhere/at/all") {
		t.Errorf("no file: exit %d, %q", code, messages)
	}
}
