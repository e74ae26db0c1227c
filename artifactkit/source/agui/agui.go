// Package agui reads AG-UI: recorded streams of its events, its messages, and as single results the event TOOL_CALL_RESULT, a message
// for a tool, and the activity in which the result of an MCP app is kept whole. The content of the first two is text; where it is the
// text of a result, or of an MCP result, it is read as one.
//
// In a stream the activity that follows a result and says the same is the result, as it says more. Events about state and events of
// the agent's own are kept as they are.
package agui

import (
	"github.com/vitrine-go/vitrine/artifactkit/protocol"
	"github.com/vitrine-go/vitrine/artifactkit/source"
	"github.com/vitrine-go/vitrine/artifactkit/source/internal/answer"
	"github.com/vitrine-go/vitrine/artifactkit/source/internal/blocks"
	"github.com/vitrine-go/vitrine/artifactkit/source/internal/carry"
	"github.com/vitrine-go/vitrine/artifactkit/source/internal/talk"
)

const name = "agui"

var format = talk.Format{Name: name, Agent: "AG-UI", Lists: []string{"events", "messages"}, New: func() talk.Items { return &reader{} }}

// Source is the format.
var Source = source.Source{
	Name: name, Title: "AG-UI", Result: result, Sniff: sniff,
	Open: func(o source.Options) source.Reader { return format.Open(o) },
	Peek: func(head, tail []byte) source.Info { return format.Peek(head, tail) },
}

func result(root protocol.Value) ([]byte, bool) {
	d, ok := draft(root)
	if !ok {
		return nil, false
	}
	return d.Single(name, root), true
}

func draft(root protocol.Value) (d answer.Draft, ok bool) {
	id := either(root, "toolCallId", "tool_call_id")
	content := root.Get("content")
	switch {
	case root.Get("type").Str() == "TOOL_CALL_RESULT" && id.Type() == protocol.String && content.Exists():
	case root.Get("role").Str() == "tool" && root.Get("toolCallId").Type() == protocol.String && content.Type() == protocol.String:
	case root.Get("type").Str() == "ACTIVITY_SNAPSHOT" && content.Get("result").Type() == protocol.Object:
		content = content.Get("result")
	default:
		return d, false
	}
	d.ID = id.Str()
	failure := root.Get("error")
	read(&d, content, failure.IsSet())
	if failure.IsSet() {
		if d.Fail(failure.Str()); failure.Type() != protocol.String {
			d.Error = failure.AppendCompact(nil)
		}
	}
	return d, true
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
