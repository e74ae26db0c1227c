// Package calls is artifactkit as text in, text out: what the exported functions of the wasm modules answer, natively testable.
package calls

import (
	"bytes"
	"strings"

	"github.com/vitrine-go/vitrine/artifactkit"
	"github.com/vitrine-go/vitrine/artifactkit/protocol"
	"github.com/vitrine-go/vitrine/artifactkit/source"
)

// Names are the calls in the order of their numbers at the wasm border; wasm/npm/kit.mjs has the same list.
var Names = [...]string{"inspect", "adapt", "render", "value", "import", "page", "result"}

// Numbered answers a call by its number.
func Numbered(op uint32, input, options []byte) []byte {
	if int(op) >= len(Names) {
		return failure("no such call")
	}
	// The answer may refer to the input, which the next call overwrites.
	return Answer(Names[op], bytes.Clone(input), bytes.Clone(options))
}

// Answer answers one call. input is the text of a result; for import a transcript, for page envelopes one a line, for result what
// a producer says about one. options is a JSON object with the names of the JS functions' options. A mistake of the caller is
// answered {"error"}.
func Answer(call string, input, options []byte) []byte {
	o, _ := protocol.Parse(options)
	opts := artifactkit.Options{
		From: o.Get("from").Str(), Locale: o.Get("locale").Str(), Scope: o.Get("scope").Str(),
		Highlight: o.Get("highlight").Bool(), HTML: o.Get("html").Str(), Static: o.Get("static").Bool(),
		RemoteImages: o.Get("remoteImages").Str(),
	}
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
	case "import":
		return imported(input, opts.From)
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

// imported reads a transcript and answers its envelopes, one a line.
func imported(input []byte, from string) []byte {
	head := input[:min(len(input), source.SniffBytes)]
	s, ok := artifactkit.Transcript(from, head)
	if !ok {
		return failure("no format that is known here begins like this")
	}
	out := []byte{}
	artifactkit.Import(s, bytes.NewReader(input), source.Options{Head: head}, func(e source.Envelope) {
		if len(out) > 0 {
			out = append(out, '\n')
		}
		out = e.AppendJSON(out)
	})
	return out
}

func failure(why string) []byte {
	return append(protocol.AppendString([]byte(`{"error":`), why), '}')
}
