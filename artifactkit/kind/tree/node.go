package tree

import (
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/vitrine-go/vitrine/artifactkit/kind"
	"github.com/vitrine-go/vitrine/artifactkit/kind/internal/field"
	"github.com/vitrine-go/vitrine/artifactkit/limits"
	"github.com/vitrine-go/vitrine/artifactkit/locale"
	"github.com/vitrine-go/vitrine/artifactkit/markup"
	"github.com/vitrine-go/vitrine/artifactkit/protocol"
)

type drawing struct {
	open   names
	from   protocol.Value // windows
	at     string
	chosen bool // at is set: the root's name is empty
	rows   bool
	l      locale.Locale
	b      *markup.Budget
	nodes  int // that may still be drawn
	parse  int // bytes of strings that may still be read as JSON
	chars  int // bytes of opened strings that may still be drawn
	text   strings.Builder
}

func (v view) Node(st kind.State, env kind.Env) markup.Node {
	d := &drawing{open: v.open(st), from: st.Get(keyFrom), at: st.Get(keyAt).Str(), chosen: st.Get(keyAt).IsSet(), rows: env.Rows, l: env.Locale,
		b: markup.NewBudget(limits.Marks / 3), nodes: limits.TreeNodes, parse: limits.SniffText, chars: limits.TextBytes}
	root := node{value: v.root}
	bar := v.bar(st, d)
	if words := st.Get(keyFilter).Str(); words != "" {
		return markup.El(markup.Div, markup.Attrs(markup.Class("ak-treeview")), bar, d.matches(v, cutWords(words)))
	}
	var item markup.Node
	if in := d.inside(root); in.opens() {
		item = markup.Group(d.head(in, markup.Node{}), d.list(in, 1))
	} else {
		item = d.value(root)
		d.text.WriteByte('\n')
	}
	html := markup.El(markup.Div, markup.Attrs(markup.Class("ak-tree"), markup.Dir("ltr")), item)
	return markup.El(markup.Div, markup.Attrs(markup.Class("ak-treeview")), bar, markup.Alt(html, markup.Spelled(d.text.String())))
}

// inside is the node itself, but that a string which looks like JSON and is none is no longer one that opens.
func (d *drawing) inside(n node) node {
	if n.quotes() && !n.long() {
		if d.parse -= len(n.value.Raw()); d.parse > 0 {
			if _, ok := n.inner(); !ok {
				n.strings = limits.TreeStrings
			}
		}
	}
	return n
}

// list draws what is in an open node.
func (d *drawing) list(n node, depth int) markup.Node {
	if !d.open.has(n) {
		return markup.Node{}
	}
	if n.value.Type() == protocol.String {
		in, ok := n.inner()
		if !ok {
			return d.long(n)
		}
		n = in
	}
	from := d.window(n, n.value.Len())
	kids := []markup.Node{}
	if from > 0 {
		kids = append(kids, d.pager(n, depth, d.l.N("earlier_items", from), max(0, from-limits.TreeChildren)))
	}
	again, i, shown := twice(n.value), 0, 0
	for key, c := range children(n.value) {
		if i++; i <= from {
			continue
		}
		if shown == limits.TreeChildren || d.nodes == 0 {
			break
		}
		shown++
		d.nodes--
		kids = append(kids, d.item(key, n.child(i-1, key, c, again(i-1, key)), depth, n.value.Type() == protocol.Array))
	}
	if left := n.value.Len() - from - shown; left > 0 {
		kids = append(kids, d.pager(n, depth, d.l.N("more_items", left), from+shown))
	}
	return markup.El(markup.Ul, nil, kids...)
}

// window is where the part of a node that is shown begins.
func (d *drawing) window(n node, size int) int {
	name := n.name()
	if at, ok := d.from.Get(name).Int(); ok && at > 0 && at < int64(size) {
		return int(at)
	}
	return 0
}

// pager is the line that goes to another window of the same node.
func (d *drawing) pager(n node, depth int, words string, to int) markup.Node {
	d.line(depth, words, "\n")
	return markup.El(markup.Li, markup.Attrs(markup.Class("ak-dim")), markup.El(markup.Button, markup.Attrs(markup.Class("ak-link"), markup.Const("type", "button"),
		markup.Action("more", n.name()+":"+strconv.Itoa(to)), markup.Content()), markup.Text(words)))
}

func (d *drawing) item(key string, n node, depth int, number bool) markup.Node {
	key = field.Name(key)
	class := markup.Class("ak-k")
	if number {
		class = markup.Class("ak-k ak-dim")
	}
	d.line(depth, key, ": ")
	n = d.inside(n)
	label := d.b.Visible(key)
	if n.opens() && n.value.Type() >= protocol.Array {
		return markup.El(markup.Li, d.mark(n), d.head(n, markup.Group(markup.El(markup.Span, markup.Attrs(class), label), markup.Text(": "))), d.list(n, depth+1))
	}
	if n.opens() {
		head := markup.Group(d.fold(n, markup.El(markup.Span, markup.Attrs(class), label)), markup.Text(": "))
		if !d.open.has(n) {
			v := d.value(n)
			d.text.WriteByte('\n')
			return markup.El(markup.Li, d.mark(n), head, v)
		}
		d.text.WriteString(n.size(d.l) + "\n")
		return markup.El(markup.Li, d.mark(n), head, markup.El(markup.Span, markup.Attrs(markup.Class("ak-dim")), markup.Text(n.size(d.l))), d.list(n, depth+1))
	}
	v := d.value(n)
	d.text.WriteByte('\n')
	return markup.El(markup.Li, d.mark(n), markup.El(markup.Button, markup.Attrs(class, markup.Const("type", "button"), markup.Action("at", n.name()), markup.Content()), label),
		markup.Text(": "), v)
}

// mark is what tells the chosen node from the others.
func (d *drawing) mark(n node) []markup.Attr {
	if !d.chosen || n.name() != d.at {
		return nil
	}
	return markup.Attrs(markup.Class("ak-at"), markup.Const("aria-current", "true"))
}

// line begins a line of the plain text.
func (d *drawing) line(depth int, key, sep string) {
	d.text.WriteString(strings.Repeat("  ", depth))
	d.text.WriteString(key)
	d.text.WriteString(sep)
}

// fold is the button that opens and closes a node.
func (d *drawing) fold(n node, kids ...markup.Node) markup.Node {
	return markup.El(markup.Button, markup.Attrs(markup.Class("ak-fold"), markup.Const("type", "button"),
		markup.Action("expand", n.name()), markup.Aria("expanded", strconv.FormatBool(d.open.has(n))), markup.Content()), kids...)
}

// head is the line of a container: how much is in it, while it is closed how it begins, and where its rows make a table a way there.
func (d *drawing) head(n node, name markup.Node) markup.Node {
	if n.value.Type() == protocol.String { // the root alone comes here
		d.text.WriteString(n.size(d.l) + "\n")
		return d.fold(n, markup.El(markup.Span, markup.Attrs(markup.Class("ak-dim")), markup.Text(n.size(d.l))))
	}
	size := n.size(d.l)
	count := markup.El(markup.Span, markup.Attrs(markup.Class("ak-dim")), markup.Text(size))
	d.text.WriteString(size)
	if d.open.has(n) {
		d.text.WriteByte('\n')
		return markup.Group(d.fold(n, name, count), d.tabular(n))
	}
	p := preview(n.value)
	d.text.WriteString(" " + p + "\n")
	return markup.Group(d.fold(n, name, count, markup.Text(" "), markup.El(markup.Span, markup.Attrs(markup.Class("ak-peek")), d.b.Visible(p))), d.tabular(n))
}

// size says how much is in a node.
func (n node) size(l locale.Locale) string {
	switch n.value.Type() {
	case protocol.Object:
		return "{" + l.Num(n.value.Len()) + "}"
	case protocol.Array:
		return "[" + l.Num(n.value.Len()) + "]"
	}
	return l.N("characters", utf8.RuneCountInString(n.value.Str()))
}

func (d *drawing) tabular(n node) markup.Node {
	if !d.rows || !uniform(n.value) {
		return markup.Node{}
	}
	arg := "table"
	if name := n.name(); name != "" {
		arg += ":" + name
	}
	return markup.El(markup.Button, markup.Attrs(markup.Class("ak-link"), markup.Const("type", "button"), markup.Action("mode", arg)), markup.Text(d.l.T("as_table")))
}

// value draws a leaf: strings in quotes and cut, numbers with all their digits, a container that cannot be opened by its text.
func (d *drawing) value(n node) markup.Node {
	v := n.value
	var class markup.Attr
	s, left := string(v.Raw()), 0
	switch v.Type() {
	case protocol.Absent:
		return markup.Node{}
	case protocol.String:
		class = markup.Class("ak-st")
		s, left = field.Cut(v.Str(), limits.TreeString)
		s = string(protocol.AppendString(nil, s))
	case protocol.Number:
		class = markup.Class("ak-nu")
		s, left = field.Cut(s, limits.TreeString)
	case protocol.Bool:
		class = markup.Class("ak-bo")
	case protocol.Null:
		class = markup.Class("ak-null")
	default:
		class = markup.Class("ak-peek")
		s = preview(v)
	}
	d.text.WriteString(s)
	out := markup.El(markup.Span, markup.Attrs(class), d.b.Visible(s))
	if left > 0 {
		words := " … " + d.l.N("characters_left_out", left)
		d.text.WriteString(words)
		out = markup.Group(out, markup.El(markup.Span, markup.Attrs(markup.Class("ak-cut")), markup.Text(words)))
	}
	return out
}

// long is an open string: as it reads, a window at a time.
func (d *drawing) long(n node) markup.Node {
	s := n.value.Str()
	size := utf8.RuneCountInString(s)
	from := d.window(n, size)
	rest := s[runes(s, from):]
	part := rest[:runes(rest, min(limits.TreeWindow, max(d.chars, 1)))]
	d.chars = max(0, d.chars-len(part))
	shown := utf8.RuneCountInString(part)
	var foot []markup.Node
	if from > 0 {
		foot = append(foot, d.turn(n, d.l.T("previous"), max(0, from-limits.TreeWindow)))
	}
	if left := size - from - shown; left > 0 {
		foot = append(foot, d.turn(n, d.l.N("characters_left_out", left), from+shown))
	}
	d.text.WriteString(part + "\n")
	return markup.Group(markup.El(markup.Pre, markup.Attrs(markup.Class("ak-st ak-long"), markup.Dir("auto"), markup.Num("tabindex", 0), markup.Const("role", "group"), markup.Label(d.l.T("type_text"))), d.b.Visible(part)),
		markup.El(markup.Div, markup.Attrs(markup.Class("ak-turns")), foot...))
}

func (d *drawing) turn(n node, words string, to int) markup.Node {
	return markup.El(markup.Button, markup.Attrs(markup.Class("ak-link"), markup.Const("type", "button"), markup.Action("more", n.name()+":"+strconv.Itoa(to)), markup.Content()),
		markup.Text(words))
}

// runes is the offset behind the first n characters.
func runes(s string, n int) int {
	for i := range s {
		if n == 0 {
			return i
		}
		n--
	}
	return len(s)
}
