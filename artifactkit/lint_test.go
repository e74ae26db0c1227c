package artifactkit_test

import (
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"

	"github.com/vitrine-go/vitrine/artifactkit"
	"github.com/vitrine-go/vitrine/artifactkit/limits"
)

// lint holds one rendering to what is promised whatever came in: it is not blank, it is text that can be read, its markup is balanced
// and the same after a browser's parser, and nothing in it acts but the controls of a page that listens.
func lint(t *testing.T, how string, r artifactkit.Rendered, static bool) {
	t.Helper()
	out := r.HTML.String()
	if strings.TrimSpace(r.Text) == "" {
		t.Errorf("%s: the view is blank", how)
	}
	for name, s := range map[string]string{"HTML": out, "text": r.Text} {
		if !utf8.ValidString(s) {
			t.Errorf("%s: the %s is no UTF-8", how, name)
		}
		if i := strings.IndexFunc(s, func(c rune) bool { return c < ' ' && c != '\n' && c != '\t' || c >= 0x7f && c < 0xa0 }); i >= 0 {
			t.Errorf("%s: a control character in the %s: %q", how, name, s[max(0, i-40):min(len(s), i+10)])
		}
	}
	w := &writtenHTML{t: t, how: how, static: static}
	w.read(out)
	most := 5000
	if strings.Contains(out, "ak-prose") { // a body and a footer of a document's size each
		most += 2 * (limits.MarkdownElements + 100)
	}
	if w.elements > most || len(out) > 16<<20 {
		t.Errorf("%s: %d elements, want at most %d; %d bytes", how, w.elements, most, len(out))
	}
	nodes, err := html.ParseFragment(strings.NewReader(out), &html.Node{Type: html.ElementNode, Data: "div", DataAtom: atom.Div})
	if err != nil {
		t.Fatal(err)
	}
	var parsed strings.Builder
	for _, n := range nodes {
		outline(&parsed, n)
	}
	if got, want := parsed.String(), w.tags.String(); got != want {
		i := 0
		for i < min(len(got), len(want)) && got[i] == want[i] {
			i++
		}
		t.Errorf("%s: a parser sees …%.200s\nwritten was …%.200s", how, got[i:], want[i:])
	}
}

// writtenHTML reads markup tag by tag, as it was written.
type writtenHTML struct {
	t        *testing.T
	how      string
	static   bool
	elements int
	open     []html.Token
	tags     strings.Builder
}

var voids = []string{"br", "hr", "col", "img", "wbr", "input"}

func (w *writtenHTML) read(s string) {
	w.t.Helper()
	z := html.NewTokenizer(strings.NewReader(s))
	for {
		switch kind, tok := z.Next(), z.Token(); kind {
		case html.ErrorToken:
			if len(w.open) > 0 {
				w.t.Errorf("%s: %v is not closed", w.how, w.open[0])
			}
			return
		case html.StartTagToken:
			w.elements++
			w.tags.WriteString("<" + tok.Data + ">")
			w.start(tok)
			if !slices.Contains(voids, tok.Data) {
				w.open = append(w.open, tok)
			}
		case html.EndTagToken:
			w.tags.WriteString("</" + tok.Data + ">")
			if last := len(w.open) - 1; last < 0 || w.open[last].Data != tok.Data {
				w.t.Fatalf("%s: </%s> closes nothing", w.how, tok.Data)
			}
			w.open = w.open[:len(w.open)-1]
		case html.CommentToken, html.DoctypeToken, html.SelfClosingTagToken:
			w.t.Errorf("%s: %s is nothing that we write", w.how, tok)
		}
	}
}

func (w *writtenHTML) start(tok html.Token) {
	w.t.Helper()
	if slices.Contains([]string{"script", "style", "iframe", "object", "embed", "base", "meta", "link", "form", "svg", "math", "template"}, tok.Data) ||
		w.static && (tok.Data == "button" || tok.Data == "input") {
		w.t.Errorf("%s: an element that must not be there: %s", w.how, tok)
	}
	for i, a := range tok.Attr {
		v := strings.ToLower(a.Val)
		ok := true
		switch a.Key {
		case "style", "srcdoc", "name":
			ok = false
		case "data-ak-action":
			ok = !w.static
		case "id":
			ok = strings.HasPrefix(v, "ak-")
		case "href":
			ok = strings.HasPrefix(v, "http://") || strings.HasPrefix(v, "https://") || strings.HasPrefix(v, "mailto:") || strings.HasPrefix(v, "#ak-")
		case "src":
			ok = strings.HasPrefix(v, "data:image/")
		case "dir": // see markup.Facing
			ok = !slices.ContainsFunc(w.open, func(o html.Token) bool {
				return slices.Contains(o.Attr, html.Attribute{Key: "dir", Val: "auto"})
			})
		}
		if !ok || strings.HasPrefix(a.Key, "on") || slices.ContainsFunc(tok.Attr[:i], func(b html.Attribute) bool { return b.Key == a.Key }) {
			w.t.Errorf("%s: an attribute that must not be there: %s=%.100q in %.200s", w.how, a.Key, a.Val, tok)
		}
	}
}

// outline is the elements of a parsed tree, without attributes and words.
func outline(b *strings.Builder, n *html.Node) {
	if n.Type == html.ElementNode {
		b.WriteString("<" + n.Data + ">")
	}
	for c := n.FirstChild; c != nil; c = c.NextSibling {
		outline(b, c)
	}
	if n.Type == html.ElementNode && !slices.Contains(voids, n.Data) {
		b.WriteString("</" + n.Data + ">")
	}
}
