package sanitize

import (
	"strings"

	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"

	"github.com/vitrine-go/vitrine/artifactkit/limits"
	"github.com/vitrine-go/vitrine/artifactkit/locale"
	"github.com/vitrine-go/vitrine/artifactkit/markup"
)

// builder rebuilds parsed HTML as our nodes: the second allow-list.
type builder struct {
	words locale.Locale
	node  markup.Node

	inCode  int // open elements of code
	inLink  bool
	waiting []markup.Node // links to remote images that stand inside a link; a link cannot hold another
}

// parse parses HTML as the content of a div and rebuilds it; false when it is nested too deeply.
func (b *builder) parse(s string) bool {
	context := &html.Node{Type: html.ElementNode, Data: "div", DataAtom: atom.Div}
	nodes, err := html.ParseFragment(strings.NewReader(s), context)
	if err != nil {
		return false
	}
	for _, n := range nodes {
		if !shallow(n) {
			return false
		}
	}
	var kids []markup.Node
	for _, n := range nodes {
		kids = append(kids, b.build(n))
	}
	b.node = markup.Group(kids...)
	return true
}

// rounds is how often a tree may change until its written form parses to itself. Two suffice for all that is known.
const rounds = 4

// settle writes the tree and parses it again until nothing changes, so that every later parser sees the tree that was checked.
func (b *builder) settle() bool {
	before := markup.Write(b.node).String()
	for range rounds {
		if !b.parse(before) {
			return false
		}
		after := markup.Write(b.node).String()
		if after == before {
			return true
		}
		before = after
	}
	return false
}

// shallow tells, without recursion, whether a tree is at most limits.HTMLDepth deep.
func shallow(root *html.Node) bool {
	depth := 1
	for n := root; ; {
		if n.FirstChild != nil {
			if depth++; depth > limits.HTMLDepth {
				return false
			}
			n = n.FirstChild
			continue
		}
		for n.NextSibling == nil || n == root {
			if n == root {
				return true
			}
			n = n.Parent
			depth--
		}
		n = n.NextSibling
	}
}

// build rebuilds one node. Elements that are not allowed give their children, other nodes nothing.
func (b *builder) build(n *html.Node) markup.Node {
	switch n.Type {
	case html.TextNode:
		if b.inCode > 0 || b.inLink { // TR-8; as plain text, which a second parse leaves alone
			return markup.Text(markup.Spelled(n.Data))
		}
		return markup.Text(n.Data)
	case html.ElementNode:
	default:
		return markup.Node{}
	}
	tag, known := markup.ForeignTag(n.Data)
	switch {
	case n.Namespace != "" || !known:
		return markup.Group(b.kids(n)...)
	case tag == markup.A:
		return b.link(n)
	case tag == markup.Img:
		return b.image(n)
	case tag == markup.Bdo && (b.inCode > 0 || b.inLink): // an element that reorders does what the characters do
		return markup.Group(b.kids(n)...)
	case isCode(tag):
		b.inCode++
		defer func() { b.inCode-- }()
	}
	kids, attrs := b.kids(n), attributes(tag, n.Attr)
	if strings.EqualFold(attribute(n.Attr, "dir"), "auto") {
		attrs = append(attrs, markup.Facing(kids...))
	}
	return markup.El(tag, attrs, kids...)
}

func isCode(t markup.Tag) bool {
	return t == markup.Code || t == markup.Pre || t == markup.Kbd || t == markup.Samp
}

func (b *builder) kids(n *html.Node) []markup.Node {
	var kids []markup.Node
	for c := n.FirstChild; c != nil; c = c.NextSibling {
		kids = append(kids, b.build(c))
	}
	return kids
}

// link keeps a link to an address that is allowed, and the words of any other.
func (b *builder) link(n *html.Node) markup.Node {
	u, ok := markup.SafeURL(attribute(n.Attr, "href"))
	if !ok || b.inLink {
		return markup.Group(b.kids(n)...)
	}
	b.inLink = true
	a := markup.Link(u, b.kids(n)...).With(attributes(markup.A, n.Attr)...)
	b.inLink = false
	after := b.waiting
	b.waiting = nil
	return markup.Group(append([]markup.Node{a}, after...)...)
}

// image draws a data: image; a remote one becomes a link that names its host (TR-5), any other its alternative text.
func (b *builder) image(n *html.Node) markup.Node {
	src, alt := attribute(n.Attr, "src"), attribute(n.Attr, "alt")
	if img, ok := markup.DataPicture(src, alt, attributes(markup.Img, n.Attr)...); ok {
		return img
	}
	alt = markup.Spelled(alt)
	u, ok := markup.SafeURL(src)
	if !ok || u.Host() == "" {
		return markup.Text(alt)
	}
	words := b.words.T("remote_image", u.Host())
	if alt != "" {
		words += ": " + alt
	}
	if b.inLink {
		b.waiting = append(b.waiting, markup.Text(" "), markup.Link(u, markup.Text(words)))
		return markup.Text(alt)
	}
	return markup.Link(u, markup.Text(words))
}
