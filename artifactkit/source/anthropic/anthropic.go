// Package anthropic reads the Messages API: one result block (a tool's or one of the API's own tools), and conversations as an array
// of messages, a request or a response around them, one of these a line, or a recorded stream of events.
//
// What a message or a block holds beside what its event says is kept under extra.anthropic of the event; blocks that are not known
// are shown as JSON.
package anthropic

import (
	"strings"

	"github.com/vitrine-go/vitrine/artifactkit/protocol"
	"github.com/vitrine-go/vitrine/artifactkit/source"
	"github.com/vitrine-go/vitrine/artifactkit/source/internal/talk"
)

const name = "anthropic"

var format = talk.Format{Name: name, Agent: "Anthropic API", Lists: []string{"messages", "content"}, New: func() talk.Items { return &reader{} }}

// Source is the format.
var Source = source.Source{
	Name: name, Title: "Anthropic Messages", Result: result, Sniff: sniff,
	Open: func(o source.Options) source.Reader { return format.Open(o) },
	Peek: func(head, tail []byte) source.Info { return format.Peek(head, tail) },
}

// result reads one result block, or a user message that is nothing but one.
func result(root protocol.Value) ([]byte, bool) {
	b := root
	if root.Get("role").Str() == "user" && root.Get("content").Type() == protocol.Array && root.Get("content").Len() == 1 {
		for _, only := range root.Get("content").Elems() {
			b = only
		}
	}
	if !isResult(b) {
		return nil, false
	}
	d, _ := read(b, talk.Call{})
	return d.Single(name, root), true
}

// isResult asks for the marks that the API's result blocks have together: the type, and the call's id in snake case.
func isResult(b protocol.Value) bool {
	if b.Get("tool_use_id").Type() != protocol.String {
		return false
	}
	typ := b.Get("type").Str()
	if typ == "tool_result" {
		return !b.Get("toolUseId").Exists()
	}
	if !strings.HasSuffix(typ, "_tool_result") {
		return false
	}
	c := b.Get("content")
	return c.Type() >= protocol.String
}

func sniff(head []byte) bool {
	for _, v := range talk.Begins(head, "messages", "content") {
		switch mine(v) {
		case yes:
			return true
		case no:
			return false
		}
	}
	return false
}

type verdict uint8

const (
	perhaps verdict = iota // says nothing either way
	yes
	no
)

// mine tells whether an item of a beginning is of this API alone. A message whose content is a string is of many.
func mine(v protocol.Value) verdict {
	typ, role := v.Get("type").Str(), v.Get("role").Str()
	for _, foreign := range []string{"uuid", "parentUuid", "sessionId", "session_id", "parent_tool_use_id", "event", "parts", "tool_calls", "tool_call_id", "lc", "choices"} {
		if v.Get(foreign).Exists() {
			return no
		}
	}
	switch {
	case typ == "message" && role == "assistant" && v.Get("content").Type() != protocol.String && (v.Get("stop_reason").Exists() || v.Get("usage").Exists()) && !v.Get("status").Exists():
		return yes
	case typ == "message_start" && v.Get("message").Exists(), typ == "content_block_start" && v.Get("content_block").Exists(), typ == "content_block_delta" && v.Get("delta").Exists():
		return yes
	case v.Get("anthropic_version").Exists():
		return yes
	case isResult(v), isCall(v):
		return yes
	case role == "user" || role == "assistant":
		if typ != "" && typ != "message" {
			return no
		}
		return whose(v.Get("content"))
	}
	return perhaps
}

// isCall tells whether a block is a call of this API.
func isCall(b protocol.Value) bool {
	typ := b.Get("type").Str()
	return (typ == "tool_use" || strings.HasSuffix(typ, "_tool_use")) && b.Get("id").Type() == protocol.String && b.Get("name").Exists()
}

// whose tells whose blocks a content holds.
func whose(content protocol.Value) verdict {
	for _, b := range content.Elems() {
		switch typ := b.Get("type").Str(); {
		case isResult(b), isCall(b), typ == "thinking" && b.Get("signature").Exists(), typ == "redacted_thinking", b.Get("cache_control").Exists():
			return yes
		case (typ == "image" || typ == "document") && b.Get("source").Get("type").Exists():
			return yes
		case typ != "text":
			return no
		}
	}
	return perhaps
}
