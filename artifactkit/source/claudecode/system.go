package claudecode

import (
	"strings"

	"github.com/vitrine-go/vitrine/artifactkit/protocol"
	"github.com/vitrine-go/vitrine/artifactkit/source/internal/obj"
)

// system reads what Claude Code itself says: that the API failed and is tried again, that the context was compacted, what a command printed.
func (r *reader) system(l *line) {
	sub, content := l.v.Get("subtype").Str(), l.v.Get("content").Str()
	switch {
	case sub == "api_error":
		var o obj.Object
		o.Str("message", apiError(l.v.Get("error")))
		o.Bool("recovered", true) // it is tried again; the last failure comes as an answer
		o.Raw("extra", l.extra())
		r.put(l, "error", "", o.JSON())
	case sub == "local_command" && content != "":
		r.said(l, content, nil)
	case content != "" && (sub == "compact_boundary" || sub == "informational" || sub == ""):
		l.rest = without(l.rest, "content")
		r.message(l, "system", "text", stripANSI(content), member{})
	default:
		r.other(l, "system."+sub)
	}
}

func without(rest []byte, key string) []byte {
	v, _ := protocol.Parse(rest)
	return obj.Rest(v, key)
}

// apiError finds the sentence in an error of the API, which may stand several levels down.
func apiError(v protocol.Value) string {
	if s := v.Str(); s != "" {
		return s
	}
	for at := v; at.Type() == protocol.Object; at = at.Get("error") {
		if s := at.Get("message").Str(); s != "" {
			return s
		}
	}
	if s := v.Get("status").Num(); s != "" {
		return "API error " + s
	}
	return "API error"
}

// attachment reads what was added to a turn. A prompt typed while the model worked is a message like any other.
func (r *reader) attachment(l *line) {
	a := l.v.Get("attachment")
	prompt := a.Get("prompt")
	if a.Get("type").Str() != "queued_command" || prompt.Type() != protocol.String && prompt.Type() != protocol.Array {
		r.other(l, "attachment."+strings.TrimSpace(a.Get("type").Str()))
		return
	}
	l.rest = without(l.rest, "attachment")
	if rest := obj.Rest(a, "type", "prompt"); rest != nil {
		var o obj.Object
		for k, m := range parsed(l.rest).Members() {
			o.Val(k, m)
		}
		o.Raw("attachment", rest)
		l.rest = o.JSON()
	}
	if prompt.Type() == protocol.String {
		r.said(l, prompt.Str(), nil)
		return
	}
	r.blocks(l, prompt)
}

func parsed(text []byte) protocol.Value {
	v, _ := protocol.Parse(text)
	return v
}
