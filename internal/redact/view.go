package redact

import (
	"sort"
	"strings"
	"unicode/utf8"
)

// view is a text as it is looked at: without what a terminal does not show inside a word, and with JSON escapes of ASCII characters,
// quotes and slashes decoded, however often they were escaped.
type view struct {
	text string
	src  string
	cuts []cut // nil: text is src
}

// cut says that from a place in the text on, what stands there stood further behind in the source.
type cut struct{ at, src int }

// source is where the character at i begins in the source.
func (v *view) source(i int) int {
	n := sort.Search(len(v.cuts), func(k int) bool { return v.cuts[k].at > i })
	if n == 0 {
		return i
	}
	return v.cuts[n-1].src + i - v.cuts[n-1].at
}

// sourceEnd is where the character before i ends in the source, so that what is left out behind it stays.
func (v *view) sourceEnd(i int) int {
	if i == 0 || v.cuts == nil {
		return i
	}
	at := v.source(i - 1)
	if v.src[at] == '\\' && v.text[i-1] != '\\' {
		_, n := unescaped(v.src[at:])
		return at + n
	}
	return at + 1
}

// level is how many backslashes stand before the quote at i in the source.
func (v *view) level(i int) int {
	at := v.source(i)
	n := at
	for n < len(v.src) && v.src[n] == '\\' {
		n++
	}
	return n - at
}

// look makes the view of a text. With links, the addresses that a terminal does not show are part of it; without, they are not.
func look(s string, links bool) view {
	if strings.IndexByte(s, '\\') < 0 && strings.IndexByte(s, 0x1b) < 0 && !strings.Contains(s, "\u200b") && !strings.Contains(s, "\u2060") && !strings.Contains(s, "\u00ad") && !strings.Contains(s, "\u009b") {
		return view{text: s, src: s}
	}
	v := view{src: s}
	out := make([]byte, 0, len(s))
	for i := 0; i < len(s); {
		if c := s[i]; c != '\\' && c != 0x1b && c != 0xc2 && c != 0xe2 {
			out = append(out, c)
			i++
			continue
		}
		n := hidden(s[i:], links)
		if n > 0 {
			i += n
			v.cuts = append(v.cuts, cut{len(out), i})
			continue
		}
		c, n := unescaped(s[i:])
		if n > 1 {
			v.cuts = append(v.cuts, cut{len(out), i}, cut{len(out) + 1, i + n})
		}
		out = append(out, c)
		i += n
	}
	v.text = string(out)
	return v
}

// unescaped is the ASCII character that s begins with, and its length: \u002d, \/ and \" with any number of backslashes are one.
func unescaped(s string) (byte, int) {
	if s[0] != '\\' {
		return s[0], 1
	}
	n := 1
	for n < len(s) && n < maxSlashes && s[n] == '\\' {
		n++
	}
	if n == len(s) {
		return s[0], 1
	}
	switch c := s[n]; {
	case c == '"', c == '/':
		return c, n + 1
	case c == 'u' && len(s) >= n+5:
		if r, ok := hex4(s[n+1 : n+5]); ok && (r > ' ' && r < 0x7f || r == 0x1b) && r != '\\' {
			return byte(r), n + 5
		}
	}
	return s[0], 1
}

// maxSlashes bounds how many backslashes one character is escaped with: JSON in JSON in JSON in JSON.
const maxSlashes = 16

func hex4(s string) (r rune, ok bool) {
	for i := 0; i < 4; i++ {
		c := s[i] | 0x20
		switch {
		case c >= '0' && c <= '9' && s[i] < 'A':
			r = r<<4 | rune(c-'0')
		case c >= 'a' && c <= 'f':
			r = r<<4 | rune(c-'a'+10)
		default:
			return 0, false
		}
	}
	return r, true
}

// hidden is the length of what s begins with that is not seen: a control sequence of a terminal, a character without width.
func hidden(s string, links bool) int {
	c, n := unescaped(s)
	switch {
	case c == 0x1b && len(s) > n:
		switch k := s[n]; {
		case k == '[':
			return n + 1 + sequence(s[n+1:])
		case k == ']':
			if end := stringEnd(s[n+1:]); end > 0 && !links {
				return n + 1 + end
			}
		}
	case c == 0xc2 && len(s) > 1 && s[1] == 0x9b:
		return 2 + sequence(s[2:])
	case c == 0xc2 && len(s) > 1 && s[1] == 0xad:
		return 2
	case c == 0xe2 && len(s) >= 3:
		switch r, _ := utf8.DecodeRuneInString(s); r {
		case 0x200b, 0x200c, 0x200d, 0x2060:
			return 3
		}
	}
	return 0
}

// sequence is the length of parameters and final character of a control sequence.
func sequence(s string) int {
	n := 0
	for n < len(s) && n < 64 && s[n] >= 0x20 && s[n] < 0x40 {
		n++
	}
	if n < len(s) && s[n] >= 0x40 && s[n] < 0x7f {
		n++
	}
	return n
}

// stringEnd is the length of a terminal's string up to BEL or ESC \ on the same line, 0 when it does not end near.
func stringEnd(s string) int {
	for i := 0; i < len(s) && i < 2048; i++ {
		switch {
		case s[i] == 7:
			return i + 1
		case s[i] == 0x1b:
			if i+1 < len(s) && s[i+1] == '\\' {
				return i + 2
			}
			return 0
		case s[i] == '\n':
			return 0
		}
	}
	return 0
}
