package image

import (
	"strconv"
	"strings"

	"github.com/vitrine-go/vitrine/artifactkit/kind/internal/field"
	"github.com/vitrine-go/vitrine/artifactkit/limits"
	"github.com/vitrine-go/vitrine/artifactkit/markup"
)

// node draws one figure: the picture, or why it cannot be drawn. zoom is its size in percent, 0 to fit; among others it opens alone.
func (p *picture) node(d *drawing, i, zoom int, among bool) markup.Node {
	l := d.env.Locale
	alt := p.alt
	if alt == "" {
		alt = p.name
	}
	if alt == "" {
		alt = l.T("image_alt", l.Num(i+1))
	}
	n := strconv.Itoa(i)
	switch {
	case p.b64 == "" && d.loads(i) && p.fault == "":
		return markup.El(markup.Figure, markup.Attrs(markup.Class("ak-shot")),
			markup.El(markup.Div, markup.Attrs(markup.Class("ak-im")), markup.RemotePicture(p.remote, alt)),
			p.caption(d, markup.Link(p.remote, d.b.Visible(field.Name(p.remote.Host())))))
	case p.b64 == "":
		return markup.El(markup.Figure, markup.Attrs(markup.Class("ak-shot ak-noshot")), p.note(d, i), p.caption(d, markup.Node{}))
	}
	var tools []markup.Node
	open := markup.Attr{}
	if among {
		page := markup.Action("page", strconv.Itoa(i+1))
		open = page
		tools = append(tools, link(l.T("image_open"), page, markup.Label(l.T("image_open_named", alt))))
	}
	if p.mime == "image/png" && !d.many { // the one type that browsers put on a clipboard
		tools = append(tools, link(l.T("copy"), markup.Action("copy", n)))
	}
	if !d.many {
		tools = append(tools, link(l.T("download"), markup.Action("download", n)))
	}
	if among && d.heavy(len(p.b64)) {
		return markup.El(markup.Figure, markup.Attrs(markup.Class("ak-shot ak-noshot")),
			markup.El(markup.P, markup.Attrs(markup.Class("ak-remote")), markup.Text(l.T("image_heavy"))), p.caption(d, markup.Group(tools...)))
	}
	words := ""
	if p.name == "" {
		words = alt // else the caption says it
	}
	return markup.El(markup.Figure, markup.Attrs(markup.Class("ak-shot")),
		markup.Alt(p.box(zoom, open, alt), words), p.caption(d, markup.Group(tools...)))
}

// widest is the most pixels that a picture is stretched to.
const widest = 16384

// box is the picture in its frame. Its size is an attribute, so that no style has to be made for it.
func (p *picture) box(zoom int, open markup.Attr, alt string) markup.Node {
	attrs := markup.Attrs(markup.Const("decoding", "async"))
	class := markup.Attrs(markup.Class("ak-im"))
	if open != (markup.Attr{}) {
		class = markup.Attrs(markup.Class("ak-im ak-opens"), open)
	}
	w, h := p.width, p.height
	if zoom > 0 && w > 0 && h > 0 {
		class = markup.Attrs(markup.Class("ak-im ak-zoomed"), markup.Num("tabindex", 0), markup.Const("role", "group"), markup.Label(alt))
		w, h = max(1, w*zoom/100), max(1, h*zoom/100)
		if most := max(w, h); most > widest {
			w, h = max(1, w*widest/most), max(1, h*widest/most)
		}
	}
	if w > 0 && h > 0 {
		attrs = append(attrs, markup.Num("width", w), markup.Num("height", h))
	}
	return markup.El(markup.Div, class, markup.Picture(p.mime, p.b64, alt, attrs...))
}

func link(words string, action markup.Attr, more ...markup.Attr) markup.Node {
	return markup.El(markup.Button, append(markup.Attrs(markup.Class("ak-link"), markup.Const("type", "button"), action), more...), markup.Text(words))
}

// caption is "name · 1280×720 · 84 kB".
func (p *picture) caption(d *drawing, save markup.Node) markup.Node {
	var facts []string
	if p.width > 0 && p.height > 0 {
		facts = append(facts, strconv.Itoa(p.width)+"×"+strconv.Itoa(p.height))
	}
	if p.bytes > 0 {
		facts = append(facts, d.env.Locale.Bytes(p.bytes))
	}
	words := strings.Join(facts, " · ")
	var name markup.Node
	if p.name != "" {
		name = markup.El(markup.Bdi, nil, d.b.Visible(p.name))
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
func (p *picture) note(d *drawing, i int) markup.Node {
	l := d.env.Locale
	if p.fault == "" {
		var load markup.Node
		if d.env.Load {
			load = markup.Group(markup.Text(" "), link(l.T("image_load"), markup.Action("load", strconv.Itoa(i))))
		}
		return markup.El(markup.P, markup.Attrs(markup.Class("ak-remote")),
			markup.Link(p.remote, d.b.Visible(l.T("remote_image", field.Name(p.remote.Host())))), load)
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
