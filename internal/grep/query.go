package grep

import (
	"errors"
	"strings"
	"unicode/utf8"
)

// Query is what is looked for: words that must all be in one event, in any case.
type Query struct {
	words []string // in lower case
	raw   [][]byte // of each word the longest run that stands in JSON as it is, its case bit set
}

// ErrNoWords says that nothing is looked for.
var ErrNoWords = errors.New("there is no word to look for")

// maxWord is the longest word.
const maxWord = 1000

// Parse reads words with blanks between them. What stands in double quotes is one word.
func Parse(text string) (Query, error) {
	var q Query
	for text = strings.TrimSpace(text); text != ""; text = strings.TrimSpace(text) {
		var word string
		if rest, quoted := strings.CutPrefix(text, `"`); quoted && strings.Contains(rest, `"`) {
			word, text, _ = strings.Cut(rest, `"`)
		} else if i := strings.IndexAny(text, " \t\n"); i >= 0 {
			word, text = text[:i], text[i:]
		} else {
			word, text = text, ""
		}
		if word == "" {
			continue
		}
		if len(word) > maxWord {
			return q, errors.New("a word is longer than 1,000 bytes")
		}
		q.words = append(q.words, strings.ToLower(word))
		if r := run(word); len(r) > 0 {
			fold(r)
			q.raw = append(q.raw, r)
		}
	}
	if len(q.words) == 0 {
		return q, ErrNoWords
	}
	return q, nil
}

// run is the longest part of a word that every writer of JSON leaves as it is: no quote, backslash, slash, nothing that pages escape, and
// no letter beyond ASCII.
func run(word string) []byte {
	best, from := "", 0
	for i := 0; i <= len(word); i++ {
		if i < len(word) && word[i] < utf8.RuneSelf && word[i] >= ' ' && word[i] != 0x7f && !strings.ContainsRune(`"\/<>&'`, rune(word[i])) {
			continue
		}
		if i-from > len(best) {
			best = word[from:i]
		}
		from = i + 1
	}
	return []byte(best)
}

// overlap is how many bytes of one step must be looked at again in the next.
func (q Query) overlap() int {
	n := 0
	for _, w := range q.raw {
		n = max(n, len(w)-1)
	}
	return n
}
