package diff

import (
	"strconv"

	"github.com/vitrine-go/vitrine/artifactkit/kind/internal/field"
	"github.com/vitrine-go/vitrine/artifactkit/limits"
	"github.com/vitrine-go/vitrine/artifactkit/markup"
)

// lines draws the records from..to of one file as a table. Numbers and signs come from the stylesheet, so that copying takes the
// text alone; for those who listen, a changed line has a word.
func (d *drawing) lines(at, from, to int) markup.Node {
	if from >= to {
		return markup.Node{}
	}
	p := page{drawing: d, file: &file{}, from: from, to: to}
	label := d.l.T("changes")
	if at >= 0 {
		p.file = &d.files[at]
		if s := p.file.path(); s != "" {
			label = field.Name(s)
		}
	}
	if p.file.parents == 0 {
		p.pairs = d.pairs(from, to)
	}
	p.colour()
	split := d.split && p.file.sided()
	digits := d.digits(from, to)
	var table markup.Node
	if split {
		col := markup.El(markup.Col, markup.Attrs(markup.Class("ak-no")))
		table = markup.El(markup.Table, markup.Attrs(markup.ClassN("ak-diff ak-split", "ak-w", digits), markup.Dir("ltr")),
			markup.El(markup.Colgroup, nil, col, markup.El(markup.Col, nil), col, markup.El(markup.Col, nil)),
			markup.El(markup.Tbody, nil, p.split()...))
	} else {
		rows := make([]markup.Node, 0, to-from)
		for i := from; i < to; i++ {
			rows = append(rows, p.row(i))
		}
		table = markup.El(markup.Table, markup.Attrs(d.look(p.file, digits), markup.Dir("ltr")), markup.El(markup.Tbody, nil, rows...))
	}
	return markup.El(markup.Div, markup.Attrs(markup.Class("ak-scroll"), markup.Num("tabindex", 0), markup.Const("role", "group"), markup.Label(label)), table)
}

// look is the class of a table in one column: one number is enough where a file has one side only.
func (d *drawing) look(f *file, digits int) markup.Attr {
	one := f.change == created || f.change == deleted || f.parents > 0
	switch {
	case one && d.wrap:
		return markup.ClassN("ak-diff ak-one-no ak-wrap", "ak-w", digits)
	case one:
		return markup.ClassN("ak-diff ak-one-no", "ak-w", digits)
	case d.wrap:
		return markup.ClassN("ak-diff ak-wrap", "ak-w", digits)
	}
	return markup.ClassN("ak-diff", "ak-w", digits)
}

// page is the lines of one file on the page that is drawn.
type page struct {
	*drawing
	file     *file
	from, to int
	pairs    []counterpart
	paint    []tint
}

// row draws a record in one column.
func (p *page) row(i int) markup.Node {
	r := &p.records[i]
	switch r.op {
	case hunk, gap:
		return p.fold(r, 2, i == p.from)
	case meta:
		return p.meta(r, 2)
	}
	var attrs []markup.Attr
	var word markup.Node
	switch r.op {
	case added:
		attrs, word = markup.Attrs(markup.Class("ak-add")), hiddenWord(p.l.T("line_added"))
	case removed:
		attrs, word = markup.Attrs(markup.Class("ak-del")), hiddenWord(p.l.T("line_removed"))
	}
	line := markup.Attrs(markup.Class("ak-line"))
	if signs, _ := p.file.signs(r.text); signs != "" {
		line = append(line, markup.Data("s", signs))
	}
	return markup.El(markup.Tr, attrs,
		markup.El(markup.Td, markup.Attrs(markup.Class("ak-no"), number("o", r.old), number("n", r.new)), word),
		markup.El(markup.Td, line, p.text(i)...))
}

func hiddenWord(s string) markup.Node {
	return markup.El(markup.Span, markup.Attrs(markup.Class("ak-sr")), markup.Text(s))
}

func (p *page) meta(r *record, columns int) markup.Node {
	s, left := field.Cut(r.text, limits.LineRunes)
	kids := []markup.Node{p.b.Visible(s)}
	if left > 0 {
		kids = append(kids, p.tail("… "+p.l.N("characters_left_out", left)))
	}
	return markup.El(markup.Tr, markup.Attrs(markup.Class("ak-meta")), markup.El(markup.Td, markup.Attrs(markup.Num("colspan", columns)), kids...))
}

// step is how many lines of a gap open at a time.
const step = 20

// fold says how many unchanged lines are not shown here and where one is, and opens them where they are known.
func (p *page) fold(r *record, columns int, first bool) markup.Node {
	var words, opens []markup.Node
	if r.gap > 0 {
		words = append(words, markup.Text(p.l.N("unchanged_lines", int(r.gap))))
		if p.v.both.known() {
			opens = p.opens(r)
		}
	}
	if section := p.file.section(r.text); section != "" {
		s, _ := field.Cut(section, limits.NameRunes)
		if words != nil {
			words = append(words, markup.Text(" "))
		}
		words = append(words, markup.El(markup.Code, nil, p.b.Visible(s)))
	}
	if words == nil {
		if first || r.new > 0 { // the lines go on from those above
			return markup.Node{}
		}
		words = append(words, markup.Text("⋯"))
	}
	return markup.El(markup.Tr, markup.Attrs(markup.Class("ak-hunk")),
		markup.El(markup.Td, markup.Attrs(markup.Num("colspan", columns)), markup.El(markup.Div, nil, append(words, opens...)...)))
}

// opens are the controls of a gap: all of it, or some lines below what stands above it, or above what stands below.
func (p *page) opens(r *record) []markup.Node {
	from, to := r.new-r.gap, r.new-1
	button := func(words, label string, from, to int32) markup.Node {
		arg := strconv.Itoa(int(from)) + "-" + strconv.Itoa(int(to))
		return markup.El(markup.Button, markup.Attrs(markup.Class("ak-link"), markup.Const("type", "button"), markup.Action("expand", arg), markup.Label(label)), markup.Text(words))
	}
	out := []markup.Node{markup.Text(" "), button(p.l.T("show_all"), p.l.T("show_all")+": "+p.l.N("unchanged_lines", int(r.gap)), from, to)}
	if r.gap <= step+step/2 {
		return out
	}
	some := strconv.Itoa(step)
	if from > 1 {
		out = append(out, button("↓ "+some, p.l.N("show_below", step), from, from+step-1))
	}
	if r.op == hunk {
		out = append(out, button("↑ "+some, p.l.N("show_above", step), to-step+1, to))
	}
	return out
}

// number is the attribute from which the stylesheet writes a line's number.
func number(name string, n int32) markup.Attr {
	switch {
	case n == 0:
		return markup.Attr{}
	case name == "o":
		return markup.Data("o", strconv.Itoa(int(n)))
	}
	return markup.Data("n", strconv.Itoa(int(n)))
}
