package markdown

import (
	"bytes"
	"slices"
	"unicode"
	"unicode/utf8"

	"github.com/yuin/goldmark/ast"

	"github.com/vitrine-go/vitrine/artifactkit/markup"
)

// Draft is Blocks for a document that is still being written: at its end emphasis and code without an end are drawn as if they
// ended there, half a link is its words, and half a mark is not there yet. So nothing flickers from marks to emphasis and back.
func (s *Stream) Draft() []markup.Node {
	if s.asText || len(s.tail) == 0 {
		return s.Blocks()
	}
	src := mend(s.tail)
	if bytes.Equal(src, s.tail) {
		return s.Blocks()
	}
	d := s.drawer()
	n := len(s.finished)
	return append(s.finished[:n:n], d.document(string(src), s.used.refs)...)
}

// mend completes the last paragraph of a source that ends in the middle of it.
func mend(src []byte) []byte {
	doc, _ := parse(src, nil, nil)
	leaf := doc.LastChild()
	for leaf != nil && leaf.HasChildren() && leaf.LastChild().Type() == ast.TypeBlock {
		leaf = leaf.LastChild()
	}
	switch leaf.(type) {
	case *ast.Paragraph, *ast.TextBlock, *ast.Heading, *ast.ListItem, *ast.ThematicBreak:
	default:
		return src
	}
	if end := bytes.LastIndexByte(src, '\n') + 1; end > 0 && len(bytes.Trim(src[end:], " \t-=*_+#>~`0123456789.)|:")) == 0 {
		src = src[:end] // a line of marks says what it is when it is complete
	}
	if leaf.Lines().Len() == 0 || bytes.HasSuffix(bytes.TrimRight(src, " \t"), []byte("\n\n")) {
		return src
	}
	start := min(leaf.Lines().At(0).Start, len(src))
	return append(slices.Clip(src[:start]), mended(src[start:])...)
}

// opened is a mark that waits for its partner.
type opened struct {
	char byte
	n    int // how many of it
}

// mended completes the inline marks of a text.
func mended(s []byte) []byte {
	var open []opened
	var brackets []int
	for i := 0; i < len(s); {
		n := 1
		switch c := s[i]; c {
		case '\\':
			n = 2
		case '`':
			n = same(s[i:])
			end := closing(s[i+n:], n)
			if end < 0 && len(bytes.TrimSpace(s[i+n:])) == 0 {
				return closed(s[:i], open)
			}
			if end < 0 {
				return closed(append(slices.Clip(bytes.TrimRight(s, "` \n")), bytes.Repeat([]byte{'`'}, n)...), open)
			}
			n += end
		case '[':
			brackets = append(brackets, i)
		case ']':
			if len(brackets) == 0 {
				break
			}
			at := brackets[len(brackets)-1]
			brackets = brackets[:len(brackets)-1]
			if i+1 < len(s) && s[i+1] == '(' {
				if n = 1 + bytes.IndexByte(s[i+1:], ')'); n == 0 {
					words := append([]byte(nil), bytes.TrimSuffix(s[:at], []byte("!"))...)
					return closed(append(words, s[at+1:i]...), open)
				}
			}
		case '*', '_', '~':
			n = same(s[i:])
			if i+n == len(s) && !fits(open, c, n) {
				return closed(s[:i], open)
			}
			open = mark(open, s, i, n)
		}
		i += n
	}
	return closed(s, open)
}

// mark opens or closes emphasis with the run of n marks at i.
func mark(open []opened, s []byte, i, n int) []opened {
	before, _ := utf8.DecodeLastRune(s[:i])
	after, _ := utf8.DecodeRune(s[i+n:])
	opens, closes := i+n < len(s) && !unicode.IsSpace(after), i > 0 && !unicode.IsSpace(before)
	if s[i] == '_' {
		opens, closes = opens && !word(before), closes && !word(after)
	}
	if closes && fits(open, s[i], n) {
		return open[:len(open)-1]
	}
	if opens && (s[i] != '~' || n == 2) {
		return append(open, opened{s[i], n})
	}
	return open
}

// fits tells whether a run closes what was opened last.
func fits(open []opened, char byte, n int) bool {
	return len(open) > 0 && open[len(open)-1] == opened{char, n}
}

func word(r rune) bool { return unicode.IsLetter(r) || unicode.IsDigit(r) }

// same is the length of the run of equal bytes at the start.
func same(s []byte) int { return len(s) - len(bytes.TrimLeft(s, string(s[:1]))) }

// closing is the end of the code that a run of n backticks closes, -1 when none does.
func closing(s []byte, n int) int {
	for i := 0; i < len(s); {
		if s[i] != '`' {
			i++
			continue
		}
		k := same(s[i:])
		if i += k; k == n {
			return i
		}
	}
	return -1
}

// closed ends what is open, the last first.
func closed(s []byte, open []opened) []byte {
	s = slices.Clip(bytes.TrimRight(s, " \t\n\\")) // the source is not ours to write into
	for i := len(open) - 1; i >= 0; i-- {
		s = append(s, bytes.Repeat([]byte{open[i].char}, open[i].n)...)
	}
	return s
}
