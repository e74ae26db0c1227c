package turns

import (
	"github.com/vitrine-go/vitrine/artifactkit/limits"
	"github.com/vitrine-go/vitrine/artifactkit/protocol"
	"github.com/vitrine-go/vitrine/artifactkit/source/internal/answer"
	"github.com/vitrine-go/vitrine/artifactkit/source/internal/blocks"
	"github.com/vitrine-go/vitrine/artifactkit/source/internal/carry"
	"github.com/vitrine-go/vitrine/artifactkit/source/internal/obj"
	"github.com/vitrine-go/vitrine/artifactkit/source/internal/talk"
)

// Request is a recorded call.
type Request struct {
	ID, Name  string
	Arguments protocol.Value
	Notes     protocol.Value // annotations of the tool's definition
	Rest      []byte         // what else the record holds
}

// Call sends a request.
func (s *Turns) Call(r Request) {
	s.Flush()
	s.asked[r.ID] = true
	call := talk.Call{Name: r.Name, Input: r.Arguments, Annotations: r.Notes}
	s.t.Request(r.ID, call, talk.Member{Key: "content", JSON: r.Rest})
}

// Result is a recorded tool result. It has the protocol's own channels: extra may hold an artifact and a display.
type Result struct {
	Request Request
	Given   protocol.Value // the request as it is recorded; absent or null when there is none
	Text    string         // portable text, "" for that of the parts
	Parts   []blocks.Part  // what the value holds in words, pictures and files
	Data    protocol.Value // the value, when it is data
	Error   protocol.Value
	Extra   protocol.Value
	Rest    []byte         // what else the record holds
	Kept    protocol.Value // the value, when its words, pictures and data do not say how they stood in it
}

// Result sends a result, its request before it when no turn said so.
func (s *Turns) Result(r Result) {
	s.Flush()
	if r.Given.IsSet() && r.Request.ID != "" && !s.asked[r.Request.ID] && r.Request.Arguments.Exists() {
		s.Call(r.Request)
	}
	result, more := r.build()
	d := answer.Draft{ID: r.Request.ID, Name: r.Request.Name}
	v, why := protocol.Parse(result)
	if why != nil {
		v, _ = protocol.Parse([]byte(`{"value":"","extra":{}}`))
	}
	if text, failed := protocol.ErrorOf(v); failed {
		d.Fail(text)
	}
	if d.Own, _ = carry.Of(v); !d.Own.Result.Exists() {
		d.Own.Result = v
	}
	s.t.Result(d, false, more...)
}

// Single is the result by itself, as a codeagent result.
func (r Result) Single(source string) []byte {
	result, more := r.build()
	var rest obj.Object
	for _, m := range more {
		if m.Key != siblings { // they stay where they are
			rest.Raw(m.Key, m.JSON)
		}
	}
	if rest.Empty() {
		return result
	}
	v, why := protocol.Parse(result)
	if why != nil {
		return result
	}
	return protocol.AppendEdited(nil, v, protocol.Set(rest.JSON(), "extra", source))
}

// siblings is the key of what stands beside the artifact under extra.codeagent.
const siblings = "codeagent"

// build writes {value, error, extra, request}, and what has no place in it.
func (r Result) build() (result []byte, more []talk.Member) {
	_, failed := protocol.ErrorOf(r.errorOnly())
	m := blocks.Make(r.Parts, r.Data, failed)
	text := r.Text
	if text == "" {
		text = m.Value
	}
	own := r.Extra.Get("codeagent")
	claimed := own.IsSet() && own.Type() != protocol.Object || own.Get("artifact").IsSet() || r.Extra.At("display", "toolcard").IsSet()
	infer := !claimed && chosen(m) && (len(r.Parts) > 0 || r.Data.IsSet())
	var o obj.Object
	o.Str("value", text)
	if r.Error.IsSet() {
		o.Val("error", r.Error)
	} else {
		o.OrNull("error", "")
	}
	extra := []byte("{}")
	if r.Extra.Type() == protocol.Object {
		extra = r.Extra.AppendCompact(nil)
	} else if holds(r.Extra) {
		more = append(more, talk.Member{Key: "extra", JSON: r.Extra.AppendCompact(nil)})
	}
	if infer {
		status := ""
		if failed {
			status = "error"
		}
		a := answer.Artifact{Kind: m.Kind, Status: status, Title: m.Title, Payload: m.Payload}.JSON()
		if len(extra)+len(a)+len(text) < limits.Result/2 {
			e, _ := protocol.Parse(extra)
			edits := []protocol.Edit{protocol.Set(a, "codeagent", "artifact")}
			if m.Display != nil && !r.Extra.Get("display").Exists() {
				edits = append(edits, protocol.Set(m.Display, "display"))
			}
			extra = protocol.AppendEdited(nil, e, edits...)
		}
	}
	o.Raw("extra", extra)
	if r.Given.IsSet() {
		o.Val("request", r.Given)
	} else {
		o.OrNull("request", "")
	}
	if beside := Rest(own, "artifact"); beside != nil {
		more = append(more, talk.Member{Key: siblings, JSON: beside})
	}
	if r.Kept.Exists() {
		if !infer {
			m.Carried = nil
		}
		more = append(more, talk.Member{Key: "value", JSON: obj.Slim(r.Kept, m.Carried)})
	}
	if r.Rest != nil {
		more = append(more, talk.Member{Key: "content", JSON: r.Rest})
	}
	return o.JSON(), more
}

// errorOnly is an object with the error alone, for the one function that knows what is none.
func (r Result) errorOnly() protocol.Value {
	var o obj.Object
	o.Val("error", r.Error)
	v, _ := protocol.Parse(o.JSON())
	return v
}

// chosen tells whether the artifact says more than the one that adaptation makes of the portable text (AD-4).
func chosen(m blocks.Made) bool {
	switch m.Kind {
	case "image", "table", "code":
		return true
	case "text":
		v, why := protocol.Parse(m.Payload)
		return why == nil && v.Get("lang").Exists()
	}
	return false
}
