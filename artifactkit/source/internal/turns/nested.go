package turns

import (
	"encoding/base64"
	"strings"

	"github.com/vitrine-go/vitrine/artifactkit/limits"
	"github.com/vitrine-go/vitrine/artifactkit/protocol"
	"github.com/vitrine-go/vitrine/artifactkit/source/internal/blocks"
)

// tagged marks a content of chatlas inside a value.
const tagged = "__chatlas_content__"

// contentOf is the content that stands in the place of a value: tagged, or, in older dumps, by itself.
func contentOf(v protocol.Value) (protocol.Value, bool) {
	if inner := v.Get(tagged); inner.Type() == protocol.Object && v.Len() == 1 {
		return inner, true
	}
	switch v.Get("content_type").Str() {
	case "text", "image_inline", "image_remote", "json", "pdf", "document", "uploaded":
		return v, true
	}
	return v, false
}

// walker takes contents out of the value of a result.
type walker struct {
	found bool // there is one
	parts []blocks.Part
}

// value returns the parts of a value, and the value itself when it is data; contents deep in it stand there as their names.
func (w *walker) value(v protocol.Value) ([]blocks.Part, protocol.Value) {
	if c, ok := contentOf(v); ok {
		w.take(c)
		return w.parts, protocol.Value{}
	}
	switch v.Type() {
	case protocol.Absent, protocol.Null:
		return nil, protocol.Value{}
	case protocol.String:
		return []blocks.Part{blocks.Said(v)}, protocol.Value{}
	case protocol.Array:
		if w.mixed(v) {
			return w.parts, protocol.Value{}
		}
	}
	text := w.without(nil, v)
	if !w.found {
		return nil, v
	}
	data, _ := protocol.Parse(text)
	return w.parts, data
}

// mixed reads a list that has contents among its elements.
func (w *walker) mixed(v protocol.Value) bool {
	for _, e := range v.Elems() {
		if _, ok := contentOf(e); ok {
			w.found = true
		}
	}
	if !w.found {
		return false
	}
	for _, e := range v.Elems() {
		if c, ok := contentOf(e); ok {
			w.take(c)
		} else if e.Type() == protocol.String {
			w.parts = append(w.parts, blocks.Said(e))
		} else {
			w.parts = append(w.parts, blocks.Plain(e.Compact()))
		}
	}
	return true
}

func (w *walker) take(c protocol.Value) string {
	p := chatlasPart(c)
	w.found, w.parts = true, append(w.parts, p)
	return p.Value
}

// without writes v with the name of each content in its place.
func (w *walker) without(dst []byte, v protocol.Value) []byte {
	if c, ok := contentOf(v); ok {
		return protocol.AppendString(dst, w.take(c))
	}
	n := 0
	comma := func() {
		if n++; n > 1 {
			dst = append(dst, ',')
		}
	}
	switch {
	case v.Bound() != "": // an unread span may be inside
	case v.Type() == protocol.Object:
		dst = append(dst, '{')
		for k, m := range v.MembersRaw() {
			comma()
			dst = w.without(append(append(dst, k...), ':'), m)
		}
		return append(dst, '}')
	case v.Type() == protocol.Array:
		dst = append(dst, '[')
		for _, m := range v.Elems() {
			comma()
			dst = w.without(dst, m)
		}
		return append(dst, ']')
	}
	return v.AppendCompact(dst)
}

// chatlasPart is a content as a part of a result.
func chatlasPart(c protocol.Value) blocks.Part {
	switch c.Get("content_type").Str() {
	case "text":
		return blocks.Said(c.Get("text"))
	case "image_inline":
		return blocks.Image(c.Get("image_content_type").Str(), c.Get("data"), "")
	case "image_remote":
		return blocks.Plain(c.Get("url").Str())
	case "json":
		return blocks.Plain(c.Get("value").Indented())
	case "document":
		if c.Get("data").Str() != "" {
			return filePart(c.Get("filename").Str(), c.Get("mime_type").Str(), c.Get("data"))
		}
	}
	return blocks.Plain(chatlasName(c))
}

// chatlasName is what is said in the place of a file: its name, media type and size or address.
func chatlasName(c protocol.Value) string {
	name, mime := c.Get("filename").Str(), c.Get("mime_type").Str()
	switch c.Get("content_type").Str() {
	case "pdf":
		mime = "application/pdf"
	case "uploaded":
		name = c.Get("id").Str()
	case "document":
	default:
		return c.Compact()
	}
	p := blocks.Named(name, mime, c.Get("data").Str())
	if url := c.Get("url").Str(); url != "" {
		return p.Value + " " + url
	}
	return p.Value
}

// filePart is a file in base64: its text when it is one, else its name.
func filePart(name, mime string, data protocol.Value) blocks.Part {
	b64 := data.Str()
	if strings.HasPrefix(mime, "image/") {
		return blocks.Image(mime, data, name)
	}
	if strings.HasPrefix(mime, "text/") || strings.HasSuffix(mime, "json") || strings.HasSuffix(mime, "xml") {
		if text, ok := decode(b64); ok {
			return blocks.Part{Shape: blocks.File, Text: text, Value: text, Mime: mime, Name: name}
		}
	}
	return blocks.Named(name, mime, b64)
}

// decode is the text in base64, if it is text and not longer than a result's text may be.
func decode(b64 string) (string, bool) {
	if len(b64) > limits.SniffText {
		return "", false
	}
	clean := strings.NewReplacer("\n", "", "\r", "", " ", "", "=", "", "-", "+", "_", "/").Replace(b64)
	text, err := base64.RawStdEncoding.DecodeString(clean)
	if err != nil || strings.ToValidUTF8(string(text), "") != string(text) {
		return "", false
	}
	return string(text), true
}
