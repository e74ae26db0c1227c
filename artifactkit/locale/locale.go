// Package locale looks up the words of the interface, and how a language writes numbers. Every catalog has the same keys with the same
// places for arguments; what one lacks nevertheless falls back to English, key by key.
package locale

import (
	"strings"

	"github.com/vitrine-go/vitrine/artifactkit/protocol"
)

// file is one catalog as it is written.
type file struct {
	tag  string
	text *string
}

// Locale is a language with its words. The zero Locale is English.
type Locale struct{ c *catalog }

type catalog struct {
	tag            string
	words          map[string]forms
	group, decimal string // between digits in threes, before a fraction
	rtl            bool
	fallback       *catalog
}

type forms struct{ one, other string }

var catalogs = load()

func load() map[string]*catalog {
	all := map[string]*catalog{}
	for _, f := range files {
		v, why := protocol.Parse([]byte(*f.text))
		if why != nil {
			panic("catalog " + f.tag + ": " + why.Message)
		}
		c := &catalog{tag: f.tag, words: make(map[string]forms, v.Len())}
		for k, m := range v.Members() {
			if m.Type() == protocol.Object {
				c.words[k] = forms{m.Get("one").Str(), m.Get("other").Str()}
			} else {
				c.words[k] = forms{m.Str(), m.Str()}
			}
		}
		c.group, c.decimal, c.rtl = c.words["locale_group"].other, c.words["locale_decimal"].other, c.words["locale_dir"].other == "rtl"
		all[f.tag] = c
	}
	for tag, c := range all {
		if tag != "en" {
			c.fallback = all["en"]
		}
	}
	return all
}

func (l Locale) catalog() *catalog {
	if l.c == nil {
		return catalogs["en"]
	}
	return l.c
}

// Tag is the language of the words, for a lang attribute: "en".
func (l Locale) Tag() string { return l.catalog().tag }

// Dir is the direction in which the words are read, for a dir attribute: "ltr" or "rtl".
func (l Locale) Dir() string {
	if l.catalog().rtl {
		return "rtl"
	}
	return "ltr"
}

// Has tells whether English knows the key.
func Has(key string) bool { _, ok := catalogs["en"].words[key]; return ok }

// T returns the words for a key with {0}, {1} … replaced by args. An unknown key is a programming error and shows itself.
func (l Locale) T(key string, args ...string) string { return l.fill(key, false, args) }

// N is T with the plural form for n; {n} is n with digits grouped.
func (l Locale) N(key string, n int, args ...string) string {
	return strings.ReplaceAll(l.fill(key, n == 1, args), "{n}", l.Num(n))
}

// Reason is why something was refused or mended, in words of this language: in English the sentence that was made for the place, which
// nobody translates, elsewhere what its code says of all such places.
func (l Locale) Reason(why protocol.Reason) string {
	if key := "code_" + string(why.Code); l.Tag() != "en" && Has(key) {
		return l.T(key)
	}
	return why.Message
}

// Forms are the words for a key as they stand in the catalog, by plural form: for programs that fill them in themselves.
func (l Locale) Forms(key string) map[string]string {
	f := l.catalog().words[key]
	if f.one == f.other || f.one == "" {
		return map[string]string{"other": f.other}
	}
	return map[string]string{"one": f.one, "other": f.other}
}

func (l Locale) fill(key string, one bool, args []string) string {
	c := l.catalog()
	f, ok := c.words[key]
	for !ok && c.fallback != nil {
		c = c.fallback
		f, ok = c.words[key]
	}
	if !ok {
		return "!" + key
	}
	s := f.other
	if one && f.one != "" {
		s = f.one
	}
	if len(args) == 0 {
		return s
	}
	// One pass, so that braces inside an argument stay what they are.
	var b strings.Builder
	for {
		i := strings.IndexByte(s, '{')
		if i < 0 || i+2 >= len(s) {
			break
		}
		if d := int(s[i+1]) - '0'; s[i+2] == '}' && d >= 0 && d < len(args) {
			b.WriteString(s[:i])
			b.WriteString(args[d])
			s = s[i+3:]
			continue
		}
		b.WriteString(s[:i+1])
		s = s[i+1:]
	}
	b.WriteString(s)
	return b.String()
}
