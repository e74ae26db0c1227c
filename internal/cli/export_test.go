package cli_test

import (
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
)

// invented is a password of nobody.
const invented = "Sommer-" + "2031x"

// lines are a transcript with a secret in its first call, and a sub-agent under its second.
var lines = strings.Join([]string{
	`{"id":"o","type":"open","event":{"title":"A run in /home/mechthild"}}`,
	`{"id":"m","type":"message","event":{"role":"user","markdown":"go"}}`,
	`{"id":"q1","type":"tool_request","event":{"id":"c1","name":"Bash","arguments":{"command":"x --password ` + invented + `"}}}`,
	`{"id":"r1","type":"tool_result","event":{"id":"c1","name":"Bash","value":"one","is_error":false}}`,
	`{"id":"q2","type":"tool_request","event":{"id":"c2","name":"Task","arguments":{}}}`,
	`{"id":"q3","type":"tool_request","parent":"c2","event":{"id":"c3","name":"Read","arguments":{}}}`,
	`{"id":"q5","type":"tool_request","parent":"c3","event":{"id":"c5","name":"Read","arguments":{}}}`,
	`{"id":"d5","type":"thinking","parent":"c5","event":{"text":"deep"}}`,
	`{"id":"r3","type":"tool_result","parent":"c2","event":{"id":"c3","name":"Read","value":"three","is_error":false}}`,
	`{"id":"r2","type":"tool_result","event":{"id":"c2","name":"Task","value":"two","is_error":false}}`,
	`{"id":"q4","type":"tool_request","event":{"id":"c4","name":"Bash","arguments":{}}}`,
	`{"id":"m2","type":"message","event":{"role":"user","markdown":"more"}}`,
	`{"id":"end","type":"end","event":{}}`,
}, "\n") + "\n"

func written(t *testing.T, text string) string {
	t.Helper()
	file := filepath.Join(t.TempDir(), "in.jsonl")
	if err := os.WriteFile(file, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	return file
}

func TestExportTakesOutSecretsAndSaysWhere(t *testing.T) {
	in := written(t, lines)
	for _, format := range []string{"html", "md", "jsonl"} {
		dir := t.TempDir()
		out, report := filepath.Join(dir, "out."+format), filepath.Join(dir, "report.json")
		said, errs, code := run(t, "", "export", "-o", out, "--report", report, in)
		got, err := os.ReadFile(out)
		if code != 0 || err != nil || said != "" {
			t.Fatalf("%s: exit %d, %v: %s", format, code, err, errs)
		}
		if s := string(got); strings.Contains(s, invented) || strings.Contains(s, "mechthild") || !strings.Contains(s, "removed: password") {
			t.Errorf("%s: %.600s", format, s)
		}
		if !strings.Contains(errs, "2 secrets and names removed") || !strings.Contains(errs, "Bash c1 arguments/command") {
			t.Errorf("%s: it says %s", format, errs)
		}
		var list struct {
			Total int
			Items []struct{ Rule, Call, In string }
		}
		data, _ := os.ReadFile(report)
		if err := json.Unmarshal(data, &list); err != nil || list.Total != 2 || len(list.Items) != 2 || strings.Contains(string(data), invented) {
			t.Errorf("%s: report %s (%v)", format, data, err)
		}
		if left, _ := os.ReadDir(dir); len(left) != 2 {
			t.Errorf("%s: %d files are left, want 2", format, len(left))
		}
	}
	whole, errs, code := run(t, "", "export", "-o", "-", "--format", "jsonl", "--no-redact", in)
	if code != 0 || !strings.Contains(whole, invented) || !strings.Contains(whole, "mechthild") || strings.Contains(errs, "removed") {
		t.Errorf("--no-redact: exit %d, %s: %s", code, errs, whole)
	}
	if _, _, code := run(t, "", "export", "-o", "-", "--format", "jsonl", "--no-red", in); code != 2 {
		t.Errorf("--no-red: exit %d, want 2", code)
	}
}

func TestExportSelects(t *testing.T) {
	in := written(t, lines)
	for _, c := range []struct {
		name, want string
		args       []string
	}{
		{"everything", "o m q1 r1 q2 q3 q5 d5 r3 r2 q4 m2 end", nil},
		{"from a call on", "o q2 q3 q5 d5 r3 r2 q4 m2 end", []string{"--from-call", "c2"}},
		{"up to a call's result", "o m q1 r1 q2 q3 q5 d5 r3 r2", []string{"--to-call", "c2"}},
		{"up to a call without one", "o m q1 r1 q2 q3 q5 d5 r3 r2 q4", []string{"--to-call", "c4"}},
		{"between two", "o q1 r1 q2 q3 q5 d5 r3 r2", []string{"--from-call", "c1", "--to-call", "c2"}},
		{"one with its sub-agent", "o q2 q3 q5 d5 r3 r2", []string{"--call", "c2"}},
		{"two", "o q1 r1 q3 q5 d5 r3", []string{"--call", "c1", "--call", "c3"}},
	} {
		out, errs, code := run(t, "", append([]string{"export", "-o", "-", "--format", "jsonl", in}, c.args...)...)
		var ids []string
		for line := range strings.Lines(out) {
			var e struct{ ID string }
			if err := json.Unmarshal([]byte(line), &e); err != nil {
				t.Fatal(err)
			}
			ids = append(ids, e.ID)
		}
		if got := strings.Join(ids, " "); got != c.want || code != 0 {
			t.Errorf("%s (exit %d, %s):\n got %s\nwant %s", c.name, code, errs, got, c.want)
		}
	}
}

func TestExportMistakes(t *testing.T) {
	in := written(t, lines)
	dir := t.TempDir()
	for _, c := range []struct {
		name string
		args []string
		code int
		want string
	}{
		{"a name without a format", []string{"-o", filepath.Join(dir, "out"), in}, 2, "names no format"},
		{"the file that is read", []string{"-o", in, in}, 2, "is what is read"},
		{"a call that is not there", []string{"-o", filepath.Join(dir, "a.md"), "--call", "c9", in}, 1, "there is no call c9"},
		{"a folder that is not there", []string{"-o", filepath.Join(dir, "no", "a.md"), in}, 1, "no such file"},
		{"a file that is not there", []string{"-o", filepath.Join(dir, "a.md"), filepath.Join(dir, "none")}, 1, "no such file"},
		{"no address of a session", []string{"-o", filepath.Join(dir, "a.md"), "http://127.0.0.1:1/x"}, 2, "no address of a session"},
		{"another machine without a token", []string{"-o", filepath.Join(dir, "a.md"), "https://tools.invalid/s/a"}, 2, "--token-file"},
	} {
		_, errs, code := run(t, "", append([]string{"export"}, c.args...)...)
		if code != c.code || !strings.Contains(errs, c.want) {
			t.Errorf("%s: exit %d, %s; want %d, …%s…", c.name, code, errs, c.code, c.want)
		}
	}
	if left, _ := os.ReadDir(dir); len(left) != 0 {
		t.Errorf("%v is left", left)
	}
}

func TestExportOfALiveSession(t *testing.T) {
	data := t.TempDir()
	s := serve(t, data, "127.0.0.1:0")
	big := fmt.Sprintf(`{"id":"big","type":"tool_result","event":{"id":"c9","name":"Bash","value":"%s the end %s","is_error":false}}`, strings.Repeat("word ", 200_000), "--password "+invented)
	s.push(t, data, "--session", "a", written(t, lines+big+"\n"))
	for _, c := range []struct{ name, address string }{
		{"with the token in it", s.url + "s/a#t=" + s.token}, {"with the local token", s.url + "s/a"}, {"of the interface", s.url + "v1/sessions/a"},
	} {
		out, errs, code := run(t, "", "export", "-o", "-", "--format", "jsonl", "--data", data, c.address)
		if code != 0 || !strings.Contains(out, "the end") || !strings.Contains(out, "three") || strings.Contains(out, invented) {
			t.Errorf("%s: exit %d, %s: %d bytes", c.name, code, errs, len(out))
		}
	}
	if _, errs, code := run(t, "", "export", "-o", "-", "--format", "jsonl", s.url+"s/a#t=wrong"); code != 1 || !strings.Contains(errs, "reading the session") {
		t.Errorf("a wrong token: exit %d, %s", code, errs)
	}
}

// elsewhere is another machine as far as commands can tell: a proxy that answers for it, and keeps what it was sent.
type elsewhere struct {
	*httptest.Server
	mu   sync.Mutex
	sent strings.Builder
}

func newElsewhere(t *testing.T) *elsewhere {
	e := &elsewhere{}
	e.Server = httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		body, _ := io.ReadAll(r.Body)
		e.mu.Lock()
		defer e.mu.Unlock()
		e.sent.Write(body)
		w.WriteHeader(http.StatusCreated)
		if strings.HasSuffix(r.URL.Path, "/events") {
			var acks []string
			for range strings.Count(string(body), "\n") {
				acks = append(acks, `{"id":"x","cursor":"1","duplicate":false}`)
			}
			fmt.Fprintf(w, `{"accepted":[%s]}`, strings.Join(acks, ","))
			return
		}
		_, _ = io.WriteString(w, `{"session":"a","write_token":"w","read_token":"r"}`)
	}))
	t.Cleanup(e.Close)
	return e
}

func (e *elsewhere) got() string {
	e.mu.Lock()
	defer e.mu.Unlock()
	return e.sent.String()
}

func TestWhatLeavesTheMachineHasNoSecrets(t *testing.T) {
	in := written(t, lines)
	for _, c := range []struct {
		name, url string
		more      []string
		gone      bool
	}{
		{"to another machine", "http://tools.invalid", nil, true},
		{"to another machine, as typed", "http://tools.invalid", []string{"--no-redact"}, false},
		{"on this machine", "", nil, false},
	} {
		e := newElsewhere(t)
		url := c.url
		if url == "" {
			url = e.URL
		}
		cmd := command(t.Context(), append([]string{"push", "--url", url, in}, c.more...)...)
		cmd.Env = append(cmd.Env, "HTTP_PROXY="+e.URL, "VITRINE_TOKEN=x")
		out, err := cmd.CombinedOutput()
		got := e.got()
		if err != nil || !strings.Contains(got, "three") {
			t.Fatalf("%s: %v: %s %s", c.name, err, out, got)
		}
		if gone := !strings.Contains(got, invented) && !strings.Contains(got, "mechthild"); gone != c.gone {
			t.Errorf("%s: gone %v, want %v: %s", c.name, gone, c.gone, got)
		}
		if told := strings.Contains(string(out), "2 secrets and names removed") || strings.Contains(string(out), "3 secrets and names removed"); told != c.gone {
			t.Errorf("%s: told %v: %s", c.name, told, out)
		}
	}
}

// TestAMirrorToAnotherMachineHasNoSecrets runs cat as an MCP server: it answers with what it was asked, which is all that tap needs.
func TestAMirrorToAnotherMachineHasNoSecrets(t *testing.T) {
	e := newElsewhere(t)
	cmd := command(t.Context(), "tap", "--url", "http://tools.invalid", "--", "cat")
	cmd.Env = append(cmd.Env, "HTTP_PROXY="+e.URL, "VITRINE_TOKEN=x")
	cmd.Stdin = strings.NewReader(`{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"sh","arguments":{"command":"x --password ` + invented + ` three"}}}` + "\n")
	out, err := cmd.CombinedOutput()
	if got := e.got(); err != nil || !strings.Contains(got, "three") || strings.Contains(got, invented) || !strings.Contains(string(out), "removed before sending: 1 password") {
		t.Errorf("%v: %s\nsent %s", err, out, got)
	}
}
