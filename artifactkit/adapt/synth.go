package adapt

import (
	"strings"

	"github.com/vitrine-go/vitrine/artifactkit/display"
	"github.com/vitrine-go/vitrine/artifactkit/protocol"
)

// synthesize makes an artifact of the portable text (AD-4): images, then a patch, then an error, else text.
func (a *adapter) synthesize() protocol.Artifact {
	text := a.contents.text
	if text == "" {
		text = a.value
	}
	d := draft{status: []byte(`"success"`), icon: quoted(display.ToolIcon(a.out.Tool)), title: quoted(a.title())}
	if a.out.IsError {
		d.status = []byte(`"error"`)
	}
	switch {
	case a.contents.images != nil:
		d.kind = []byte(`"image"`)
		d.payload = append(append([]byte(`{"images":[`), a.contents.images...), `],"output":`...)
		d.payload = append(protocol.AppendString(d.payload, text), '}')
	case isPatch(text):
		q := quoted(text)
		d.kind = []byte(`"diff"`)
		d.payload = append(append([]byte(`{"old":"","new":`), q...), `,"path":"patch","verb":"Diff","patch":`...)
		d.payload = append(append(d.payload, q...), '}')
	case a.out.IsError:
		if text == "" { // AD-5: the commonest failure has no value
			text = a.out.Error
		}
		d.kind, d.payload = []byte(`"error"`), append(protocol.AppendString([]byte(`{"message":`), text), '}')
	default:
		d.kind, d.payload = []byte(`"text"`), append(protocol.AppendString([]byte(`{"text":`), text), '}')
	}
	return d.build()
}

// title is the legacy display's, else the tool's name.
func (a *adapter) title() string {
	if title, _ := htmlTitle(a.display.Get("title")); title != "" {
		return title
	}
	if a.out.Tool != "" {
		return a.out.Tool
	}
	return "tool"
}

// isPatch tells whether a line of text begins as those of a patch do.
func isPatch(text string) bool {
	for line := range strings.Lines(text) {
		if strings.HasPrefix(line, "diff --git ") || strings.HasPrefix(line, "@@ -") || strings.HasPrefix(line, "@@ +") {
			return true
		}
	}
	return false
}

// contents is what the items of extra.contents say.
type contents struct {
	images []byte // elements of a JSON array; nil without any
	text   string
	err    string
	failed bool // there is a ContentError
}

func readContents(items protocol.Value) (c contents) {
	var texts, errs []string
	for _, item := range items.Elems() {
		switch itemClass(item) {
		case "ContentImageInline", "image_inline":
			if c.images != nil {
				c.images = append(c.images, ',')
			}
			c.images = append(append(c.images, `{"mime":`...), stringToken(itemMime(item))...)
			c.images = append(append(c.images, `,"b64":`...), stringToken(field(item, "data", "b64"))...)
			c.images = append(c.images, '}')
		case "ContentError":
			c.failed = true
			errs = append(errs, itemText(field(item, "text", "message", "error")))
		case "ContentOutput", "ContentText", "ContentWarning", "ContentMessage", "text":
			texts = append(texts, itemText(field(item, "text", "message")))
		}
	}
	c.text, c.err = strings.Join(texts, "\n"), strings.Join(errs, "\n")
	return c
}

// itemText is the text of a field: a string, strings joined by newline, the message of a condition, or compact JSON.
func itemText(v protocol.Value) string {
	switch {
	case v.Type() >= protocol.Array && v.Len() == 0:
		return ""
	case v.Type() == protocol.Object:
		if m := v.Get("message"); m.Type() == protocol.String {
			return m.Str()
		}
		return v.Compact()
	}
	return protocol.ValueOf(v, v.Compact())
}

// itemClass is the class of an item without the prefix of its package; of several classes the first.
func itemClass(item protocol.Value) string {
	for _, key := range []string{"class", "type", "content_type"} {
		v := item.Get(key)
		if v.Type() == protocol.Array {
			for _, e := range v.Elems() {
				v = e
				break
			}
		}
		if v.Str() != "" {
			return strings.TrimPrefix(v.Str(), "ellmer::")
		}
	}
	return ""
}

// field is the first of several fields of an item that is set, in its props or beside them.
func field(item protocol.Value, names ...string) protocol.Value {
	for _, name := range names {
		for _, v := range []protocol.Value{item.At("props", name), item.Get(name)} {
			if v.IsSet() {
				return v
			}
		}
	}
	return protocol.Value{}
}

func itemMime(item protocol.Value) protocol.Value {
	if v := field(item, "image_content_type", "mime"); v.IsSet() {
		return v
	}
	return item.At("props", "type")
}

// stringToken is a string as it was written, out of its box; "" for anything else.
func stringToken(v protocol.Value) []byte {
	if v, _ = protocol.Unbox(v); v.Type() == protocol.String {
		return v.Raw()
	}
	return []byte(`""`)
}
