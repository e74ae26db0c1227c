// Package answer writes what every importer ends in: one tool result, as a codeagent result or as the six-field event.
package answer

import (
	"github.com/vitrine-go/vitrine/artifactkit/limits"
	"github.com/vitrine-go/vitrine/artifactkit/source/internal/obj"
)

// Artifact is a version 1 artifact. The zero Artifact is none.
type Artifact struct {
	Kind    string
	Status  string // "" is success
	Title   string // "" is null
	Payload []byte // a JSON object or array
	// Rest is what the source's record holds and nothing else carries. It travels as the artifact's last member,
	// {"extra": {<Source>: …}}: an event has six fields and no other place for it.
	Source string
	Rest   []byte
}

// JSON writes the artifact in the order of ART-1; nil for none.
func (a Artifact) JSON() []byte {
	if a.Kind == "" {
		return nil
	}
	if a.Status == "" {
		a.Status = "success"
	}
	var o obj.Object
	o.Str("schema", "codeagent.tool-artifact")
	o.Raw("version", []byte("1"))
	o.Str("kind", a.Kind)
	o.Str("status", a.Status)
	o.OrNull("icon", "")
	o.OrNull("title", a.Title)
	o.Raw("payload", a.Payload)
	if len(a.Rest) > 0 {
		var extra obj.Object
		extra.Raw(a.Source, a.Rest)
		o.Raw("extra", extra.JSON())
	}
	return o.JSON()
}

// Answer is one tool result.
type Answer struct {
	ID, Name string // of the call; "" is null
	Value    string
	Error    []byte // JSON of the error, nil for none
	Artifact []byte // JSON, nil for none
	Display  []byte // JSON, nil for none
}

// Event writes the six fields of EV-1.
func (a Answer) Event() []byte {
	var o obj.Object
	o.OrNull("id", a.ID)
	o.OrNull("name", a.Name)
	o.Raw("display", orNull(a.Display))
	o.Str("value", a.Value)
	o.Bool("is_error", a.Error != nil)
	o.Raw("artifact", orNull(a.Artifact))
	return o.JSON()
}

// Result writes a codeagent result with rest under extra.<source>. A result that would not be read again, because the artifact
// repeats a very long text, goes without it: the host draws the value then.
func (a Answer) Result(source string, rest []byte) []byte {
	out := a.result(source, rest)
	if len(out) > limits.Result && a.Artifact != nil {
		a.Artifact = nil
		out = a.result(source, rest)
	}
	return out
}

func (a Answer) result(source string, rest []byte) []byte {
	var o, extra, channel, request obj.Object
	o.Str("value", a.Value)
	o.Raw("error", orNull(a.Error))
	if a.Artifact != nil {
		channel.Raw("artifact", a.Artifact)
		extra.Raw("codeagent", channel.JSON())
	}
	extra.Raw("display", a.Display)
	extra.Raw(source, rest)
	o.Raw("extra", extra.JSON())
	if a.ID == "" && a.Name == "" {
		o.OrNull("request", "")
		return o.JSON()
	}
	request.OrNull("id", a.ID)
	request.OrNull("name", a.Name)
	o.Raw("request", request.JSON())
	return o.JSON()
}

func orNull(json []byte) []byte {
	if json == nil {
		return []byte("null")
	}
	return json
}
