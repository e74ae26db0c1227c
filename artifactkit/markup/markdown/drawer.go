package markdown

import (
	"strings"

	"github.com/yuin/goldmark/ast"
	extast "github.com/yuin/goldmark/extension/ast"
	"github.com/yuin/goldmark/parser"

	"github.com/vitrine-go/vitrine/artifactkit/limits"
	"github.com/vitrine-go/vitrine/artifactkit/markup"
)

// drawer turns a parsed document into nodes and counts what it makes. Its recursion is as deep as the tree, which the grammar
// bounds.
type drawer struct {
	o     Options
	src   []byte
	refs  []parser.Reference
	slugs map[string]int // how often a heading's words were used for an id
	notes map[string]int // numbers of the footnotes by their labels

	marked map[int]bool // footnotes whose mark was drawn

	elements, bytes int

	inLink  bool          // a link cannot hold another
	waiting []markup.Node // links to remote images inside a link; they follow it
	inCell  bool          // a backslash before a bar belongs to the table, in code too
	depth   int           // of inline elements
}

// over tells whether the document grew beyond what is drawn.
func (d *drawer) over() bool {
	return d.elements > limits.MarkdownElements || d.bytes > limits.MarkdownOutput
}

func (d *drawer) el(tag markup.Tag, attrs []markup.Attr, kids ...markup.Node) markup.Node {
	d.elements++
	return markup.El(tag, attrs, kids...)
}

// text makes a text node and counts it. Beyond the bound nothing more is made: the document is shown as text anyway. The words of a
// link say where it leads, so nothing reorders them (TR-8).
func (d *drawer) text(s string) markup.Node {
	if d.inLink {
		return d.code(s)
	}
	if d.bytes += len(s); d.over() {
		return markup.Node{}
	}
	return markup.Text(s)
}

// code makes text in which characters that reorder or hide are marks (TR-8).
func (d *drawer) code(s string) markup.Node {
	if d.bytes += len(s); d.over() {
		return markup.Node{}
	}
	n := markup.Visible(s)
	d.elements += n.Count()
	return n
}

// auto is for elements without blocks in them; those that hold others say markup.Facing.
var auto = markup.Dir("auto")

// block draws one block; definitions of links draw nothing.
func (d *drawer) block(n ast.Node) markup.Node {
	if d.over() {
		return markup.Node{}
	}
	switch n := n.(type) {
	case *ast.Paragraph:
		return d.el(markup.P, markup.Attrs(auto), d.inlines(n)...)
	case *ast.TextBlock:
		return markup.Group(d.inlines(n)...)
	case *ast.Heading:
		return d.heading(n)
	case *ast.Blockquote:
		return d.el(markup.Blockquote, nil, d.blocks(n)...)
	case *ast.List:
		return d.list(n)
	case *ast.CodeBlock:
		return d.codeBlock(d.lines(n), "")
	case *ast.FencedCodeBlock:
		return d.codeBlock(d.lines(n), language(n, d.src))
	case *ast.ThematicBreak:
		return d.el(markup.Hr, nil)
	case *ast.HTMLBlock:
		s := d.lines(n)
		if n.HasClosure() {
			s += string(n.ClosureLine.Value(d.src))
		}
		return d.el(markup.Pre, markup.Attrs(markup.Class("ak-raw"), auto), d.text(strings.TrimRight(s, "\n")))
	case *extast.Table:
		return d.table(n)
	case *extast.Footnote:
		return d.footnote(n)
	}
	return markup.Node{}
}

func (d *drawer) blocks(parent ast.Node) []markup.Node {
	var kids []markup.Node
	for n := parent.FirstChild(); n != nil; n = n.NextSibling() {
		kids = append(kids, d.block(n))
	}
	return kids
}

// lines is the text of a block without inline structure.
func (d *drawer) lines(n ast.Node) string {
	var b []byte
	for i := range n.Lines().Len() {
		line := n.Lines().At(i)
		b = append(b, line.Value(d.src)...)
	}
	return string(b)
}

// heading draws a heading below those of the card around it: h4 to h6, its own level as a class.
func (d *drawer) heading(n *ast.Heading) markup.Node {
	kids := d.inlines(n)
	attrs := markup.Attrs(markup.ClassN("", "ak-h", n.Level), auto, d.anchor(n))
	switch n.Level {
	case 1:
		return d.el(markup.H4, attrs, kids...)
	case 2:
		return d.el(markup.H5, attrs, kids...)
	}
	return d.el(markup.H6, attrs, kids...)
}

// list draws a list; in plain text its items begin with their marks.
func (d *drawer) list(n *ast.List) markup.Node {
	tag, attrs := markup.Ul, []markup.Attr(nil)
	if n.IsOrdered() {
		tag = markup.Ol
		if n.Start != 1 {
			attrs = markup.Attrs(markup.Num("start", n.Start))
		}
	}
	var items []markup.Node
	number := n.Start
	for item := n.FirstChild(); item != nil; item = item.NextSibling() {
		mark := "- "
		if n.IsOrdered() {
			mark = itoa(number) + ". "
			number++
		}
		kids := d.item(item, markup.Alt(markup.Node{}, mark))
		items = append(items, d.el(markup.Li, markup.Attrs(markup.Facing(kids...)), kids...))
	}
	return d.el(tag, attrs, items...)
}

// item draws the blocks of a list item; the mark stands on the line of its first words.
func (d *drawer) item(item ast.Node, mark markup.Node) []markup.Node {
	first, ok := item.FirstChild().(*ast.Paragraph)
	if !ok {
		return append([]markup.Node{mark}, d.blocks(item)...)
	}
	kids := []markup.Node{d.el(markup.P, markup.Attrs(auto), append([]markup.Node{mark}, d.inlines(first)...)...)}
	for n := first.NextSibling(); n != nil; n = n.NextSibling() {
		kids = append(kids, d.block(n))
	}
	return kids
}

// codeBlock draws a block of code, coloured by the host's highlighter when it knows the language.
func (d *drawer) codeBlock(s, lang string) markup.Node {
	var body markup.Node
	attrs := markup.Attrs(markup.Class("ak-code"), markup.Dir("ltr"), markup.Const("tabindex", "0"), markup.Const("role", "group"), markup.Label(d.o.Locale.T("code")))
	if lang != "" {
		attrs = append(attrs, markup.Data("lang", lang))
		if d.o.Highlight != nil && len(s) < limits.MarkdownOutput-d.bytes {
			body = d.o.Highlight(s, lang)
		}
	}
	if body.Empty() {
		body = d.code(s)
	} else {
		d.bytes += len(s)
		d.elements += body.Count()
	}
	return d.el(markup.Pre, attrs, d.el(markup.Code, nil, body))
}

// table draws a table in a box of its own that scrolls.
func (d *drawer) table(n *extast.Table) markup.Node {
	d.inCell = true
	defer func() { d.inCell = false }()
	var head, body []markup.Node
	for row := n.FirstChild(); row != nil; row = row.NextSibling() {
		_, isHead := row.(*extast.TableHeader)
		var cells []markup.Node
		for c := row.FirstChild(); c != nil; c = c.NextSibling() {
			cell, ok := c.(*extast.TableCell)
			if !ok {
				continue
			}
			attrs := markup.Attrs(auto, align(cell.Alignment))
			if isHead {
				cells = append(cells, d.el(markup.Th, append(attrs, markup.Const("scope", "col")), d.inlines(cell)...))
			} else {
				cells = append(cells, d.el(markup.Td, attrs, d.inlines(cell)...))
			}
		}
		if isHead {
			head = append(head, d.el(markup.Tr, nil, cells...))
		} else {
			body = append(body, d.el(markup.Tr, nil, cells...))
		}
	}
	parts := []markup.Node{d.el(markup.Thead, nil, head...)}
	if len(body) > 0 {
		parts = append(parts, d.el(markup.Tbody, nil, body...))
	}
	return d.el(markup.Div, markup.Attrs(markup.Class("ak-tablebox"), markup.Const("tabindex", "0"), markup.Const("role", "group"), markup.Label(d.o.Locale.T("as_table"))), d.el(markup.Table, nil, parts...))
}

func align(a extast.Alignment) markup.Attr {
	switch a {
	case extast.AlignLeft:
		return markup.Class("ak-left")
	case extast.AlignRight:
		return markup.Class("ak-right")
	case extast.AlignCenter:
		return markup.Class("ak-center")
	}
	return markup.Attr{}
}
