package codeagent

import (
	"github.com/vitrine-go/vitrine/artifactkit/protocol"
	"github.com/vitrine-go/vitrine/artifactkit/source"
	"github.com/vitrine-go/vitrine/artifactkit/source/internal/obj"
)

// header reads a session-start line. It is handed out as an open event in front of whatever comes first, so that a session without a
// title is called by its first prompt.
func (r *reader) header(v protocol.Value) *protocol.Reason {
	r.flushHeader("")
	var o obj.Object
	r.titled = v.Get("customTitle").Str() != ""
	if r.titled {
		o.Str("title", v.Get("customTitle").Str())
	}
	o.Set("created", when(v))
	o.Set("project", v.Get("cwd").Str())
	o.Str("agent", name)
	o.Set("model", v.Get("model").Str())
	o.Set("session", v.Get("sessionId").Str())
	if rest := obj.Rest(v, "type", "customTitle", "timestamp", "cwd", "model", "sessionId"); rest != nil {
		o.Raw("extra", nest(rest))
	}
	r.opening = &o
	r.opened = source.Envelope{ID: r.ids.Native(v.Get("sessionId").Str(), "open", r.rec), Type: "open", At: when(v), Source: name}
	return nil
}

func (r *reader) flushHeader(prompt string) {
	if r.opening == nil {
		return
	}
	if !r.titled {
		r.opening.Set("title", source.TitleOf(prompt))
	}
	r.opened.Event = r.opening.JSON()
	r.opening = nil
	r.emit(r.opened)
}

// line reads a line of text.
func (r *reader) line(v protocol.Value, role string) *protocol.Reason {
	text, ok := lineText(v)
	if !ok {
		return &protocol.Reason{Code: protocol.BadPayload, Path: "/message", Message: "The line has no text."}
	}
	var o obj.Object
	o.Str("role", role)
	o.Str(textKey(role), text)
	if rest := obj.Rest(v, "type", "uuid", "sessionId", "timestamp", "message", "text"); rest != nil {
		o.Raw("extra", nest(rest))
	}
	r.hold(source.Envelope{ID: r.ids.Native(v.Get("uuid").Str(), "message", r.rec), Type: "message", Event: o.JSON(), At: when(v)})
	return nil
}

// lineText is the text of a line: message.content, message itself, or text.
func lineText(v protocol.Value) (string, bool) {
	for _, t := range []protocol.Value{v.At("message", "content"), v.Get("message"), v.Get("text")} {
		if t.Type() == protocol.String {
			return t.Str(), true
		}
	}
	return "", false
}

// textKey is the member that holds what someone says: models write Markdown, people write text.
func textKey(role string) string {
	if role == "assistant" {
		return "markdown"
	}
	return "text"
}

func nest(rest []byte) []byte {
	var o obj.Object
	o.Raw(name, rest)
	return o.JSON()
}
