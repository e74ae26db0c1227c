package diff

import (
	"strconv"

	"github.com/vitrine-go/vitrine/artifactkit/kind"
	"github.com/vitrine-go/vitrine/artifactkit/kind/internal/control"
	"github.com/vitrine-go/vitrine/artifactkit/kind/internal/field"
	"github.com/vitrine-go/vitrine/artifactkit/locale"
	"github.com/vitrine-go/vitrine/artifactkit/markup"
)

// What a view spends beside the cells of its lines: on colours of code, and on marks of what changed or is not seen. Two columns
// have more cells.
const (
	tints, tintsSplit = 1400, 1000
	marked, markSplit = 700, 500
)

// drawing is one view being drawn: the list as the state shows it, and how.
type drawing struct {
	list
	v           *view
	env         kind.Env
	l           locale.Locale
	tints, b    *markup.Budget
	split, wrap bool
	whole       bool // all lines are asked for
	pages       []int
	page        int
}

func (v *view) draw(st kind.State, env kind.Env) drawing {
	d := drawing{list: v.list, v: v, env: env, l: env.Locale, tints: markup.NewBudget(tints), b: markup.NewBudget(marked)}
	d.split, d.wrap = st.Get("mode").Str() == "split", st.Get("wrap").Bool()
	if d.split {
		d.tints, d.b = markup.NewBudget(tintsSplit), markup.NewBudget(markSplit)
	}
	if show := v.shown(st); len(show) > 0 {
		d.list = v.opened(show)
		d.whole = show[0] == v.whole()
	}
	d.pages = d.list.pages()
	d.page = min(max(st.Int("more", 0), 0), len(d.pages)-2)
	return d
}

func (v *view) Node(st kind.State, env kind.Env) markup.Node {
	d := v.draw(st, env)
	from, to := d.pages[d.page], d.pages[d.page+1]
	kids := []markup.Node{d.summary(from, to)}
	if v.replaced {
		kids = append(kids, note(d.l.T("diff_replaced")))
	}
	for i := from; i < to; {
		at := d.fileAt(i)
		end := min(d.end(at), to)
		if at < 0 && len(d.files) > 0 {
			end = min(d.files[0].first, to)
		}
		kids = append(kids, d.file(at, i, end))
		i = end
	}
	if d.left > 0 && d.page == len(d.pages)-2 {
		kids = append(kids, note(d.l.N("lines_left_out", d.left)))
	}
	if len(d.pages) > 2 {
		kids = append(kids, d.foot(from, to))
	}
	return markup.Alt(markup.El(markup.Div, markup.Attrs(markup.Class("ak-changes")), kids...), d.plain(from, to))
}

func note(words string) markup.Node {
	return markup.El(markup.Div, markup.Attrs(markup.Class("ak-gap")), markup.Text(words))
}

// summary counts all files of a patch and names them. One file is summed up in its own head.
func (d *drawing) summary(from, to int) markup.Node {
	if len(d.files) < 2 {
		return markup.Node{}
	}
	adds, dels := 0, 0
	for i := range d.files {
		adds, dels = adds+d.files[i].adds, dels+d.files[i].dels
	}
	return markup.Group(
		markup.El(markup.Div, markup.Attrs(markup.Class("ak-file ak-sum")),
			markup.El(markup.Span, nil, markup.Text(d.l.N("files", len(d.files))+" "), d.counts(adds, dels)), d.bar()),
		markup.El(markup.Details, markup.Attrs(markup.Class("ak-files"), markup.Flag("open", len(d.pages) > 2)),
			markup.El(markup.Summary, nil, markup.Text(d.l.T("file_list"))),
			d.names(from, to)))
}

// listed is how many files are named in the list of files.
const listed = 100

// names is the list of files: a link to each on this page, a turn of the page to the others.
func (d *drawing) names(from, to int) markup.Node {
	first := 0
	if len(d.files) > listed {
		first = min(max(d.fileAt(from), 0), len(d.files)-listed)
	}
	var items []markup.Node
	page := 0
	for i := first; i < min(first+listed, len(d.files)); i++ {
		f := &d.files[i]
		name := markup.Spelled(field.Name(f.path()))
		var attrs []markup.Attr
		var entry markup.Node
		if f.first >= from && f.first < to {
			entry = markup.LocalLink(d.env.Scope, fileAnchor(i), markup.Text(name))
		} else {
			for d.pages[page+1] <= f.first {
				page++
			}
			attrs = markup.Attrs(markup.Controls())
			entry = control.Button(name, markup.Action("more", strconv.Itoa(page)))
		}
		items = append(items, markup.El(markup.Li, attrs, entry, markup.Text(" "), d.brief(f)))
	}
	if left := len(d.files) - len(items); left > 0 {
		items = append(items, markup.El(markup.Li, nil, markup.Text(d.l.N("more_files", left))))
	}
	return markup.El(markup.Ul, nil, items...)
}

// brief is how much of a file changed, or what happened to it.
func (d *drawing) brief(f *file) markup.Node {
	if f.adds+f.dels > 0 {
		return d.counts(f.adds, f.dels)
	}
	return markup.El(markup.Span, markup.Attrs(markup.Class("ak-verb")), markup.Text(d.word(f)))
}

func fileAnchor(i int) string { return "f" + strconv.Itoa(i) }

// counts is +n −m.
func (d *drawing) counts(adds, dels int) markup.Node {
	return markup.El(markup.Span, markup.Attrs(markup.Class("ak-counts")),
		markup.El(markup.Span, markup.Attrs(markup.Class("ak-plus")), markup.Text("+"+d.l.Num(adds))),
		markup.Text(" "),
		markup.El(markup.Span, markup.Attrs(markup.Class("ak-minus")), markup.Text("−"+d.l.Num(dels))))
}

// bar is the controls of the view.
func (d *drawing) bar() markup.Node {
	var kids []markup.Node
	lines, two := 0, false
	for i := range d.files {
		lines += d.files[i].lines
		two = two || d.files[i].sided()
	}
	if two {
		kids = append(kids,
			control.Toggle(d.l.T("diff_unified"), markup.Action("mode", "unified"), !d.split),
			control.Toggle(d.l.T("diff_split"), markup.Action("mode", "split"), d.split))
	}
	if lines > 0 && !(d.split && two) { // two columns always wrap
		kids = append(kids, control.Toggle(d.l.T("diff_wrap"), markup.Action("wrap", ""), d.wrap))
	}
	if d.v.both.known() && d.v.folded() {
		arg := "all"
		if d.whole {
			arg = "none"
		}
		kids = append(kids, control.Toggle(d.l.T("diff_whole"), markup.Action("expand", arg), d.whole))
	}
	var copies []markup.Node
	if d.v.has[removed] {
		copies = append(copies, control.Button(d.l.T("copy_old"), markup.Action("copy", "old")))
	}
	if d.v.has[added] {
		copies = append(copies, control.Button(d.l.T("copy_new"), markup.Action("copy", "new")))
	}
	if len(d.files) == 1 && d.files[0].path() != "" {
		copies = append(copies, control.Button(d.l.T("copy_path"), markup.Action("copy", "path")))
	}
	copies = append(copies, control.Button(d.l.T("download_patch"), markup.Action("download", "patch")))
	if len(copies) == 1 {
		kids = append(kids, copies...)
	} else {
		kids = append(kids, control.Menu(d.l.T("diff_more"), copies...))
	}
	return control.Bar(d.l.T("diff_view"), kids...)
}

// folded tells whether lines are left out between the hunks.
func (l *list) folded() bool {
	for i := range l.records {
		if l.records[i].gap > 0 {
			return true
		}
	}
	return false
}

func (d *drawing) foot(from, to int) markup.Node {
	turn := func(words string, page int, on bool) markup.Node {
		return markup.El(markup.Button, markup.Attrs(markup.Class("ak-link"), markup.Const("type", "button"),
			markup.Action("more", strconv.Itoa(page)), markup.Flag("disabled", !on)), markup.Text(words))
	}
	return markup.El(markup.Div, markup.Attrs(markup.Class("ak-foot ak-stick")),
		markup.El(markup.Span, nil, markup.Text(d.l.T("lines_of", d.l.Num(from+1), d.l.Num(to), d.l.Num(len(d.records))))),
		markup.El(markup.Span, markup.Attrs(markup.Class("ak-space"))),
		turn(d.l.T("previous"), d.page-1, d.page > 0), turn(d.l.T("next"), d.page+1, d.page < len(d.pages)-2))
}

// digits is how long the line numbers get, for the width of their column; 0 when there are none.
func (d *drawing) digits(from, to int) int {
	var most int32
	for i := from; i < to; i++ {
		if r := &d.records[i]; r.op <= removed {
			most = max(most, r.old, r.new)
		}
	}
	if most == 0 {
		return 0
	}
	return min(max(len(strconv.Itoa(int(most))), 2), 8)
}
