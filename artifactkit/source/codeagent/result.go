package codeagent

import (
	"github.com/vitrine-go/vitrine/artifactkit/markup/htmltext"
	"github.com/vitrine-go/vitrine/artifactkit/protocol"
	"github.com/vitrine-go/vitrine/artifactkit/source"
	"github.com/vitrine-go/vitrine/artifactkit/source/internal/answer"
	"github.com/vitrine-go/vitrine/artifactkit/source/internal/obj"
)

// result hands out a tool result as the event of its six fields, its request before it when no line said so, and behind it what the six
// fields have no place for.
func (r *reader) result(v protocol.Value, e source.Envelope) {
	request := v.Get("request")
	id := requestID(v)
	if request.Get("arguments").IsSet() && id != "" && !r.calls[id] {
		r.request(request, e)
	}
	body := e
	body.Type = "tool_result"
	if body.ID == "" {
		body.ID = r.ids.Native(id, "tool_result", r.rec)
	}
	body.Event = nil
	if r.o.Adapt != nil {
		body.Event = r.o.Adapt(v.AppendCompact(nil))
	}
	if body.Event == nil {
		body.Event = reduce(v)
	}
	r.send(body)
	if rest := left(v, r.calls[id]); rest != nil {
		r.send(source.Envelope{ID: r.ids.Hash(r.rec), Type: name + ".extra", Event: rest, At: e.At, Parent: e.Parent, Agent: e.Agent})
	}
}

// request hands out the request of a call that only its result tells of.
func (r *reader) request(v protocol.Value, e source.Envelope) {
	id := v.Get("id").Str()
	r.calls[id] = true
	e.Type, e.Event, e.Preliminary = "tool_request", requestEvent(v), false
	e.ID = r.ids.Native(id, e.Type, r.rec)
	r.send(e)
}

// requestEvent writes the fields of EV-2.
func requestEvent(v protocol.Value) []byte {
	var o obj.Object
	o.OrNull("id", v.Get("id").Str())
	o.OrNull("name", v.Get("name").Str())
	if args := v.Get("arguments"); args.Exists() {
		o.Val("arguments", args)
	} else {
		o.OrNull("arguments", "")
	}
	o.OrNull("intent", v.At("arguments", "_intent").Str())
	if notes := v.At("tool", "annotations"); notes.Type() == protocol.Object {
		o.Val("annotations", notes)
	} else {
		o.OrNull("annotations", "")
	}
	return o.JSON()
}

func requestID(v protocol.Value) string {
	if id := v.At("request", "id").Str(); id != "" {
		return id
	}
	return v.Get("id").Str()
}

// reduce makes the event of what a result says by itself. Of what is older than version 1 it upgrades legacy cards alone; a facade that
// is at hand does the rest (Options.Adapt).
func reduce(v protocol.Value) []byte {
	a := answer.Answer{ID: requestID(v), Name: v.At("request", "name").Str(), Value: protocol.ValueOf(v, "")}
	if a.Name == "" {
		a.Name = v.Get("name").Str()
	}
	failure, failed := protocol.ErrorOf(v)
	if v.Get("is_error").Bool() {
		failed = true
	}
	if failed {
		a.Error = protocol.AppendString(nil, failure)
		if a.Value == "" {
			a.Value = failure
		}
	}
	display := v.At("extra", "display")
	if !display.IsSet() {
		display = v.Get("display")
	}
	if display.Type() == protocol.Object {
		a.Display = obj.Rest(display, "toolcard", "right_output")
	}
	if own, _ := protocol.ArtifactOf(v, protocol.AnyVersion); own.Exists() {
		if failed {
			own = own.WithStatus("error")
		}
		a.Artifact = own.AppendJSON(nil)
	} else {
		a.Artifact = card(display.Get("toolcard"), failed)
	}
	return a.Event()
}

// card upgrades a legacy card (AD-3). Its title was HTML by contract (MK-3).
func card(v protocol.Value, failed bool) []byte {
	kind, payload := v.Get("kind").Str(), v.Get("payload")
	if kind == "" || payload.Type() < protocol.Array {
		return nil
	}
	a := answer.Artifact{Kind: kind, Status: v.Get("status").Str(), Title: htmltext.Line(v.Get("title").Str()), Payload: payload.AppendCompact(nil)}
	if failed || kind == "error" {
		a.Status = "error"
	}
	return a.JSON()
}

// left is what a result holds beside what its event and its request carry, nil for nothing. An error that says more than its message
// and an artifact that is none are kept.
func left(v protocol.Value, requested bool) []byte {
	own, _ := protocol.ArtifactOf(v, protocol.AnyVersion)
	if v.Get("schema").Str() == protocol.Schema {
		return nil
	}
	drop := [][]string{{"value"}, {"id"}, {"name"}, {"display"}, {"is_error"}, {"type"}, {"extra", "display"}, {"request", "id"}, {"request", "name"}}
	if v.Get("error").Type() != protocol.Object {
		drop = append(drop, []string{"error"})
	}
	if own.Exists() {
		drop = append(drop, []string{"artifact"}, []string{"extra", "codeagent", "artifact"})
	}
	if requested {
		drop = append(drop, []string{"request", "arguments"}, []string{"request", "tool", "annotations"})
	}
	edits := make([]protocol.Edit, len(drop))
	for i, path := range drop {
		edits[i] = protocol.Delete(path...)
	}
	rest, _ := protocol.Parse(protocol.AppendEdited(nil, v, edits...))
	output := v.At("extra", "display", "right_output")
	if !holds(rest) && !holds(output) {
		return nil
	}
	var o obj.Object
	o.OrNull("id", requestID(v))
	for k, m := range rest.Members() {
		if holds(m) {
			o.Val(k, m)
		}
	}
	if holds(output) {
		o.Val("right_output", output)
	}
	return o.JSON()
}

// holds tells whether there is a scalar in v that is not null.
func holds(v protocol.Value) bool {
	switch v.Type() {
	case protocol.Object:
		for _, m := range v.Members() {
			if holds(m) {
				return true
			}
		}
		return v.Bound() != ""
	case protocol.Array:
		return v.Len() > 0
	}
	return v.IsSet()
}
