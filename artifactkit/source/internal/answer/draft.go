package answer

import (
	"github.com/vitrine-go/vitrine/artifactkit/limits"
	"github.com/vitrine-go/vitrine/artifactkit/protocol"
	"github.com/vitrine-go/vitrine/artifactkit/source/internal/carry"
	"github.com/vitrine-go/vitrine/artifactkit/source/internal/obj"
)

// Draft is a tool result of which everything is decided but where it is written to: a result by itself, or an event among others.
type Draft struct {
	ID, Name string // of the call; "" is null
	Value    string
	Error    []byte // JSON of the error, nil for none
	Kind     string
	Status   string // "" is success
	Title    string
	Payload  []byte
	Display  []byte                    // nil for none
	Carried  map[protocol.Value]string // values of the input that stand in the result
	Own      carry.Carried             // what the producer sent along (CAR-1); it wins over kind, title, payload and display
}

// Fail says that the call failed, in words that may be empty.
func (d *Draft) Fail(words string) {
	d.Error = []byte("true")
	if words != "" {
		d.Error = protocol.AppendString(nil, words)
	}
	if d.Status == "" {
		d.Status = "error"
	}
}

func (d Draft) artifact(source string, rest []byte) []byte {
	if d.Own.Artifact.Exists() {
		return d.Own.Artifact.AppendCompact(nil)
	}
	return Artifact{Kind: d.Kind, Status: d.Status, Title: d.Title, Payload: d.Payload, Source: source, Rest: rest}.JSON()
}

func (d Draft) answer() Answer {
	a := Answer{ID: d.ID, Name: d.Name, Value: d.Value, Error: d.Error, Display: d.Display}
	if d.Own.Artifact.Exists() {
		a.Display = nil
	}
	if d.Own.Display.Exists() {
		a.Display = d.Own.Display.AppendCompact(nil)
	}
	return a
}

// Single writes the draft as a codeagent result with the input under extra.<source>.
func (d Draft) Single(source string, root protocol.Value) []byte {
	carried := d.Carried
	switch {
	case d.Own.Result.Exists():
		return d.given(source, root.AppendCompact(nil))
	case d.Own.Artifact.Exists():
		carried = map[protocol.Value]string{d.Own.Artifact: "/extra/codeagent/artifact"}
		if d.Own.Display.Exists() {
			carried[d.Own.Display] = "/extra/display"
		}
	}
	a := d.answer()
	a.Artifact = d.artifact("", nil)
	return a.Result(source, obj.Slim(root, carried))
}

// given is a result that came whole: it stays as it is, but for the call that it does not name, a failure that it does not admit, and the rest.
func (d Draft) given(source string, rest []byte) []byte {
	v := d.Own.Result
	var edits []protocol.Edit
	if _, failed := protocol.ErrorOf(v); d.Error != nil && !failed {
		edits = append(edits, protocol.Set(d.Error, "error"))
	}
	if !v.Get("request").IsSet() && (d.ID != "" || d.Name != "") {
		var request obj.Object
		request.OrNull("id", d.ID)
		request.OrNull("name", d.Name)
		edits = append(edits, protocol.Set(request.JSON(), "request"))
	}
	if rest != nil {
		edits = append(edits, protocol.Set(rest, "extra", source))
	}
	out := protocol.AppendEdited(nil, v, edits...)
	if len(out) > limits.Result {
		return v.AppendCompact(nil)
	}
	return out
}

// Event writes the draft as the six-field event. What the event has no place for is left: nil, or an object to be sent behind it.
// adapt turns a whole result into an event; nil takes its channels as they are.
func (d Draft) Event(source string, rest []byte, adapt func([]byte) []byte) (event, left []byte) {
	if v := d.Own.Result; v.Exists() {
		if adapt != nil {
			event = adapt(d.given(source, nil))
		}
		if event == nil {
			a := d.answer()
			a.Value, a.Artifact = protocol.ValueOf(v, d.Value), d.ownArtifact()
			event = a.Event()
		}
		return event, d.more(rest)
	}
	a := d.answer()
	a.Artifact = d.artifact(source, rest)
	if d.Own.Artifact.Exists() {
		return a.Event(), rest
	}
	return a.Event(), nil
}

func (d Draft) ownArtifact() []byte {
	if d.Own.Artifact.Exists() {
		return d.Own.Artifact.AppendCompact(nil)
	}
	return nil
}

// more is rest with what else stands under the extra of a result that came whole.
func (d Draft) more(rest []byte) []byte {
	var o obj.Object
	o.Raw("extra", obj.Rest(d.Own.Result.Get("extra"), "codeagent", "display"))
	if o.Empty() {
		return rest
	}
	if v, why := protocol.Parse(rest); why == nil {
		for k, m := range v.Members() {
			o.Val(k, m)
		}
	}
	return o.JSON()
}
