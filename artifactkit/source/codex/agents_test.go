package codex_test

import (
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
	"testing"

	"github.com/vitrine-go/vitrine/artifactkit/limits"
	"github.com/vitrine-go/vitrine/artifactkit/protocol"
	"github.com/vitrine-go/vitrine/artifactkit/source"
	"github.com/vitrine-go/vitrine/artifactkit/source/codex"
)

// folder is what lies beside a rollout.
type folder map[string]string

func (f folder) options(opened *[]string) source.Options {
	return source.Options{
		Name: "rollout-1-main.jsonl",
		Sibling: func(path string) (io.ReadCloser, error) {
			*opened = append(*opened, path)
			text, ok := f[path]
			if !ok {
				return nil, errors.New("not there")
			}
			return io.NopCloser(strings.NewReader(text)), nil
		},
		Siblings: func(string) []string {
			var names []string
			for name := range f {
				names = append(names, name)
			}
			slices.Sort(names)
			return names
		},
	}
}

func item(fields string) string {
	return `{"timestamp":"2026-04-02T08:00:00.000Z","type":"response_item","payload":{` + fields + "}}\n"
}

func message(role, text string) string {
	return item(`"type":"message","role":"` + role + `","content":[{"type":"input_text","text":"` + text + `"}]`)
}

func spawn(call, args, output string) string {
	return item(`"type":"function_call","name":"spawn_agent","call_id":"`+call+`","arguments":`+string(protocol.AppendString(nil, args))) +
		item(`"type":"function_call_output","call_id":"`+call+`","output":`+string(protocol.AppendString(nil, output)))
}

func outline(t *testing.T, lines []string) string {
	t.Helper()
	var out []string
	for _, l := range lines {
		v, why := protocol.Parse([]byte(l))
		if why != nil {
			t.Fatal(why.Message)
		}
		e := v.Get("event")
		s := strings.TrimPrefix(v.Get("type").Str(), "codex.")
		for _, part := range []string{e.Get("text").Str(), e.Get("markdown").Str(), e.Get("name").Str(), e.Get("stop_reason").Str()} {
			if part != "" {
				s += " " + part
			}
		}
		if p := v.Get("parent").Str(); p != "" {
			s += " <" + p + " " + v.Get("agent").Str() + ">"
		}
		out = append(out, s)
	}
	return strings.Join(out, "\n")
}

func TestAgentsThatLieBesideAreReadUnderTheirCall(t *testing.T) {
	meta := func(id string) string {
		return `{"timestamp":"2026-04-02T08:00:00.000Z","type":"session_meta","payload":{"id":"` + id + `","timestamp":"2026-04-02T08:00:00.000Z","cwd":"/p"}}` + "\n"
	}
	begin := meta("main-1") + message("user", "go")
	for _, c := range []struct {
		name, text string
		files      folder
		want       string
	}{
		{
			"by the output of the call", begin + spawn("c1", `{"agent_type":"explorer","message":"look"}`, `{"agent_id":"agent-1","nickname":"Kepler"}`) + message("assistant", "done"),
			folder{"rollout-2-agent-1.jsonl": meta("agent-1") + message("user", "look") + message("assistant", "seen")},
			"open\nmessage go\ntool_request spawn_agent\nsession_meta <c1 Kepler>\nmessage look <c1 Kepler>\nmessage seen <c1 Kepler>\nend completed <c1 Kepler>\ntool_result spawn_agent\nmessage done\nend completed",
		},
		{
			"by the event, once", begin + item(`"type":"function_call","name":"spawn_agent","call_id":"c1","arguments":"{}"`) +
				`{"type":"event_msg","payload":{"type":"collab_agent_spawn_end","call_id":"c1","new_thread_id":"agent-1","new_agent_role":"worker"}}` + "\n" + item(`"type":"function_call_output","call_id":"c1","output":"{\"agent_id\":\"agent-1\"}"`),
			folder{"rollout-2-agent-1.jsonl": message("assistant", "seen") + "no json\n"},
			"open\nmessage go\ntool_request spawn_agent\ncollab_agent_spawn_end\nmessage seen <c1 worker>\nunread <c1 worker>\nend completed <c1 worker>\ntool_result spawn_agent\nend completed",
		},
		{
			"one that was forked does not say again what was said", begin + spawn("c1", `{"fork_context":true}`, `{"agent_id":"agent-1"}`),
			folder{"rollout-2-agent-1.jsonl": meta("agent-1") + begin + message("user", "deeper") + message("assistant", "deep") + message("user", "go")},
			"open\nmessage go\ntool_request spawn_agent\nsession_meta <c1 agent>\nsession_meta <c1 agent>\nmessage deeper <c1 agent>\nmessage deep <c1 agent>\nmessage go <c1 agent>\ntool_result spawn_agent\nend completed",
		},
		{
			"one that lies elsewhere stays a session of its own", begin + spawn("c1", `{}`, `{"agent_id":"agent-9"}`), folder{"rollout-2-agent-1.jsonl": message("user", "other")},
			"open\nmessage go\ntool_request spawn_agent\ntool_result spawn_agent\nend completed",
		},
	} {
		var opened []string
		got, _ := read(t, c.text, withHead(c.files.options(&opened), c.text))
		got = slices.DeleteFunc(got, func(s string) bool {
			return strings.Contains(s, `"cwd"`) && !strings.Contains(s, `"parent"`) && strings.Contains(s, "session_meta")
		})
		if o := outline(t, got); o != c.want {
			t.Errorf("%s:\n%s\nwant\n%s", c.name, o, c.want)
		}
	}
}

func withHead(o source.Options, text string) source.Options {
	o.Head = []byte(text)
	return o
}

func TestNoFileIsOpenedThatAThreadDoesNotName(t *testing.T) {
	var opened []string
	text := ""
	for i, id := range []string{"../../x", "a/b", `a\b`, "..", "", "a b", strings.Repeat("a", 400)} {
		text += spawn(fmt.Sprint("c", i), `{}`, `{"agent_id":`+string(protocol.AppendString(nil, id))+`}`)
	}
	read(t, text, folder{"rollout-../../x.jsonl": "", "rollout-1-a/b.jsonl": "", "secret-agent-1.jsonl": ""}.options(&opened))
	if len(opened) > 0 {
		t.Errorf("%q were opened", opened)
	}
}

func TestAgentsThatStartEachOtherEnd(t *testing.T) {
	f := folder{}
	for i := range 9 {
		f[fmt.Sprintf("rollout-1-agent-%d.jsonl", i)] = spawn(fmt.Sprint("c", i), `{}`, fmt.Sprintf(`{"agent_id":"agent-%d"}`, (i+1)%9))
	}
	var opened []string
	read(t, spawn("c", `{}`, `{"agent_id":"agent-0"}`), f.options(&opened))
	if len(opened) != limits.AgentDepth {
		t.Errorf("%d files were opened, want %d", len(opened), limits.AgentDepth)
	}
}

func TestPeek(t *testing.T) {
	head := `{"timestamp":"2026-04-02T08:00:01.000Z","type":"session_meta","payload":{"id":"s-1","timestamp":"2026-04-02T08:00:00.000Z","cwd":"/home/dev/tides","source":{"subagent":{"thread_spawn":{"parent_thread_id":"s-0","depth":1}}},"git":{"branch":"main"}}}` + "\n" +
		message("user", "<environment_context>x</environment_context>") + `{"timestamp":"2026-04-02T08:00:02.000Z","type":"turn_context","payload":{"model":"gpt-5.3-codex","cwd":"/home/dev/tides"}}` + "\n" +
		message("user", "\\n\\n  Fix the   tide\\nnow")
	tail := `rest of a line"}}` + "\n" + `{"timestamp":"2026-04-02T09:00:00.000Z","type":"event_msg","payload":{"type":"token_count"}}` + "\n" + `{"timestamp":"2026-04-02T09:30:00.000Z","type":"event_msg","payload":{"type":"task_comp`
	got := codex.Source.Peek([]byte(head), []byte(tail))
	want := source.Info{
		Title: "Fix the tide", Project: "/home/dev/tides", FirstPrompt: "Fix the   tide\nnow", Agent: "Codex", Model: "gpt-5.3-codex", Branch: "main", Session: "s-1",
		Started: "2026-04-02T08:00:00Z", Updated: "2026-04-02T09:30:00Z", Parent: "s-0",
	}
	if got != want {
		t.Errorf("got %+v\nwant %+v", got, want)
	}
}

func TestSniff(t *testing.T) {
	for name, c := range map[string]struct {
		head string
		want bool
	}{
		"a rollout":                             {message("user", "a"), true},
		"a first line longer than a head":       {`{"timestamp":"2026-04-02T08:00:00.000Z","type":"session_meta","payload":{"id":"a","base_instructions":"` + strings.Repeat("a", 99), true},
		"an old rollout":                        {`{"id":"a","timestamp":"2025-05-07T17:24:21.123Z","instructions":null}`, true},
		"a stream":                              {`{"type":"thread.started","thread_id":"a"}`, true},
		"an old stream":                         {`{"id":"0","msg":{"type":"task_started"}}`, true},
		"a session of Claude Code":              {`{"type":"user","uuid":"u","sessionId":"s","message":{"role":"user","content":"a"}}`, false},
		"items of the API that Codex talks to":  {`{"type":"function_call_output","call_id":"a","output":"b"}`, false},
		"our envelopes":                         {`{"id":"e1","type":"message","event":{"role":"user","text":"a"}}`, false},
		"a stream of the API":                   {`{"type":"response.created","response":{}}`, false},
		"lines of somebody else with a payload": {`{"type":"metric","payload":{}}`, false},
		"nothing":                               {"", false},
	} {
		if got := codex.Source.Sniff([]byte(c.head)); got != c.want {
			t.Errorf("%s: %v", name, got)
		}
	}
}

func TestEndsThatNobodyAsksForAreBounded(t *testing.T) {
	var b strings.Builder
	for i := range limits.OpenCalls + 3 {
		id := fmt.Sprint("c", i)
		b.WriteString(item(`"type":"function_call","name":"shell","call_id":"` + id + `","arguments":"{}"`))
		b.WriteString(`{"type":"event_msg","payload":{"type":"exec_command_end","call_id":"` + id + `","command":["true"],"stdout":"","stderr":"","exit_code":0}}` + "\n")
	}
	_, rep := read(t, b.String(), source.Options{})
	if rep.Calls != limits.OpenCalls+3 || rep.Results != rep.Calls {
		t.Errorf("%d calls, %d results", rep.Calls, rep.Results)
	}
}
