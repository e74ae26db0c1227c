package claudecode_test

import (
	"errors"
	"io"
	"slices"
	"strings"
	"testing"

	"github.com/vitrine-go/vitrine/artifactkit/limits"
	"github.com/vitrine-go/vitrine/artifactkit/protocol"
	"github.com/vitrine-go/vitrine/artifactkit/source"
)

// folder is what lies beside a transcript.
type folder map[string]string

func (f folder) options(name string, opened *[]string) source.Options {
	return source.Options{
		Name: name,
		Sibling: func(path string) (io.ReadCloser, error) {
			*opened = append(*opened, path)
			text, ok := f[path]
			if !ok {
				return nil, errors.New("not there")
			}
			return io.NopCloser(strings.NewReader(text)), nil
		},
		Siblings: func(in string) []string {
			var names []string
			for path := range f {
				if name, ok := strings.CutPrefix(path, in+"/"); ok {
					names = append(names, name)
				}
			}
			slices.Sort(names)
			return names
		},
	}
}

// outline tells of each envelope its type, under whom it stands, and its text or call.
func outline(t *testing.T, lines []string) string {
	t.Helper()
	var out []string
	for _, l := range lines {
		v, why := protocol.Parse([]byte(l))
		if why != nil {
			t.Fatal(why.Message)
		}
		e := v.Get("event")
		s := v.Get("type").Str()
		for _, part := range []string{e.Get("text").Str(), e.Get("markdown").Str(), e.Get("name").Str(), e.Get("stop_reason").Str()} {
			if part != "" {
				s += " " + part
			}
		}
		if p := v.Get("parent").Str() + v.Get("agent").Str(); p != "" {
			s += " <" + v.Get("parent").Str() + " " + v.Get("agent").Str() + ">"
		}
		out = append(out, s)
	}
	return strings.Join(out, "\n")
}

func line(fields string) string { return `{"sessionId":"s1","uuid":` + fields + "}\n" }

func call(uuid, id, tool, input string) string {
	return line(`"` + uuid + `","type":"assistant","message":{"role":"assistant","id":"m-` + uuid + `","content":[{"type":"tool_use","id":"` + id + `","name":"` + tool + `","input":` + input + `}]}`)
}

func answered(uuid, id, rich string) string {
	return line(`"` + uuid + `","type":"user","message":{"role":"user","content":[{"type":"tool_result","tool_use_id":"` + id + `","content":"report"}]},"toolUseResult":` + rich)
}

func side(uuid, agent, role, text string) string {
	return line(`"` + uuid + `","type":"` + role + `","isSidechain":true,"agentId":"` + agent + `","message":{"role":"` + role + `","content":"` + text + `"}`)
}

func TestFilesOfSubAgentsAreReadInFrontOfTheResult(t *testing.T) {
	prompt := line(`"u1","type":"user","message":{"role":"user","content":"go"}`)
	task := call("a1", "t1", "Task", `{"prompt":"look","description":"Look","subagent_type":"Explore"}`)
	nested := call("n1", "t2", "Task", `{"prompt":"deeper","subagent_type":"Plan"}`)
	for _, c := range []struct {
		name, text string
		files      folder
		want       string
	}{
		{
			"the file of the session's folder, and one that a sub-agent started", prompt + task + answered("r1", "t1", `{"agentId":"x1","content":[{"type":"text","text":"report"}]}`),
			folder{
				"s1/subagents/agent-x1.jsonl": side("b1", "x1", "user", "look") + nested + side("b2", "x1", "assistant", "seen") + "no json\n" + answered("r2", "t2", `{"agentId":"x2"}`),
				"s1/subagents/agent-x2.jsonl": side("c1", "x2", "user", "deeper") + side("c2", "x2", "assistant", "deep"),
			},
			"open\nmessage go\ntool_request Task\nmessage look <t1 Explore>\ntool_request Task <t1 Explore>\nmessage seen <t1 Explore>\nmessage deeper <t2 Plan>\nmessage deep <t2 Plan>\n" +
				"tool_result Task <t1 Explore>\nclaudecode.unread <t1 Explore>\ntool_result Task\nend completed",
		},
		{
			"the file beside the session's, as older versions keep it", prompt + task + answered("r1", "t1", `{"agentId":"x1"}`), folder{"agent-x1.jsonl": side("b1", "x1", "assistant", "seen")},
			"open\nmessage go\ntool_request Task\nmessage seen <t1 Explore>\ntool_result Task\nend completed",
		},
		{
			"one in the background is read at the end", prompt + task + answered("r1", "t1", `{"isAsync":true,"agentId":"x1"}`) + line(`"u2","type":"assistant","message":{"role":"assistant","content":"meanwhile"}`),
			folder{"s1/subagents/agent-x1.jsonl": side("b1", "x1", "assistant", "seen")},
			"open\nmessage go\ntool_request Task\ntool_result Task\nmessage meanwhile\nmessage seen <t1 Explore>\nend completed",
		},
		{
			"one that ran when the session stopped is found by its prompt", prompt + task, folder{"s1/subagents/agent-x9.jsonl": side("b1", "x9", "user", "look")},
			"open\nmessage go\ntool_request Task\nmessage look <t1 Explore>\nend interrupted",
		},
		{
			"or by the note beside it", prompt + task + call("a2", "t3", "Agent", `{"prompt":"other","name":"scout"}`),
			folder{"s1/subagents/agent-x9.jsonl": side("b1", "x9", "user", "warm up"), "s1/subagents/agent-x9.meta.json": `{"agentType":"scout","toolUseId":"t3"}`},
			"open\nmessage go\ntool_request Task\ntool_request Agent\nmessage warm up <t3 scout>\nend interrupted",
		},
		{
			"progress tells whose sub-agent speaks", prompt + task + line(`"p1","type":"progress","parentToolUseID":"t1","data":{"type":"agent_progress","agentId":"x1"}`) + side("b1", "x1", "assistant", "seen"), nil,
			"open\nmessage go\ntool_request Task\nclaudecode.progress\nmessage seen <t1 Explore>\nend interrupted",
		},
		{
			"a file of a sub-agent alone is a session like any other", side("b1", "x1", "user", "look") + side("b2", "x1", "assistant", "seen"), nil,
			"open\nmessage look\nmessage seen\nend completed",
		},
	} {
		var opened []string
		got, _ := read(t, c.text, c.files.options("s1.jsonl", &opened))
		if o := outline(t, got); o != c.want {
			t.Errorf("%s:\n%s\nwant\n%s", c.name, o, c.want)
		}
	}
}

func TestNoFileIsOpenedOutsideTheFolder(t *testing.T) {
	var opened []string
	text := line(`"u1","type":"user","message":{"role":"user","content":"go"}`) + call("a1", "t1", "Task", `{"prompt":"look"}`)
	for _, id := range []string{"../../x", "a/b", `a\\b`, "..", "a b", strings.Repeat("a", 400)} {
		text += answered("r-"+id, "t1", `{"agentId":"`+id+`"}`)
	}
	read(t, text, folder{}.options("../../etc/passwd", &opened))
	for _, path := range opened {
		if strings.Contains(path, "..") || !strings.HasPrefix(path, "s1/subagents/agent-") && strings.Contains(path, "/") {
			t.Errorf("%q was opened", path)
		}
	}
}

func TestSubAgentsThatStartEachOtherEnd(t *testing.T) {
	f := folder{}
	for _, id := range []string{"x0", "x1", "x2", "x3", "x4", "x5", "x6", "x7"} {
		next := "x" + string(id[1]+1)
		f["s1/subagents/agent-"+id+".jsonl"] = call("a"+id, "t"+next, "Task", `{"prompt":"p`+next+`"}`) + answered("r"+id, "t"+next, `{"agentId":"`+next+`"}`)
	}
	var opened []string
	read(t, call("a1", "tx0", "Task", `{"prompt":"px0"}`)+answered("r1", "tx0", `{"agentId":"x0"}`), f.options("s1.jsonl", &opened))
	if len(opened) > 40 || limits.AgentDepth > 8 {
		t.Errorf("%d files were opened", len(opened))
	}
}
