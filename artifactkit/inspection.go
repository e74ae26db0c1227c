package artifactkit

import (
	"github.com/vitrine-go/vitrine/artifactkit/inspect"
	"github.com/vitrine-go/vitrine/artifactkit/internal/registry"
	"github.com/vitrine-go/vitrine/artifactkit/kind"
	"github.com/vitrine-go/vitrine/artifactkit/locale"
	"github.com/vitrine-go/vitrine/artifactkit/markup"
)

// Inspection is a JSON text looked into, for people who want to know what became of it: what it was taken for, which formats were
// asked, what was refused and mended and where that stands in the text, the display with its defaults, the event, and the card.
type Inspection struct {
	x *inspect.Inspection
	o Options
}

// Inspect looks into a text of any shape or size. request is the event that asked for the result, nil if there is none. Neither may
// change afterwards. It does not fail.
func Inspect(data, request []byte, o Options) *Inspection {
	var formats []string
	switch o.From {
	case "", "auto":
		for _, s := range registry.Singles {
			formats = append(formats, s.Name)
		}
	case "codeagent":
	default:
		formats = []string{o.From}
	}
	return &Inspection{inspect.Open(data, inspect.Options{Card: o.card(), Formats: formats, Request: request}), o}
}

// HTML is all of it, with the card in a state.
func (i *Inspection) HTML(st State) markup.HTML { return i.write(i.x.Node(st, i.env())) }

// CardHTML is the part with the card alone, which is what an action in it changes.
func (i *Inspection) CardHTML(st State) markup.HTML { return i.write(i.x.CardNode(st, i.env())) }

// Update answers an action such as "page:2" with the next state of the card.
func (i *Inspection) Update(st State, action string) State { return i.x.Update(st, action) }

// Extract gives out what "copy:…" and "download:…" ask for: "event", "read" for what a foreign result was read to, and the words of
// Doc.Extract.
func (i *Inspection) Extract(what string, st State) (mime, name string, body []byte, ok bool) {
	if i.o.Withhold.Takes(what) {
		return "", "", nil, false
	}
	return i.x.Extract(what, st)
}

func (i *Inspection) env() kind.Env {
	return kind.Env{Scope: markup.NewScope(i.o.Scope), Locale: locale.For(i.o.Locale), Highlight: i.o.Highlight, Load: i.o.RemoteImages == "click"}
}

func (i *Inspection) write(n markup.Node) markup.HTML {
	n = markup.Without(n, i.o.Withhold)
	if i.o.Static {
		n = markup.Static(n)
	}
	return markup.Write(n)
}

// InspectPage is what Inspect shows of a text, in a state of its card.
func InspectPage(data []byte, st State, o Options) markup.HTML { return Inspect(data, nil, o).HTML(st) }
