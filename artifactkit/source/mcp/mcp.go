// Package mcp reads the results of MCP tools (CallToolResult), bare, as a JSON-RPC response, or as a notification or sampling
// message that holds one.
//
// The richest block becomes the artifact and the rest stays visible as its output. The input is kept under extra.mcp; a long
// string that stands in the result already is {"$at": pointer} there. Blocks for the model only are in the value and in the
// payload's "for_model", blocks for people only are in neither (CAR-3). A result that asks for input has the status
// "needs_input".
package mcp

import (
	"github.com/vitrine-go/vitrine/artifactkit/protocol"
	"github.com/vitrine-go/vitrine/artifactkit/source"
	"github.com/vitrine-go/vitrine/artifactkit/source/internal/answer"
	"github.com/vitrine-go/vitrine/artifactkit/source/internal/blocks"
	"github.com/vitrine-go/vitrine/artifactkit/source/internal/obj"
)

const name = "mcp"

// Source is the format.
var Source = source.Source{Name: name, Title: "MCP tool result", Result: result}

func result(root protocol.Value) ([]byte, bool) {
	if a, ok := protocolError(root); ok {
		return a.Result(name, root.AppendCompact(nil)), true
	}
	v, id, ok := find(root)
	if !ok {
		return nil, false
	}
	a, carried := read(v)
	a.ID = id
	return a.Result(name, obj.Slim(root, carried)), true
}

// read turns a CallToolResult into an answer; carried are the values of the input that stand in it.
func read(v protocol.Value) (answer.Answer, map[protocol.Value]string) {
	meta := v.Get("_meta")
	failed := v.Get("isError").Bool()
	parts := blocks.Read(v.Get("content"))
	status := ""
	if failed {
		status = "error"
	}
	if asks(v) {
		status = "needs_input"
		parts = append(parts, questions(v.Get("inputRequests"))...)
	}
	m := blocks.Make(parts, v.Get("structuredContent"), failed)
	a := answer.Answer{Value: m.Value, Display: m.Display}
	a.Artifact = answer.Artifact{Kind: m.Kind, Status: status, Title: m.Title, Payload: m.Payload}.JSON()
	if failed {
		if a.Error = errorText(m.Words); m.Words == "" {
			a.Error = errorText(m.Value)
		}
	}
	if own := meta.Get(protocol.MetaArtifact); own.Type() == protocol.Object {
		a.Artifact, a.Display = own.AppendCompact(nil), nil
		m.Carried = map[protocol.Value]string{own: "/extra/codeagent/artifact"}
	}
	if own := meta.Get(protocol.MetaDisplay); own.Type() == protocol.Object {
		a.Display = own.AppendCompact(nil)
		m.Carried[own] = "/extra/display"
	}
	return a, m.Carried
}

// errorText is the error of a result that says no more than that it failed: its words, else true.
func errorText(value string) []byte {
	if value == "" {
		return []byte("true")
	}
	return protocol.AppendString(nil, value)
}

// asks tells whether a result is a question (revision 2026-07-28): it has no content and must not look like an empty success.
func asks(v protocol.Value) bool {
	return v.Get("resultType").Str() == "input_required" || v.Get("inputRequests").Type() == protocol.Object && !v.Get("content").Exists()
}

func questions(requests protocol.Value) []blocks.Part {
	var parts []blocks.Part
	for _, q := range requests.Members() {
		text := q.At("params", "message").Str()
		if text == "" {
			text = q.Compact()
		}
		parts = append(parts, blocks.Part{Text: text, Value: text})
	}
	return parts
}
