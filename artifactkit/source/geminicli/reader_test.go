package geminicli_test

import (
	"errors"
	"io"
	"strings"
	"testing"

	"github.com/vitrine-go/vitrine/artifactkit/protocol"
	"github.com/vitrine-go/vitrine/artifactkit/source"
	"github.com/vitrine-go/vitrine/artifactkit/source/geminicli"
)

const first = `{"sessionId":"s-1","projectHash":"f","startTime":"2026-05-06T07:00:00.000Z","lastUpdated":"2026-05-06T07:00:00.000Z"}` + "\n"

func message(fields string) string { return "{" + fields + "}\n" }

func TestSubAgentsAreReadUnderTheirCall(t *testing.T) {
	run := func(id, agent string) string {
		return message(`"id":"g` + id + `","type":"gemini","content":"","toolCalls":[{"id":"` + id + `","name":"invoke_agent","args":{"agent_name":"scout"},"agentId":` + string(protocol.AppendString(nil, agent)) + `,"status":"success","result":[]}]`)
	}
	files := map[string]string{
		"s-1/a-1.jsonl": `{"sessionId":"a-1","projectHash":"f","kind":"subagent"}` + "\n" + message(`"id":"b1","type":"user","content":"look"`) + "broken\n" + message(`"id":"b2","type":"gemini","content":"seen"`) + run("inner", "a-1") + run("deep", "a-2"),
		"s-1/a-2.jsonl": message(`"id":"c1","type":"gemini","content":"deep"`),
	}
	var opened []string
	text := first + message(`"id":"u1","type":"user","content":"go"`) + run("c1", "a-1") + run("c2", "../../x") + run("c3", "a/b")
	got, _ := read(t, text, source.Options{Head: []byte(text), Sibling: func(path string) (io.ReadCloser, error) {
		opened = append(opened, path)
		if s, ok := files[path]; ok {
			return io.NopCloser(strings.NewReader(s)), nil
		}
		return nil, errors.New("not there")
	}})
	var out []string
	for _, l := range got {
		v, _ := protocol.Parse([]byte(l))
		e := v.Get("event")
		s := strings.TrimPrefix(v.Get("type").Str(), "geminicli.") + " " + e.Get("text").Str() + e.Get("markdown").Str() + e.Get("id").Str()
		if p := v.Get("parent").Str(); p != "" {
			s += " <" + p + " " + v.Get("agent").Str() + ">"
		}
		out = append(out, s)
	}
	want := "open \nsession \nmessage go\ntool_request c1\nsession  <c1 scout>\nmessage look <c1 scout>\nunread  <c1 scout>\nmessage seen <c1 scout>\n" +
		"tool_request inner <c1 scout>\ntool_result inner <c1 scout>\ntool_request deep <c1 scout>\nmessage deep <deep scout>\nend  <deep scout>\ntool_result deep <c1 scout>\nend  <c1 scout>\n" +
		"tool_result c1\ntool_request c2\ntool_result c2\ntool_request c3\ntool_result c3\nend "
	if o := strings.Join(out, "\n"); o != want {
		t.Errorf("got\n%s\nwant\n%s", o, want)
	}
	if len(opened) != 2 {
		t.Errorf("%q were opened, want the two files of agents", opened)
	}
}

func TestPeek(t *testing.T) {
	head := first + message(`"id":"u0","type":"user","content":"/help"`) + message(`"id":"u1","timestamp":"2026-05-06T07:00:05.000Z","type":"user","content":[{"text":"Fix the\ntide"}],"displayContent":"Fix it"`) +
		message(`"id":"g1","timestamp":"2026-05-06T07:00:06.000Z","type":"gemini","content":"","model":"gemini-3-pro"`)
	tail := `"cut"}` + "\n" + `{"$set":{"lastUpdated":"2026-05-06T08:00:00.000Z"}}` + "\n" + `{"$set":{"summary":"Tide fixed"}}` + "\n"
	got := geminicli.Source.Peek([]byte(head), []byte(tail))
	want := source.Info{
		Title: "Tide fixed", FirstPrompt: "Fix it", Agent: "Gemini CLI", Model: "gemini-3-pro", Session: "s-1", Started: "2026-05-06T07:00:00Z", Updated: "2026-05-06T08:00:00Z",
	}
	if got != want {
		t.Errorf("got %+v\nwant %+v", got, want)
	}
	document := `{` + "\n" + `  "sessionId": "s-2",` + "\n" + `  "projectHash": "f",` + "\n" + `  "startTime": "2026-05-06T07:00:00.000Z",` + "\n" + `  "kind": "subagent",` + "\n" + `  "messages": [{"id": "u1", "type": "user", "content": "Go"}, {"id": "g1", "type":`
	if got := geminicli.Source.Peek([]byte(document), nil); got.Title != "Go" || got.Session != "s-2" || !got.Sub {
		t.Errorf("of a document: got %+v", got)
	}
}

func TestSniff(t *testing.T) {
	for name, c := range map[string]struct {
		head string
		want bool
	}{
		"lines":                        {first, true},
		"a document that breaks off":   {`{"sessionId":"s","projectHash":"f","messages":[{"id":"u1","type":"user","content":"` + strings.Repeat("a", 99), true},
		"a stream":                     {`{"type":"init","timestamp":"2026-05-06T07:00:00.000Z","session_id":"s","model":"gemini-3-pro"}`, true},
		"its log of prompts":           {`[{"sessionId":"s","messageId":0,"type":"user","message":"a","timestamp":"2026-05-06T07:00:00.000Z"}]`, false},
		"its checkpoints":              {`[{"role":"user","parts":[{"text":"a"}]},{"role":"model","parts":[{"text":"b"}]}]`, false},
		"a session of Claude Code":     {`{"type":"user","uuid":"u","sessionId":"s","message":{"role":"user","content":"a"}}`, false},
		"what Claude Code prints":      {`{"type":"system","subtype":"init","session_id":"s","model":"m","tools":[]}`, false},
		"a rollout of Codex":           {`{"timestamp":"2026-01-01T00:00:01.000Z","type":"response_item","payload":{}}`, false},
		"our envelopes":                {`{"id":"e1","type":"message","event":{"role":"user","text":"a"}}`, false},
		"a request to the model's API": {`{"contents":[{"role":"user","parts":[{"text":"a"}]}]}`, false},
		"nothing":                      {"", false},
	} {
		if got := geminicli.Source.Sniff([]byte(c.head)); got != c.want {
			t.Errorf("%s: %v", name, got)
		}
	}
}
