package engine

import (
	"bytes"
	"strings"

	"github.com/vitrine-go/vitrine/artifactkit"
	"github.com/vitrine-go/vitrine/artifactkit/inspect"
	"github.com/vitrine-go/vitrine/artifactkit/markup"
	"github.com/vitrine-go/vitrine/artifactkit/protocol"
)

// looking is the one text that is looked into, and how its card stands.
type looking struct {
	*artifactkit.Inspection
	view artifactkit.State
}

// look answers the calls of the inspector with {"key","html"}, the part that is new; ok is false for a call that is none of them.
func (e *Engine) look(call string, input []byte) (answer []byte, ok bool) {
	switch call {
	case "inspect": // a line that says what to take the text for, then the text
		from, text, _ := bytes.Cut(input, []byte("\n"))
		return e.begin(bytes.Clone(text), nil, string(from)), true
	case "inspectCall":
		v, _ := protocol.Parse(input)
		event, request, ok := e.t.Event(v.Get("call").Str())
		if !ok || e.o.Withhold&markup.WithheldJSON != 0 {
			return nil, true
		}
		return e.begin(event, request, ""), true
	case "inspectAct":
		if e.looked == nil {
			return nil, true
		}
		v, _ := protocol.Parse(input)
		action := v.Get("action").Str()
		if value := v.Get("value").Str(); value != "" && !strings.Contains(action, ":") {
			action += ":" + value
		}
		e.looked.view = e.looked.Update(e.looked.view, action)
		return part(inspect.CardPart, e.looked.CardHTML(e.looked.view).String()), true
	case "inspectExtract":
		if e.looked == nil {
			return nil, true
		}
		v, _ := protocol.Parse(input)
		_, what, _ := strings.Cut(v.Get("action").Str(), ":")
		return extracted(e.looked.Extract(what, e.looked.view)), true
	}
	return nil, false
}

func (e *Engine) begin(text, request []byte, from string) []byte {
	e.looked = &looking{Inspection: artifactkit.Inspect(text, request, artifactkit.Options{From: from, Locale: e.o.Locale.Tag(), Scope: "inspect", Highlight: true, Withhold: e.o.Withhold})}
	return part(inspect.Part, e.looked.HTML(artifactkit.State{}).String())
}

func part(key, html string) []byte {
	return append(protocol.AppendString(append(protocol.AppendString([]byte(`{"key":`), key), `,"html":`...), html), '}')
}
