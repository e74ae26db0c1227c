// Package image is the kind of pictures: drawn from their bytes, with what their headers say, and never fetched from anywhere.
package image

import (
	"encoding/base64"
	"slices"
	"strconv"
	"strings"

	"github.com/vitrine-go/vitrine/artifactkit/kind"
	"github.com/vitrine-go/vitrine/artifactkit/kind/internal/field"
	"github.com/vitrine-go/vitrine/artifactkit/kind/internal/longtext"
	"github.com/vitrine-go/vitrine/artifactkit/limits"
	"github.com/vitrine-go/vitrine/artifactkit/markup"
	"github.com/vitrine-go/vitrine/artifactkit/protocol"
)

// Kind reads {images: [{mime, b64, alt?, name?}], output?, code?}; type, src and data are read as well. The bytes decide the
// type, whatever mime says (TR-5).
var Kind = kind.Kind{Name: "image", Icon: "card-image", Rich: true, Open: open}

type view struct {
	pictures     []picture
	more         int    // pictures over the bound
	at           string // JSON Pointer to them, below the payload
	single       bool   // the one picture stands there itself, in no array
	output, code *longtext.Text
}

func open(payload protocol.Value, value string) (kind.View, *protocol.Reason) {
	v := &view{}
	images := payload
	if payload.Type() == protocol.Object && payload.Get("images").IsSet() {
		images, v.at = payload.Get("images"), "/images"
	}
	if images.Type() == protocol.Array {
		for i, e := range images.Elems() {
			if i == limits.Images {
				v.more = images.Len() - i
				break
			}
			v.pictures = append(v.pictures, one(e))
		}
	} else if images.Type() == protocol.Object && dataOf(images) != "" || images.Type() == protocol.String {
		v.pictures, v.single = append(v.pictures, one(images)), true
	}
	if payload.Type() == protocol.Object {
		if s := field.Optional(payload, "output"); strings.TrimSpace(s) != "" {
			v.output = longtext.Terminal(s)
		}
		if s := field.Optional(payload, "code"); strings.TrimSpace(s) != "" {
			v.code = longtext.Code(s, field.Optional(payload, "lang"))
		}
	}
	if len(v.pictures) == 0 && v.output == nil && v.code == nil {
		return nil, &protocol.Reason{Code: protocol.BadPayload, Path: "/images", Message: "There is no image."}
	}
	if v.output == nil && strings.TrimSpace(value) != "" && !slices.ContainsFunc(v.pictures, func(p picture) bool { return p.fault == "" }) {
		v.output = longtext.Terminal(value) // no picture can be drawn: the portable text is what there is to see (TR-6)
	}
	return v, nil
}

// one reads an entry: an object, or the data alone.
func one(e protocol.Value) (p picture) {
	if e = field.Unbox(e); e.Type() == protocol.String {
		p.read(e.Str())
		return p
	}
	p.name, p.alt = field.Name(field.Optional(e, "name")), field.Name(field.Optional(e, "alt"))
	p.read(dataOf(e))
	return p
}

func dataOf(e protocol.Value) string {
	for _, key := range []string{"b64", "data", "src"} {
		if s := field.Optional(e, key); s != "" {
			return s
		}
	}
	return ""
}

func (v *view) Node(st kind.State, env kind.Env) markup.Node {
	b := markup.NewBudget(limits.Marks)
	var kids []markup.Node
	for i := range v.pictures {
		kids = append(kids, v.pictures[i].node(i, env, b))
	}
	n := markup.Node{}
	if len(kids) > 0 {
		n = markup.El(markup.Div, markup.Attrs(markup.Class("ak-shots")), kids...)
	}
	if v.more > 0 {
		n = markup.Group(n, markup.El(markup.Div, markup.Attrs(markup.Class("ak-gap")), markup.Text(env.Locale.N("images_left_out", v.more))))
	}
	if v.output != nil {
		n = markup.Group(n, v.output.Node("output", st, env, b))
	}
	if v.code != nil {
		n = markup.Group(n, markup.El(markup.Details, markup.Attrs(markup.Class("ak-behind")),
			markup.El(markup.Summary, nil, markup.Text(env.Locale.T("code"))), v.code.Node("code", st, env, b)))
	}
	return markup.El(markup.Div, markup.Attrs(markup.Class("ak-images")), n)
}

// node draws one figure: the picture, or why it cannot be drawn.
func (p *picture) node(i int, env kind.Env, b *markup.Budget) markup.Node {
	l := env.Locale
	alt := p.alt
	if alt == "" {
		alt = p.name
	}
	if alt == "" {
		alt = l.T("image_alt", l.Num(i+1))
	}
	if p.b64 == "" {
		return markup.El(markup.Figure, markup.Attrs(markup.Class("ak-shot ak-noshot")), p.note(env, b),
			p.caption(env, b, markup.Node{}))
	}
	attrs := markup.Attrs(markup.Const("decoding", "async"))
	if p.width > 0 && p.height > 0 {
		attrs = append(attrs, markup.Num("width", p.width), markup.Num("height", p.height))
	}
	save := markup.El(markup.Button, markup.Attrs(markup.Class("ak-link"), markup.Const("type", "button"), markup.Action("download", strconv.Itoa(i))),
		markup.Text(l.T("download")))
	words := ""
	if p.name == "" {
		words = alt // else the caption says it
	}
	return markup.El(markup.Figure, markup.Attrs(markup.Class("ak-shot")),
		markup.Alt(markup.El(markup.Div, markup.Attrs(markup.Class("ak-im")), markup.Picture(p.mime, p.b64, alt, attrs...)), words),
		p.caption(env, b, save))
}

// caption is "name · 1280×720 · 84 kB".
func (p *picture) caption(env kind.Env, b *markup.Budget, save markup.Node) markup.Node {
	var facts []string
	if p.width > 0 && p.height > 0 {
		facts = append(facts, strconv.Itoa(p.width)+"×"+strconv.Itoa(p.height))
	}
	if p.bytes > 0 {
		facts = append(facts, env.Locale.Bytes(p.bytes))
	}
	words := strings.Join(facts, " · ")
	var name markup.Node
	if p.name != "" {
		name = markup.El(markup.Bdi, nil, b.Visible(p.name))
		if words != "" {
			words = " · " + words
		}
	}
	if p.name == "" && words == "" {
		return markup.Node{}
	}
	if !save.Empty() {
		save = markup.Group(markup.Text(" "), markup.El(markup.Span, markup.Attrs(markup.Class("ak-space"))), save)
	}
	return markup.El(markup.Figcaption, nil, markup.El(markup.Span, nil, name, markup.Text(words)), save)
}

// note stands where a picture cannot: it names the fault, or the host of a picture that is elsewhere.
func (p *picture) note(env kind.Env, b *markup.Budget) markup.Node {
	l := env.Locale
	if p.fault == "" {
		return markup.El(markup.P, markup.Attrs(markup.Class("ak-remote")),
			markup.Link(p.remote, b.Visible(l.T("remote_image", field.Name(p.remote.Host())))))
	}
	why := l.T(string(p.fault))
	switch p.fault {
	case faultBase64:
		why = l.T(string(p.fault), l.Num(p.at+1))
	case faultBytes:
		why = l.T(string(p.fault), l.Bytes(p.bytes), l.Bytes(limits.ImageBytes))
	case faultPixels:
		why = l.T(string(p.fault), strconv.Itoa(p.width)+"×"+strconv.Itoa(p.height))
	}
	return markup.El(markup.P, markup.Attrs(markup.Class("ak-fault"), markup.Const("role", "note")),
		markup.Icon("exclamation-triangle"), markup.Text(l.T("bad_image", why)))
}

func (v *view) Update(st kind.State, action string) kind.State {
	return longtext.Part("code").Update(longtext.Part("output").Update(st, action), action)
}

// Extract gives the picture with the number that the word is, and "text", the output.
func (v *view) Extract(what string, _ kind.State) (mime, name string, body []byte, ok bool) {
	if what == "text" && v.output != nil {
		return "text/plain", "output.txt", []byte(v.output.Text()), true
	}
	i, err := strconv.Atoi(what)
	if err != nil || i < 0 || i >= len(v.pictures) || v.pictures[i].b64 == "" {
		return "", "", nil, false
	}
	p := v.pictures[i]
	body, err = base64.StdEncoding.DecodeString(p.b64)
	if err != nil {
		return "", "", nil, false
	}
	mime = p.mime
	if mime == "image/svg+xml" { // a saved SVG is a document that may run scripts where it is opened (TR-10)
		mime = "application/octet-stream"
	}
	return mime, "image-" + strconv.Itoa(i+1) + extension[p.mime], body, true
}

// CopyWord is the output's; a picture is saved, not copied.
func (v *view) CopyWord() string {
	if v.output != nil {
		return "text"
	}
	return "value"
}

var extension = map[string]string{
	"image/png": ".png", "image/jpeg": ".jpg", "image/gif": ".gif", "image/webp": ".webp", "image/avif": ".avif", "image/bmp": ".bmp", "image/svg+xml": ".svg",
}
