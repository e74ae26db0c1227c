package mcp

import (
	"github.com/vitrine-go/vitrine/artifactkit/protocol"
	"github.com/vitrine-go/vitrine/artifactkit/source/internal/answer"
	"github.com/vitrine-go/vitrine/artifactkit/source/internal/obj"
)

// find looks for a CallToolResult where the protocol puts one. id is the tool call's, which only sampling messages tell; the id of
// a JSON-RPC message belongs to the transport.
func find(root protocol.Value) (v protocol.Value, id string, ok bool) {
	if root.Type() != protocol.Object {
		return root, "", false
	}
	inner := root
	switch {
	case root.Get("result").Type() == protocol.Object && wraps(root, "result"):
		inner = root.Get("result")
	case root.Get("method").Str() == "ui/notifications/tool-result":
		inner = root.Get("params")
	case root.Get("type").Str() == "tool_result" && root.Get("toolUseId").Type() == protocol.String:
		return root, root.Get("toolUseId").Str(), isContent(root.Get("content")) || root.Get("structuredContent").Exists()
	}
	return inner, "", isResult(inner)
}

// wraps tells whether an object is a JSON-RPC response, or nothing but the member named.
func wraps(root protocol.Value, member string) bool {
	return root.Get("jsonrpc").Str() == "2.0" || root.Len() == 1 && root.Get(member).Exists()
}

// isResult is strict about the members that other formats use for the same idea, and asks for one mark of MCP's own.
func isResult(v protocol.Value) bool {
	if v.Type() != protocol.Object {
		return false
	}
	for _, foreign := range []string{"role", "type", "tool_use_id", "tool_call_id", "toolCallId", "output_type", "parts", "choices"} {
		if v.Get(foreign).Exists() {
			return false
		}
	}
	content := v.Get("content")
	own := v.Get("isError").Type() == protocol.Bool || v.Get("structuredContent").Exists() || v.Get("resultType").Type() == protocol.String
	if !content.Exists() {
		return v.Get("structuredContent").Exists() || own && v.Get("inputRequests").Type() == protocol.Object
	}
	if content.Type() != protocol.Array {
		return false
	}
	if content.Len() == 0 {
		return own || v.Get("_meta").Type() == protocol.Object || v.Len() == 1
	}
	return isContent(content) && (own || v.Get("_meta").Type() == protocol.Object || known(content))
}

// isContent tells whether every element is an object that names its type.
func isContent(content protocol.Value) bool {
	for _, b := range content.Elems() {
		if b.Get("type").Type() != protocol.String {
			return false
		}
	}
	return content.Type() == protocol.Array
}

// known tells whether every block is of a type that MCP has, in MCP's shape.
func known(content protocol.Value) bool {
	for _, b := range content.Elems() {
		want := ""
		switch b.Get("type").Str() {
		case "text":
			want = "text"
		case "image", "audio":
			want = "data"
		case "resource_link":
			want = "uri"
		case "resource":
			if b.Get("resource").Type() != protocol.Object {
				return false
			}
			continue
		}
		if b.Get(want).Type() != protocol.String {
			return false
		}
	}
	return true
}

// protocolError reads a JSON-RPC error response: the call never reached the tool.
func protocolError(root protocol.Value) (answer.Answer, bool) {
	e := root.Get("error")
	if _, whole := e.Get("code").Int(); !whole || e.Get("message").Type() != protocol.String {
		return answer.Answer{}, false
	}
	for k := range root.Members() {
		if k != "jsonrpc" && k != "id" && k != "error" {
			return answer.Answer{}, false
		}
	}
	if root.Get("jsonrpc").Str() != "2.0" && root.Get("jsonrpc").Exists() {
		return answer.Answer{}, false
	}
	message := e.Get("message").Str()
	var payload obj.Object
	payload.Str("message", message)
	if data := e.Get("data"); data.Type() == protocol.String {
		payload.Set("detail", data.Str())
	} else if data.IsSet() {
		payload.Str("detail", obj.Indent(data))
	}
	return answer.Answer{
		Value:    message,
		Error:    errorText(message),
		Artifact: answer.Artifact{Kind: "error", Status: "error", Payload: payload.JSON()}.JSON(),
	}, true
}
