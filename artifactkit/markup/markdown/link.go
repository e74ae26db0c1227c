package markdown

import (
	"strconv"
	"strings"
	"unicode"

	"github.com/yuin/goldmark/ast"
	"github.com/yuin/goldmark/util"

	"github.com/vitrine-go/vitrine/artifactkit/markup"
)

// link draws a link to an address that is allowed (TR-4): the web, mail, or a heading of this document. Any other leaves its
// words, with the address as their tooltip.
func (d *drawer) link(to, title string, words func(ast.Node) []markup.Node, n ast.Node) markup.Node {
	if d.bytes += len(to) + len(title); d.over() {
		return markup.Node{}
	}
	if d.inLink {
		return markup.Group(words(n)...)
	}
	d.inLink = true
	kids := words(n)
	d.inLink = false
	after := d.waiting
	d.waiting = nil
	d.elements++
	var a markup.Node
	if u, ok := markup.SafeURL(to); ok {
		a = markup.Link(u, kids...)
	} else if slug := slugOf(to); slug != "" {
		a = markup.LocalLink(d.o.Scope, anchorStem+slug, kids...)
	} else {
		if to != "" {
			title = to
		}
		a = markup.El(markup.Span, markup.Attrs(markup.Class("ak-nolink")), kids...)
	}
	if title != "" {
		a = a.With(markup.Tooltip(title))
	}
	return markup.Group(append([]markup.Node{a}, after...)...)
}

func (d *drawer) autoLink(n *ast.AutoLink) markup.Node {
	to := string(util.URLEscape(n.URL(d.src), false))
	if n.AutoLinkType == ast.AutoLinkEmail && !strings.HasPrefix(strings.ToLower(to), "mailto:") {
		to = "mailto:" + to
	}
	label := func(ast.Node) []markup.Node { return []markup.Node{d.text(string(n.Label(d.src)))} }
	return d.link(to, "", label, n)
}

// image draws a data: raster image. A remote one is never fetched: its words stand there with a link that names its host (TR-5);
// any other leaves its words.
func (d *drawer) image(n *ast.Image) markup.Node {
	to, alt := string(util.URLEscape(n.Destination, true)), markup.Spelled(d.alt(n))
	title := words(n.Title)
	if d.bytes += len(to) + len(alt) + len(title); d.over() {
		return markup.Node{}
	}
	var tip markup.Attr
	if title != "" {
		tip = markup.Tooltip(title)
	}
	d.elements += 2
	if img, ok := markup.DataPicture(to, alt, tip); ok {
		return img
	}
	u, ok := markup.SafeURL(to)
	if !ok || u.Host() == "" {
		return markup.El(markup.Span, markup.Attrs(markup.Class("ak-remote"), tip), markup.Text(alt))
	}
	link := markup.Link(u, markup.Text(d.o.Locale.T("remote_image", u.Host())))
	if d.inLink {
		d.waiting = append(d.waiting, markup.Text(" "), markup.El(markup.Span, markup.Attrs(markup.Class("ak-remote")), link))
		return markup.El(markup.Span, markup.Attrs(tip), markup.Text(alt))
	}
	if alt != "" {
		alt += " "
	}
	return markup.El(markup.Span, markup.Attrs(markup.Class("ak-remote"), tip), markup.Text(alt), link)
}

// alt is the words below an image.
func (d *drawer) alt(n ast.Node) string {
	var b strings.Builder
	var walk func(ast.Node)
	walk = func(n ast.Node) {
		for c := n.FirstChild(); c != nil; c = c.NextSibling() {
			switch t := c.(type) {
			case *ast.Text:
				if t.IsRaw() {
					b.Write(t.Value(d.src))
				} else {
					b.WriteString(words(t.Value(d.src)))
				}
				if t.SoftLineBreak() || t.HardLineBreak() {
					b.WriteByte(' ')
				}
			case *ast.AutoLink:
				b.Write(t.Label(d.src))
			default:
				walk(c)
			}
		}
	}
	walk(n)
	return b.String()
}

// anchorStem keeps the ids of headings apart from those of a card's own parts.
const anchorStem = "m-"

// anchor is the id of a heading, made of its words; equal words are told apart by a number.
func (d *drawer) anchor(n *ast.Heading) markup.Attr {
	slug := slugify(d.alt(n))
	if slug == "" {
		return markup.Attr{}
	}
	if d.slugs == nil {
		d.slugs = map[string]int{}
	}
	times := d.slugs[slug]
	d.slugs[slug]++
	if times > 0 {
		slug += "-" + strconv.Itoa(times)
	}
	return d.o.Scope.Anchor(anchorStem + slug)
}

// slugOf is the heading that "#words" points to, "" when the address is no such thing.
func slugOf(to string) string {
	rest, ok := strings.CutPrefix(to, "#")
	if !ok {
		return ""
	}
	return slugify(unpercent(rest))
}

// slugBytes cuts an id.
const slugBytes = 100

// slugify makes an id of words as others do: lower case, spaces become hyphens, punctuation goes.
func slugify(s string) string {
	var b strings.Builder
	for _, r := range strings.TrimSpace(s) {
		if b.Len() >= slugBytes {
			break
		}
		r = unicode.ToLower(r)
		switch {
		case r == ' ' || r == '-':
			b.WriteByte('-')
		case r == '_' || unicode.IsLetter(r) || unicode.IsDigit(r) || unicode.IsMark(r):
			b.WriteRune(r)
		}
	}
	return b.String()
}

// unpercent decodes the percent signs of an address.
func unpercent(s string) string {
	var b strings.Builder
	for i := 0; i < len(s); i++ {
		if s[i] == '%' && i+2 < len(s) {
			if v, err := strconv.ParseUint(s[i+1:i+3], 16, 8); err == nil {
				b.WriteByte(byte(v))
				i += 2
				continue
			}
		}
		b.WriteByte(s[i])
	}
	return b.String()
}
