// Package htmltext reads foreign HTML: its words and its tables. It makes no HTML; what it returns is untrusted text like any
// other. It works on tokens, needs no tree and no recursion, and its cost is linear in the input.
package htmltext

import (
	"strings"
	"unicode/utf8"

	"golang.org/x/net/html"

	"github.com/vitrine-go/vitrine/artifactkit/limits"
)

// Text is the text content of foreign HTML: character references decoded, markup and comments gone, what is never shown
// (script, style, template and the like) dropped. Blocks and br begin new lines, cells are separated by tabs, other white space
// is collapsed except inside pre. Nothing stands around the result. Input beyond limits.HTML is cut first.
func Text(s string) string {
	w := writer{}
	t := newTokens(s)
	for t.next() {
		switch t.kind {
		case html.TextToken:
			w.text(t.text())
		case html.StartTagToken, html.SelfClosingTagToken:
			w.open(t.name)
		case html.EndTagToken:
			w.close(t.name)
		}
	}
	return w.String()
}

// Line is Text on one line, for titles and labels.
func Line(s string) string { return strings.Join(strings.Fields(Text(s)), " ") }

// tokens walks the tokens of an HTML text and leaves out elements whose content is never shown.
type tokens struct {
	z    *html.Tokenizer
	kind html.TokenType
	name string // of a tag, lower case
	attr bool   // the tag has attributes to read
}

func newTokens(s string) *tokens {
	return &tokens{z: html.NewTokenizer(strings.NewReader(cut(s, limits.HTML)))}
}

// next moves to the next token that is shown or structures what is shown.
func (t *tokens) next() bool {
	hidden, depth := "", 0
	for {
		t.kind = t.z.Next()
		switch t.kind {
		case html.ErrorToken:
			return false
		case html.TextToken:
			if hidden == "" {
				return true
			}
		case html.StartTagToken, html.SelfClosingTagToken, html.EndTagToken:
			name, attr := t.z.TagName()
			t.name, t.attr = string(name), attr
			switch {
			case hidden == "" && t.kind != html.EndTagToken && Hidden(t.name):
				hidden, depth = t.name, 1
			case hidden == "":
				return true
			case t.name == hidden && t.kind == html.EndTagToken:
				if depth--; depth == 0 {
					hidden = ""
				}
			case t.name == hidden:
				depth++
			}
		}
	}
}

func (t *tokens) text() string { return string(t.z.Text()) }

// Hidden tells whether the content of an element, its name in lower case, is never text of a page that runs no scripts and embeds
// nothing.
func Hidden(element string) bool {
	switch element {
	case "script", "style", "template", "noscript", "iframe", "noembed", "noframes":
		return true
	}
	return false
}

// breaks are the elements that stand on lines of their own.
var breaks = map[string]bool{
	"address": true, "article": true, "aside": true, "blockquote": true, "body": true, "br": true, "caption": true, "center": true, "dd": true,
	"details": true, "dialog": true, "div": true, "dl": true, "dt": true, "fieldset": true, "figcaption": true, "figure": true, "footer": true,
	"form": true, "h1": true, "h2": true, "h3": true, "h4": true, "h5": true, "h6": true, "head": true, "header": true, "hr": true, "html": true,
	"legend": true, "li": true, "listing": true, "main": true, "nav": true, "ol": true, "option": true, "p": true, "plaintext": true, "pre": true,
	"section": true, "select": true, "summary": true, "table": true, "tbody": true, "textarea": true, "tfoot": true, "thead": true, "title": true,
	"tr": true, "ul": true, "xmp": true,
}

// writer collects words and keeps the strongest separator that stands between two of them.
type writer struct {
	b   strings.Builder
	sep byte // what is due before the next word: 0, space, tab or newline, in rising strength
	pre int  // open pre elements
}

func (w *writer) open(name string) {
	switch {
	case name == "td" || name == "th":
		w.due('\t')
	case breaks[name]:
		w.due('\n')
	}
	if name == "pre" {
		w.pre++
	}
}

func (w *writer) close(name string) {
	if breaks[name] {
		w.due('\n')
	}
	if name == "pre" && w.pre > 0 {
		w.pre--
	}
}

func (w *writer) due(sep byte) {
	if rank(sep) > rank(w.sep) {
		w.sep = sep
	}
}

func rank(sep byte) int { return strings.IndexByte("\x00 \t\n", sep) }

func (w *writer) text(s string) {
	if w.pre > 0 {
		if s = strings.TrimRight(s, "\r\n"); s != "" {
			w.settle()
			w.b.WriteString(s)
		}
		return
	}
	for s != "" {
		i := strings.IndexAny(s, space)
		if i < 0 {
			i = len(s)
		}
		if i > 0 {
			w.settle()
			w.b.WriteString(s[:i])
		}
		if s = s[i:]; s != "" {
			w.due(' ')
			s = strings.TrimLeft(s, space)
		}
	}
}

// space is what HTML collapses; a no-break space is not in it.
const space = " \t\n\f\r"

func (w *writer) settle() {
	if w.sep != 0 && w.b.Len() > 0 {
		w.b.WriteByte(w.sep)
	}
	w.sep = 0
}

func (w *writer) String() string { return strings.Trim(w.b.String(), space) }

// cut keeps at most n bytes and never half a character.
func cut(s string, n int) string {
	if len(s) <= n {
		return s
	}
	for n > 0 && !utf8.RuneStart(s[n]) {
		n--
	}
	return s[:n]
}
