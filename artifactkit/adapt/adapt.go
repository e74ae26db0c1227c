package adapt

import (
	"sync"

	"github.com/vitrine-go/vitrine/artifactkit/display"
	"github.com/vitrine-go/vitrine/artifactkit/limits"
	"github.com/vitrine-go/vitrine/artifactkit/protocol"
)

// Options are what a caller knows about a result beside the result.
type Options struct {
	Tool string // the tool's name when the result does not say: it then gives icon and title
}

// Adapted is a result in the protocol's shape, as bytes for a host that forwards and as parts for one that draws.
type Adapted struct {
	Notes []protocol.Reason // what was refused and repaired, in the order it was met; paths are those of what came in

	Value   string // portable text
	Error   string // text of the error; an event has none
	IsError bool   // TR-9: the result's error, the event's is_error or a ContentError

	Artifact    protocol.Artifact // of any version; the zero Artifact only when bounds leave no room for one
	HasArtifact bool
	// ArtifactReason is why something that claimed to be the artifact was refused, and nil if nothing was. Artifact then is a
	// legacy card's, or one made of the value.
	ArtifactReason *protocol.Reason

	Display     protocol.Value // as given, legacy members included; display.Read passes those over
	DisplayPath string         // JSON Pointer to it
	Tool        string         // name of the tool, "" if unknown
	ID          string         // id of the call, "" if unknown
	Icon        string         // AD-9: the artifact's icon, else that of the tool's name
	Request     protocol.Value // absent in an event

	written *written
}

// Event is the record of EV-1: its six fields, compact. It is written when it is asked for first.
func (a Adapted) Event() []byte { return a.written.event() }

// Result is what came in with its artifact and display repaired, all else token for token, compact. It is written when it is
// asked for first: a host that only draws never pays for it.
func (a Adapted) Result() []byte { return a.written.result() }

// Adapt adapts a result, an event or an artifact (AD-1 to AD-9). It does not fail: metadata of any shape is worked around, and
// what nobody claims becomes the value of a result. Adapting its Result gives the same Event and Result again. v is not changed.
func Adapt(v protocol.Value, o Options) Adapted {
	s := open(v)
	a := &adapter{shell: s, o: o}
	a.out = Adapted{
		Value: s.value, Display: s.display, DisplayPath: protocol.Pointer(s.where...),
		ID: textOf(s.id), Tool: textOf(s.tool), Request: s.root.Get("request"),
	}
	if a.out.Tool == "" {
		a.out.Tool = o.Tool
	}
	a.errText, a.failed = s.failure()
	a.contents = readContents(s.root.At("extra", "contents"))
	a.out.Error, a.out.IsError = a.errText, a.failed || a.contents.failed
	if a.out.Error == "" {
		a.out.Error = a.contents.err
	}
	a.rooms()
	a.out.Artifact = a.artifact()
	a.out.Artifact.Path = a.path(a.at...)
	a.write()
	a.out.HasArtifact = a.out.Artifact.Exists()
	if a.out.Icon = a.out.Artifact.Icon; a.out.Icon == "" {
		a.out.Icon = display.ToolIcon(a.out.Tool)
	}
	return a.out
}

type adapter struct {
	shell
	o        Options
	out      Adapted
	errText  string
	failed   bool // the result's error or the event's is_error
	contents contents
}

func (a *adapter) note(code protocol.Code, path, message string) {
	a.out.Notes = append(a.out.Notes, protocol.Reason{Code: code, Path: path, Message: message})
}

// rooms notes what stands where an object belongs on the way to the artifact; it makes room (AD-6). R writes an empty list as [].
func (a *adapter) rooms() {
	for n := 1; n < len(a.at); n++ {
		if v := a.root.At(a.at[:n]...); v.IsSet() && v.Type() != protocol.Object && !(v.Type() == protocol.Array && v.Len() == 0) {
			a.note(protocol.NotAnObject, a.path(a.at[:n]...), "It must be an object, it is "+protocol.Describe(v)+"; the artifact takes its place.")
		}
	}
}

// artifact takes the first of the three ways that leads to one.
func (a *adapter) artifact() protocol.Artifact {
	art := a.given()
	if !art.Exists() {
		art = a.card()
	}
	if art.Exists() {
		// AD-2: a failed call fails in its artifact too, whatever the kind.
		if art.V1() && a.failed && art.Status != "error" {
			a.note(protocol.StatusRepaired, a.path(under(a.at, "status")...), "The call failed, so the status "+protocol.Quote(art.Status)+" became error.")
			art = art.WithStatus("error")
		}
		return art
	}
	a.note(protocol.Synthesized, a.path(a.at...), "There was no artifact to use; one was made of the portable text.")
	return a.synthesize()
}

// write sees to it that event and result can be written. When the artifact would carry them over the bound of a result, they go
// without (ART-10).
func (a *adapter) write() {
	a.out.written = a.writer()
	if a.out.Artifact.Exists() && a.roughly() <= limits.Result {
		return
	}
	if !a.out.Artifact.Exists() || max(len(a.out.Result()), len(a.out.Event())) > limits.Result {
		a.note(protocol.TooLarge, a.path(a.at...), "With an artifact the result would be larger than is read; it goes without.")
		a.out.Artifact = protocol.Artifact{}
		a.out.written = a.writer()
	}
}

// roughly is a size that neither the event nor the result can be above: a character is quoted with at most six bytes.
func (a *adapter) roughly() int {
	const names = 1 << 10 // of members that are written anew
	return len(a.root.Raw()) + a.out.Artifact.Size() + 6*len(a.value) + names
}

// written are the bytes of an adapted result, made once.
type written struct{ event, result func() []byte }

func (a *adapter) writer() *written {
	art := a.out.Artifact
	return &written{
		event:  sync.OnceValue(func() []byte { return a.event(art) }),
		result: sync.OnceValue(func() []byte { return a.result(art) }),
	}
}

func (a *adapter) result(art protocol.Artifact) []byte {
	edits := []protocol.Edit{
		protocol.Delete(under(a.where, "toolcard")...),
		protocol.Delete(under(a.where, "right_output")...),
	}
	if art.Exists() {
		edits = append(edits, protocol.Set(art.AppendJSON(nil), a.at...))
	}
	if a.lost {
		edits = append(edits, protocol.Set(quoted(a.value), "value"))
	}
	return protocol.AppendEdited(nil, a.root, edits...)
}

// event writes the record of EV-1.
func (a *adapter) event(art protocol.Artifact) []byte {
	dst := append(append([]byte(`{"id":`), token(a.id)...), `,"name":`...)
	dst = append(append(dst, token(a.tool)...), `,"display":`...)
	if a.display.Type() == protocol.Object {
		dst = protocol.AppendEdited(dst, a.display, protocol.Delete("toolcard"), protocol.Delete("right_output"))
	} else {
		dst = append(dst, "null"...)
	}
	dst = protocol.AppendString(append(dst, `,"value":`...), a.value)
	if a.failed {
		dst = append(dst, `,"is_error":true,"artifact":`...)
	} else {
		dst = append(dst, `,"is_error":false,"artifact":`...)
	}
	return append(art.AppendJSON(dst), '}')
}

// token is a scalar as it was written, or null.
func token(v protocol.Value) []byte {
	if !v.Exists() {
		return []byte("null")
	}
	return v.Raw()
}

func textOf(v protocol.Value) string {
	if v.Type() == protocol.Number {
		return v.Num()
	}
	return v.Str()
}
