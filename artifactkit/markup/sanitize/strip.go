package sanitize

import (
	"strings"

	"golang.org/x/net/html"

	"github.com/vitrine-go/vitrine/artifactkit/markup/htmltext"
)

// stripped is HTML without what a page never shows, and what a parser would have to do for the rest.
type stripped struct {
	html     string
	elements int // the most it makes, but for a small factor
	depth    int // the deepest that elements which must be closed are nested
}

// strip leaves out comments, scripts, styles and the like with their content, and counts. A parser opens the formatting elements
// that misnested tags left behind again for every block and word, so their number multiplies: 250 kB make gigabytes of nodes
// unless that is counted before. And it walks the open elements for every end tag, so depth multiplies time.
func strip(s string) stripped {
	var r stripped
	out := make([]byte, 0, len(s))
	z := html.NewTokenizer(strings.NewReader(s))
	hidden, depth := "", 0
	var open, again tally
	for {
		switch kind := z.Next(); kind {
		case html.ErrorToken:
			r.html = string(out)
			return r
		case html.TextToken:
			if hidden == "" {
				r.elements += again.n
				out = append(out, z.Raw()...)
			}
		case html.StartTagToken, html.SelfClosingTagToken, html.EndTagToken:
			b, _ := z.TagName()
			name, end := string(b), kind == html.EndTagToken
			if hidden != "" {
				if name == hidden && end {
					depth--
				} else if name == hidden {
					depth++
				}
				if depth == 0 {
					hidden = ""
				}
				continue
			}
			if htmltext.Hidden(name) {
				if !end {
					hidden, depth = name, 1
				}
				continue
			}
			if transparent[name] {
				continue
			}
			out = append(out, z.Raw()...)
			if !allowed[name] {
				continue
			}
			r.elements += 1 + again.n
			if formatting[name] && !(name == "a" && !end && again.of["a"] > 0) { // a link ends the one before it
				again.count(name, end)
			}
			if !endless[name] {
				open.count(name, end)
				r.depth = max(r.depth, open.n)
			}
		}
	}
}

// tally counts elements that were begun and not ended.
type tally struct {
	of map[string]int
	n  int // all together
}

func (t *tally) count(name string, end bool) {
	if t.of == nil {
		t.of = map[string]int{}
	}
	switch {
	case !end:
		t.of[name]++
		t.n++
	case t.of[name] > 0:
		t.of[name]--
		t.n--
	}
}

// transparent are unknown to us but hold what a page shows when they fail; the allow-list would drop their content with them.
var transparent = map[string]bool{"object": true, "frameset": true, "frame": true, "nostyle": true}

// formatting are the allowed elements that a parser opens again where they were not closed.
var formatting = map[string]bool{
	"a": true, "b": true, "code": true, "em": true, "i": true, "s": true, "small": true, "strong": true, "u": true,
}

// endless are the allowed elements that have no end tag or may go without one: the next of their kind ends them.
var endless = map[string]bool{
	"br": true, "hr": true, "img": true, "wbr": true, "col": true, "p": true, "li": true, "dt": true, "dd": true, "tr": true, "td": true, "th": true,
	"thead": true, "tbody": true, "tfoot": true, "colgroup": true, "caption": true, "rt": true, "rp": true, "a": true,
}
