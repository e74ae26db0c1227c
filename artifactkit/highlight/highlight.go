// Package highlight colours code with scanners of our own, one linear pass each and driven by a table of languages. It looks
// for comments, strings, numbers and keywords and needs no grammar: half a file, or a wrong language, is coloured as far as it
// goes. The result is the same in every host.
package highlight

import (
	"strings"

	"github.com/vitrine-go/vitrine/artifactkit/limits"
	"github.com/vitrine-go/vitrine/artifactkit/markup"
)

// The pens, in the order of classes.
const (
	plain = iota
	comment
	str
	number
	keyword
	removed
)

var classes = []markup.Attr{
	markup.Class("ak-h-c"), markup.Class("ak-h-s"), markup.Class("ak-h-n"), markup.Class("ak-h-k"), markup.Class("ak-h-d"),
}

// Node colours a text in one piece. Text in a language that is not known, or over the bounds, is plain.
func Node(text, lang string) markup.Node {
	return Styled(text, lang).Node(0, len(text), markup.NewBudget(limits.Marks))
}

// Styled colours a text of which a view draws parts. Text in a language that is not known, or over the bounds, is plain.
func Styled(text, lang string) *markup.Styled {
	out := markup.NewStyled(text, classes...)
	l := find(lang)
	if l == nil || len(text) > limits.HighlightBytes || strings.Count(text, "\n") > limits.HighlightLines {
		return out
	}
	s := scanner{src: text, out: out, lang: l}
	s.part(len(text))
	out.Pen(len(text), plain)
	return out
}

// Known tells whether a language, by any of its names, is coloured.
func Known(lang string) bool { return find(lang) != nil }

// ForFile guesses the language of a file from its name, "" if it is not known.
func ForFile(name string) string {
	name = strings.ToLower(name[strings.LastIndexAny(name, `/\`)+1:])
	if i := strings.LastIndexByte(name, '.'); i >= 0 {
		name = name[i+1:]
	}
	if l := byName[name]; l != nil {
		return l.names[0]
	}
	return ""
}

func find(lang string) *language {
	if len(lang) > 40 {
		return nil
	}
	lang = strings.ToLower(strings.TrimSpace(lang))
	return byName[strings.TrimPrefix(lang, "language-")]
}

// byName is filled before anything runs; scanners look languages up themselves, so it cannot be an initial value of the table.
var byName map[string]*language

func init() {
	byName = map[string]*language{}
	for i := range languages {
		l := &languages[i]
		l.words = map[string]uint8{}
		for _, w := range strings.Fields(l.keywords) {
			l.words[w] = keyword
		}
		for _, w := range strings.Fields(l.literals) {
			l.words[w] = number
		}
		for _, n := range l.names {
			byName[n] = l
		}
	}
}
