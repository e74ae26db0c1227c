// Package inspect shows what became of a JSON text: what it was taken for and which formats were asked, what was refused and mended
// with the place of each in the text, what the display says once its defaults are in, the event, and the card. It decides nothing:
// all of it is what package card and those below it say.
package inspect

import (
	"slices"

	"github.com/vitrine-go/vitrine/artifactkit/card"
	"github.com/vitrine-go/vitrine/artifactkit/kind"
	"github.com/vitrine-go/vitrine/artifactkit/limits"
	"github.com/vitrine-go/vitrine/artifactkit/protocol"
)

// Options are what the facade wires in.
type Options struct {
	Card card.Options
	// Formats are the names of the foreign formats that Card.Result asks, in its order.
	Formats []string
	// Request is the event that asked for the result, for hosts that know it; nil for those that do not.
	Request []byte
}

// Inspection is one text looked into. It is read-only: the changing part is the State of its card, which the host keeps.
type Inspection struct {
	text    []byte // as it came
	card    *card.Card
	formats []string
	request protocol.Value

	asked []string // in order; the last one claimed the text, if claimed is set
	// What reasons point into: the text, or for a foreign format the result that was read from it. Nil: into neither.
	read   []byte
	source bool // read is the text itself
	notes  []note
}

// own is the name of the protocol's own shapes among the formats.
const own = "codeagent"

// Open looks into a text. It does not fail: what is no JSON is shown as text with the reason. data must not change afterwards.
func Open(data []byte, o Options) *Inspection {
	x := &Inspection{text: data, formats: o.Formats}
	if v, why := protocol.Parse(o.Request); why == nil {
		x.request = v
	}
	v, why := protocol.Parse(data)
	if why != nil {
		x.card = card.OpenText(data, o.Card)
		x.read, x.source = data, true
		x.gather(protocol.Value{})
		return x
	}
	var foreign []byte
	if ask := o.Card.Result; ask != nil {
		o.Card.Result = func(root protocol.Value) ([]byte, string, bool) {
			result, from, ok := ask(root)
			if ok {
				foreign = result
			}
			return result, from, ok
		}
	}
	x.card = card.Open(v, o.Card)
	x.asked = append(x.asked, own)
	switch x.card.From {
	case own:
		x.read, x.source = data, true
	case "json", "text":
		x.asked, v = append(x.asked, o.Formats...), protocol.Value{}
	default:
		x.asked = append(x.asked, o.Formats[:slices.Index(o.Formats, x.card.From)+1]...)
		v = x.translated(foreign)
	}
	x.gather(v)
	return x
}

// translated takes the result that a format read, a line for each member where that is not too long to be looked at.
func (x *Inspection) translated(result []byte) protocol.Value {
	v, _ := protocol.Parse(result)
	if len(result) <= limits.SniffText {
		result = []byte(v.Indented())
		v, _ = protocol.Parse(result)
	}
	x.read = result
	return v
}

// claimed tells whether the last of those that were asked said yes.
func (x *Inspection) claimed() bool { return x.card.From != "json" && x.card.From != "text" }

// Card is the result as a card.
func (x *Inspection) Card() *card.Card { return x.card }

// Update answers an action in a control of the card; what nobody knows changes nothing.
func (x *Inspection) Update(st kind.State, action string) kind.State {
	return x.card.Update(st, action)
}

// Extract gives out what "copy:…" and "download:…" ask for: "event" and "read", and the words of the card.
func (x *Inspection) Extract(what string, st kind.State) (mime, name string, body []byte, ok bool) {
	switch {
	case what == "event" && x.asked != nil:
		return "application/json", "event.json", x.card.Adapted.Event(), true
	case what == "read" && x.read != nil && !x.source:
		return "application/json", "result.json", x.read, true
	}
	return x.card.Extract(what, st)
}
