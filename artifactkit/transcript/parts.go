package transcript

import (
	"github.com/vitrine-go/vitrine/artifactkit/limits"
	"github.com/vitrine-go/vitrine/artifactkit/markup"
)

// The parts of a group and of its calls. Each is a name for a piece of the model; two of the same piece are equal.
type (
	headPart  struct{ *group } // the activity row
	innerPart struct{ *group } // what it opens: the card of a single call, or the list
	listPart  struct{ *call }  // a call in a list
	rowPart   struct{ *call }  // its row
	areaPart  struct{ *call }  // what its row opens
	cardPart  struct{ *call }  // request and result of a call
)

// A group has the number of its first call, so that forming the groups anew keeps keys.
func (g *group) key() string    { return keyOf('g', g.calls[0].n) }
func (g *group) up() part       { return g.loop }
func (g *group) shown() bool    { return true }
func (p headPart) key() string  { return keyOf('h', p.calls[0].n) }
func (p headPart) up() part     { return p.group }
func (p headPart) shown() bool  { return !p.alone() }
func (p innerPart) key() string { return keyOf('i', p.calls[0].n) }
func (p innerPart) up() part    { return p.group }

func (p listPart) key() string { return keyOf('c', p.n) }
func (p listPart) up() part    { return innerPart{p.g} }
func (p listPart) shown() bool { return !p.g.single() && p.g.open.isOpen() && p.at >= p.g.from }
func (p rowPart) key() string  { return keyOf('r', p.n) }
func (p rowPart) up() part     { return listPart(p) }
func (p rowPart) shown() bool  { return true }
func (p areaPart) key() string { return keyOf('a', p.n) }
func (p areaPart) up() part    { return listPart(p) }
func (p areaPart) shown() bool { return true }
func (p cardPart) key() string { return keyOf('k', p.n) }
func (p cardPart) up() part    { return p.area() }
func (p cardPart) shown() bool { return p.shownOpen() }

// area is the part that the call's card and its sub-agent's transcript stand in.
func (c *call) area() part {
	if c.g.single() {
		return innerPart{c.g}
	}
	return areaPart{c}
}

func (g *group) node(m mode) markup.Node {
	if g.alone() {
		return markup.El(markup.Section, m.attrs(g.key(), markup.Class("ak-act"), markup.Flag("data-ak-off", g.off())), innerPart{g}.node(m))
	}
	if m == page {
		return markup.El(markup.Section, markup.Attrs(markup.Class("ak-act")), g.fold())
	}
	var menu markup.Node
	if g.single() {
		menu = g.t.menuButton(m)
	}
	class := g.t.dotted(m, markup.Class("ak-act"), markup.Class("ak-act ak-dotted"))
	return markup.El(markup.Section, m.attrs(g.key(), class, markup.Flag("data-ak-off", g.off())), headPart{g}.node(m), menu, innerPart{g}.node(m))
}

// fold is a group on a page without script.
func (g *group) fold() markup.Node {
	return fold(g.open.isOpen(), heading3(g.loop.th, g.head(page)), innerPart{g}.node(page))
}

func fold(open bool, row, inner markup.Node) markup.Node {
	return markup.El(markup.Details, markup.Attrs(markup.Class("ak-fold"), markup.Flag("open", open)),
		markup.El(markup.Summary, markup.Attrs(markup.Class("ak-row")), row), inner)
}

// heading3 is the heading of a row: h3 under the prompts' h2, deeper inside a sub-agent's transcript.
func heading3(th *thread, kids ...markup.Node) markup.Node {
	return markup.El(headingTag(th), markup.Attrs(markup.Class("ak-act-h")), kids...)
}

func headingTag(th *thread) markup.Tag {
	switch th.depth {
	case 0:
		return markup.H3
	case 1:
		return markup.H4
	case 2:
		return markup.H5
	}
	return markup.H6
}

func (p headPart) node(m mode) markup.Node {
	g := p.group
	return markup.El(headingTag(g.loop.th), m.attrs(p.key(), markup.Class("ak-act-h")),
		rowButton(g.open.isOpen(), g.scope(), g.head(m)))
}

func (p innerPart) node(m mode) markup.Node {
	g := p.group
	open := g.open.isOpen() || m == page || g.alone()
	attrs := m.attrs(p.key(), markup.ClassIf(!g.alone(), "ak-in"), g.scope().ID("in"), m.slot(p.key()), markup.Flag("hidden", !open))
	switch {
	case g.single():
		return markup.El(markup.Div, attrs, g.calls[0].inside(m, open))
	case !open:
		return markup.El(markup.Ul, attrs)
	}
	var kids []markup.Node
	from := g.from
	if m == page {
		from = 0
	}
	if from > 0 {
		kids = append(kids, markup.El(markup.Li, markup.Attrs(markup.Class("ak-earlier")),
			markup.El(markup.Button, markup.Attrs(markup.Const("type", "button"), markup.Class("ak-tool"), markup.Action("earlier", "")),
				markup.Text(g.t.o.Locale.N("earlier_calls", min(from, limits.ListRows))))))
	}
	for _, c := range g.calls[from:] {
		kids = append(kids, listPart{c}.node(m))
	}
	return markup.El(markup.Ul, append(attrs, markup.Const("role", "list")), kids...)
}

func (p listPart) node(m mode) markup.Node {
	if m == page {
		return markup.El(markup.Li, markup.Attrs(markup.Class("ak-call")),
			fold(p.open.isOpen(), p.call.row(m), areaPart(p).node(m)))
	}
	return markup.El(markup.Li, m.attrs(p.key(), markup.Class("ak-call"), markup.Flag("data-ak-off", p.off())), rowPart(p).node(m), areaPart(p).node(m))
}

func (p rowPart) node(m mode) markup.Node {
	class := p.t.dotted(m, markup.Class("ak-call-h"), markup.Class("ak-call-h ak-dotted"))
	return markup.El(markup.Div, m.attrs(p.key(), class), rowButton(p.open.isOpen(), p.scope(), p.call.row(m)), p.t.menuButton(m))
}

func (p areaPart) node(m mode) markup.Node {
	open := p.open.isOpen() || m == page
	return markup.El(markup.Div, m.attrs(p.key(), markup.Class("ak-area"), p.scope().ID("in"), m.slot(p.key()), markup.Flag("hidden", !open)),
		p.call.inside(m, open))
}

// inside is what stands in an open call: its card, and the transcript of the sub-agent that it runs.
func (c *call) inside(m mode, open bool) markup.Node {
	if !open {
		return markup.Node{}
	}
	card := cardPart{c}.node(m)
	if c.sub == nil {
		return card
	}
	return markup.Group(card, c.sub.node(m))
}

func (g *group) scope() markup.Scope { return g.t.o.Scope.Sub("g", g.calls[0].n) }
func (c *call) scope() markup.Scope  { return c.t.o.Scope.Sub("r", c.n) }

// rowButton opens and closes what stands in the element with the id "in" of the scope.
func rowButton(open bool, s markup.Scope, row markup.Node) markup.Node {
	expanded := "false"
	if open {
		expanded = "true"
	}
	return markup.El(markup.Button, markup.Attrs(markup.Const("type", "button"), markup.Class("ak-row"), markup.Action("toggle", ""),
		markup.Aria("expanded", expanded), s.Ref("aria-controls", "in")), row)
}
