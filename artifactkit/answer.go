package artifactkit

import (
	"github.com/vitrine-go/vitrine/artifactkit/card"
	"github.com/vitrine-go/vitrine/artifactkit/protocol"
)

// The answers of the command line and the JS functions, one JSON object each, byte for byte the same in every host.

// InspectJSON answers {"artifact","value","reason","from"}: the accessor's artifact or null, the portable text, and why there is no artifact.
func InspectJSON(data []byte, versions Versions, o Options) []byte {
	v, why := protocol.Parse(data)
	if why != nil {
		return inspected(nil, "", why, "")
	}
	from := "codeagent"
	if !Claims(v) {
		c := card.Open(v, o.card())
		if from = c.From; from != "json" {
			v, _ = protocol.Parse(c.Adapted.Result())
		} else {
			return inspected(nil, c.Value, nil, from)
		}
	}
	a, why := protocol.ArtifactOf(v, versions)
	var artifact []byte
	if a.Version != "" {
		artifact = a.AppendJSON(nil)
	}
	return inspected(artifact, protocol.ValueOf(v, ""), why, from)
}

func inspected(artifact []byte, value string, why *Reason, from string) []byte {
	dst := []byte(`{"artifact":`)
	if artifact == nil {
		artifact = []byte("null")
	}
	dst = append(append(dst, artifact...), `,"value":`...)
	dst = appendReason(append(protocol.AppendString(dst, value), `,"reason":`...), why)
	return append(appendOrNull(append(dst, `,"from":`...), from), '}')
}

// AdaptJSON answers {"event","result","notes","from"}. For a text that is no JSON, event and result are null and the reason is the one note.
func AdaptJSON(data []byte, o Options) []byte {
	a, why := Adapt(data, o)
	if why != nil {
		return append(why.AppendJSON([]byte(`{"event":null,"result":null,"notes":[`)), `],"from":null}`...)
	}
	dst := append(append([]byte(`{"event":`), a.Event...), `,"result":`...)
	dst = append(append(dst, a.Result...), `,"notes":[`...)
	for i, n := range a.Notes {
		if i > 0 {
			dst = append(dst, ',')
		}
		dst = n.AppendJSON(dst)
	}
	return append(appendOrNull(append(dst, `],"from":`...), a.From), '}')
}

// RenderJSON answers {"html","text","kind","status","reason","from"} for a state.
func RenderJSON(data []byte, st State, o Options) []byte {
	return Open(data, o).Render(st).AppendJSON(nil)
}

// AppendJSON appends the view as RenderJSON answers it.
func (r Rendered) AppendJSON(dst []byte) []byte {
	dst = protocol.AppendString(append(dst, `{"html":`...), r.HTML.String())
	dst = protocol.AppendString(append(dst, `,"text":`...), r.Text)
	dst = protocol.AppendString(append(dst, `,"kind":`...), r.Kind)
	dst = protocol.AppendString(append(dst, `,"status":`...), r.Status)
	dst = appendReason(append(dst, `,"reason":`...), r.Reason)
	return append(appendOrNull(append(dst, `,"from":`...), r.From), '}')
}

func appendReason(dst []byte, why *Reason) []byte {
	if why == nil {
		return append(dst, "null"...)
	}
	return why.AppendJSON(dst)
}

func appendOrNull(dst []byte, s string) []byte {
	if s == "" {
		return append(dst, "null"...)
	}
	return protocol.AppendString(dst, s)
}
