package geminicli

import (
	"io"

	"github.com/vitrine-go/vitrine/artifactkit/limits"
	"github.com/vitrine-go/vitrine/artifactkit/protocol"
	"github.com/vitrine-go/vitrine/artifactkit/source"
	"github.com/vitrine-go/vitrine/artifactkit/source/internal/talk"
)

// agent reads what a sub-agent said, under the call that ran it. Its session lies in a folder that is named after this one's.
func (r *reader) agent(t *talk.Talk, call string, v protocol.Value) {
	id, session, beside := v.Get("agentId").Str(), t.Known().Session, t.Beside()
	if !plain(id) || !plain(session) || beside.Sibling == nil || r.files[id] || r.depth >= limits.AgentDepth {
		return
	}
	in, err := beside.Sibling(session + "/" + id + ".jsonl")
	if err != nil {
		return
	}
	defer in.Close()
	r.files[id] = true
	called := v.At("resultDisplay", "agentName").Str()
	for _, s := range []string{v.At("args", "agent_name").Str(), v.At("args", "name").Str(), v.Get("name").Str(), "agent"} {
		if called == "" {
			called = s
		}
	}
	t.Under(call, called, func() { r.lines(t, in) })
}

// lines reads the file of a sub-agent. A line that cannot be read is named where it stood.
func (r *reader) lines(t *talk.Talk, in io.Reader) {
	sub := newReader()
	sub.depth, sub.files = r.depth+1, r.files
	unread := func(n int, why *protocol.Reason) {
		skip, _ := source.Skip{Line: n, Reason: *why}.MarshalJSON()
		v, _ := protocol.Parse(skip)
		t.Item(v, "", "", nil)
		t.Other("unread", v)
	}
	err := source.Lines(in, func(n int, line []byte, why *protocol.Reason, _ bool) {
		if why == nil && len(line) == 0 {
			return
		}
		var v protocol.Value
		if why == nil {
			v, why = protocol.Parse(line)
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
}

// plain tells whether s may be part of a file's name.
func plain(s string) bool {
	for i := range len(s) {
		if c := s[i]; !(c == '-' || c == '_' || c >= '0' && c <= '9' || c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z') {
			return false
		}
	}
	return len(s) >= 1 && len(s) <= 64
}
