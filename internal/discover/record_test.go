package discover_test

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/vitrine-go/vitrine/artifactkit/protocol"
	"github.com/vitrine-go/vitrine/internal/discover"
)

// home makes files and returns what the list says of them, by title.
func home(t *testing.T, files map[string]string) map[string]protocol.Value {
	t.Helper()
	dir := t.TempDir()
	for name, text := range files {
		path := filepath.Join(dir, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	f, err := discover.New(discover.Roots(dir, func(string) string { return "" }))
	if err != nil {
		t.Fatal(err)
	}
	all, err := f.Sessions(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	got := map[string]protocol.Value{}
	for _, s := range all {
		v, why := protocol.Parse(s.Open)
		if why != nil {
			t.Fatal(why.Message)
		}
		title := v.At("event", "title").Str()
		if got[title].Exists() {
			t.Errorf("%q is listed twice", title)
		}
		got[title] = v.Get("event")
	}
	return got
}

const (
	claude = `{"type":"user","message":{"role":"user","content":"%s"},"uuid":"u1","timestamp":"2026-03-14T09:14:00Z","sessionId":"%s","cwd":"%s"}` + "\n"
	codex  = `{"timestamp":"2026-04-02T08:00:01.000Z","type":"session_meta","payload":{"id":"%s","timestamp":"2026-04-02T08:00:00.000Z","cwd":"/home/dev/tides"%s}}` + "\n" +
		`{"timestamp":"2026-04-02T08:00:02.000Z","type":"event_msg","payload":{"type":"user_message","message":"%s"}}` + "\n"
	gemini = `{"sessionId":"%s","projectHash":"f","startTime":"2026-05-06T07:00:00.000Z","lastUpdated":"2026-05-06T07:00:00.000Z"%s}` + "\n" +
		`{"id":"u1","timestamp":"2026-05-06T07:00:05.000Z","type":"user","content":"%s"}` + "\n"
)

func TestRowOfEachAgent(t *testing.T) {
	call := `{"timestamp":"2026-04-02T08:0%d:00.000Z","type":"response_item","payload":{"type":"function_call","name":"shell","arguments":"{}","call_id":"c"}}` + "\n" +
		`{"timestamp":"2026-04-02T08:0%d:30.000Z","type":"response_item","payload":{"type":"function_call_output","call_id":"c","output":"Exit code: %d\nOutput:\n"}}` + "\n"
	got := home(t, map[string]string{
		".claude/projects/-home-dev/00000000-0000-4000-8000-00000000000a.jsonl": fmt.Sprintf(claude, "ask Claude", "00000000-0000-4000-8000-00000000000a", "/home/dev/my tides"),
		".claude/projects/-home-dev/00000000-0000-4000-8000-00000000000b.jsonl": `{"type":"queue-operation","sessionId":"s","operation":"enqueue"}` + "\n",
		".codex/sessions/2026/04/02/rollout-2026-04-02T08-00-00-c-1.jsonl":      fmt.Sprintf(codex, "c-1", "", "ask Codex") + fmt.Sprintf(call, 1, 1, 0) + fmt.Sprintf(call, 2, 2, 1),
		".codex/archived_sessions/rollout-2026-04-01T08-00-00-c-0.jsonl":        fmt.Sprintf(codex, "c-0", "", "ask earlier"),
		".gemini/tmp/tides/chats/session-2026-05-06T07-00-abcd.jsonl":           fmt.Sprintf(gemini, "g-1", "", "ask Gemini") + `{"$set":{"lastUpdated":"2026-05-06T07:30:00.000Z"}}` + "\n",
		".gemini/tmp/tides/.project_root":                                       "/home/dev/tides\n",
		".gemini/tmp/tides/logs.json":                                           `[{"sessionId":"s","messageId":0,"type":"user","message":"a","timestamp":"2026-05-06T07:00:00.000Z"}]`,
	})
	for title, want := range map[string]string{
		"ask Claude":             `"agent":"Claude Code","format":"claudecode","project":"/home/dev/my tides","created":"2026-03-14T09:14:00Z","ended":"2026-03-14T09:14:00Z","bytes":190,"calls":0,"failed":0,"resume":"cd '/home/dev/my tides' && claude --resume 00000000-0000-4000-8000-00000000000a"`,
		"Claude Code, no prompt": `"agent":"Claude Code","format":"claudecode",`,
		"ask Codex":              `"agent":"Codex","format":"codex","project":"/home/dev/tides","created":"2026-04-02T08:00:00Z","ended":"2026-04-02T08:02:30Z",`,
		"ask earlier":            `"resume":"codex resume c-0"`,
		"ask Gemini":             `"agent":"Gemini CLI","format":"geminicli","project":"/home/dev/tides","created":"2026-05-06T07:00:00Z","ended":"2026-05-06T07:30:00Z",`,
	} {
		if s := got[title].Compact(); !strings.Contains(s, want) {
			t.Errorf("%s: %s\nwant %s", title, s, want)
		}
	}
	if s := got["ask Codex"].Compact(); !strings.Contains(s, `"calls":2,"failed":1,"resume":"codex resume c-1"`) {
		t.Errorf("calls are missing in %s", s)
	}
	if len(got) != 5 {
		t.Errorf("%d sessions, want 5", len(got))
	}
}

func TestSubAgentsAreLeftOutWhereTheirSessionShowsThem(t *testing.T) {
	spawned := `,"source":{"subagent":{"thread_spawn":{"parent_thread_id":"c-1","depth":1}}}`
	got := home(t, map[string]string{
		".codex/sessions/2026/04/02/rollout-1-c-1.jsonl":            fmt.Sprintf(codex, "c-1", "", "main"),
		".codex/sessions/2026/04/02/rollout-2-c-2.jsonl":            fmt.Sprintf(codex, "c-2", spawned, "beside"),
		".codex/sessions/2026/04/03/rollout-3-c-3.jsonl":            fmt.Sprintf(codex, "c-3", spawned, "a day later"),
		".gemini/tmp/p/chats/session-1.jsonl":                       fmt.Sprintf(gemini, "g-1", "", "gemini main"),
		".gemini/tmp/p/chats/g-1/agent.jsonl":                       fmt.Sprintf(gemini, "g-2", `,"kind":"subagent"`, "below"),
		".gemini/tmp/p/chats/gone/agent.jsonl":                      fmt.Sprintf(gemini, "g-3", `,"kind":"subagent"`, "its parent is gone"),
		".claude/projects/p/s/subagents/agent-1.jsonl":              fmt.Sprintf(claude, "in subagents", "s", "/p"),
		".claude/projects/p/00000000-0000-4000-8000-000000000001.x": "not looked at",
	})
	for _, title := range []string{"main", "a day later", "gemini main", "its parent is gone"} {
		if !got[title].Exists() {
			t.Errorf("%q is missing", title)
		}
	}
	if len(got) != 4 {
		t.Errorf("%d sessions, want 4", len(got))
	}
}

func TestResumeHasNothingThatAShellWouldRun(t *testing.T) {
	for _, c := range []struct{ id, dir, want string }{
		{"s-1", "/home/dev/a b", "cd '/home/dev/a b' && claude --resume s-1"},
		{"s-1", "/home/dev/it's", "claude --resume s-1"},
		{"s-1", `/home/dev/a\nreboot`, "claude --resume s-1"},
		{"s-1", "relative", "claude --resume s-1"},
		{"$(reboot)", "/p", ""},
		{"--help", "/p", ""},
		{strings.Repeat("a", 65), "/p", ""},
	} {
		got := home(t, map[string]string{".claude/projects/p/a.jsonl": fmt.Sprintf(claude, "x", c.id, c.dir)})
		if s := got["x"].Get("resume").Str(); s != c.want {
			t.Errorf("%q in %q: got %q, want %q", c.id, c.dir, s, c.want)
		}
	}
}

func TestPromptFarBehindIsFound(t *testing.T) {
	long := strings.Repeat(`{"type":"progress","sessionId":"s","data":{"text":"`+strings.Repeat("x", 900)+`"}}`+"\n", 30)
	calls := strings.Repeat(`{"type":"assistant","sessionId":"s","uuid":"a","message":{"role":"assistant","content":[{"type":"tool_use","id":"t","name":"Bash","input":{}}]}}`+"\n", 1000)
	got := home(t, map[string]string{".claude/projects/p/a.jsonl": long + fmt.Sprintf(claude, "far", "s", "/p") + calls})
	n, _ := got["far"].Get("calls").Int()
	if !got["far"].Get("partial").Bool() || n < 100 || n >= 1000 {
		t.Errorf("got %s", got["far"].Compact())
	}
}
