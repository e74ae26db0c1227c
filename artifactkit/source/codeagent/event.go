package codeagent

import (
	"github.com/vitrine-go/vitrine/artifactkit/protocol"
	"github.com/vitrine-go/vitrine/artifactkit/source"
	"github.com/vitrine-go/vitrine/artifactkit/source/internal/obj"
)

// event reads a line that is an envelope, an event or a result.
func (r *reader) event(v protocol.Value) *protocol.Reason {
	switch shapeOf(v) {
	case envelope:
		return r.envelope(v)
	case typed, bare:
		typ := v.Get("type").Str()
		if typ == "" {
			typ = bareType(v)
		}
		if typ == "tool_result" {
			r.result(v, source.Envelope{})
			return nil
		}
		r.send(source.Envelope{ID: r.eventID(v, typ), Type: typ, Event: withoutType(v), At: when(v)})
		return nil
	case result:
		r.result(v, source.Envelope{At: when(v)})
		return nil
	case record:
		r.record(v)
		return nil
	}
	return &protocol.Reason{Code: protocol.NotAnObject, Message: "The line is no envelope, event, result or line of a session."}
}

// envelope passes an envelope on. One that was there before word for word is a repetition of the feed; another one under the same id is not.
func (r *reader) envelope(v protocol.Value) *protocol.Reason {
	e, why := source.ParseEnvelope(v)
	if why != nil && e.Type == "" {
		return why
	}
	if r.ids.Repeats(append([]byte(e.ID+" "+e.Type+" "), e.Event...)) {
		return &protocol.Reason{Code: protocol.DuplicateKey, Path: "/id", Message: "The event was there before."}
	}
	e.ID, e.At = r.ids.Given(e.ID, r.rec), source.When(e.At)
	event := v.Get("event")
	switch {
	case e.Type == "tool_request":
		r.calls[event.Get("id").Str()] = true
	case e.Type == "tool_result" && !exact(event):
		r.result(event, e)
		return nil
	}
	r.send(e)
	return nil
}

func (r *reader) eventID(v protocol.Value, typ string) string {
	if typ == "tool_request" {
		r.calls[v.Get("id").Str()] = true
		return r.ids.Native(v.Get("id").Str(), typ, r.rec)
	}
	return r.ids.Hash(r.rec)
}

func withoutType(v protocol.Value) []byte {
	if out := obj.Rest(v, "type"); out != nil {
		return out
	}
	return []byte("{}")
}

// exact tells whether an event has the six fields of EV-1, in order.
func exact(v protocol.Value) bool {
	want := [...]string{"id", "name", "display", "value", "is_error", "artifact"}
	i := 0
	for k := range v.Members() {
		if i == len(want) || k != want[i] {
			return false
		}
		i++
	}
	return i == len(want) && v.Get("value").Type() == protocol.String && v.Get("is_error").Type() == protocol.Bool
}
