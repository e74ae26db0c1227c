package transcript

import "github.com/vitrine-go/vitrine/artifactkit/markup"

// head is the content of a group's row, in reading order: glyph, titles with counts, label, then at the other end intent,
// preview, what failed, time.
func (g *group) head(m mode) markup.Node {
	r := rowWriter{t: g.t}
	single := g.single()
	c := g.calls[0]
	r.put(g.glyph().node(g.t))
	g.titles(&r)
	if single {
		r.label(c.label())
	}
	r.span(markup.Class("ak-sp"))
	if single {
		if g.open.isOpen() && c.intent != "" {
			r.span(markup.Class("ak-intent"), markup.Isolated(c.intent))
		}
		r.preview(c)
		c.note(&r)
		r.time(c, m)
	} else {
		for _, s := range []status{failed, denied, interrupted, needsInput} {
			if n := g.n[s]; n > 0 {
				r.put(statusNote(g.t.o.Locale.N(countKeys[s], n), s))
			}
		}
	}
	r.span(markup.Class("ak-ch"), markup.Icon("chevron-right"))
	return r.node()
}

// row is the content of a call's row in a list.
func (c *call) row(m mode) markup.Node {
	r := rowWriter{t: c.t}
	r.put(c.glyph().node(c.t))
	r.label(c.label())
	r.span(markup.Class("ak-sp"))
	if c.open.isOpen() && c.intent != "" {
		r.span(markup.Class("ak-intent"), markup.Isolated(c.intent))
	}
	r.preview(c)
	c.note(&r)
	r.time(c, m)
	r.span(markup.Class("ak-ch"), markup.Icon("chevron-right"))
	return r.node()
}

// glyph of a group: a spinner while a call runs; the icon of a single call's result, else of the tool's definition. A row that
// names several tools has no icon of its own.
func (g *group) glyph() glyph {
	var x glyph
	if g.busy() {
		return glyph{spin: true}
	}
	c := g.calls[0]
	if g.single() && c.facts.icon != "" {
		x.icon = c.facts.icon
	} else if len(g.segs) == 1 {
		x.icon = g.segs[0].icon()
	}
	if x.icon == "" && g.single() && c.status != success && c.status != failed {
		x.icon = statusIcon(c.status)
	}
	if g.n[success] == len(g.calls) {
		x.words = g.t.o.Locale.T("status_success")
	}
	return x
}

// glyph of a call in a list: an icon that its result alone has, else, where the tools differ, its tool's, else its status.
func (c *call) glyph() glyph {
	if c.status == running {
		return glyph{spin: true}
	}
	x := glyph{tone: c.status}
	if c.status == success {
		x.words = c.t.word(c)
	}
	own := c.facts.icon
	switch {
	case own != "" && own != c.seg.icon():
		x.icon = own
	case len(c.g.segs) > 1 && c.seg.icon() != "":
		x.icon = c.seg.icon()
	default:
		x.icon = statusIcon(c.status)
	}
	return x
}

// note is the status in words, where it is not plain success.
func (c *call) note(r *rowWriter) {
	if c.status != running && c.status != success {
		r.put(statusNote(c.t.word(c), c.status))
	}
}

func (g *group) titles(r *rowWriter) {
	shown, others := g.headings()
	if len(shown) == 1 && others == 0 {
		r.put(shown[0].node(r.t))
		r.count(shown[0].count)
		return
	}
	var kids []markup.Node
	for i, h := range shown {
		if i > 0 {
			kids = append(kids, markup.Text(", "))
		}
		kids = append(kids, h.inner(r.t))
		if h.count > 1 {
			kids = append(kids, countNode(r.t, h.count))
		}
	}
	if others > 0 {
		kids = append(kids, markup.Text(r.t.o.Locale.N("and_others", others)))
	}
	r.span(markup.Class("ak-t"), kids...)
}

func (h heading) node(t *Transcript) markup.Node {
	return markup.El(markup.Span, markup.Attrs(markup.Class("ak-t"), markup.Dir("auto")), h.inner(t))
}

// inner is the title, or the verb with the name of the tool.
func (h heading) inner(t *Transcript) markup.Node {
	if h.title != "" {
		return markup.Isolated(h.title)
	}
	tool := h.tool
	if tool == "" {
		tool = t.o.Locale.T("a_tool")
	}
	code := markup.El(markup.Code, markup.Attrs(markup.Class("ak-mono")), markup.Visible(tool))
	if !h.verb {
		return code
	}
	key := "using_tool"
	if h.used {
		key = "used_tool"
	}
	before, after := t.around(key)
	return markup.Group(markup.Text(before), code, markup.Text(after))
}

// rowWriter collects the pieces of a row, a space between them for those who hear or copy it.
type rowWriter struct {
	t    *Transcript
	kids []markup.Node
}

func (r *rowWriter) put(n markup.Node) {
	if len(r.kids) > 0 {
		r.kids = append(r.kids, markup.Text(" "))
	}
	r.kids = append(r.kids, n)
}

func (r *rowWriter) span(class markup.Attr, kids ...markup.Node) {
	r.put(markup.El(markup.Span, markup.Attrs(class), kids...))
}

func (r *rowWriter) node() markup.Node { return markup.Group(r.kids...) }

func (r *rowWriter) label(l label) {
	switch {
	case l.text == "":
	case l.code:
		r.put(markup.El(markup.Span, markup.Attrs(markup.Class("ak-l ak-mono"), markup.Dir("auto")), markup.Visible(l.text)))
	default:
		r.put(markup.El(markup.Span, markup.Attrs(markup.Class("ak-l"), markup.Dir("auto")), markup.Visible(l.text)))
	}
}

func (r *rowWriter) preview(c *call) {
	if c.facts.preview != "" {
		r.put(markup.El(markup.Span, markup.Attrs(markup.Class("ak-v"), markup.Dir("auto")), markup.Visible(c.facts.preview)))
	}
}

// time is how long a call took, or since when it runs; the host's clock counts on from there.
func (r *rowWriter) time(c *call, m mode) {
	if c.status == running || c.status == needsInput {
		if at, ok := moment(c.from); ok && m == live {
			r.put(markup.El(markup.Span, markup.Attrs(markup.Class("ak-n"), markup.Data("since", at.Millis()))))
		}
		return
	}
	if s := elapsed(c.from, c.to, c.t.o.Locale); s != "" {
		r.put(markup.El(markup.Span, markup.Attrs(markup.Class("ak-n")), markup.Text(s)))
	}
}

func (r *rowWriter) count(n int) {
	if n > 1 {
		r.put(countNode(r.t, n))
	}
}

func countNode(t *Transcript, n int) markup.Node {
	return markup.Group(
		markup.El(markup.Span, markup.Attrs(markup.Class("ak-n"), markup.Aria("hidden", "true")), markup.Text("×"+t.o.Locale.Num(n))),
		markup.El(markup.Span, markup.Attrs(markup.Class("ak-sr")), markup.Text(" "+t.o.Locale.N("calls", n))))
}
