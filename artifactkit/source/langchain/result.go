package langchain

import (
	"github.com/vitrine-go/vitrine/artifactkit/protocol"
	"github.com/vitrine-go/vitrine/artifactkit/source/internal/answer"
	"github.com/vitrine-go/vitrine/artifactkit/source/internal/blocks"
	"github.com/vitrine-go/vitrine/artifactkit/source/internal/carry"
	"github.com/vitrine-go/vitrine/artifactkit/source/internal/talk"
)

// read turns the fields of a ToolMessage into a draft. The artifact, which no model sees, comes first: it is the protocol's own, or it is
// data that says more than the content. said are the members that the draft says.
func read(v protocol.Value, c talk.Call) (d answer.Draft, said []string) {
	d = answer.Draft{ID: word(v.Get("tool_call_id")), Name: v.Get("name").Str()}
	if d.Name == "" {
		d.Name = c.Name
	}
	said = []string{"type", "tool_call_id", "name", "content", "artifact", "status"}
	failed := v.Get("status").Str() == "error"
	artifact, content := v.Get("artifact"), v.Get("content")
	own, isOwn := carry.Of(artifact)
	if !isOwn {
		own, isOwn = carry.Text(content.Str())
	}
	d.Own = own
	parts := blocks.Read(content)
	structured := protocol.Value{}
	if !isOwn {
		parts, structured = rich(parts, artifact)
	}
	m := blocks.Make(parts, structured, failed)
	d.Value, d.Kind, d.Title, d.Payload, d.Display, d.Carried = m.Value, m.Kind, m.Title, m.Payload, m.Display, m.Carried
	if d.Title == "" {
		d.Title = c.Subject()
	}
	if failed {
		if d.Fail(m.Words); m.Words == "" {
			d.Fail(m.Value)
		}
	}
	return d, said
}

// rich reads an artifact that is not the protocol's: blocks of MCP that found no place in the content, the structured content of
// an MCP result, or any data.
func rich(parts []blocks.Part, artifact protocol.Value) ([]blocks.Part, protocol.Value) {
	for _, key := range []string{"structured_content", "structuredContent"} {
		if s := artifact.Get(key); artifact.Len() == 1 && s.IsSet() {
			return parts, s
		}
	}
	if !areBlocks(artifact) {
		return parts, artifact
	}
	for _, p := range blocks.Read(artifact) {
		p.UserOnly = true // people see it; the content is what the model saw
		parts = append(parts, p)
	}
	return parts, protocol.Value{}
}

func areBlocks(v protocol.Value) bool {
	for _, b := range v.Elems() {
		switch b.Get("type").Str() {
		case "image", "audio", "resource", "resource_link", "image_url", "file":
		default:
			return false
		}
	}
	return v.Type() == protocol.Array && v.Len() > 0
}

// word is an id that may have come as a number.
func word(v protocol.Value) string {
	if v.Type() == protocol.Number {
		return v.Num()
	}
	return v.Str()
}
