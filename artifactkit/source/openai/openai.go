// Package openai reads both of OpenAI's APIs: messages of Chat Completions and items of Responses. A single result is a message for
// a tool, or an item that holds what a tool gave; a conversation is an array of either, a request or a response around one, one of
// these a line, or a recorded stream.
//
// Neither API marks a failed function call: only what an item says of itself (a status, an exit code, an error) makes an error.
// What has no place in an event is kept under extra.openai; items that are not known are shown as JSON.
package openai

import (
	"strings"

	"github.com/vitrine-go/vitrine/artifactkit/protocol"
	"github.com/vitrine-go/vitrine/artifactkit/source"
	"github.com/vitrine-go/vitrine/artifactkit/source/internal/answer"
	"github.com/vitrine-go/vitrine/artifactkit/source/internal/responses"
	"github.com/vitrine-go/vitrine/artifactkit/source/internal/talk"
)

const name = "openai"

var format = talk.Format{Name: name, Agent: "OpenAI API", Lists: []string{"messages", "input", "output", "data"}, New: func() talk.Items { return &reader{} }}

// Source is the format.
var Source = source.Source{
	Name: name, Title: "OpenAI Chat Completions and Responses", Result: result, Sniff: sniff,
	Open: func(o source.Options) source.Reader { return format.Open(o) },
	Peek: func(head, tail []byte) source.Info { return format.Peek(head, tail) },
}

// result reads one message for a tool, or one item.
func result(root protocol.Value) ([]byte, bool) {
	switch {
	case isToolMessage(root):
		d, _ := toolMessage(root, talk.Call{})
		return d.Single(name, root), true
	case responses.IsResult(root):
		d, _ := responses.Read(root, talk.Call{})
		return d.Single(name, root), true
	}
	return nil, false
}

// isToolMessage tells whether v is a Chat Completions message that answers a call. Other formats have a role tool as well, with
// other names for the call's id.
func isToolMessage(v protocol.Value) bool {
	content := v.Get("content")
	if content.Type() == protocol.Absent || v.Get("toolCallId").Exists() || v.Get("lc").Exists() {
		return false
	}
	switch v.Get("role").Str() {
	case "tool":
		typ := v.Get("type").Str()
		return v.Get("tool_call_id").Type() == protocol.String && (typ == "" || typ == "message") && isContent(content)
	case "function":
		return v.Get("name").Type() == protocol.String && content.Type() != protocol.Array && !v.Get("parts").Exists()
	}
	return false
}

// isContent tells whether a content is a text, nothing, or parts of this API.
func isContent(content protocol.Value) bool {
	for _, p := range content.Elems() {
		if typ := p.Get("type").Str(); typ == "" || typ == "tool-result" || typ == "tool_result" {
			return false
		}
	}
	return true
}

func sniff(head []byte) bool {
	chat := false
	for _, v := range talk.Begins(head, "messages", "input", "output", "data") {
		switch mine(v) {
		case yes:
			return true
		case no:
			return false
		case plain:
			chat = true
		}
	}
	return chat
}

type verdict uint8

const (
	perhaps verdict = iota // says nothing either way
	plain                  // a message as many APIs have it, this one among them
	yes
	no
)

// mine tells whether an item of a beginning is of these APIs. Messages with nothing but a role and a text are taken for theirs: all the
// world copies them.
func mine(v protocol.Value) verdict {
	typ, role, content := v.Get("type").Str(), v.Get("role").Str(), v.Get("content")
	for _, foreign := range []string{"uuid", "parentUuid", "sessionId", "session_id", "parent_tool_use_id", "event", "parts", "lc", "toolCallId", "toolInvocations", "payload", "additional_kwargs", "class"} {
		if v.Get(foreign).Exists() {
			return no
		}
	}
	switch {
	case v.Get("object").Str() == "response", strings.HasPrefix(v.Get("object").Str(), "chat.completion"), strings.HasPrefix(typ, "response."):
		return yes
	case responses.IsResult(v), isToolMessage(v) && role == "tool", responses.IsCall(v), typ == "reasoning" && v.Get("summary").Exists():
		return yes
	case v.Get("tool_calls").Type() == protocol.Array && role == "assistant", role == "developer":
		return yes
	case role == "":
		return perhaps
	case typ != "" && typ != "message":
		return no
	}
	verdict := perhaps
	switch role {
	case "system", "user", "assistant", "function":
		if content.Type() == protocol.String || v.Get("function_call").Exists() {
			verdict = plain
		}
	default:
		return no
	}
	for _, p := range content.Elems() {
		switch p.Get("type").Str() {
		case "input_text", "output_text", "input_image", "input_file", "image_url", "input_audio", "refusal":
			return yes
		case "text":
			verdict = plain
		case "tool_use", "tool_result", "thinking", "tool-call", "tool-result":
			return no
		}
	}
	return verdict
}

// toolMessage turns a message for a tool into a draft. said are the members that the draft says.
func toolMessage(v protocol.Value, c talk.Call) (d answer.Draft, said []string) {
	d = answer.Draft{ID: v.Get("tool_call_id").Str(), Name: v.Get("name").Str()}
	if d.Name == "" {
		d.Name = c.Name
	}
	said = []string{"role", "tool_call_id", "content", "name"}
	responses.Generic(&d, v.Get("content"), c)
	return d, said
}
