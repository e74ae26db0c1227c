package markdown

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/yuin/goldmark/ast"
	extast "github.com/yuin/goldmark/extension/ast"
	"github.com/yuin/goldmark/util"

	"github.com/vitrine-go/vitrine/artifactkit/limits"
	"github.com/vitrine-go/vitrine/artifactkit/markup"
)

func (d *drawer) inlines(parent ast.Node) []markup.Node {
	var kids []markup.Node
	for n := parent.FirstChild(); n != nil; n = n.NextSibling() {
		kids = append(kids, d.inline(n))
	}
	return kids
}

func (d *drawer) inline(n ast.Node) markup.Node {
	if d.over() {
		return markup.Node{}
	}
	switch n := n.(type) {
	case *ast.Text:
		return d.run(n)
	case *ast.String:
		return d.text(string(n.Value))
	case *ast.CodeSpan:
		return d.el(markup.Code, nil, d.code(d.span(n)))
	case *ast.Emphasis:
		if n.Level == 2 {
			return d.nested(markup.Strong, n)
		}
		return d.nested(markup.Em, n)
	case *extast.Strikethrough:
		return d.nested(markup.Del, n)
	case *ast.Link:
		return d.link(string(util.URLEscape(n.Destination, true)), words(n.Title), d.inlines, n)
	case *ast.AutoLink:
		return d.autoLink(n)
	case *ast.Image:
		return d.image(n)
	case *ast.RawHTML:
		var b strings.Builder
		for i := range n.Segments.Len() {
			s := n.Segments.At(i)
			b.Write(s.Value(d.src))
		}
		return d.text(b.String())
	case *extast.FootnoteLink:
		return d.noteLink(n)
	case *extast.TaskCheckBox:
		return d.task(n.IsChecked)
	}
	return markup.Group(d.inlines(n)...)
}

// nested draws an element around inline nodes; far down it is left out, its words stay.
func (d *drawer) nested(tag markup.Tag, n ast.Node) markup.Node {
	if d.depth >= limits.MarkdownDepth {
		return markup.Group(d.inlines(n)...)
	}
	d.depth++
	kids := d.inlines(n)
	d.depth--
	return d.el(tag, nil, kids...)
}

// run draws a run of words and the line break behind it. A line that breaks between two East Asian characters has no space there.
func (d *drawer) run(n *ast.Text) markup.Node {
	s := n.Value(d.src)
	t := string(s)
	if !n.IsRaw() {
		t = words(s)
	}
	switch {
	case n.HardLineBreak():
		return markup.Group(d.text(t), d.el(markup.Br, nil), markup.Text("\n"))
	case n.SoftLineBreak() && !(unspaced(lastRune(t)) && unspaced(firstRune(n.NextSibling(), d.src))):
		t += "\n"
	}
	return d.text(t)
}

// unspaced tells whether a script writes no spaces between words. Korean does.
func unspaced(r rune) bool { return eastAsian(r) && !unicode.Is(unicode.Hangul, r) }

func lastRune(s string) rune {
	r, _ := utf8.DecodeLastRuneInString(s)
	return r
}

// firstRune is the first character of the words at or below a node.
func firstRune(n ast.Node, src []byte) rune {
	for n != nil {
		if t, ok := n.(*ast.Text); ok {
			r, _ := utf8.DecodeRune(t.Value(src))
			return r
		}
		n = n.FirstChild()
	}
	return utf8.RuneError
}

// span is the text of a code span: its lines joined by spaces, the table's backslashes before bars gone.
func (d *drawer) span(n *ast.CodeSpan) string {
	var b strings.Builder
	for c := n.FirstChild(); c != nil; c = c.NextSibling() {
		if t, ok := c.(*ast.Text); ok {
			b.Write(t.Value(d.src))
		}
	}
	s := strings.ReplaceAll(b.String(), "\n", " ")
	if d.inCell {
		s = strings.ReplaceAll(s, `\|`, "|")
	}
	return s
}

// task draws the box of a task list item; it is no control.
func (d *drawer) task(done bool) markup.Node {
	l := d.o.Locale
	sign, label, mark := "☐", l.T("task_open"), "[ ]"
	if done {
		sign, label, mark = "☑", l.T("task_done"), "[x]"
	}
	box := d.el(markup.Span, markup.Attrs(markup.Class("ak-task"), markup.Const("role", "img"), markup.Label(label)), markup.Text(sign))
	return markup.Group(markup.Alt(box, mark), markup.Text(" "))
}
