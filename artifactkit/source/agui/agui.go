// Package agui reads single results of AG-UI: the event TOOL_CALL_RESULT, a message for a tool, and the activity in which the result of
// an MCP app is kept whole. The content of the first two is text; where it is the text of a result, or of an MCP result, it
// is read as one.
package agui

import (
	"github.com/vitrine-go/vitrine/artifactkit/protocol"
	"github.com/vitrine-go/vitrine/artifactkit/source"
	"github.com/vitrine-go/vitrine/artifactkit/source/internal/answer"
	"github.com/vitrine-go/vitrine/artifactkit/source/internal/blocks"
	"github.com/vitrine-go/vitrine/artifactkit/source/internal/carry"
)

const name = "agui"

// Source is the format.
var Source = source.Source{Name: name, Title: "AG-UI tool result", Result: result}

func result(root protocol.Value) ([]byte, bool) {
	id := either(root, "toolCallId", "tool_call_id")
	content := root.Get("content")
	switch {
	case root.Get("type").Str() == "TOOL_CALL_RESULT" && id.Type() == protocol.String && content.Exists():
	case root.Get("role").Str() == "tool" && root.Get("toolCallId").Type() == protocol.String && content.Type() == protocol.String:
	case root.Get("type").Str() == "ACTIVITY_SNAPSHOT" && content.Get("result").Type() == protocol.Object:
		content = content.Get("result")
	default:
		return nil, false
	}
	d := answer.Draft{ID: id.Str()}
	failure := root.Get("error")
	read(&d, content, failure.IsSet())
	if failure.IsSet() {
		if d.Fail(failure.Str()); failure.Type() != protocol.String {
			d.Error = failure.AppendCompact(nil)
		}
	}
	return d.Single(name, root), true
}

// read shows a content: text, text that is JSON, or what another emitter left as it was.
func read(d *answer.Draft, content protocol.Value, failed bool) {
	d.Own, _ = carry.Text(content.Str())
	inner := content
	if v, ok := blocks.JSON(content.Str()); ok {
		inner = v
	}
	if !d.Own.Artifact.Exists() && !d.Own.Result.Exists() && inner == content {
		d.Own, _ = carry.Of(inner)
	}
	parts, structured, bad, ok := blocks.Result(inner)
	if !ok {
		parts, structured = blocks.Read(content), protocol.Value{}
	}
	m := blocks.Make(parts, structured, failed || bad)
	d.Value, d.Kind, d.Title, d.Payload, d.Display = m.Value, m.Kind, m.Title, m.Payload, m.Display
	if inner == content {
		d.Carried = m.Carried
	}
	if bad {
		d.Fail(m.Words)
	}
}

func either(v protocol.Value, keys ...string) protocol.Value {
	for _, k := range keys {
		if m := v.Get(k); m.Exists() {
			return m
		}
	}
	return protocol.Value{}
}
