package diff

import (
	"sort"
	"strconv"
	"strings"

	"github.com/vitrine-go/vitrine/artifactkit/kind"
	"github.com/vitrine-go/vitrine/artifactkit/kind/internal/field"
	"github.com/vitrine-go/vitrine/artifactkit/limits"
	"github.com/vitrine-go/vitrine/artifactkit/locale"
	"github.com/vitrine-go/vitrine/artifactkit/markup"
)

// spends is what a view spends on marks beside the cells of its lines.
const spends = 900

type drawing struct {
	*view
	l     locale.Locale
	b     *markup.Budget
	title string
}

func (v *view) Node(st kind.State, env kind.Env) markup.Node {
	d := drawing{v, env.Locale, markup.NewBudget(spends), env.Title}
	last := len(v.pages) - 2
	page := min(max(st.Int("more", 0), 0), last)
	from, to := v.pages[page], v.pages[page+1]
	var kids []markup.Node
	if len(v.files) > 1 {
		kids = append(kids, d.summary())
	}
	if v.replaced {
		kids = append(kids, note(d.l.T("diff_replaced")))
	}
	if at := v.fileAt(from); at >= 0 && v.files[at].first < from { // the page begins inside a file
		kids = append(kids, d.head(&v.files[at])...)
	}
	for i := from; i < to; {
		if v.records[i].op == head {
			kids = append(kids, d.head(&v.files[v.records[i].old])...)
			i++
		}
		end := i
		for end < to && v.records[end].op != head {
			end++
		}
		kids = append(kids, d.table(i, end))
		i = end
	}
	if v.left > 0 && page == last {
		kids = append(kids, note(d.l.N("lines_left_out", v.left)))
	}
	if last > 0 {
		kids = append(kids, d.foot(page, last, from, to))
	}
	html := markup.El(markup.Div, markup.Attrs(markup.Class("ak-changes")), kids...)
	return markup.Alt(html, d.plain(from, to))
}

func note(words string) markup.Node {
	return markup.El(markup.Div, markup.Attrs(markup.Class("ak-gap")), markup.Text(words))
}

// summary counts all files of a patch.
func (d drawing) summary() markup.Node {
	adds, dels := 0, 0
	for _, f := range d.files {
		adds += f.adds
		dels += f.dels
	}
	return markup.El(markup.Div, markup.Attrs(markup.Class("ak-sum")), markup.Text(d.l.N("files", len(d.files))+" "), d.counts(adds, dels))
}

// counts is +n −m, with words for those who do not see the colours.
func (d drawing) counts(adds, dels int) markup.Node {
	return markup.El(markup.Span, markup.Attrs(markup.Class("ak-counts")),
		markup.El(markup.Span, markup.Attrs(markup.Class("ak-plus")), markup.Text("+"+d.l.Num(adds))),
		markup.Text(" "),
		markup.El(markup.Span, markup.Attrs(markup.Class("ak-minus")), markup.Text("−"+d.l.Num(dels))))
}

// fileAt is the file that a record belongs to, -1 for what stands before the first.
func (l *list) fileAt(i int) int {
	return sort.Search(len(l.files), func(k int) bool { return l.files[k].first > i }) - 1
}

// head says what happened to a file: a verb or word, its path, where it came from, how much changed.
func (d drawing) head(f *file) []markup.Node {
	verb := d.word(f)
	if len(d.files) == 1 && d.verb != "" {
		verb = d.verb
	}
	var kids []markup.Node
	if verb != "" {
		kids = append(kids, markup.El(markup.Span, markup.Attrs(markup.Class("ak-verb")), d.b.Visible(field.Name(verb))), markup.Text(" "))
	}
	if p := f.path(); p != "" && (p != d.title || f.adds+f.dels == 0) {
		kids = append(kids, markup.El(markup.Bdi, markup.Attrs(markup.Class("ak-path")), d.b.Visible(field.Name(p))), markup.Text(" "))
	}
	if f.old != "" && f.new != "" && f.old != f.new {
		kids = append(kids, markup.El(markup.Span, markup.Attrs(markup.Class("ak-was")), d.b.Visible("← "+field.Name(f.old))), markup.Text(" "))
	}
	if f.adds+f.dels > 0 {
		kids = append(kids, d.counts(f.adds, f.dels))
	}
	var out []markup.Node
	if len(kids) > 0 {
		out = append(out, markup.El(markup.Div, markup.Attrs(markup.Class("ak-file")), kids...))
	}
	switch {
	case f.binary:
		out = append(out, note(d.l.T("binary_file")))
	case f.lines == 0 && f.change == modified:
		out = append(out, note(d.l.T("no_changes")))
	}
	return out
}

func (d drawing) word(f *file) string {
	switch f.change {
	case created:
		return d.l.T("file_new")
	case deleted:
		return d.l.T("file_deleted")
	case renamed:
		return d.l.T("file_renamed")
	case copied:
		return d.l.T("file_copied")
	}
	return ""
}

// table draws lines in four columns: two numbers, the sign, the text. The numbers and signs come from the stylesheet, so that
// copying takes the text alone; for those who listen, the cell of the sign has a word.
func (d drawing) table(from, to int) markup.Node {
	if from >= to {
		return markup.Node{}
	}
	label, mixed := "", false
	if at := d.fileAt(from); at >= 0 {
		label, mixed = field.Name(d.files[at].path()), d.files[at].mixed
	}
	changed := d.pairs(from, to)
	rows := make([]markup.Node, 0, to-from)
	for i := from; i < to; i++ {
		rows = append(rows, d.row(&d.records[i], changed[i], mixed, i == from))
	}
	if label == "" {
		label = d.l.T("changes")
	}
	return markup.El(markup.Div, markup.Attrs(markup.Class("ak-scroll"), markup.Num("tabindex", 0), markup.Const("role", "region"), markup.Label(label)),
		markup.El(markup.Table, markup.Attrs(markup.Class("ak-diff"), markup.Dir("ltr")), markup.El(markup.Tbody, nil, rows...)))
}

func (d drawing) row(r *record, changed []span, mixed, first bool) markup.Node {
	switch r.op {
	case hunk, gap:
		var words []markup.Node
		if r.gap > 0 {
			words = append(words, markup.Text(d.l.N("unchanged_lines", int(r.gap))))
		}
		if r.text != "" {
			section, _ := field.Cut(r.text, limits.NameRunes)
			words = append(words, markup.Text(" "), markup.El(markup.Code, nil, d.b.Visible(section)))
		}
		if words == nil {
			if first || r.new > 0 { // the lines go on from those above
				return markup.Node{}
			}
			words = append(words, markup.Text("⋯"))
		}
		return markup.El(markup.Tr, markup.Attrs(markup.Class("ak-hunk")),
			markup.El(markup.Td, markup.Attrs(markup.Num("colspan", 4)), words...))
	case meta:
		s, _ := field.Cut(r.text, limits.LineRunes)
		return markup.El(markup.Tr, markup.Attrs(markup.Class("ak-meta")), markup.El(markup.Td, markup.Attrs(markup.Num("colspan", 4)), d.b.Visible(s)))
	}
	var attrs []markup.Attr
	var word markup.Node
	switch r.op {
	case added:
		attrs, word = markup.Attrs(markup.Class("ak-add")), hiddenWord(d.l.T("line_added"))
	case removed:
		attrs, word = markup.Attrs(markup.Class("ak-del")), hiddenWord(d.l.T("line_removed"))
	}
	return markup.El(markup.Tr, attrs, number(r.old), number(r.new),
		markup.El(markup.Td, markup.Attrs(markup.Class("ak-sign")), word),
		markup.El(markup.Td, markup.Attrs(markup.Class("ak-line")), d.text(r, changed, mixed)...))
}

func hiddenWord(s string) markup.Node {
	return markup.El(markup.Span, markup.Attrs(markup.Class("ak-sr")), markup.Text(s))
}

func number(n int32) markup.Node {
	if n == 0 {
		return markup.El(markup.Td, markup.Attrs(markup.Class("ak-no")))
	}
	return markup.El(markup.Td, markup.Attrs(markup.Class("ak-no"), markup.Data("n", strconv.Itoa(int(n)))))
}

// text draws a line with its changed words marked, and what cannot be seen said: a cut, CR in a file that is not all CR LF, no newline.
func (d drawing) text(r *record, changed []span, mixed bool) []markup.Node {
	s, cr := strings.CutSuffix(r.text, "\r")
	s, left := field.Cut(s, limits.LineRunes)
	var kids []markup.Node
	at := 0
	for _, c := range changed {
		to := min(c.to, len(s))
		if c.from >= to || !d.b.Take() {
			break
		}
		kids = append(kids, d.b.Visible(s[at:c.from]), markup.El(markup.Mark, nil, d.b.Visible(s[c.from:to])))
		at = to
	}
	kids = append(kids, d.b.Visible(s[at:]))
	tail := func(words string) {
		kids = append(kids, markup.El(markup.Span, markup.Attrs(markup.Class("ak-cut")), markup.Text(words)))
	}
	if left > 0 {
		tail("… " + d.l.N("characters_left_out", left))
	}
	if cr && mixed {
		tail(" CR LF")
	}
	if r.noEOL {
		tail(" " + d.l.T("no_newline"))
	}
	return kids
}

// near is how many added lines are tried for one removed line.
const near = 4

// pairs finds the removed and the added lines that stand for each other and compares their words.
func (d drawing) pairs(from, to int) map[int][]span {
	out := map[int][]span{}
	for i := from; i < to; {
		dels := i
		for i < to && d.records[i].op == removed {
			i++
		}
		adds := i
		for i < to && d.records[i].op == added {
			i++
		}
		if dels == i {
			i++
			continue
		}
		next := adds
		for k := dels; k < adds; k++ {
			for j := next; j < min(next+near, i); j++ {
				a, b := words(strings.TrimSuffix(d.records[k].text, "\r"), strings.TrimSuffix(d.records[j].text, "\r"))
				if a != nil || b != nil {
					out[k], out[j], next = a, b, j+1
					break
				}
			}
		}
	}
	return out
}

func (d drawing) foot(page, last, from, to int) markup.Node {
	turn := func(words string, page int, on bool) markup.Node {
		return markup.El(markup.Button, markup.Attrs(markup.Class("ak-link"), markup.Const("type", "button"),
			markup.Action("more", strconv.Itoa(page)), markup.Flag("disabled", !on)), markup.Text(words))
	}
	return markup.El(markup.Div, markup.Attrs(markup.Class("ak-foot ak-stick")),
		markup.El(markup.Span, nil, markup.Text(d.l.T("lines_of", d.l.Num(from+1), d.l.Num(to), d.l.Num(len(d.records))))),
		markup.El(markup.Span, markup.Attrs(markup.Class("ak-space"))),
		turn(d.l.T("previous"), page-1, page > 0), turn(d.l.T("next"), page+1, page < last))
}
