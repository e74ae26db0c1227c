package codex

import (
	"strings"

	"github.com/vitrine-go/vitrine/artifactkit/limits"
	"github.com/vitrine-go/vitrine/artifactkit/protocol"
	"github.com/vitrine-go/vitrine/artifactkit/source"
	"github.com/vitrine-go/vitrine/artifactkit/source/internal/talk"
)

// spawned reads the file of the agent that a call has started, if it has: its output names the agent's thread.
func (r *reader) spawned(t *talk.Talk, call string, c talk.Call, output protocol.Value) {
	if c.Name != "spawn_agent" || output.Type() != protocol.String || len(output.Str()) > limits.Twice {
		return
	}
	v, why := protocol.Parse([]byte(output.Str()))
	if why != nil {
		return
	}
	r.agent(t, call, first(v.Get("agent_id").Str(), v.Get("thread_id").Str()), first(v.Get("nickname").Str(), c.Input.Get("agent_type").Str(), c.Input.Get("role").Str()))
}

// agent reads what an agent said, under the call that started it. Its rollout lies beside this one when both began on the same day;
// else it stays a session of its own.
func (r *reader) agent(t *talk.Talk, call, thread, called string) {
	if call == "" || !threadID(thread) || r.files[thread] || r.depth >= limits.AgentDepth {
		return
	}
	beside := t.Beside()
	file := fileOf(beside, thread)
	if file == "" {
		return
	}
	in, err := beside.Sibling(file)
	if err != nil {
		return
	}
	defer in.Close()
	r.files[thread] = true
	sub := newReader()
	sub.depth, sub.copying, sub.files = r.depth+1, true, r.files
	t.Under(call, first(called, "agent"), func() {
		unread := func(n int, why *protocol.Reason) {
			skip, _ := source.Skip{Line: n, Reason: *why}.MarshalJSON()
			v, _ := protocol.Parse(skip)
			t.Around("", nil)
			t.Item(v, "", "", nil)
			t.Other("unread", v)
		}
		err := source.Lines(in, func(n int, line []byte, why *protocol.Reason, _ bool) {
			if why == nil && len(strings.TrimSpace(string(line))) == 0 {
				return
			}
			var v protocol.Value
			if why == nil {
				v, why = protocol.Parse(line)
			}
			if why == nil && v.Type() != protocol.Object {
				why = &protocol.Reason{Code: protocol.NotAnObject, Message: "A line is an object, this is " + v.Type().String() + "."}
			}
			if why == nil {
				why = sub.Item(t, v)
			}
			if why != nil {
				unread(n, why)
			}
		})
		if err != nil {
			unread(0, &protocol.Reason{Code: protocol.NotJSON, Message: "The file is not read to its end."})
		}
		sub.End(t)
	})
	t.Around("", nil)
}

// threadID tells whether s may be part of a file's name.
func threadID(s string) bool {
	for i := range len(s) {
		if c := s[i]; !(c == '-' || c >= '0' && c <= '9' || c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z') {
			return false
		}
	}
	return len(s) >= 4 && len(s) <= 64
}

// fileOf is the name of a thread's rollout, "" when it is not beside this one.
func fileOf(beside source.Options, thread string) string {
	if beside.Siblings == nil || beside.Sibling == nil {
		return ""
	}
	for _, name := range beside.Siblings(".") {
		if strings.HasPrefix(name, "rollout-") && strings.HasSuffix(name, "-"+thread+".jsonl") && !strings.ContainsAny(name, `/\`) {
			return name
		}
	}
	return ""
}

// copied tells whether a record of a sub-agent is one that its parent has: an agent that was forked begins with what was said before.
func (r *reader) copied(t *talk.Talk, typ string, v protocol.Value) bool {
	switch typ {
	case "response_item", "event_msg", "compacted":
	default:
		return false
	}
	if t.Beside().Siblings == nil { // there are no sub-agents
		return false
	}
	again := t.Repeats(v.AppendCompact(nil))
	if r.depth == 0 || !r.copying {
		return false
	}
	r.copying = again
	return again
}
