package calls

import (
	"strconv"

	"github.com/vitrine-go/vitrine/artifactkit"
	"github.com/vitrine-go/vitrine/artifactkit/protocol"
	"github.com/vitrine-go/vitrine/artifactkit/source"
	"github.com/vitrine-go/vitrine/artifactkit/transcript"
)

// view is a transcript on a host's page.
type view struct {
	t    *transcript.Transcript
	o    artifactkit.Options
	made int // ids made for events that came without an envelope
}

func newView(o artifactkit.Options) *view { return &view{artifactkit.NewTranscript(o), o, 0} }

// answer answers what a page asks: {"ops","announce"} where the document changes.
func (v *view) answer(call string, input []byte, o protocol.Value) []byte {
	switch call {
	case "feed":
		return v.feed(input, o.Get("reading").Bool())
	case "act":
		return v.t.Act(o.Get("part").Str(), o.Get("action").Str(), o.Get("value").Str()).AppendJSON(nil)
	case "take":
		return extracted(v.t.Extract(o.Get("part").Str(), o.Get("what").Str()))
	case "state":
		return v.t.State()
	}
	return v.t.Restore(input).AppendJSON(nil) // "restore"
}

// feed takes a list of what is appended: envelopes, events, results of any format that is read. "taken" in the answer is how many it
// took, up to the first that is neither: a message, for a module that reads transcripts. While such a module reads, results that
// stand in messages are its own, as it has seen what they answer.
func (v *view) feed(list []byte, reading bool) []byte {
	root, why := protocol.Parse(list)
	if why != nil {
		return failure(why.Message)
	}
	var all []source.Envelope
	for _, item := range root.Elems() {
		e, ok := v.envelope(item, reading)
		if !ok {
			break
		}
		all = append(all, e)
	}
	dst := v.t.AppendAll(all).AppendJSON(nil)
	return append(strconv.AppendInt(append(dst[:len(dst)-1], `,"taken":`...), int64(len(all)), 10), '}')
}

// envelope takes an item for what it is; false for what only a reader of transcripts might know.
func (v *view) envelope(item protocol.Value, reading bool) (source.Envelope, bool) {
	if e, why := source.ParseEnvelope(item); why == nil && item.Get("event").Exists() {
		return e, true
	}
	typ, event := eventOf(item)
	if typ == "" {
		if reading && (item.Get("role").Exists() || item.Get("type").Exists()) {
			return source.Envelope{}, false
		}
		a, why := artifactkit.Adapt(item.Raw(), v.o)
		if why != nil || a.From == "json" {
			return source.Envelope{}, false
		}
		typ, event = "tool_result", a.Event
	}
	v.made++
	return source.Envelope{ID: "appended:" + strconv.Itoa(v.made), Type: typ, Event: event}, true
}

// eventOf tells which event (EV-1, EV-2) an object is that has no envelope; "" for a result, and for what is no event.
func eventOf(item protocol.Value) (typ string, event []byte) {
	has := func(name string) bool { return item.Get(name).Exists() }
	switch {
	case has("name") && has("arguments") && !has("value"):
		typ = "tool_request"
	case has("role") && (item.Get("markdown").Type() == protocol.String || item.Get("text").Type() == protocol.String):
		typ = "message"
	case item.Len() == 2 && item.Get("role").Str() == "user" && item.Get("content").Type() == protocol.String: // every format's
		return "message", append(protocol.AppendString([]byte(`{"role":"user","text":`), item.Get("content").Str()), '}')
	case item.Len() == 1 && item.Get("text").Type() == protocol.String:
		typ = "delta"
	case has("message") && has("recovered"):
		typ = "error"
	case has("stop_reason") && item.Len() == 1:
		typ = "end"
	default:
		return "", nil
	}
	return typ, item.AppendCompact(nil)
}
