// Package aisdk reads the Vercel AI SDK: a tool part by itself (of a UI message, of a model message, or of a stream), and conversations as
// UI messages, as model messages, as an object around a list of either, one of these a line, or a recorded stream of chunks.
//
// The output of a tool may be anything; very often it is the result of an MCP tool and is read as one. What has no place in an event is
// kept under extra.aisdk; parts that are not known, and data parts, are shown as JSON.
package aisdk

import (
	"strings"

	"github.com/vitrine-go/vitrine/artifactkit/protocol"
	"github.com/vitrine-go/vitrine/artifactkit/source"
	"github.com/vitrine-go/vitrine/artifactkit/source/internal/talk"
)

const name = "aisdk"

var format = talk.Format{Name: name, Agent: "AI SDK", Lists: []string{"messages"}, New: func() talk.Items { return &reader{} }}

// Source is the format.
var Source = source.Source{
	Name: name, Title: "Vercel AI SDK messages", Result: result, Sniff: sniff,
	Open: func(o source.Options) source.Reader { return format.Open(o) },
	Peek: func(head, tail []byte) source.Info { return format.Peek(head, tail) },
}

// result reads one tool part, or a message for tools that holds one result.
func result(root protocol.Value) ([]byte, bool) {
	p := root
	if c := root.Get("content"); root.Get("role").Str() == "tool" && c.Type() == protocol.Array && c.Len() == 1 {
		for _, only := range c.Elems() {
			p = only
		}
	}
	part, ok := partOf(p)
	if !ok {
		return nil, false
	}
	d, _ := part.draft()
	return d.Single(name, root), true
}

// part is a tool part in any of its spellings.
type part struct {
	v        protocol.Value // the object that holds its fields
	id, tool string
	state    string // as in UI messages
	input    protocol.Value
	output   protocol.Value
	said     []string // members that the draft and the request say
}

// partOf tells whether v is a tool part: by its type, by the id of the call in camel case, and by one more mark of that type.
func partOf(v protocol.Value) (p part, ok bool) {
	typ := v.Get("type").Str()
	if inner := v.Get("toolInvocation"); typ == "tool-invocation" && inner.Type() == protocol.Object {
		p, ok = invocation(inner)
		return p, ok
	}
	id := v.Get("toolCallId")
	if id.Type() != protocol.String || v.Get("role").Exists() {
		return p, false
	}
	p = part{v: v, id: id.Str(), tool: v.Get("toolName").Str(), state: v.Get("state").Str(), input: v.Get("input"), output: v.Get("output"),
		said: []string{"toolCallId", "toolName", "type", "state", "input", "output", "errorText", "preliminary", "title"}}
	switch {
	case typ == "tool-result" && p.state == "":
		if p.state = "output-available"; !p.output.Exists() {
			p.output = v.Get("result")
		}
		p.said = append(p.said, "result", "args", "isError")
		return p, p.output.Exists() && (p.tool != "" || v.Get("output").Exists())
	case typ == "tool-error" && p.state == "" && v.Get("error").Exists():
		p.state, p.output = "output-error", v.Get("error")
		p.said = append(p.said, "error", "args")
		return p, true
	case typ == "tool-output-available", typ == "tool-output-error", typ == "tool-output-denied":
		p.state = strings.TrimPrefix(typ, "tool-")
		return p, p.state == "output-denied" || p.output.Exists() || v.Get("errorText").Exists()
	case typ == "dynamic-tool":
		return p, p.state != "" && p.tool != ""
	}
	if tool, is := strings.CutPrefix(typ, "tool-"); is && tool != "" && p.state != "" {
		p.tool = tool
		return p, true
	}
	return p, false
}

// invocation is the part of version 4.
func invocation(v protocol.Value) (p part, ok bool) {
	p = part{v: v, id: v.Get("toolCallId").Str(), tool: v.Get("toolName").Str(), input: v.Get("args"), output: v.Get("result"),
		said: []string{"toolCallId", "toolName", "state", "args", "result"}}
	p.state = map[string]string{"partial-call": "input-streaming", "call": "input-available", "result": "output-available"}[v.Get("state").Str()]
	return p, p.state != "" && v.Get("toolCallId").Type() == protocol.String
}

func sniff(head []byte) bool {
	for _, v := range talk.Begins(head, "messages") {
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

// mine tells whether an item of a beginning is the AI SDK's alone.
func mine(v protocol.Value) verdict {
	for _, foreign := range []string{"uuid", "parentUuid", "sessionId", "session_id", "event", "lc", "payload", "kind", "contextId", "object"} {
		if v.Get(foreign).Exists() {
			return no
		}
	}
	typ, role := v.Get("type").Str(), v.Get("role").Str()
	switch {
	case role == "":
		if _, ok := partOf(v); ok || chunkTypes[typ] && isChunk(v, typ) {
			return yes
		}
		return perhaps
	case v.Get("toolInvocations").Type() == protocol.Array:
		return yes
	case v.Get("parts").Type() == protocol.Array:
		for _, p := range v.Get("parts").Elems() {
			if p.Get("type").Type() == protocol.String {
				return yes
			}
			return no
		}
		return perhaps
	case v.Get("parts").Type() == protocol.Null && typ == "": // broken off, or empty
		return perhaps
	}
	for _, p := range v.Get("content").Elems() {
		switch t := p.Get("type").Str(); {
		case t == "tool-call" || t == "tool-result" || t == "tool-approval-request":
			return yes
		case (t == "file" || t == "image") && p.Get("mediaType").Exists():
			return yes
		case t == "tool_use" || t == "tool_result":
			return no
		}
	}
	return perhaps
}

// chunkTypes are the types of a stream's chunks.
var chunkTypes = map[string]bool{
	"start": true, "start-step": true, "text-start": true, "text-delta": true, "text-end": true, "reasoning-start": true, "reasoning-delta": true, "reasoning-end": true,
	"tool-input-start": true, "tool-input-delta": true, "tool-input-available": true, "tool-input-error": true, "tool-approval-request": true, "tool-output-available": true,
	"tool-output-error": true, "tool-output-denied": true, "finish-step": true, "reset-step": true, "finish": true, "abort": true, "message-metadata": true,
}

// isChunk asks for a second mark where a type is a common word.
func isChunk(v protocol.Value, typ string) bool {
	switch typ {
	case "start":
		return v.Get("messageId").Exists() || v.Len() == 1
	case "finish", "abort":
		return false
	case "text-start", "text-delta", "text-end", "reasoning-start", "reasoning-delta", "reasoning-end":
		return v.Get("id").Exists()
	case "tool-input-start", "tool-input-delta", "tool-input-available", "tool-input-error", "tool-output-available", "tool-output-error", "tool-output-denied":
		return v.Get("toolCallId").Exists()
	}
	return v.Len() == 1
}
