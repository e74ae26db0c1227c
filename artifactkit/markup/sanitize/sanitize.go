// Package sanitize turns foreign HTML into our node tree (TR-3). The input passes an allow-list of tags, attributes and schemes,
// is parsed as a browser would, and is rebuilt node by node into a tree that can hold nothing else; so the result is balanced and
// allow-listed twice, and only package markup writes it. Scripts, styles, handlers, ids, names and remote images do not survive.
package sanitize

import (
	"strings"

	"github.com/vitrine-go/vitrine/artifactkit/limits"
	"github.com/vitrine-go/vitrine/artifactkit/locale"
	"github.com/vitrine-go/vitrine/artifactkit/markup"
	"github.com/vitrine-go/vitrine/artifactkit/markup/htmltext"
	"github.com/vitrine-go/vitrine/artifactkit/protocol"
)

// Policy is how foreign HTML is rebuilt. The zero Policy speaks English.
type Policy struct {
	Locale locale.Locale
}

// Node rebuilds foreign HTML as a run of nodes without a root. Written and parsed again, in any browser's innerHTML or by Node
// itself, the result is the same tree. A reason means that the input could not be rebuilt (too long, too deep, nothing left of it
// that is shown); then the node is its text, bounded, in a pre.
func (p Policy) Node(html string) (markup.Node, *protocol.Reason) {
	if len(html) > limits.HTML {
		return p.text(html, protocol.TooLarge, "The HTML is longer than "+p.Locale.Bytes(limits.HTML)+" and is shown as text.")
	}
	shown := strip(html)
	if shown.elements > limits.HTMLElements {
		return p.text(html, protocol.TooLarge, "The HTML has too many elements and is shown as text.")
	}
	b := builder{words: p.Locale}
	if shown.depth > limits.HTMLDepth || !b.parse(policy().Sanitize(shown.html)) {
		return p.text(html, protocol.TooDeep, "The HTML is nested too deeply and is shown as text.")
	}
	if !b.settle() {
		return p.text(html, protocol.BadHTML, "The HTML has no stable form and is shown as text.")
	}
	if !b.node.Shows() && strings.TrimSpace(html) != "" {
		return p.text(html, protocol.BadHTML, "Nothing in this HTML can be shown as HTML; it is shown as text.")
	}
	return b.node, nil
}

// text shows the words of HTML that cannot be rebuilt, or its source when it has none.
func (p Policy) text(html string, code protocol.Code, message string) (markup.Node, *protocol.Reason) {
	words := htmltext.Text(html)
	if !markup.Visible(words).Shows() {
		words = html
	}
	left := 0
	if len(words) > limits.TextBytes {
		left = len(words) - limits.TextBytes
		words = strings.ToValidUTF8(words[:limits.TextBytes], "")
	}
	n := markup.El(markup.Pre, markup.Attrs(markup.Class("ak-text"), markup.Dir("auto")), markup.Visible(words))
	if left > 0 {
		n = markup.Group(n, markup.El(markup.P, markup.Attrs(markup.Class("ak-note")), markup.Text(p.Locale.N("characters_left_out", left))))
	}
	return n, &protocol.Reason{Code: code, Message: message}
}
