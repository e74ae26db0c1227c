package table

import (
	"strconv"
	"strings"

	"github.com/vitrine-go/vitrine/artifactkit/kind/internal/field"
	"github.com/vitrine-go/vitrine/artifactkit/limits"
	"github.com/vitrine-go/vitrine/artifactkit/markup"
	"github.com/vitrine-go/vitrine/artifactkit/protocol"
)

// tightRunes cuts the cells of a view whose room is used up.
const tightRunes = 40

// jsonRunes is the longest nested value that needs no button to be read.
const jsonRunes = 40

// runes is how much of a cell is drawn.
func (d *drawing) runes() int {
	if d.room <= 0 {
		return tightRunes
	}
	return limits.CellRunes
}

// cell draws one cell: numbers with all their digits, what is missing told apart from text by a word of its own, nested values as
// compact JSON. What is cut can be opened in its place.
func (d *drawing) cell(i, row int, v protocol.Value) markup.Node {
	v = field.Unbox(v)
	c := d.cols[i]
	if d.open[place{row, c}] {
		return d.opened(i, row, v)
	}
	s, class, cut := d.brief(c, v)
	d.room -= len(s)
	if cut && !strings.HasSuffix(s, "…") {
		s += "…"
	}
	kids := []markup.Node{d.text(v, s, cut)}
	if cut || v.Type() >= protocol.Array && len(s) > jsonRunes {
		kids = append(kids, markup.Text(" "), d.opener(row, c, false))
	}
	return d.enclose(i, class, kids...)
}

// brief is a cell as it is read at a glance, with its look, and whether some of it is missing.
func (d *drawing) brief(c int, v protocol.Value) (s string, class markup.Attr, cut bool) {
	l := d.env.Locale
	in := d.columns[c].class()
	class = markup.ClassIf(in == ofNumbers, "ak-num")
	none := func(word string) (string, markup.Attr, bool) {
		if in == ofNumbers {
			return word, markup.Class("ak-null ak-num"), false
		}
		return word, markup.Class("ak-null"), false
	}
	switch v.Type() {
	case protocol.Absent:
		return "", markup.Attr{}, false
	case protocol.Null:
		return none(l.T("null"))
	case protocol.String:
		s, left := field.Cut(v.Str(), d.runes())
		switch {
		case s == "":
			return none(l.T("empty"))
		case lacks(v, in):
			return none(s)
		case len(s) > 60 || strings.IndexByte(s, '\n') >= 0:
			class = markup.Class("ak-wordy")
		}
		return s, class, left > 0
	case protocol.Array, protocol.Object:
		s, whole := field.Brief(v, d.runes())
		if len(s) > 60 {
			return s, markup.Class("ak-json ak-wordy"), !whole
		}
		return s, markup.Class("ak-json"), !whole
	}
	s, left := field.Cut(string(v.Raw()), limits.CellRunes)
	return s, class, left > 0
}

// text is the words of a cell, a link if they are an address and nothing else. Such a cell has no button, so it counts no more.
func (d *drawing) text(v protocol.Value, s string, cut bool) markup.Node {
	if v.Type() == protocol.String && !cut && strings.HasPrefix(s, "http") {
		if u, ok := markup.SafeURL(s); ok {
			return markup.Link(u, markup.Text(s))
		}
	}
	return d.b.Prose(s)
}

// opened draws a cell in full, to the bound that a view has for it: a text as it stands, a nested value set out.
func (d *drawing) opened(i, row int, v protocol.Value) markup.Node {
	var s string
	left := 0
	attrs := markup.Attrs(markup.Class("ak-cell"), markup.Num("tabindex", 0), markup.Const("role", "group"), markup.Label(d.named(d.cols[i])))
	switch v.Type() {
	case protocol.Absent, protocol.Null:
	case protocol.String:
		s, left = field.Cut(v.Str(), limits.CellOpen)
	case protocol.Array, protocol.Object:
		attrs = append(attrs, markup.Dir("ltr"))
		if len(v.Raw()) <= limits.CellOpen {
			s, left = field.Cut(v.Indented(), limits.CellOpen)
			break
		}
		s, _ = field.Brief(v, limits.CellOpen)
		left = max(len(v.Raw())-len(s), 1)
	default:
		s = string(v.Raw())
	}
	var more markup.Node
	if left > 0 {
		more = markup.El(markup.Span, markup.Attrs(markup.Class("ak-cut")), markup.Text("\n… "+d.env.Locale.N("characters_left_out", left)))
	}
	return d.enclose(i, markup.Attr{}, markup.El(markup.Pre, attrs, d.b.Prose(s), more), d.opener(row, d.cols[i], true))
}

// opener opens and closes a cell in its place.
func (d *drawing) opener(row, c int, open bool) markup.Node {
	l := d.env.Locale
	words, label := "cell_more", "cell_more_of"
	if open {
		words, label = "cell_less", "cell_less_of"
	}
	return markup.El(markup.Button, markup.Attrs(markup.Class("ak-link"), markup.Const("type", "button"),
		markup.Action("cell", strconv.Itoa(row)+":"+strconv.Itoa(c)), markup.Aria("expanded", strconv.FormatBool(open)),
		markup.Label(l.T(label, d.named(c), l.Num(row+1)))), markup.Text(l.T(words)))
}

// enclose is the cell itself, the head of its row where it names the row.
func (d *drawing) enclose(i int, class markup.Attr, kids ...markup.Node) markup.Node {
	if d.cols[i] == d.labels && len(d.cols) > 1 && !kids[0].Empty() {
		return markup.El(markup.Th, markup.Attrs(markup.Const("scope", "row"), class, d.columnIndex(i)), kids...)
	}
	return markup.El(markup.Td, markup.Attrs(class, d.columnIndex(i)), kids...)
}
