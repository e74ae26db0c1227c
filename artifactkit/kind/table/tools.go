package table

import (
	"strconv"

	"github.com/vitrine-go/vitrine/artifactkit/kind/internal/control"
	"github.com/vitrine-go/vitrine/artifactkit/limits"
	"github.com/vitrine-go/vitrine/artifactkit/markup"
)

// A table that one sees at a glance has its tools in the line below it; a larger one has a bar above, with a filter.
const (
	glanceRows    = 8
	glanceColumns = 8
)

func (d *drawing) filtering() bool { return d.frame.size() > glanceRows || d.filter != "" }

func (d *drawing) barred() bool { return d.filtering() || len(d.columns) > glanceColumns && d.active }

func (d *drawing) bar() markup.Node {
	if !d.barred() {
		return markup.Node{}
	}
	l := d.env.Locale
	var kids []markup.Node
	if d.filtering() {
		kids = append(kids, control.Field(l.T("filter_rows"), markup.Action("filter", ""), d.filter))
	}
	return control.Bar(l.T("table_tools"), append(kids, d.tools()...)...)
}

// tools choose columns and give the table out, as it is shown: its rows that match, in their order, without the hidden columns.
func (d *drawing) tools() []markup.Node {
	if !d.active || len(d.columns) == 0 {
		return nil
	}
	l := d.env.Locale
	words := l.T("table_columns")
	if n := len(d.hidden); n > 0 {
		words = l.T("table_columns_hidden", l.Num(n))
	}
	var kids []markup.Node
	if len(d.columns) > 1 {
		kids = append(kids, control.Button(words, markup.Action("columns", ""), markup.Aria("expanded", strconv.FormatBool(d.choosing))))
	}
	var note markup.Node
	if d.filter != "" || len(d.hidden) > 0 || len(d.sort) > 0 {
		note = markup.El(markup.Span, markup.Attrs(markup.Class("ak-dim")), markup.Text(l.T("as_shown", l.N("rows", d.count), l.N("columns", d.all))))
	}
	var items []markup.Node
	for _, word := range []struct{ key, word string }{{"copy_as", "tsv"}, {"copy_as", "csv"}, {"copy_as", "md"}, {"download_as", "csv"}, {"download_as", "tsv"}, {"download_as", "json"}} {
		action := markup.Action("copy", word.word)
		if word.key == "download_as" {
			action = markup.Action("download", word.word)
		}
		items = append(items, control.Button(l.T(word.key, formatNames[word.word]), action))
	}
	return append(kids, control.Menu(l.T("export"), append(items, note)...))
}

var formatNames = map[string]string{"tsv": "TSV", "csv": "CSV", "md": "Markdown", "json": "JSON"}

// panel lists the columns of the window and those that are hidden: each can be hidden, shown, and added to the order.
func (d *drawing) panel() markup.Node {
	if !d.choosing || !d.active || len(d.columns) < 2 {
		return markup.Node{}
	}
	l := d.env.Locale
	var kids []markup.Node
	here := map[int]bool{}
	for _, c := range d.cols {
		here[c] = true
	}
	hidden := 0
	for _, c := range d.order {
		if d.hidden[c] {
			if hidden++; hidden > limits.TableColumns {
				continue
			}
		} else if !here[c] {
			continue
		}
		kids = append(kids, d.choice(c))
	}
	if len(d.hidden) > 0 {
		kids = append(kids, markup.El(markup.Span, markup.Attrs(markup.Class("ak-col")), control.Button(l.N("show_hidden", len(d.hidden)), markup.Action("show", ""))))
	}
	return markup.El(markup.Div, markup.Attrs(markup.Class("ak-cols"), markup.Const("role", "group"), markup.Label(l.T("table_columns")), markup.Controls()), kids...)
}

// choice is one column in the list.
func (d *drawing) choice(c int) markup.Node {
	l := d.env.Locale
	name := markup.Spelled(d.named(c))
	n := strconv.Itoa(c)
	action := markup.Action("hide", n)
	if d.hidden[c] {
		action = markup.Action("show", n)
	}
	order := l.T("sort")
	if len(d.sort) > 0 {
		order = l.T("sort_then")
	}
	said := order
	if at := d.at(c); at >= 0 {
		order = "↑ " + l.Num(at+1)
		if d.sort[at].down {
			order = "↓ " + l.Num(at+1)
		}
		said = l.T("sorted_"+way(d.sort[at]), l.Num(at+1))
	}
	label := l.T("sort_add", said, name)
	return markup.El(markup.Span, markup.Attrs(markup.Class("ak-col")),
		control.Toggle(name, action, !d.hidden[c]),
		markup.El(markup.Span, markup.Attrs(markup.Class("ak-type")), markup.Visible(d.typed(c))),
		control.Button(order, markup.Action("sort+", n), markup.Label(label)))
}
