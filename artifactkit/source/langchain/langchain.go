// Package langchain reads the messages of LangChain and the states of LangGraph: a ToolMessage by itself, and conversations as an array
// of messages, a state around one, a run with its inputs and outputs, one of these a line, or a recorded stream of states or chunks.
//
// A message has three spellings, and all are read: flat, {type, data}, and the constructor form {lc, id, kwargs}. A state holds all messages
// so far: one whose id was there before is not told again. What has no place in an event is kept under extra.langchain.
package langchain

import (
	"bytes"
	"strings"

	"github.com/vitrine-go/vitrine/artifactkit/protocol"
	"github.com/vitrine-go/vitrine/artifactkit/source"
	"github.com/vitrine-go/vitrine/artifactkit/source/internal/talk"
)

const name = "langchain"

var format = talk.Format{Name: name, Agent: "LangChain", Lists: []string{"messages"}, New: func() talk.Items { return &reader{seen: map[string]bool{}} }}

// Source is the format.
var Source = source.Source{
	Name: name, Title: "LangChain and LangGraph messages", Result: result, Sniff: sniff,
	Open: func(o source.Options) source.Reader { return format.Open(o) },
	Peek: func(head, tail []byte) source.Info { return format.Peek(head, tail) },
}

func result(root protocol.Value) ([]byte, bool) {
	m, ok := messageOf(root)
	if !ok || m.kind != "tool" || !m.fields.Get("tool_call_id").IsSet() || m.fields.Get("content").Type() == protocol.Absent {
		return nil, false
	}
	d, _ := read(m.fields, talk.Call{})
	return d.Single(name, root), true
}

// message is one message in any of its spellings.
type message struct {
	kind   string // human, ai, tool, system, function, chat, remove
	fields protocol.Value
	chunk  bool // a piece of one
}

// kinds are the types that messages say of themselves, with what a piece of one says.
var kinds = map[string]string{
	"human": "human", "ai": "ai", "tool": "tool", "system": "system", "function": "function", "chat": "chat", "remove": "remove", "developer": "system",
	"HumanMessageChunk": "human", "AIMessageChunk": "ai", "ToolMessageChunk": "tool", "SystemMessageChunk": "system", "FunctionMessageChunk": "function", "ChatMessageChunk": "chat",
}

// messageOf takes a message out of its spelling.
func messageOf(v protocol.Value) (m message, ok bool) {
	if v.Type() != protocol.Object {
		return m, false
	}
	typ := v.Get("type").Str()
	if v.Get("lc").Exists() && v.Get("kwargs").Type() == protocol.Object {
		class := ""
		for _, e := range v.Get("id").Elems() {
			class = e.Str()
		}
		base, chunk := strings.CutSuffix(class, "Chunk")
		base, isMessage := strings.CutSuffix(base, "Message")
		m = message{strings.ToLower(base), v.Get("kwargs"), chunk}
		return m, isMessage && kinds[m.kind] != ""
	}
	for _, foreign := range []string{"role", "uuid", "sessionId", "session_id", "event", "payload", "tool_use_id", "toolCallId", "parts"} {
		if v.Get(foreign).Exists() && !(foreign == "role" && typ == "chat") {
			return m, false
		}
	}
	m = message{kinds[typ], v, strings.HasSuffix(typ, "Chunk")}
	if data := v.Get("data"); data.Type() == protocol.Object && v.Len() <= 3 {
		m.fields = data
	}
	return m, m.kind != "" && (m.fields.Get("content").Exists() || m.kind == "remove")
}

// sniff asks for one message. Where the list of them is too deep for what is seen of a beginning, two members that all
// messages have are enough.
func sniff(head []byte) bool {
	for i, v := range talk.Begins(head, "messages") {
		if _, ok := messageOf(v); ok {
			return true
		}
		for _, list := range lists(v) {
			for _, m := range list.Elems() {
				if _, ok := messageOf(m); ok {
					return true
				}
			}
		}
		if i == 0 && (v.Get("values").Exists() || v.Get("inputs").Exists() || v.Get("outputs").Exists() || v.Get("lc").Exists()) &&
			bytes.Contains(head, []byte(`"response_metadata"`)) && bytes.Contains(head, []byte(`"additional_kwargs"`)) {
			return true
		}
	}
	return false
}

// lists are the lists of messages that an object holds: a state's, those around it, or those of a run.
func lists(v protocol.Value) (out []protocol.Value) {
	for _, path := range [][]string{{"messages"}, {"values", "messages"}, {"inputs", "messages"}, {"input", "messages"}, {"outputs", "messages"}, {"output", "messages"}} {
		if list := v.At(path...); list.Type() == protocol.Array {
			out = append(out, list)
		}
	}
	return out
}
