package blocks

import (
	"strconv"
	"strings"

	"github.com/vitrine-go/vitrine/artifactkit/limits"
	"github.com/vitrine-go/vitrine/artifactkit/protocol"
	"github.com/vitrine-go/vitrine/artifactkit/source/internal/lang"
	"github.com/vitrine-go/vitrine/artifactkit/source/internal/obj"
	"github.com/vitrine-go/vitrine/artifactkit/source/internal/patch"
)

// Made is what parts become.
type Made struct {
	Value   string // portable text: every part but those for people only
	Words   string // what of it is said in words
	Kind    string
	Title   string
	Payload []byte
	Display []byte // nil unless a display says which of two bodies comes first
	// Carried are values of the input that stand in the result word for word, with a JSON Pointer to the place. Only long
	// ones are worth a pointer.
	Carried map[protocol.Value]string
}

// payload is where a result keeps the artifact's payload.
const payload = "/extra/codeagent/artifact/payload"

// Make chooses the artifact. structured is data that says the same, or more, in another form; it may be absent. failed turns
// what would be words into an error.
//
// Images come first, then rows, then the text of a file, then other data, then words. What is not chosen is the artifact's "output",
// shown below it. Parts for the model only are in the value and in the payload's "for_model", which a host shows folded (CAR-3).
func Make(parts []Part, structured protocol.Value, failed bool) Made {
	m := maker{Made: Made{Carried: map[protocol.Value]string{}}}
	m.sort(parts, structured)
	if m.Value == "" && structured.IsSet() {
		m.Value = structured.Compact()
	}
	m.choose(structured, failed)
	if len(m.model) > 0 {
		m.body.Str("for_model", strings.Join(m.model, "\n"))
	}
	m.Payload = m.body.JSON()
	return m.Made
}

type maker struct {
	Made
	body   obj.Object
	words  []Part // shown as text
	images []Part
	files  []Part
	model  []string

	repeated bool // a text was the structured data once more
}

func (m *maker) sort(parts []Part, structured protocol.Value) {
	var value []string
	for _, p := range parts {
		if !p.UserOnly {
			value = append(value, p.Value)
		}
		switch {
		case p.ModelOnly && p.Shape != Picture:
			m.model = append(m.model, p.Text)
		case p.Shape == Picture:
			m.images = append(m.images, p)
		case p.Shape == File:
			m.files = append(m.files, p)
		default:
			again := repeats(p.Text, structured)
			if m.repeated = m.repeated || again; again && unwrap(structured).Type() >= protocol.Array {
				continue // the data is shown
			}
			m.words = append(m.words, p)
		}
	}
	m.Value = strings.Join(value, "\n")
	m.Words = strings.Join(m.text(), "\n")
	if len(parts) == 1 && m.Value == parts[0].Text {
		m.carry(parts[0], "/value")
	}
}

// repeats tells whether a text is only the structured data once more, as servers are asked to send it.
func repeats(text string, structured protocol.Value) bool {
	if !structured.IsSet() {
		return false
	}
	inner := unwrap(structured)
	if inner.Type() < protocol.Array {
		return scalar(inner) == strings.TrimSpace(text) || inner.Str() == text && text != ""
	}
	v, ok := JSON(text)
	return ok && (obj.Equal(v, structured) || obj.Equal(v, inner))
}

// unwrap takes the object away that servers put around data which had to be an object.
func unwrap(v protocol.Value) protocol.Value {
	if inner := v.Get("result"); v.Len() == 1 && inner.Exists() {
		return inner
	}
	return v
}

func (m *maker) carry(p Part, at string) {
	if p.origin.Exists() && len(p.origin.Raw()) > limits.Twice {
		m.Carried[p.origin] = at
	}
}

func (m *maker) choose(structured protocol.Value, failed bool) {
	if m.repeated && unwrap(structured).Type() < protocol.Array {
		structured = protocol.Value{} // a word in the wrapper of servers; the text says it
	}
	rows, table := Rows(structured)
	named, isFrame := frame(structured)
	switch {
	case len(m.images) > 0:
		m.Kind = "image"
		m.imageList()
		var data []string
		if structured.IsSet() {
			data = []string{obj.Indent(structured)}
		}
		m.output(m.text(), filesText(m.files), data)
	case table, isFrame:
		m.Kind = "table"
		if isFrame {
			m.body = named
		} else {
			m.body.Val("df", rows)
		}
		if table && len(rows.Raw()) > limits.Twice {
			m.Carried[rows] = payload + "/df"
		}
		text := m.text()
		if len(text) == 1 && len(m.files) == 0 && !strings.Contains(text[0], "\n") && len(text[0]) <= 120 {
			m.Title = text[0]
			text = nil
		}
		m.output(text, filesText(m.files))
	case len(m.files) > 0:
		m.file(structured)
	case structured.IsSet() && structured.Type() >= protocol.Array:
		m.Kind = "text"
		if len(m.words) > 0 {
			m.Kind = "code" // the kind with an output
		}
		m.body.Str("text", obj.Indent(structured))
		m.body.Str("lang", "json")
		m.output(m.text())
	default:
		words := m.text()
		if structured.IsSet() && !m.repeated {
			words = append(words, scalar(structured))
		}
		m.plain(strings.Join(words, "\n"), failed)
	}
}

func (m *maker) imageList() {
	list := []byte{'['}
	for i, p := range m.images {
		if i > 0 {
			list = append(list, ',')
		}
		var one obj.Object
		one.Set("mime", p.Mime)
		one.Str("b64", p.B64)
		one.Set("name", p.Name)
		list = append(list, one.JSON()...)
		m.carry(p, payload+"/images/"+strconv.Itoa(i)+"/b64")
	}
	m.body.Raw("images", append(list, ']'))
}

// file shows the first file, the others below it. The page of an MCP app is source that stays one click away when there are words.
func (m *maker) file(structured protocol.Value) {
	f := m.files[0]
	m.Kind = "code"
	language := lang.OfMime(f.Mime)
	if language == "" {
		language = lang.OfFile(f.Name)
	}
	m.body.Str("text", f.Text)
	m.body.Set("lang", language)
	m.body.Set("filename", f.Name)
	m.carry(f, payload+"/text")
	words := m.text()
	if f.UI() && len(words) > 0 {
		var d obj.Object
		d.Str("text", strings.Join(words, "\n"))
		m.Display = d.JSON()
	}
	var data []string
	if structured.IsSet() {
		data = []string{obj.Indent(structured)}
	}
	m.output(words, filesText(m.files[1:]), data)
}

func (m *maker) plain(text string, failed bool) {
	if failed {
		m.Kind = "error"
		message, detail, _ := strings.Cut(strings.Trim(text, "\n"), "\n")
		m.body.Str("message", message)
		m.body.Set("detail", strings.Trim(detail, "\n"))
		return
	}
	m.Kind, m.body = Text(text)
}

// Text chooses the kind for a text of unknown nature: a patch, rows, JSON, else words. What may be added to the payload is added to the body.
func Text(text string) (kind string, body obj.Object) {
	if patch.Looks(text) {
		if len(text) <= limits.Twice {
			body.Str("old", "")
			body.Str("new", text)
		}
		body.Str("path", "patch")
		body.Str("verb", "Diff")
		body.Str("patch", text)
		return "diff", body
	}
	if v, ok := JSON(text); ok {
		if rows, ok := Rows(v); ok {
			body.Val("df", rows)
			return "table", body
		}
		if named, ok := frame(v); ok {
			return "table", named
		}
		body.Str("text", text)
		body.Str("lang", "json")
		return "text", body
	}
	body.Str("text", text)
	return "text", body
}

func (m *maker) text() []string {
	var out []string
	for _, p := range m.words {
		out = append(out, p.Text)
	}
	return out
}

func scalar(v protocol.Value) string {
	if v.Type() == protocol.String {
		return v.Str()
	}
	return v.Compact()
}

func filesText(files []Part) []string {
	var out []string
	for _, f := range files {
		out = append(out, f.Name+"\n"+f.Text)
	}
	return out
}

func (m *maker) output(lists ...[]string) {
	var all []string
	for _, l := range lists {
		all = append(all, l...)
	}
	if len(all) > 0 {
		m.body.Str("output", strings.Join(all, "\n"))
	}
}
