// Package calls is artifactkit as text in, text out: what the exported functions of the wasm modules answer, natively testable.
package calls

import (
	"strings"

	"github.com/vitrine-go/vitrine/artifactkit"
	"github.com/vitrine-go/vitrine/artifactkit/markup"
	"github.com/vitrine-go/vitrine/artifactkit/protocol"
)

// Names are the calls in the order of their numbers at the wasm border; wasm/npm/instance.mjs has the same list. Those of
// the first row are pure: the same input and options give the same bytes. Those of the second keep something between calls, and those
// of the third are answered by the larger module alone.
var Names = [...]string{
	"inspect", "adapt", "render", "value", "page", "result",
	"open", "draw", "update", "extract", "close", "begin", "feed", "act", "take", "state", "restore", "end",
	"import", "inspection", "sniff", "record", "finish",
}

// Answer answers one call that keeps nothing. input is the text of a result; for page envelopes one a line, for result what a
// producer says about one. options is a JSON object with the names of the JS functions' options. A mistake of the caller is
// answered {"error"}.
func Answer(call string, input, options []byte) []byte {
	o, _ := protocol.Parse(options)
	opts := Choices(o)
	switch call {
	case "inspect":
		text := "1"
		switch v := o.Get("versions"); v.Type() {
		case protocol.String:
			text = v.Str()
		case protocol.Number, protocol.Array: // 2 or [1, 2]
			text = strings.Trim(v.Compact(), "[]")
		case protocol.Absent, protocol.Null:
		default:
			text = v.Compact() // no set of versions: reported (ACC-4)
		}
		versions, err := protocol.ParseVersions(text)
		if err != nil {
			return failure(err.Error())
		}
		return artifactkit.InspectJSON(input, versions, opts)
	case "adapt":
		return artifactkit.AdaptJSON(input, opts)
	case "render":
		return artifactkit.RenderJSON(input, artifactkit.ParseState(o.Get("state").Raw()), opts)
	case "value":
		return protocol.AppendString(nil, artifactkit.ValueOf(input, o.Get("default").Str()))
	case "page":
		return []byte(artifactkit.TranscriptPage(input, opts).String())
	case "result":
		r, err := artifactkit.NewJSON(input)
		if err != nil {
			return failure(err.Error())
		}
		return r.JSON()
	}
	return failure("no such call")
}

// Choices are a host's options. With "drawn" a host says what it draws itself: {"tool" or "kind", "artifact"}.
func Choices(o protocol.Value) artifactkit.Options {
	opts := artifactkit.Options{
		From: o.Get("from").Str(), Locale: o.Get("locale").Str(), Scope: o.Get("scope").Str(),
		Highlight: o.Get("highlight").Bool(), HTML: o.Get("html").Str(), Static: o.Get("static").Bool(),
		RemoteImages: o.Get("remoteImages").Str(),
	}
	for _, name := range o.Get("withhold").Elems() {
		w, err := markup.ParseWithheld(name.Str())
		if err != nil {
			w = ^markup.Withheld(0) // rather nothing than what was meant to go
		}
		opts.Withhold |= w
	}
	if d := o.Get("drawn"); d.Type() == protocol.Object {
		artifact := d.Get("artifact").AppendCompact(nil)
		own := func(artifactkit.Adapted) artifactkit.Drawn { return artifactkit.Drawn{Artifact: artifact} }
		if tool := d.Get("tool"); tool.Type() == protocol.String {
			opts.Renderers.Tools = map[string]artifactkit.Renderer{tool.Str(): own}
		} else {
			opts.Renderers.Kinds = map[string]artifactkit.Renderer{d.Get("kind").Str(): own}
		}
	}
	return opts
}

func failure(why string) []byte {
	return append(protocol.AppendString([]byte(`{"error":`), why), '}')
}
