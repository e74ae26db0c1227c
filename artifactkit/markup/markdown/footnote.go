package markdown

import (
	"strings"

	"github.com/yuin/goldmark/ast"
	"github.com/yuin/goldmark/extension"
	extast "github.com/yuin/goldmark/extension/ast"
	"github.com/yuin/goldmark/parser"
	"github.com/yuin/goldmark/text"

	"github.com/vitrine-go/vitrine/artifactkit/limits"
	"github.com/vitrine-go/vitrine/artifactkit/markup"
)

// A footnote stays where its author wrote it, and its mark is the label: so a block that is drawn never changes when another one
// comes. A mark in a finished block of a stream whose note comes later stays words there, as with definitions of links. Labels are
// numbered for the ids, in the order of their notes.

var notesKey = parser.NewContextKey()

// notes are the labels of a document and their numbers.
func notes(pc parser.Context) map[string]int {
	m, _ := pc.Get(notesKey).(map[string]int)
	return m
}

// note reads the notes: "[^label]: text", with further blocks indented.
type note struct{ parser.BlockParser }

func newNote() note { return note{extension.NewFootnoteBlockParser()} }

// Open begins a note unless there are too many; then it stays words.
func (n note) Open(parent ast.Node, reader text.Reader, pc parser.Context) (ast.Node, parser.State) {
	known := notes(pc)
	if len(known) >= limits.MarkdownDefinitions {
		return nil, parser.NoChildren
	}
	node, state := n.BlockParser.Open(parent, reader, pc)
	f, ok := node.(*extast.Footnote)
	if !ok {
		return node, state
	}
	label := string(f.Ref)
	if _, twice := known[label]; !twice && known != nil {
		known[label] = len(known) + 1
		f.Index = known[label]
	}
	return f, state
}

// Close leaves the note in its place.
func (note) Close(ast.Node, text.Reader, parser.Context) {}

// noteMark reads "[^label]" where there is such a note.
type noteMark struct{}

// Trigger is the bracket.
func (noteMark) Trigger() []byte { return []byte{'['} }

// noteLabel is the longest label of a note.
const noteLabel = 100

// Parse reads a mark; one without a note stays words.
func (noteMark) Parse(_ ast.Node, block text.Reader, pc parser.Context) ast.Node {
	line, _ := block.PeekLine()
	if len(line) < 4 || line[1] != '^' {
		return nil
	}
	for i := 2; i < len(line) && i < noteLabel; i++ {
		if line[i] != ']' {
			continue
		}
		label := string(line[2:i])
		n, ok := notes(pc)[label]
		if !ok {
			return nil
		}
		block.Advance(i + 1)
		link := extast.NewFootnoteLink(n)
		link.AppendChild(link, ast.NewString([]byte(label)))
		return link
	}
	return nil
}

// noteLink draws a mark. The first one of a note is where the way back leads.
func (d *drawer) noteLink(n *extast.FootnoteLink) markup.Node {
	label := string(n.FirstChild().(*ast.String).Value)
	if d.inLink { // a link cannot hold another
		return d.text("[" + label + "]")
	}
	if d.marked == nil {
		d.marked = map[int]bool{}
	}
	sup := d.el(markup.Sup, markup.Attrs(markup.Class("ak-noteref")),
		markup.LocalLink(d.o.Scope, noteID(n.Index), d.code(label)).With(markup.Label(d.o.Locale.T("footnote", label))))
	d.elements++
	if !d.marked[n.Index] {
		d.marked[n.Index] = true
		sup = sup.With(d.o.Scope.Anchor(noteID(n.Index) + "-back"))
	}
	return markup.Alt(sup, "["+label+"]")
}

func noteID(n int) string { return "note-" + itoa(n) }

// footnote draws a note in its place: its label, its text, and the way back when its mark stands before it.
func (d *drawer) footnote(n *extast.Footnote) markup.Node {
	label := string(n.Ref)
	kids := []markup.Node{markup.Alt(d.el(markup.Span, markup.Attrs(markup.Class("ak-notelabel")), d.code(label), markup.Text(" ")), "["+label+"] ")}
	if p, ok := n.FirstChild().(*ast.Paragraph); ok && p.NextSibling() == nil {
		kids = append(kids, d.inlines(p)...)
	} else {
		kids = append(kids, d.blocks(n)...)
	}
	if d.marked[n.Index] {
		d.elements++
		kids = append(kids, markup.Alt(markup.Group(markup.Text(" "),
			markup.LocalLink(d.o.Scope, noteID(n.Index)+"-back", markup.Text("↩")).With(markup.Label(d.o.Locale.T("footnote_back", strings.TrimSpace(label))))), ""))
	}
	attrs := markup.Attrs(markup.Class("ak-footnote"), markup.Const("role", "note"), markup.Facing(kids[1:]...))
	if n.Index > 0 {
		attrs = append(attrs, d.o.Scope.Anchor(noteID(n.Index)))
	}
	return d.el(markup.Div, attrs, kids...)
}
