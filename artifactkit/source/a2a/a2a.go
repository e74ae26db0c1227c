// Package a2a reads single results of A2A: an artifact, the update that brings one, a task with its artifacts, or a message of an agent, in
// the spelling of version 1.0 and of the versions before it, bare or as a JSON-RPC response.
//
// A data part of the media type of the protocol's own artifacts is one (CAR-1); text parts are the portable value beside it.
package a2a

import (
	"strings"

	"github.com/vitrine-go/vitrine/artifactkit/protocol"
	"github.com/vitrine-go/vitrine/artifactkit/source"
	"github.com/vitrine-go/vitrine/artifactkit/source/internal/answer"
	"github.com/vitrine-go/vitrine/artifactkit/source/internal/blocks"
	"github.com/vitrine-go/vitrine/artifactkit/source/internal/carry"
)

const name = "a2a"

// Source is the format.
var Source = source.Source{Name: name, Title: "A2A task, artifact or message", Result: result}

func result(root protocol.Value) ([]byte, bool) {
	v := root
	if r := root.Get("result"); root.Get("jsonrpc").Str() == "2.0" && r.Type() == protocol.Object {
		v = r
	}
	for _, wrap := range []string{"artifactUpdate", "task", "message"} {
		if inner := v.Get(wrap); v.Len() == 1 && inner.Type() == protocol.Object {
			v = inner
		}
	}
	var b builder
	switch status := v.Get("status"); {
	case isParts(v.Get("parts")) && v.Get("artifactId").Type() == protocol.String:
		b.artifact(v)
	case isParts(v.At("artifact", "parts")) && v.At("artifact", "artifactId").Exists():
		b.artifact(v.Get("artifact"))
	case status.Get("state").Type() == protocol.String && (v.Get("contextId").Exists() || v.Get("kind").Str() == "task" || v.Get("artifacts").Type() == protocol.Array):
		for _, a := range v.Get("artifacts").Elems() {
			b.artifact(a)
		}
		b.state(v)
	case isParts(v.Get("parts")) && v.Get("messageId").Type() == protocol.String && agent(v.Get("role").Str()):
		b.parts(v.Get("parts"))
		b.d.ID = v.Get("messageId").Str()
	case v.Get("mediaType").Str() == protocol.MediaType && v.Get("data").Type() == protocol.Object:
		b.part(v)
	default:
		return nil, false
	}
	return b.write().Single(name, root), true
}

func agent(role string) bool { return role == "agent" || role == "ROLE_AGENT" }

// isParts asks for one part in the shape of either version.
func isParts(list protocol.Value) bool {
	for _, p := range list.Elems() {
		if p.Get("type").Exists() {
			return false
		}
		for _, key := range []string{"text", "raw", "url", "data", "file", "kind"} {
			if p.Get(key).Exists() {
				return true
			}
		}
	}
	return false
}

// builder gathers what parts say.
type builder struct {
	d      answer.Draft
	list   []blocks.Part
	data   protocol.Value // the first data that is no artifact of the protocol
	failed bool
}

func (b *builder) artifact(a protocol.Value) {
	if b.d.ID == "" {
		b.d.ID = a.Get("artifactId").Str()
	}
	if b.d.Name == "" {
		b.d.Name = a.Get("name").Str()
	}
	b.parts(a.Get("parts"))
}

func (b *builder) parts(list protocol.Value) {
	for _, p := range list.Elems() {
		b.part(p)
	}
}

func (b *builder) part(p protocol.Value) {
	mime, file := p.Get("mediaType").Str(), p.Get("filename").Str()
	if mime == "" {
		mime = p.At("metadata", "mediaType").Str() + p.At("metadata", "mimeType").Str()
	}
	raw, url := p.Get("raw"), p.Get("url")
	if f := p.Get("file"); f.Type() == protocol.Object { // before 1.0
		mime, file = f.Get("mimeType").Str(), f.Get("name").Str()
		for _, key := range []string{"fileWithBytes", "bytes"} {
			if m := f.Get(key); m.Exists() {
				raw = m
			}
		}
		for _, key := range []string{"fileWithUri", "uri"} {
			if m := f.Get(key); m.Exists() {
				url = m
			}
		}
	}
	switch text, data := p.Get("text"), p.Get("data"); {
	case text.Type() == protocol.String:
		b.list = append(b.list, blocks.Said(text))
	case raw.Type() == protocol.String && strings.HasPrefix(mime, "image/"):
		b.list = append(b.list, blocks.Image(mime, raw, file))
	case raw.Type() == protocol.String:
		b.list = append(b.list, blocks.Named(file, mime, raw.Str()))
	case url.Type() == protocol.String:
		b.list = append(b.list, blocks.Said(url))
	case data.Exists():
		b.take(data, mime)
	default:
		s := p.Compact()
		b.list = append(b.list, blocks.Part{Text: s, Value: s})
	}
}

// take reads data: the protocol's own, the first other, and whatever follows as JSON.
func (b *builder) take(data protocol.Value, mime string) {
	own, ok := carry.Of(data)
	if !ok && mime == protocol.MediaType && data.Type() == protocol.Object {
		own, ok = carry.Carried{Artifact: data}, true // the accessor says what is wrong with it
	}
	switch {
	case ok && !b.d.Own.Artifact.Exists():
		b.d.Own = own
	case !b.data.Exists() && !ok:
		b.data = data
	default:
		s := data.Compact()
		b.list = append(b.list, blocks.Part{Text: s, Value: s})
	}
}

// state reads how far a task came. What it says goes behind its artifacts.
func (b *builder) state(v protocol.Value) {
	b.d.ID = v.Get("id").Str()
	state := strings.ToLower(strings.ReplaceAll(strings.TrimPrefix(v.At("status", "state").Str(), "TASK_STATE_"), "_", "-"))
	b.parts(v.At("status", "message", "parts"))
	switch state {
	case "failed":
		b.failed = true
	case "rejected":
		b.d.Status = "denied"
	case "input-required", "auth-required":
		b.d.Status = "needs_input"
	case "submitted", "working":
		b.d.Status = "running"
	case "canceled":
		b.d.Status = "interrupted"
	case "completed":
	default:
		b.d.Status = state
	}
}

func (b *builder) write() answer.Draft {
	d := b.d
	m := blocks.Make(b.list, b.data, b.failed)
	if d.Own.Artifact.Exists() {
		m = blocks.Make(b.list, protocol.Value{}, b.failed)
	}
	d.Value, d.Kind, d.Payload, d.Display, d.Carried = m.Value, m.Kind, m.Payload, m.Display, m.Carried
	if d.Title = m.Title; d.Title == "" {
		d.Title = source.TitleOf(d.Name)
	}
	if b.failed {
		d.Fail(m.Words)
	}
	return d
}
