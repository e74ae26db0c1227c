package shinychat

import (
	"slices"
	"strings"

	"github.com/vitrine-go/vitrine/artifactkit/limits"
	"github.com/vitrine-go/vitrine/artifactkit/markup/htmltext"
	"github.com/vitrine-go/vitrine/artifactkit/protocol"
	"github.com/vitrine-go/vitrine/artifactkit/source/internal/answer"
	"github.com/vitrine-go/vitrine/artifactkit/source/internal/blocks"
	"github.com/vitrine-go/vitrine/artifactkit/source/internal/obj"
	"github.com/vitrine-go/vitrine/artifactkit/source/internal/talk"
)

func (r *reader) element(t *talk.Talk, e element) {
	id := e.get("request-id")
	if !e.result {
		r.asked[id] = true
		t.Request(id, request(e), e.rest("tool-title", "arguments", "intent", "grouping"))
		return
	}
	if call, ok := ofResult(e); ok && id != "" && !r.asked[id] {
		r.asked[id] = true
		t.Request(id, call)
	}
	t.Result(draft(e), false, e.rest("tool-title", "status", "value", "value-type", "show-request", "expanded", "full-screen", "footer", "label", "value-preview"))
}

// request is the call of an element. Its title and icon were HTML: the title is read for its words, the icon for its name.
func request(e element) talk.Call {
	c := talk.Call{Name: e.get("tool-name"), Intent: e.get("intent")}
	if args, ok := e.has("arguments"); ok {
		c.Input = parsed(args)
	}
	var notes obj.Object
	notes.Set("title", htmltext.Line(e.get("tool-title")))
	notes.Set("icon", icon(e.get("icon")))
	notes.Set("grouping", e.get("grouping"))
	if !notes.Empty() {
		c.Annotations, _ = protocol.Parse(notes.JSON())
	}
	return c
}

// ofResult is the call as its result repeats it: JSON in Python, the words of a call in R.
func ofResult(e element) (talk.Call, bool) {
	v, why := protocol.Parse([]byte(e.get("request-call")))
	if why != nil || !v.Get("arguments").Exists() {
		return talk.Call{}, false
	}
	name := v.Get("name").Str()
	if name == "" {
		name = e.get("tool-name")
	}
	return talk.Call{Name: name, Input: v.Get("arguments"), Intent: e.get("intent")}, true
}

// parsed is JSON, or a string when it is none.
func parsed(s string) protocol.Value {
	v, why := protocol.Parse([]byte(s))
	if why != nil {
		v, _ = protocol.Parse(protocol.AppendString(nil, s))
	}
	return v
}

// draft is the result of an element.
func draft(e element) answer.Draft {
	value, typ := e.get("value"), e.get("value-type")
	failed := e.get("status") == "error"
	var parts []blocks.Part
	var hints obj.Object
	hints.Set("title", htmltext.Line(e.get("tool-title")))
	hints.Set("icon", icon(e.get("icon")))
	for _, key := range []string{"label", "value-preview"} {
		if s, ok := e.has(key); ok {
			hints.Str(strings.ReplaceAll(key, "-", "_"), s)
		}
	}
	hints.Bool("show_request", e.flag("show-request"))
	if e.flag("expanded") {
		hints.Bool("open", true)
	}
	if e.flag("full-screen") {
		hints.Bool("full_screen", true)
	}
	hints.Set("footer", e.get("footer"))
	switch custom := e.flag("custom-display") && strings.TrimSpace(e.inner) != ""; {
	case failed:
		parts = []blocks.Part{blocks.Plain(value)}
	case custom:
		hints.Str("html", e.inner)
		if value == "" {
			value = htmltext.Text(e.inner)
		}
		parts = []blocks.Part{blocks.Plain(value)}
	case value == "":
	case typ == "html":
		hints.Str("html", value)
		if len(value) <= limits.HTML {
			value = htmltext.Text(value)
		}
		parts = []blocks.Part{blocks.Plain(value)}
	case typ == "markdown" || typ == "":
		hints.Str("markdown", value)
		parts = []blocks.Part{blocks.Plain(value)}
	case typ == "text":
		hints.Str("text", value)
		parts = []blocks.Part{blocks.Plain(value)}
	case typ == "content_extra":
		parts = contents(value)
	default:
		parts = []blocks.Part{blocks.Plain(value)}
	}
	m := blocks.Make(parts, protocol.Value{}, failed)
	d := answer.Draft{ID: e.get("request-id"), Name: e.get("tool-name"), Value: m.Value, Kind: m.Kind, Title: m.Title, Payload: m.Payload, Display: hints.JSON()}
	if failed {
		d.Fail(value)
	}
	return d
}

// contents are the items of a result that is pictures, files and texts.
func contents(s string) (parts []blocks.Part) {
	v, why := protocol.Parse([]byte(s))
	if why != nil || v.Type() != protocol.Array {
		return []blocks.Part{blocks.Plain(s)}
	}
	for _, item := range v.Elems() {
		switch item.Get("type").Str() {
		case "image":
			mime, _, _ := strings.Cut(strings.TrimPrefix(item.Get("src").Str(), "data:"), ";")
			if len(mime) > 40 || !strings.Contains(mime, "/") {
				mime = ""
			}
			parts = append(parts, blocks.Image(mime, item.Get("src"), ""))
		case "pdf":
			parts = append(parts, blocks.Named(item.Get("filename").Str(), "application/pdf", ""))
		case "text":
			text := item.Get("value").Str()
			if item.Get("value_type").Str() == "html" && len(text) <= limits.HTML {
				text = htmltext.Text(text)
			}
			parts = append(parts, blocks.Plain(text))
		default:
			parts = append(parts, blocks.Plain(item.Compact()))
		}
	}
	return parts
}

// icon is the name of an icon of Bootstrap in its HTML, "" for any other.
func icon(html string) string {
	for _, mark := range []string{"bi-", "bi bi-"} {
		_, rest, ok := strings.Cut(html, mark)
		if !ok {
			continue
		}
		n := strings.IndexFunc(rest, func(r rune) bool { return r != '-' && (r < 'a' || r > 'z') && (r < '0' || r > '9') })
		if n < 0 {
			n = len(rest)
		}
		if n > 0 && n <= 60 {
			return rest[:n]
		}
	}
	return ""
}

// ordinary are the values of attributes that say no more than what becomes of them.
var ordinary = []string{"", "true", "success", "error", "html", "markdown", "text", "code", "content_extra"}

// rest is what an element holds beside its ids and the attributes that are said; those that were HTML are kept as they came.
func (e element) rest(said ...string) talk.Member {
	var o obj.Object
	for _, a := range e.attrs {
		switch a.name {
		case "request-id", "tool-name", "data-shinychat-react":
			continue
		case "status", "value-type", "show-request", "expanded", "full-screen":
			if slices.Contains(said, a.name) && slices.Contains(ordinary, a.value) {
				continue
			}
		case "tool-title":
			if !strings.ContainsAny(a.value, "<&") {
				continue
			}
		default:
			if slices.Contains(said, a.name) {
				continue
			}
		}
		o.Str(a.name, a.value)
	}
	if strings.TrimSpace(e.inner) != "" && !e.flag("custom-display") {
		o.Str("inner", e.inner)
	}
	if o.Empty() {
		return talk.Member{}
	}
	return talk.Member{Key: "element", JSON: o.JSON()}
}
