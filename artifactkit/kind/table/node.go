package table

import (
	"strconv"
	"strings"

	"github.com/vitrine-go/vitrine/artifactkit/kind"
	"github.com/vitrine-go/vitrine/artifactkit/kind/internal/field"
	"github.com/vitrine-go/vitrine/artifactkit/limits"
	"github.com/vitrine-go/vitrine/artifactkit/markup"
	"github.com/vitrine-go/vitrine/artifactkit/protocol"
)

// marks is what a view spends on marks in cells and names, which are many already.
const marks = 1000

// drawing is what the cells of one view share.
type drawing struct {
	*view
	null string
	b    *markup.Budget
	room int // bytes of text that cells may still take in full
}

// tightRunes cuts the cells of a view whose room is used up.
const tightRunes = 40

// runes is how much of a cell is drawn.
func (d *drawing) runes() int {
	if d.room <= 0 {
		return tightRunes
	}
	return limits.CellRunes
}

func (v *view) Node(st kind.State, env kind.Env) markup.Node {
	if v.output == nil {
		return v.grid(st, env)
	}
	return markup.Group(v.grid(st, env), markup.El(markup.Div, markup.Attrs(markup.Class("ak-said")), v.output.Node("output", st, env, markup.NewBudget(limits.Marks))))
}

// grid is one page of rows.
func (v *view) grid(st kind.State, env kind.Env) markup.Node {
	l := env.Locale
	b := markup.NewBudget(marks)
	page := min(max(st.Int("page", 0), 0), v.lastPage())
	from := page * limits.TableRows
	to := min(from+limits.TableRows, v.frame.size())
	n := min(len(v.columns), limits.TableColumns)
	if n == 0 {
		return markup.El(markup.Div, markup.Attrs(markup.Class("ak-table")), v.foot(page, from, to, env))
	}

	var head []markup.Node
	for _, c := range v.columns[:n] {
		head = append(head, markup.El(markup.Th, markup.Attrs(markup.Const("scope", "col"), markup.ClassIf(c.numeric, "ak-num")), b.Visible(c.label())))
	}
	d := &drawing{v, l.T("null"), b, limits.TextBytes}
	var body []markup.Node
	v.frame.cells(from, to, n, func(row []protocol.Value) bool {
		tr := make([]markup.Node, n)
		for i, c := range row {
			tr[i] = d.cell(i, c)
		}
		body = append(body, markup.El(markup.Tr, nil, tr...))
		return true
	})
	caption := l.N("rows", v.frame.size())
	if !v.more { // else nobody has counted them
		caption += ", " + l.N("columns", len(v.columns))
	}
	if v.caption != "" {
		caption = field.Name(v.caption) + ", " + caption
	}
	table := markup.El(markup.Table, markup.Attrs(markup.Class("ak-grid")),
		markup.Alt(markup.El(markup.Caption, markup.Attrs(markup.Class("ak-sr")), b.Visible(caption)), ""),
		markup.El(markup.Thead, nil, markup.El(markup.Tr, nil, head...)),
		markup.El(markup.Tbody, nil, body...))
	return markup.El(markup.Div, markup.Attrs(markup.Class("ak-table")),
		markup.El(markup.Div, markup.Attrs(markup.Class("ak-scroll"), markup.Num("tabindex", 0), markup.Const("role", "region"), markup.Label(caption)), table),
		v.foot(page, from, to, env))
}

// label is what a column is headed with; R's own name for row names is no word for a reader.
func (c column) label() string {
	if c.name == rowName {
		return ""
	}
	return field.Name(c.name)
}

// cell draws one cell: numbers with all their digits, missing values told apart from text, nested values as compact JSON.
func (d *drawing) cell(col int, c protocol.Value) markup.Node {
	c = field.Unbox(c)
	var s string
	var left int
	class := markup.ClassIf(d.columns[col].numeric, "ak-num")
	switch c.Type() {
	case protocol.Absent:
	case protocol.Null:
		s = d.null
		class = markup.Class("ak-null")
		if d.columns[col].numeric {
			class = markup.Class("ak-null ak-num")
		}
	case protocol.String:
		s, left = field.Cut(c.Str(), d.runes())
		switch {
		case d.columns[col].numeric:
			class = markup.Class("ak-null ak-num")
		case s == "NA":
			class = markup.Class("ak-null")
		case len(s) > 60 || strings.IndexByte(s, '\n') >= 0:
			class = markup.Class("ak-long")
		}
	case protocol.Array, protocol.Object:
		var whole bool
		if s, whole = field.Brief(c, d.runes()); !whole {
			left = 1
		}
		class = markup.Class("ak-json")
		if len(s) > 60 {
			class = markup.Class("ak-json ak-long")
		}
	default:
		s = string(c.Raw())
	}
	d.room -= len(s)
	if left > 0 {
		s += "…"
	}
	if d.labels && col == 0 {
		return markup.El(markup.Th, markup.Attrs(markup.Const("scope", "row"), class), d.b.Prose(s))
	}
	return markup.El(markup.Td, markup.Attrs(class), d.b.Prose(s))
}

// foot says how much there is and how much of it is shown, and turns the pages.
func (v *view) foot(page, from, to int, env kind.Env) markup.Node {
	l := env.Locale
	size := v.frame.size()
	var words []string
	switch {
	case size == 0:
		words = append(words, l.T("no_rows"))
	case v.lastPage() > 0:
		words = append(words, l.T("rows_of", l.Num(from+1), l.Num(to), l.Num(size)))
	default:
		words = append(words, l.N("rows", size))
	}
	switch hidden := len(v.columns) - limits.TableColumns; {
	case v.more:
		words = append(words, l.N("more_columns_left_out", hidden))
	case hidden > 0:
		words = append(words, l.N("columns_left_out", hidden))
	case len(v.columns) > 0:
		words = append(words, l.N("columns", len(v.columns)))
	}
	kids := []markup.Node{markup.El(markup.Span, nil, markup.Text(strings.Join(words, " · ")))}
	if last := v.lastPage(); last > 0 {
		kids = append(kids, markup.El(markup.Span, markup.Attrs(markup.Class("ak-space"))),
			turn(l.T("previous_rows"), page-1, page > 0), turn(l.T("next_rows"), page+1, page < last))
	}
	return markup.El(markup.Div, markup.Attrs(markup.Class("ak-foot")), kids...)
}

func turn(words string, page int, on bool) markup.Node {
	return markup.El(markup.Button, markup.Attrs(markup.Class("ak-link"), markup.Const("type", "button"),
		markup.Action("page", strconv.Itoa(page)), markup.Flag("disabled", !on)), markup.Text(words))
}
