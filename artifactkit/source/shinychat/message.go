package shinychat

import (
	"strconv"
	"strings"

	"github.com/vitrine-go/vitrine/artifactkit/limits"
	"github.com/vitrine-go/vitrine/artifactkit/markup/htmltext"
	"github.com/vitrine-go/vitrine/artifactkit/protocol"
	"github.com/vitrine-go/vitrine/artifactkit/source/internal/obj"
	"github.com/vitrine-go/vitrine/artifactkit/source/internal/talk"
	"github.com/vitrine-go/vitrine/artifactkit/source/internal/turns"
)

// segment is a piece of a message: markdown, html, text or thinking.
type segment struct{ typ, content string }

// message reads a message of the page.
func (r *reader) message(t *talk.Talk, v protocol.Value) *protocol.Reason {
	list := v.Get("segments")
	if list.Type() != protocol.Array {
		return &protocol.Reason{Code: protocol.BadPayload, Path: "/segments", Message: "The segments of a message are a list, this is " + list.Type().String() + "."}
	}
	role := v.Get("role").Str()
	switch role {
	case "user", "assistant", "system":
	default:
		return &protocol.Reason{Code: protocol.BadPayload, Path: "/role", Message: "The role " + protocol.Quote(role) + " is not one of a message."}
	}
	var segments []segment
	var rests [][]byte
	for _, s := range list.Elems() {
		if s.Get("content").Type() != protocol.String {
			rests = append(rests, s.AppendCompact(nil))
			continue
		}
		segments = append(segments, segment{s.Get("content_type").Str(), s.Get("content").Str()})
		if rest := turns.Rest(s, "content", "content_type"); rest != nil {
			rests = append(rests, rest)
		}
	}
	pictures, names := attachments(v.Get("attachments"))
	rest := turns.Rest(v, "role", "segments")
	if names == nil && rest != nil {
		rest = turns.Rest(v, "role", "segments", "attachments") // the pictures are shown
	}
	if len(rests) > 0 {
		if rest == nil {
			rest = []byte("{}")
		}
		whole, _ := protocol.Parse(rest)
		rest = protocol.AppendEdited(nil, whole, protocol.Set(array(rests), "segments"))
	}
	t.Item(v, v.Get("id").Str(), "", rest)
	r.say(t, role, segments, pictures, names)
	t.Leftover()
	return nil
}

// say sends a message. Only what the server itself wrote may hold tool elements: never the words of a user, never plain text.
func (r *reader) say(t *talk.Talk, role string, segments []segment, pictures [][]byte, names []string) {
	if role == "user" {
		var words []string
		for _, s := range segments {
			words = append(words, s.content)
		}
		t.Message(role, "text", strings.Join(append(words, names...), "\n\n"), pictures)
		return
	}
	for _, s := range segments {
		switch s.typ {
		case "thinking":
			t.Think(s.content)
		case "text":
			t.Message(role, "text", s.content, nil)
		case "":
			prose(t, role, "markdown", s.content)
		case "markdown", "html":
			at := 0
			for _, e := range elements(s.content, s.typ != "html") {
				prose(t, role, s.typ, s.content[at:e.at.from])
				r.element(t, e)
				at = e.at.to
			}
			prose(t, role, s.typ, s.content[at:])
		default:
			var typ obj.Object
			typ.Str("content_type", s.typ)
			t.Message(role, "text", s.content, nil, talk.Member{Key: "segment", JSON: typ.JSON()})
		}
	}
	if len(pictures)+len(names) > 0 {
		t.Message(role, "text", strings.Join(names, "\n\n"), pictures)
	}
}

// prose says what stands around tool elements. HTML is read for its words and kept.
func prose(t *talk.Talk, role, typ, s string) {
	if strings.TrimSpace(s) == "" {
		return
	}
	if typ != "html" {
		t.Message(role, "markdown", strings.Trim(s, "\n"), nil)
		return
	}
	var source obj.Object
	source.Str("html", s)
	words := ""
	if len(s) <= limits.HTML {
		words = htmltext.Text(s)
	}
	if words == "" {
		v, _ := protocol.Parse(source.JSON())
		t.Other("html", v)
		return
	}
	t.Message(role, "text", words, nil, talk.Member{Key: "source", JSON: source.JSON()})
}

// attachments are the pictures that a person sent, and the names of other files; nil when there is nothing but pictures.
func attachments(v protocol.Value) (pictures [][]byte, names []string) {
	for _, a := range v.Elems() {
		mime, data := a.Get("mime").Str(), a.Get("data_url").Str()
		if strings.HasPrefix(mime, "image/") && strings.HasPrefix(data, "data:image/") {
			pictures = append(pictures, talk.Picture(mime, data, a.Get("name").Str()))
			continue
		}
		parts := []string{}
		for _, s := range []string{a.Get("name").Str(), mime} {
			if s != "" {
				parts = append(parts, s)
			}
		}
		if n, ok := a.Get("size").Int(); ok && n > 0 {
			parts = append(parts, strconv.FormatInt(n, 10)+" bytes")
		}
		names = append(names, "["+strings.Join(parts, ", ")+"]")
	}
	return pictures, names
}

func array(items [][]byte) []byte {
	out := []byte{'['}
	for i, m := range items {
		if i > 0 {
			out = append(out, ',')
		}
		out = append(out, m...)
	}
	return append(out, ']')
}
