// Package carrier writes a result of the protocol into the results of others, so that its artifact travels through hosts that have
// never heard of it (CAR-1). Every carrier says the portable value where such a host looks: one that ignores the rest loses
// nothing (CAR-2). The importers read all of them back, artifacts token for token, also of versions that are not known yet.
//
// The functions are pure. They take a result {value, error, extra, request} or a six-field event.
package carrier

import (
	"errors"
	"fmt"

	"github.com/vitrine-go/vitrine/artifactkit/protocol"
)

// ErrNoResult is returned for what is neither a result nor an event.
var ErrNoResult = errors.New("neither a result nor an event")

// MCP writes a CallToolResult: the value is its content, artifact and display stand under _meta.
func MCP(result []byte) ([]byte, error) {
	r, err := read(result)
	if err != nil {
		return nil, fmt.Errorf("writing an MCP result: %w", err)
	}
	var o, meta object
	o.raw("content", r.content())
	if r.failed {
		o.raw("isError", []byte("true"))
	}
	meta.val(protocol.MetaArtifact, r.artifact)
	meta.val(protocol.MetaDisplay, r.display)
	o.some("_meta", meta)
	return o.json(), nil
}

// LangChain writes a ToolMessage in its flat form: the value is its content, the artifact its artifact. With a display, or anything else
// beside it, the artifact is the extra of the result.
func LangChain(result []byte) ([]byte, error) {
	r, err := read(result)
	if err != nil {
		return nil, fmt.Errorf("writing a LangChain message: %w", err)
	}
	var o object
	o.str("type", "tool")
	o.str("content", r.text())
	o.str("tool_call_id", r.id)
	if r.name != "" {
		o.str("name", r.name)
	}
	if r.failed {
		o.str("status", "error")
	} else {
		o.str("status", "success")
	}
	if extra := r.extra(); r.artifact.Exists() && extra.members == 1 && !r.siblings {
		o.val("artifact", r.artifact)
	} else {
		o.some("artifact", extra)
	}
	return o.json(), nil
}

// AISDK writes the output of a tool: the value is its content, in the shape that MCP's results have, the extra of the result stands
// beside it, its artifact under "codeagent".
func AISDK(result []byte) ([]byte, error) {
	r, err := read(result)
	if err != nil {
		return nil, fmt.Errorf("writing the output of an AI SDK tool: %w", err)
	}
	o := object{}
	o.raw("content", r.content())
	if r.failed {
		o.raw("isError", []byte("true"))
	}
	extra := r.extra()
	v, _ := protocol.Parse(extra.json())
	for k, m := range v.Members() {
		if k != "content" && k != "isError" && k != "structuredContent" {
			o.val(k, m)
		}
	}
	return o.json(), nil
}

// OpenAI writes a function_call_output: its output is JSON text {value, error?, extra}, for that API has text alone.
func OpenAI(result []byte) ([]byte, error) {
	r, err := read(result)
	if err != nil {
		return nil, fmt.Errorf("writing an OpenAI item: %w", err)
	}
	var o object
	o.str("type", "function_call_output")
	o.str("call_id", r.id)
	o.str("output", string(r.inText()))
	return o.json(), nil
}

// AGUI writes a TOOL_CALL_RESULT event, whose content is text like OpenAI's output. The message's id is made of the call's.
func AGUI(result []byte) ([]byte, error) {
	r, err := read(result)
	if err != nil {
		return nil, fmt.Errorf("writing an AG-UI event: %w", err)
	}
	var o object
	o.str("type", "TOOL_CALL_RESULT")
	o.str("messageId", r.id+"-result")
	o.str("toolCallId", r.id)
	o.str("content", string(r.inText()))
	o.str("role", "tool")
	return o.json(), nil
}

// A2A writes an artifact of that protocol: a text part with the value, and a data part with the artifact under its media type.
func A2A(result []byte) ([]byte, error) {
	r, err := read(result)
	if err != nil {
		return nil, fmt.Errorf("writing an A2A artifact: %w", err)
	}
	var o, text, data object
	o.str("artifactId", r.id)
	if r.name != "" {
		o.str("name", r.name)
	}
	text.str("text", r.text())
	parts := append([]byte{'['}, text.json()...)
	if r.artifact.Exists() {
		data.val("data", r.artifact)
		data.str("mediaType", protocol.MediaType)
		parts = append(append(parts, ','), data.json()...)
	}
	o.raw("parts", append(parts, ']'))
	return o.json(), nil
}
