package aisdk

import (
	"github.com/vitrine-go/vitrine/artifactkit/protocol"
	"github.com/vitrine-go/vitrine/artifactkit/source/internal/answer"
	"github.com/vitrine-go/vitrine/artifactkit/source/internal/blocks"
	"github.com/vitrine-go/vitrine/artifactkit/source/internal/carry"
	"github.com/vitrine-go/vitrine/artifactkit/source/internal/obj"
	"github.com/vitrine-go/vitrine/artifactkit/source/internal/talk"
)

// draft shows what a part says of its call: its result, or how far it came. Without a title of its own it is called by what the call is
// about.
func (p part) draft() (d answer.Draft, done bool) {
	if d, done = p.shown(); d.Title == "" {
		d.Title = talk.Call{Input: p.input}.Subject()
	}
	return d, done
}

func (p part) shown() (d answer.Draft, done bool) {
	d = answer.Draft{ID: p.id, Name: p.tool}
	switch p.state {
	case "output-available":
		output(&d, p.output, p.v.Get("isError").Bool())
		return d, true
	case "output-error":
		text := p.v.Get("errorText").Str()
		if text == "" {
			text = words(p.output)
		}
		m := blocks.Make([]blocks.Part{{Text: text, Value: text}}, protocol.Value{}, true)
		d.Value, d.Kind, d.Payload = text, m.Kind, m.Payload
		d.Fail(text)
		return d, true
	case "output-denied":
		denied(&d, p.v.At("approval", "reason").Str())
		return d, true
	}
	d.Status = map[string]string{"input-streaming": "running", "input-available": "running", "approval-requested": "needs_input", "approval-responded": "running"}[p.state]
	if d.Status == "" && p.output.Exists() { // a state that is not known
		output(&d, p.output, false)
		d.Status = p.state
		return d, true
	}
	if d.Status == "" {
		d.Status = p.state
	}
	m := blocks.Make(nil, p.input, false)
	d.Value, d.Kind, d.Title, d.Payload = m.Value, m.Kind, m.Title, m.Payload
	return d, false
}

func denied(d *answer.Draft, reason string) {
	var o obj.Object
	o.Str("text", reason)
	d.Kind, d.Status, d.Value, d.Payload = "text", "denied", reason, o.JSON()
}

// words is what an error says: its text, its message, or its JSON.
func words(v protocol.Value) string {
	switch {
	case v.Type() == protocol.String:
		return v.Str()
	case v.Get("message").Type() == protocol.String:
		return v.Get("message").Str()
	case v.IsSet():
		return v.Compact()
	}
	return ""
}

// output shows what a tool gave: as model messages say it, with a type in front of the value, or as it is.
func output(d *answer.Draft, v protocol.Value, failed bool) {
	value := v.Get("value")
	switch typ := v.Get("type").Str(); {
	case typ == "text" && value.Type() == protocol.String, typ == "json" && value.Exists():
		anything(d, value, failed)
	case typ == "error-text" && value.Type() == protocol.String, typ == "error-json" && value.Exists():
		anything(d, value, true)
	case typ == "execution-denied":
		denied(d, v.Get("reason").Str())
	case typ == "content" && value.Type() == protocol.Array:
		parts(d, blocks.Read(value), protocol.Value{}, failed)
	default:
		anything(d, v, failed)
	}
}

// anything shows a value of any shape. The producer's own channels come first; then the result of an MCP tool; then data.
func anything(d *answer.Draft, v protocol.Value, failed bool) {
	own, isOwn := carry.Of(v)
	if !isOwn {
		own, isOwn = carry.Text(v.Str())
	}
	d.Own = own
	list, structured, bad, isMCP := blocks.Result(v)
	switch {
	case isMCP:
		if isOwn {
			structured = protocol.Value{}
		}
		parts(d, list, structured, failed || bad)
	case v.Type() == protocol.String:
		parts(d, blocks.Read(v), protocol.Value{}, failed)
	case v.Type() == protocol.Array && v.Len() > 0 && blocks.AreBlocks(v):
		parts(d, blocks.Read(v), protocol.Value{}, failed)
	case isOwn:
		value := v.Get("value")
		if value.Type() != protocol.String {
			value = v.Get("text")
		}
		parts(d, blocks.Read(value), protocol.Value{}, failed)
	case failed:
		text := words(v)
		parts(d, []blocks.Part{{Text: text, Value: text}}, protocol.Value{}, true)
	case v.Type() < protocol.Array && v.IsSet():
		parts(d, []blocks.Part{{Text: v.Compact(), Value: v.Compact()}}, protocol.Value{}, false)
	default:
		parts(d, nil, v, false)
	}
}

func parts(d *answer.Draft, list []blocks.Part, structured protocol.Value, failed bool) {
	m := blocks.Make(list, structured, failed)
	d.Value, d.Kind, d.Title, d.Payload, d.Display, d.Carried = m.Value, m.Kind, m.Title, m.Payload, m.Display, m.Carried
	if failed {
		if d.Fail(m.Words); m.Words == "" {
			d.Fail(m.Value)
		}
	}
}
