package claudecode_test

import (
	"fmt"
	"io"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/vitrine-go/vitrine/artifactkit/limits"
	"github.com/vitrine-go/vitrine/artifactkit/source"
	"github.com/vitrine-go/vitrine/artifactkit/source/claudecode"
)

func journey(t testing.TB) string {
	t.Helper()
	text, err := os.ReadFile("testdata/journey.jsonl")
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

func TestPeek(t *testing.T) {
	text := []byte(journey(t))
	head, tail := text[:8000], text[len(text)-3000:]
	got := claudecode.Source.Peek(head, tail)
	want := source.Info{
		Title: "Fix the rounding in the tide table", Project: "/home/dev/tides", Agent: "Claude Code", Model: "claude-sonnet-4-6", Branch: "fix-rounding",
		FirstPrompt: "High water comes out as **3.9 m** where the almanac says 4.0 m. Find out why, fix it, and keep the tests green.",
		Session:     "7b1f6c2e-3d0a-4c58-9f43-2a6d1e0b8c11", Started: "2026-03-14T09:14:00Z", Updated: "2026-03-14T09:15:57.6Z",
	}
	if got != want {
		t.Errorf("got %+v\nwant %+v", got, want)
	}
	for name, c := range map[string]struct{ text, title string }{
		"a given title beats a generated one": {`{"type":"custom-title","customTitle":"Mine","sessionId":"s"}` + "\n" + `{"type":"ai-title","aiTitle":"Its","sessionId":"s"}`, "Mine"},
		"commands and reminders are no prompt": {line(`"1","type":"user","message":{"content":"<command-name>/clear</command-name>"}`) +
			line(`"2","type":"user","isMeta":true,"message":{"content":"meta"}`) + line(`"3","type":"user","message":{"content":[{"type":"text","text":"<system-reminder>x</system-reminder>"},{"type":"text","text":"\n  Real   words\nmore"}]}`), "Real words"},
		"a long prompt is cut":            {line(`"1","type":"user","message":{"content":"` + strings.Repeat("word ", 40) + `"}`), strings.TrimRight(strings.Repeat("word ", 16), " ")[:79] + "…"},
		"only a command":                  {line(`"1","type":"user","message":{"content":"<command-name>/review</command-name><command-args>now</command-args>"}`), "/review now"},
		"a beginning that is no JSON yet": {`{"type":"us`, ""},
	} {
		if got := claudecode.Source.Peek([]byte(c.text), nil).Title; got != c.title {
			t.Errorf("%s: got %q, want %q", name, got, c.title)
		}
	}
}

func TestFirstEnvelopeKnowsTheModelWhenTheBeginningIsGiven(t *testing.T) {
	text := journey(t)
	got, _ := read(t, text, source.Options{Head: []byte(text[:8000])})
	if !strings.Contains(got[0], `"model":"claude-sonnet-4-6"`) || !strings.Contains(got[0], `"type":"open"`) {
		t.Errorf("got %s", got[0])
	}
}

func TestSniff(t *testing.T) {
	for name, c := range map[string]struct {
		head string
		want bool
	}{
		"a session":                       {journey(t), true},
		"a first line longer than a head": {`{"type":"user","uuid":"u","sessionId":"s","message":{"role":"user","content":"` + strings.Repeat("a", 100), true},
		"only housekeeping":               {`{"type":"queue-operation","operation":"enqueue","sessionId":"s"}`, true},
		"a session of the R package":      {`{"type":"session-start","sessionId":"s"}` + "\n" + `{"type":"user","uuid":"u","sessionId":"s","message":{"role":"user","content":"a"}}`, false},
		"a Codex rollout":                 {`{"timestamp":"2026-01-01T00:00:01.000Z","type":"response_item","payload":{}}`, false},
		"messages of a model API":         {`{"role":"user","content":"a"}`, false},
		"our envelopes":                   {`{"id":"e1","type":"message","event":{"role":"user","text":"a"}}`, false},
		"nothing":                         {"", false},
	} {
		if got := claudecode.Source.Sniff([]byte(c.head)); got != c.want {
			t.Errorf("%s: %v", name, got)
		}
	}
}

func TestManyOpenCallsAreForgottenOldestFirst(t *testing.T) {
	var b strings.Builder
	b.WriteString(line(`"u1","type":"user","message":{"role":"user","content":"go"}`))
	for i := range limits.OpenCalls + 2 {
		b.WriteString(call(fmt.Sprint("a", i), fmt.Sprint("t", i), "Bash", `{"command":"date"}`))
	}
	b.WriteString(answered("r0", "t0", `{"stdout":"early"}`) + answered("r9", "t9", `{"stdout":"late"}`))
	got, _ := read(t, b.String(), source.Options{})
	if s := got[len(got)-3]; !strings.Contains(s, `"name":null`) || !strings.Contains(s, `"text":"report"`) {
		t.Errorf("the oldest call is still known: %s", s)
	}
	if s := got[len(got)-2]; !strings.Contains(s, `"name":"Bash"`) || !strings.Contains(s, `"output":"late"`) {
		t.Errorf("got %s", s)
	}
}

func TestHousekeepingWithoutAPromptIsHandedOutInTheEnd(t *testing.T) {
	text := strings.Repeat(`{"type":"progress","sessionId":"s1","data":{}}`+"\n", limits.Held+5)
	seen := 0
	r := claudecode.Source.Open(source.Options{})
	for _, l := range strings.Split(strings.TrimSpace(text), "\n") {
		if why := r.Record([]byte(l), func(source.Envelope) { seen++ }); why != nil {
			t.Fatal(why.Message)
		}
	}
	if seen != limits.Held+6 {
		t.Errorf("%d envelopes before the end, want %d and the open event", seen, limits.Held+5)
	}
}

func FuzzClaudecode(f *testing.F) {
	for l := range strings.SplitSeq(journey(f), "\n") {
		f.Add(l)
	}
	f.Add(call("a1", "t1", "Task", `{"prompt":"p"}`) + answered("r1", "t1", `{"agentId":"x1"}`))
	f.Add(line(`"u1","type":"user","message":{"content":[{"type":"tool_result","tool_use_id":"t","content":[{"type":"image","source":{}}]}]},"toolUseResult":{"file":{"base64":"a","type":"image/png"}}`))
	f.Fuzz(func(t *testing.T, in string) {
		o := source.Options{
			Name: "s1.jsonl", Sibling: func(string) (io.ReadCloser, error) { return io.NopCloser(strings.NewReader(in)), nil }, Siblings: func(string) []string { return []string{"agent-x1.jsonl"} },
		}
		got, _ := read(t, in, o)
		again, _ := read(t, in, o)
		if !slices.Equal(got, again) {
			t.Fatal("two readings differ")
		}
		claudecode.Source.Peek([]byte(in), []byte(in))
		claudecode.Source.Sniff([]byte(in))
	})
}
