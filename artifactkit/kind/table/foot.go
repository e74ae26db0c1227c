package table

import (
	"strconv"
	"strings"

	"github.com/vitrine-go/vitrine/artifactkit/kind/internal/control"
	"github.com/vitrine-go/vitrine/artifactkit/markup"
)

// farPages is from how many pages on one may type the number of a page.
const farPages = 10

// foot says how much there is, how much of it is shown and in what order, and turns the pages.
func (d *drawing) foot() markup.Node {
	attrs := markup.Attrs(markup.Class("ak-count"))
	if d.filtering() {
		attrs = append(attrs, markup.Const("role", "status"))
	}
	kids := []markup.Node{markup.El(markup.Span, attrs, markup.Text(strings.Join(d.words(), " · ")), d.sorted())}
	turns := append(d.pager(), d.windows()...)
	if !d.barred() {
		turns = append(turns, d.tools()...)
	}
	if len(turns) > 0 {
		kids = append(kids, markup.El(markup.Span, markup.Attrs(markup.Class("ak-pager"), markup.Controls()), turns...))
	}
	return markup.El(markup.Div, markup.Attrs(markup.Class("ak-foot")), kids...)
}

func (d *drawing) words() []string {
	l := d.env.Locale
	size := d.frame.size()
	var words []string
	if d.filter != "" {
		words = append(words, l.T("rows_match", l.Num(d.count), l.Num(size)))
	}
	switch from := d.page * d.pageRows(); {
	case size == 0:
		words = append(words, l.T("no_rows"))
	case d.lastPage > 0:
		words = append(words, l.T("rows_of", l.Num(from+1), l.Num(from+len(d.rows)), l.Num(d.count)))
	case d.filter == "":
		words = append(words, l.N("rows", size))
	}
	switch n := len(d.cols); {
	case len(d.columns) == 0:
	case d.last == 0:
		words = append(words, l.N("columns", n))
	default:
		first := d.from + 1
		if d.cols[0] == d.labels {
			first++
		}
		key := "columns_of"
		if d.view.more {
			key = "columns_of_more"
		}
		words = append(words, l.T(key, l.Num(first), l.Num(first+n-1-btoi(d.cols[0] == d.labels)), l.Num(d.all)))
	}
	if n := len(d.hidden); n > 0 {
		words = append(words, l.N("columns_hidden", n))
	}
	return words
}

// sorted says by which columns, each name apart, so that names written from right to left keep their order.
func (d *drawing) sorted() markup.Node {
	if len(d.sort) == 0 {
		return markup.Node{}
	}
	l := d.env.Locale
	kids := []markup.Node{markup.Text(" · " + l.T("sorted_by"))}
	for i, k := range d.sort {
		comma := " "
		if i > 0 {
			comma = ", "
		}
		kids = append(kids, markup.Text(comma), markup.El(markup.Bdi, nil, d.b.Visible(d.named(k.column))))
		if k.down {
			kids = append(kids, markup.Text(" "+l.T("descending")))
		}
	}
	return markup.Group(kids...)
}

func btoi(b bool) int {
	if b {
		return 1
	}
	return 0
}

// pager turns the pages of rows.
func (d *drawing) pager() []markup.Node {
	if d.lastPage == 0 {
		return nil
	}
	l := d.env.Locale
	of := markup.El(markup.Span, nil, markup.Text(l.T("page_of", l.Num(d.page+1), l.Num(d.lastPage+1))))
	if d.lastPage >= farPages {
		of = markup.Group(control.Field(l.T("page"), markup.Action("goto", ""), strconv.Itoa(d.page+1)),
			markup.El(markup.Span, nil, markup.Text(l.T("of", l.Num(d.lastPage+1)))))
	}
	back, on := d.page > 0, d.page < d.lastPage
	return []markup.Node{
		turn(l.T("first_rows"), "page", 0, back), turn(l.T("previous_rows"), "page", d.page-1, back),
		of,
		turn(l.T("next_rows"), "page", d.page+1, on), turn(l.T("last_rows"), "page", d.lastPage, on),
	}
}

// windows turns the windows of columns.
func (d *drawing) windows() []markup.Node {
	if d.last == 0 {
		return nil
	}
	l := d.env.Locale
	w := min(d.window, d.last)
	return []markup.Node{turn(l.T("previous_columns"), "cols", w-1, w > 0), turn(l.T("next_columns"), "cols", w+1, w < d.last)}
}

// turn is a button of a pager. One that leads nowhere stays a button, so that the focus of who pressed it is not lost.
func turn(words string, verb string, to int, on bool) markup.Node {
	attrs := markup.Attrs(markup.Class("ak-link"), markup.Const("type", "button"))
	switch {
	case !on:
		attrs = append(attrs, markup.Aria("disabled", "true"))
	case verb == "cols":
		attrs = append(attrs, markup.Action("cols", strconv.Itoa(to)))
	default:
		attrs = append(attrs, markup.Action("page", strconv.Itoa(to)))
	}
	return markup.El(markup.Button, attrs, markup.Text(words))
}
