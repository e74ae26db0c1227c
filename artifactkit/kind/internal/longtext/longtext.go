// Package longtext draws texts of any length for the kinds: terminal output and code. A view shows the head and the tail with
// what was left out between them, and on request one page after the other; over-long lines are cut and say so.
package longtext

import (
	"strconv"
	"strings"

	"github.com/vitrine-go/vitrine/artifactkit/highlight"
	"github.com/vitrine-go/vitrine/artifactkit/kind"
	"github.com/vitrine-go/vitrine/artifactkit/limits"
	"github.com/vitrine-go/vitrine/artifactkit/markup"
)

// Text is a text decoded once.
type Text struct {
	plain *markup.Styled // as drawn without colours of code
	code  bool
	lang  string
	name  string // of its box, for those who come to it by keyboard: a key of the catalogs
	first int    // number of the first line, less one
	index index
	pages []uint32 // first line of each page; the end is the last
}

// Terminal is text with ANSI escapes and white space kept.
func Terminal(s string) *Text {
	t := &Text{plain: markup.Terminal(s), name: "output"}
	t.index = newIndex(t.plain.Text())
	t.paginate()
	return t
}

// Code is text with line numbers, coloured when its language is known and the host wants it.
func Code(s, lang string) *Text {
	s = strings.ReplaceAll(s, "\r\n", "\n")
	t := &Text{plain: markup.NewStyled(s), code: true, lang: lang, name: "code"}
	t.index = newIndex(s)
	t.paginate()
	return t
}

// From numbers the lines from n on: code may be a piece of a file.
func (t *Text) From(n int) *Text {
	t.first = max(n, 1) - 1
	return t
}

// Named gives the box another name than "output" or "code"; key is one of the catalogs.
func (t *Text) Named(key string) *Text {
	t.name = key
	return t
}

// Text is the whole text as it reads, without escapes.
func (t *Text) Text() string { return t.plain.Text() }

// Lines is how many lines the text has.
func (t *Text) Lines() int { return t.index.lines }

// unseen is how much is drawn of a text that has nothing to see, in bytes.
const unseen = 4 << 10

// Empty tells whether there is nothing but white space to see.
func (t *Text) Empty() bool { return strings.TrimSpace(t.plain.Text()) == "" }

// paginate divides the text in pages that keep within the bounds of a view.
func (t *Text) paginate() {
	x := t.index
	t.pages = append(t.pages, 0)
	lines, size, at := 0, 0, 0
	for i := 0; i < x.lines; i++ {
		end := x.end(at)
		cost := min(end-at, 4*limits.LineRunes) + 1
		if lines == limits.TextPage || size+cost > limits.TextBytes {
			t.pages = append(t.pages, uint32(i))
			lines, size = 0, 0
		}
		lines, size, at = lines+1, size+cost, end+1
	}
	t.pages = append(t.pages, uint32(x.lines))
}

// slack is how many lines over head and tail are still shown instead of being left out.
const slack = 20

// ends returns how many lines of head and tail the first view shows.
func (t *Text) ends() (head, tail int) {
	x := t.index
	if x.lines <= limits.TextHead+limits.TextTail+slack && len(x.text) <= limits.TextBytes {
		return x.lines, 0
	}
	count := func(lines, step, from, most int) (n int) {
		for size := 0; n < lines; n++ {
			at := x.start(from + n*step)
			size += min(x.end(at)-at, 4*limits.LineRunes) + 1
			if size > most && n > 0 {
				break
			}
		}
		return n
	}
	head = count(min(limits.TextHead, x.lines), 1, 0, limits.TextBytes*2/3)
	tail = count(min(limits.TextTail, x.lines-head), -1, x.lines-1, limits.TextBytes/3)
	return head, tail
}

// Part names one text of a view that has several: its controls say "more:PART:PAGE" and its state is the member "more_PART".
// The zero Part is the main text: "more:PAGE" and "more".
type Part string

func (p Part) key() string {
	if p == "" {
		return "more"
	}
	return "more_" + string(p)
}

// Update answers "more", "more:PAGE" and the same for a part: page 0 is head and tail. Unknown actions change nothing.
func (p Part) Update(st kind.State, action string) kind.State {
	verb, arg, _ := strings.Cut(action, ":")
	if verb != "more" {
		return st
	}
	if p != "" {
		name, rest, _ := strings.Cut(arg, ":")
		if name != string(p) {
			return st
		}
		arg = rest
	}
	if arg == "" {
		return st.WithInt(p.key(), max(st.Int(p.key(), 0), 0)+1)
	}
	n, err := strconv.Atoi(arg)
	switch {
	case err != nil || n < 0 || n > limits.Result:
		return st
	case n == 0:
		return st.With(p.key(), "")
	}
	return st.WithInt(p.key(), n)
}

func (p Part) action(page int) markup.Attr {
	arg := strconv.Itoa(page)
	if p != "" {
		arg = string(p) + ":" + arg
	}
	return markup.Action("more", arg)
}

// Node draws the part of the text that the state asks for.
func (t *Text) Node(part Part, st kind.State, env kind.Env, b *markup.Budget) markup.Node {
	l := env.Locale
	if t.Empty() {
		return markup.El(markup.P, markup.Attrs(markup.Class("ak-empty")), markup.Text(l.T("no_output")))
	}
	if src := t.plain.Text(); !markup.Text(src).Shows() { // joiners, marks: a blank box would hide that there is something
		return markup.El(markup.Pre, markup.Attrs(markup.Class("ak-pre ak-term")), markup.Visible(src[:min(len(src), unseen)]))
	}
	d := drawing{Text: t, styled: t.plain, env: env, budget: b, wrap: !t.code}
	if part == "" {
		d.wrap = t.Wraps(st)
	}
	if t.code && env.Highlight {
		d.styled = highlight.Styled(t.plain.Text(), t.lang)
	}
	head, tail := t.ends()
	left := t.index.lines - head - tail
	if left == 0 {
		return d.block(0, t.index.lines)
	}
	last := len(t.pages) - 2
	if page := min(st.Int(part.key(), 0), last+1); page > 0 {
		from, to := int(t.pages[page-1]), int(t.pages[page])
		return markup.Group(d.block(from, to),
			markup.El(markup.Div, markup.Attrs(markup.Class("ak-foot ak-stick")),
				markup.El(markup.Span, nil, markup.Text(l.T("lines_of", l.Num(from+1), l.Num(to), l.Num(t.index.lines)))),
				space(),
				button(l.T("previous"), part.action(page-1), page > 1),
				button(l.T("next"), part.action(page+1), page <= last),
				button(l.T("show_less"), part.action(0), true)))
	}
	return markup.Group(d.block(0, head),
		markup.El(markup.Div, markup.Attrs(markup.Class("ak-gap")),
			markup.El(markup.Span, nil, markup.Text(l.N("lines_left_out", left))),
			button(l.T("show_more"), part.action(1), true)),
		d.block(t.index.lines-tail, t.index.lines))
}

func space() markup.Node { return markup.El(markup.Span, markup.Attrs(markup.Class("ak-space"))) }

func button(words string, action markup.Attr, on bool) markup.Node {
	return markup.El(markup.Button, markup.Attrs(markup.Class("ak-link"), markup.Const("type", "button"), action, markup.Flag("disabled", !on)),
		markup.Text(words))
}
