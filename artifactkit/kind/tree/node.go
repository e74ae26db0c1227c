package tree

import (
	"iter"
	"strconv"
	"strings"

	"github.com/vitrine-go/vitrine/artifactkit/kind"
	"github.com/vitrine-go/vitrine/artifactkit/kind/internal/field"
	"github.com/vitrine-go/vitrine/artifactkit/limits"
	"github.com/vitrine-go/vitrine/artifactkit/locale"
	"github.com/vitrine-go/vitrine/artifactkit/markup"
	"github.com/vitrine-go/vitrine/artifactkit/protocol"
)

// children yields members with their names, elements with their numbers.
func children(v protocol.Value) iter.Seq2[string, protocol.Value] {
	if v.Type() == protocol.Object {
		return v.Members()
	}
	return func(yield func(string, protocol.Value) bool) {
		for i, e := range v.Elems() {
			if !yield(strconv.Itoa(i), e) {
				return
			}
		}
	}
}

type drawing struct {
	open  map[string]bool
	l     locale.Locale
	b     *markup.Budget
	nodes int // that may still be drawn
	text  strings.Builder
}

func (v view) Node(st kind.State, env kind.Env) markup.Node {
	d := &drawing{open: v.open(st), l: env.Locale, b: markup.NewBudget(limits.Marks / 2), nodes: limits.TreeNodes}
	root := node{value: v.root}
	var item markup.Node
	if root.opens() {
		item = d.toggle(root, d.summary(root))
		item = markup.Group(item, d.inside(root, 1))
	} else {
		item = d.value(root)
	}
	html := markup.El(markup.Div, markup.Attrs(markup.Class("ak-tree"), markup.Dir("ltr")), item)
	return markup.Alt(html, markup.Spelled(d.text.String()))
}

// inside draws the children of an open node.
func (d *drawing) inside(n node, depth int) markup.Node {
	if !d.open[n.path] {
		return markup.Node{}
	}
	var kids []markup.Node
	shown := 0
	for key, c := range children(n.value) {
		if shown == limits.TreeChildren || d.nodes == 0 {
			break
		}
		shown++
		d.nodes--
		kids = append(kids, d.item(key, n.child(key, c), depth, n.value.Type() == protocol.Array))
	}
	if left := n.value.Len() - shown; left > 0 {
		words := d.l.N("more_items", left)
		d.line(depth, words, "")
		d.text.WriteByte('\n')
		kids = append(kids, markup.El(markup.Li, markup.Attrs(markup.Class("ak-dim")), markup.Text(words)))
	}
	return markup.El(markup.Ul, nil, kids...)
}

func (d *drawing) item(key string, n node, depth int, number bool) markup.Node {
	key = field.Name(key)
	class := markup.Class("ak-k")
	if number {
		class = markup.Class("ak-k ak-dim")
	}
	name := markup.Group(markup.El(markup.Span, markup.Attrs(class), d.b.Visible(key)), markup.Text(": "))
	d.line(depth, key, ": ")
	if !n.opens() {
		v := d.value(n)
		d.text.WriteByte('\n')
		return markup.El(markup.Li, nil, name, v)
	}
	head := d.toggle(n, markup.Group(name, d.summary(n)))
	return markup.El(markup.Li, nil, head, d.inside(n, depth+1))
}

// line begins a line of the plain text.
func (d *drawing) line(depth int, key, sep string) {
	d.text.WriteString(strings.Repeat("  ", depth))
	d.text.WriteString(key)
	d.text.WriteString(sep)
}

// toggle is the line of a container, a button that opens and closes it.
func (d *drawing) toggle(n node, kids ...markup.Node) markup.Node {
	return markup.El(markup.Button, markup.Attrs(markup.Class("ak-fold"), markup.Const("type", "button"),
		markup.Action("expand", n.path), markup.Aria("expanded", strconv.FormatBool(d.open[n.path]))), kids...)
}

// summary is what stands on the line of a container: how much is in it, and while it is closed how it begins.
func (d *drawing) summary(n node) markup.Node {
	size := "[" + d.l.Num(n.value.Len()) + "]"
	if n.value.Type() == protocol.Object {
		size = "{" + d.l.Num(n.value.Len()) + "}"
	}
	count := markup.El(markup.Span, markup.Attrs(markup.Class("ak-dim")), markup.Text(size))
	if d.open[n.path] {
		d.text.WriteString(size + "\n")
		return count
	}
	p := preview(n.value)
	d.text.WriteString(size + " " + p + "\n")
	return markup.Group(count, markup.Text(" "), markup.El(markup.Span, markup.Attrs(markup.Class("ak-peek")), d.b.Visible(p)))
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
	case protocol.Bool:
		class = markup.Class("ak-bo")
	case protocol.Null:
		class = markup.Class("ak-null")
	default:
		class = markup.Class("ak-peek")
		s = preview(v)
	}
	if v.Type() == protocol.Number {
		if head, more := field.Cut(s, limits.TreeString); more > 0 {
			s, left = head, more
		}
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
