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

const (
	marks       = 500 // what a view spends on marks in cells and names, which are many already
	outputMarks = 200 // the same for the words beside the table
)

// drawing is what the parts of one view share.
type drawing struct {
	*view
	wish
	env  kind.Env
	b    *markup.Budget
	room int // bytes of text that cells may still take in full

	rows     []int // numbers of the rows of this page, as they are shown
	count    int   // rows that match
	page     int
	lastPage int
	cols     []int // columns of this window, as they are shown
	all      int   // columns that are not hidden
	from     int   // the window begins so many columns behind the row names
	last     int   // last window
	active   bool  // there is something to sort
}

func (v *view) Node(st kind.State, env kind.Env) markup.Node {
	d := v.draw(st, env)
	table := markup.El(markup.Div, markup.Attrs(markup.Class("ak-table")), d.bar(), d.panel(), d.box(), d.foot())
	if v.output == nil {
		return table
	}
	return markup.Group(table, markup.El(markup.Div, markup.Attrs(markup.Class("ak-said")),
		v.output.Node("output", st, env, markup.NewBudget(outputMarks))))
}

// draw finds out what a state shows.
func (v *view) draw(st kind.State, env kind.Env) *drawing {
	d := &drawing{view: v, wish: v.wish(st), env: env, b: markup.NewBudget(marks), room: limits.TextBytes, active: v.frame.size() > 1}
	d.count, d.lastPage = v.count(d.wish), v.lastPage(d.wish)
	d.page = min(d.wish.page, d.lastPage)
	from := d.page * v.pageRows()
	to := min(from+v.pageRows(), d.count)
	if all := v.rows(d.wish); all != nil {
		d.rows = all[from:to]
	} else {
		for i := from; i < to; i++ {
			d.rows = append(d.rows, i)
		}
	}
	d.all = len(v.shown(d.wish))
	d.cols, d.from, d.last = v.windowed(d.wish)
	return d
}

// box is the table in a box that scrolls by itself, and by the keyboard.
func (d *drawing) box() markup.Node {
	if len(d.cols) == 0 {
		return markup.Node{}
	}
	var head []markup.Node
	for i, c := range d.cols {
		head = append(head, d.head(i, c))
	}
	lines := make([]markup.Node, len(d.rows))
	places := make(map[int]int, len(d.rows))
	for i, row := range d.rows {
		places[row] = i
	}
	d.frame.walk(ascending(d.rows), d.cols, func(row int, cells []protocol.Value) bool {
		lines[places[row]] = d.line(places[row], row, cells)
		return true
	})
	caption := d.caption()
	attrs := markup.Attrs(markup.Class("ak-grid"))
	if d.lastPage > 0 || d.filter != "" {
		attrs = append(attrs, markup.Aria("rowcount", strconv.Itoa(d.count+1)))
	}
	if d.last > 0 {
		attrs = append(attrs, markup.Aria("colcount", strconv.Itoa(d.all)))
	}
	return markup.El(markup.Div, markup.Attrs(markup.Class("ak-scroll"), markup.Num("tabindex", 0), markup.Const("role", "group"), markup.Label(caption)),
		markup.El(markup.Table, attrs,
			markup.Alt(markup.El(markup.Caption, markup.Attrs(markup.Class("ak-sr")), d.b.Visible(caption)), ""),
			markup.El(markup.Thead, nil, markup.El(markup.Tr, d.rowIndex(-1), head...)),
			markup.El(markup.Tbody, nil, lines...)))
}

func (d *drawing) line(place, row int, cells []protocol.Value) markup.Node {
	tr := make([]markup.Node, len(cells))
	for i, c := range cells {
		tr[i] = d.cell(i, row, c)
	}
	return markup.El(markup.Tr, d.rowIndex(place), tr...)
}

// rowIndex says which row of the whole table one is, the head counted as the first, where not all are there.
func (d *drawing) rowIndex(place int) []markup.Attr {
	if d.lastPage == 0 && d.filter == "" {
		return nil
	}
	if place >= 0 {
		place += d.page * d.pageRows()
	}
	return markup.Attrs(markup.Aria("rowindex", strconv.Itoa(place+2)))
}

// columnIndex says which column of the whole table one of the window is, where not all are there.
func (d *drawing) columnIndex(i int) markup.Attr {
	switch {
	case d.last == 0:
		return markup.Attr{}
	case i > 0 || d.cols[0] != d.labels:
		i += d.from
	}
	return markup.Aria("colindex", strconv.Itoa(i+1))
}

// caption names the table for those who do not see it.
func (d *drawing) caption() string {
	l := d.env.Locale
	words := []string{l.N("rows", d.frame.size())}
	if d.filter != "" {
		words[0] = l.T("rows_match", l.Num(d.count), l.Num(d.frame.size()))
	}
	if !d.view.more { // else nobody has counted them
		words = append(words, l.N("columns", len(d.columns)))
	}
	if d.view.caption != "" {
		words = append([]string{field.Name(d.view.caption)}, words...)
	}
	return strings.Join(words, ", ")
}

// label is what a column is headed with; R's own name for row names is no word for a reader.
func (c column) label() string {
	if c.name == rowName {
		return ""
	}
	return field.Name(c.name)
}

// named is a column in a sentence.
func (d *drawing) named(c int) string {
	switch s := d.columns[c].label(); {
	case s != "":
		return s
	case c == d.labels:
		return d.env.Locale.T("row_names")
	}
	return d.env.Locale.T("column_n", d.env.Locale.Num(c+1))
}

// typed is the type of a column in a word: its producer's, or what was seen in it.
func (d *drawing) typed(c int) string {
	if g := d.columns[c].given; g != "" {
		s, _ := field.Cut(g, 20)
		return s
	}
	if key, ok := words[d.columns[c].class()]; ok {
		return d.env.Locale.T(key)
	}
	return ""
}

// head is the head of a column: its name, its type, and over all of it the button that sorts.
func (d *drawing) head(i, c int) markup.Node {
	at := d.at(c)
	attrs := markup.Attrs(markup.Const("scope", "col"), markup.ClassIf(d.columns[c].class() == ofNumbers, "ak-num"), d.columnIndex(i))
	if at == 0 { // one column of a table may say so: the one that counts most
		attrs = append(attrs, markup.Aria("sort", way(d.sort[0])))
	}
	name := d.b.Visible(d.columns[c].label())
	if d.columns[c].label() == "" { // shown as nothing, yet the cells below have a head to be read with
		name = markup.Alt(markup.El(markup.Span, markup.Attrs(markup.Class("ak-sr")), markup.Text(d.named(c))), "")
	}
	if !d.active {
		return markup.El(markup.Th, attrs, name)
	}
	attrs = append(attrs, markup.Label(d.named(c))) // else every cell below would be read with the words of the button
	before, after := markup.Node{}, d.sign(at)
	if d.columns[c].class() == ofNumbers { // the name stays above the ones
		before, after = after, before
	}
	return markup.El(markup.Th, attrs, before, name, after, d.typeNode(c), d.sorter(at, c))
}

// sign stands beside the name of a sorted column: the way it is sorted, and with several columns its number among them.
func (d *drawing) sign(at int) markup.Node {
	if at < 0 {
		return markup.Node{}
	}
	s := "↑"
	if d.sort[at].down {
		s = "↓"
	}
	if len(d.sort) > 1 {
		s = d.env.Locale.Num(at+1) + s
	}
	return markup.El(markup.Span, markup.Attrs(markup.Class("ak-way"), markup.Aria("hidden", "true")), markup.Text(s))
}

func (d *drawing) typeNode(c int) markup.Node {
	t := d.typed(c)
	if t == "" || c == d.labels {
		return markup.Node{}
	}
	return markup.El(markup.Span, markup.Attrs(markup.Class("ak-type"), markup.Aria("hidden", "true")), d.b.Visible(t))
}

func way(k key) string {
	if k.down {
		return "descending"
	}
	return "ascending"
}

// sorter lies over the whole head, so that the name stays text and the target is large. Its words say how the column is sorted among
// several.
func (d *drawing) sorter(at, c int) markup.Node {
	l := d.env.Locale
	words := l.T("sort_by", d.named(c))
	if at >= 0 && len(d.sort) > 1 {
		words += ", " + l.T("sorted_"+way(d.sort[at]), l.Num(at+1))
	}
	return markup.El(markup.Button, markup.Attrs(markup.Class("ak-sort"), markup.Const("type", "button"), markup.Action("sort", strconv.Itoa(c)), markup.Label(words)))
}
