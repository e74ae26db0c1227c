package locale

import (
	"strings"
	"sync"
)

// PseudoTag is the tag of a language that nobody speaks: the English words in Arabic letters, longer than they are, from right to left.
// It is made of the English catalog when somebody asks for it by this tag, and offered to nobody: people and tests look with it for
// words that are cut off, words that are in no catalog, and sides that should have changed.
const PseudoTag = "ar-XB"

var pseudo = sync.OnceValue(func() *catalog {
	en := catalogs["en"]
	c := &catalog{tag: PseudoTag, words: make(map[string]forms, len(en.words)), group: "٬", decimal: "٫", rtl: true, fallback: en}
	for key, f := range en.words {
		if strings.HasPrefix(key, "locale_") {
			continue
		}
		c.words[key] = forms{stretched(f.one), stretched(f.other)}
	}
	c.words["locale_dir"], c.words["locale_name"] = forms{other: "rtl"}, forms{other: PseudoTag}
	return c
})

// letters stand for a to z.
var letters = []rune("ابجدهوزحطيكلمنسعفصقرشتثخذض")

// stretched is a text in other letters, a third longer, its places for arguments left alone.
func stretched(s string) string {
	if s == "" {
		return ""
	}
	var b strings.Builder
	inside := false
	for _, r := range s {
		inside = r == '{' || inside && r != '}'
		low := r | 0x20
		if !inside && low >= 'a' && low <= 'z' {
			b.WriteRune(letters[low-'a'])
			if strings.ContainsRune("aeiou", low) {
				b.WriteRune('ـ') // lengthens a word without changing it
			}
			continue
		}
		b.WriteRune(r)
	}
	return b.String()
}
