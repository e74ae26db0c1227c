// Package markdown draws Markdown as our node tree (TR-4). goldmark parses CommonMark with GFM's tables, strikethrough, task lists,
// bare links and footnotes; every node is drawn by this package, so there is no HTML to sanitise: raw HTML in the source is shown as text,
// links have an allow-listed address, remote images are links that name their host.
//
// The cost is bounded before it arises: whatever makes the parser's time or the output grow faster than the input (nesting,
// brackets and emphasis marks in one paragraph, table cells, repeated addresses) is counted, and what is beyond a bound is read as
// plain words. Emphasis marks beside Chinese, Japanese or Korean characters work without spaces around them. A footnote
// stays in its place.
package markdown

import (
	"bytes"
	"strings"

	"github.com/yuin/goldmark/ast"
	"github.com/yuin/goldmark/parser"
	"github.com/yuin/goldmark/text"

	"github.com/vitrine-go/vitrine/artifactkit/limits"
	"github.com/vitrine-go/vitrine/artifactkit/locale"
	"github.com/vitrine-go/vitrine/artifactkit/markup"
)

// Options is what the host decides. The zero Options draw in English under the default scope, without colours in code.
type Options struct {
	Scope  markup.Scope  // prefix of the ids of headings and of the links to them (TR-11)
	Locale locale.Locale // words around images and notes
	// Highlight draws the text of a code block in the language named (lower case, never empty). An empty node, or a nil
	// Highlight, leaves the text plain.
	Highlight func(text, lang string) markup.Node
}

// Render draws a whole document under one root, as Wrap does. A document beyond limits.Markdown, or one that grows beyond bounds
// while it is drawn, is shown as text with a note.
func Render(src string, o Options) markup.Node {
	d := drawer{o: o}
	return Wrap(d.document(src, nil)...)
}

// Wrap is the root of a document around its blocks.
func Wrap(blocks ...markup.Node) markup.Node {
	return markup.El(markup.Div, markup.Attrs(markup.Class("ak-prose")), blocks...)
}

// document draws the blocks of a source. refs are addresses that earlier parts of the same text defined; what this part defines
// is appended to d.refs.
func (d *drawer) document(src string, refs []parser.Reference) []markup.Node {
	if len(src) > limits.Markdown {
		return d.plain(src, 0)
	}
	d.src = []byte(src)
	if d.notes == nil {
		d.notes = map[string]int{}
	}
	doc, pc := parse(d.src, refs, d.notes)
	d.refs = pc.References()
	var blocks []markup.Node
	for n := doc.FirstChild(); n != nil; n = n.NextSibling() {
		if b := d.block(n); !b.Empty() {
			blocks = append(blocks, b)
		}
	}
	if d.over() {
		return d.plain(src, 0)
	}
	return blocks
}

// parse reads a source; notes are the footnotes that earlier parts had, and get those of this one.
func parse(src []byte, refs []parser.Reference, notes map[string]int) (ast.Node, parser.Context) {
	pc := parser.NewContext()
	pc.Set(notesKey, notes)
	pc.Set(levelKey, levels(bytes.Count(src, []byte("\n"))))
	for _, r := range refs {
		pc.AddReference(r)
	}
	return grammar().Parse(text.NewReader(src), parser.WithContext(pc)), pc
}

// plain shows a source that is not drawn as Markdown; left is how much of it was left out before.
func (d *drawer) plain(src string, left int) []markup.Node {
	l := d.o.Locale
	if len(src) > limits.TextBytes {
		left += len(src) - limits.TextBytes
		src = strings.ToValidUTF8(src[:limits.TextBytes], "")
	}
	words := l.T("markdown_as_text")
	if left > 0 {
		words += " " + l.N("characters_left_out", left)
	}
	return []markup.Node{
		markup.El(markup.P, markup.Attrs(markup.Class("ak-note")), markup.Text(words)),
		markup.El(markup.Pre, markup.Attrs(markup.Class("ak-raw"), markup.Dir("auto")), markup.Text(src)),
	}
}
