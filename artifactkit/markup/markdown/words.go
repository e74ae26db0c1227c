package markdown

import (
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/yuin/goldmark/util"
)

// words resolves the backslash escapes and character references of a run of Markdown text, in one pass.
func words(s []byte) string {
	var b strings.Builder
	b.Grow(len(s))
	for i := 0; i < len(s); i++ {
		switch c := s[i]; {
		case c == '\\' && i+1 < len(s) && util.IsPunct(s[i+1]):
			i++
			b.WriteByte(s[i])
		case c == '&':
			if r, n := reference(s[i:]); n > 0 {
				b.WriteString(r)
				i += n - 1
				continue
			}
			b.WriteByte(c)
		default:
			b.WriteByte(c)
		}
	}
	return b.String()
}

// longestName bounds the search for the end of a reference; CounterClockwiseContourIntegral is the longest there is.
const longestName = 33

// reference resolves the character reference at the start of s; n is its length, 0 when there is none.
func reference(s []byte) (chars string, n int) {
	end := 0
	for i := 1; i < len(s) && i <= longestName; i++ {
		if s[i] == ';' {
			end = i
			break
		}
	}
	if end < 2 {
		return "", 0
	}
	name := string(s[1:end])
	if name[0] != '#' {
		if e, ok := util.LookUpHTML5EntityByName(name); ok {
			return string(e.Characters), end + 1
		}
		return "", 0
	}
	digits, base, most := name[1:], 10, 7
	if len(digits) > 0 && digits[0]|0x20 == 'x' {
		digits, base, most = digits[1:], 16, 6
	}
	v, err := strconv.ParseUint(digits, base, 32)
	if err != nil || len(digits) > most || digits[0] == '+' {
		return "", 0
	}
	if v == 0 || v > utf8.MaxRune {
		v = utf8.RuneError
	}
	return string(rune(v)), end + 1
}
