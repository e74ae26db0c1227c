package highlight

import (
	"strings"

	"github.com/vitrine-go/vitrine/artifactkit/markup"
)

// language is one row of the table.
type language struct {
	names    []string // lower case; the first is the language's own, file endings among them
	line     []string // what opens a comment to the end of the line
	block    [2]string
	nested   bool // block comments nest
	strings  []quote
	prefix   string // letters that may stand right before a quote
	keywords string
	literals string // words coloured as numbers are
	fold     bool   // keywords in any case
	extra    string // characters that words may hold beside letters, digits and _
	spaced   bool   // a line comment begins after white space only
	regexp   bool   // literals between slashes
	char     bool   // ' opens one character only, else it is a lifetime
	sigil    string // characters that make a keyword of the word behind them: @media, #include
	variable bool   // $name and ${name}
	raw      byte   // raw strings: '#' for r#"…"#, '(' for r"(…)"
	inner    string // the language of the parts that scan hands to the table; its own by default
	scan     func(*scanner)

	words map[string]uint8
}

// quote is one kind of string.
type quote struct {
	open, close string
	escape      bool // a backslash takes the next character along
	multi       bool // may go over lines
}

type scanner struct {
	src  string
	pos  int
	out  *markup.Styled
	lang *language
}

// paint colours from the position to end and goes there.
func (s *scanner) paint(end, pen int) {
	s.out.Pen(s.pos, pen)
	s.pos = end
	s.out.Pen(s.pos, plain)
}

// code scans up to end by the language's table.
func (s *scanner) code(end int) {
	l := s.lang
	src := s.src[:end]
	for s.pos < end {
		c := src[s.pos]
		switch {
		case c == ' ' || c == '\n' || c == '\t':
			s.pos++
		case s.isWord(c) && (c < '0' || c > '9'):
			s.word(src)
		case c >= '0' && c <= '9':
			s.paint(numberEnd(src, s.pos), number)
		case s.comment(src), s.quoted(src, s.pos):
		case l.variable && c == '$':
			s.paint(variableEnd(src, s.pos), number)
		case l.regexp && c == '/' && s.regexpAllowed(src):
			if n := regexpEnd(src, s.pos); n > 0 {
				s.paint(n, str)
			} else {
				s.pos++
			}
		case strings.IndexByte(l.sigil, c) >= 0 && s.pos+1 < end && s.isWord(src[s.pos+1]):
			s.paint(s.wordEnd(src, s.pos+1), keyword)
		default:
			s.pos++
		}
	}
}

func (s *scanner) isWord(c byte) bool {
	return c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c >= '0' && c <= '9' || c == '_' || c >= 0x80 || strings.IndexByte(s.lang.extra, c) >= 0
}

func (s *scanner) wordEnd(src string, i int) int {
	for i < len(src) && s.isWord(src[i]) {
		i++
	}
	return i
}

func (s *scanner) word(src string) {
	end := s.wordEnd(src, s.pos)
	w := src[s.pos:end]
	if end < len(src) && len(w) <= 2 && (src[end] == '"' || src[end] == '\'' || src[end] == '#') && strings.Trim(w, s.lang.prefix) == "" {
		if n := s.rawEnd(src, end); n > 0 && strings.ContainsAny(w, "rR") {
			s.paint(n, str)
			return
		}
		if s.quoted(src, end) {
			return
		}
	}
	if s.lang.fold && len(w) < 30 {
		w = strings.ToLower(w)
	}
	if pen, ok := s.lang.words[w]; ok {
		s.paint(end, int(pen))
		return
	}
	s.pos = end
}

func (s *scanner) comment(src string) bool {
	l, rest := s.lang, src[s.pos:]
	for _, open := range l.line {
		if strings.HasPrefix(rest, open) && (!l.spaced || s.pos == 0 || strings.IndexByte(" \t\n;", src[s.pos-1]) >= 0) {
			s.paint(lineEnd(src, s.pos), comment)
			return true
		}
	}
	if l.block[0] == "" || !strings.HasPrefix(rest, l.block[0]) {
		return false
	}
	i, depth := s.pos+len(l.block[0]), 1
	for i < len(src) && depth > 0 {
		switch {
		case strings.HasPrefix(src[i:], l.block[1]):
			depth--
			i += len(l.block[1])
		case l.nested && strings.HasPrefix(src[i:], l.block[0]):
			depth++
			i += len(l.block[0])
		default:
			i++
		}
	}
	s.paint(i, comment)
	return true
}

// quoted paints from the position over the string that opens at i.
func (s *scanner) quoted(src string, i int) bool {
	for _, q := range s.lang.strings {
		if !strings.HasPrefix(src[i:], q.open) {
			continue
		}
		if q.open == "'" && s.lang.char && !isChar(src[i:]) {
			return false
		}
		s.paint(quoteEnd(src, i+len(q.open), q), str)
		return true
	}
	return false
}

// quoteEnd is the offset behind the string whose content begins at i. One without an end goes to the end of the line, or of the text.
func quoteEnd(src string, i int, q quote) int {
	for i < len(src) {
		switch {
		case q.escape && src[i] == '\\':
			i += 2
		case strings.HasPrefix(src[i:], q.close):
			return i + len(q.close)
		case src[i] == '\n' && !q.multi:
			return i
		default:
			i++
		}
	}
	return len(src)
}

// isChar tells 'x' and '\n' from a lifetime.
func isChar(s string) bool {
	if len(s) < 3 || s[1] == '\\' {
		return len(s) >= 3
	}
	i := strings.IndexByte(s[1:min(len(s), 7)], '\'')
	return i == 1 || i > 1 && s[1] >= 0x80
}

// rawEnd is the end of a raw string, from behind its letter; 0 if there is none.
func (s *scanner) rawEnd(src string, i int) int {
	n := 0
	for i+n < len(src) && src[i+n] == '#' && n < 16 {
		n++
	}
	hashes := src[i : i+n]
	i += n
	if i+1 >= len(src) || src[i] == '#' {
		return 0
	}
	closing := src[i:i+1] + hashes
	i++
	switch {
	case s.lang.raw == '#' && src[i-1] == '"':
	case s.lang.raw == '(' && n == 0 && strings.IndexByte("([{", src[i]) >= 0:
		closing = map[byte]string{'(': ")", '[': "]", '{': "}"}[src[i]] + closing
	default:
		return 0
	}
	if k := strings.Index(src[i:], closing); k >= 0 {
		return i + k + len(closing)
	}
	return len(src)
}

func lineEnd(src string, i int) int {
	if n := strings.IndexByte(src[i:], '\n'); n >= 0 {
		return i + n
	}
	return len(src)
}

// numberEnd takes digits, letters (0x, 1e5, 10L), dots between digits and the sign of an exponent.
func numberEnd(src string, i int) int {
	start := i
	for i < len(src) {
		c := src[i]
		switch {
		case c >= '0' && c <= '9', c >= 'a' && c <= 'z', c >= 'A' && c <= 'Z', c == '_':
		case c == '.' && i+1 < len(src) && src[i+1] >= '0' && src[i+1] <= '9':
		case (c == '+' || c == '-') && (src[i-1] == 'e' || src[i-1] == 'E') && !strings.HasPrefix(src[start:], "0x") &&
			i+1 < len(src) && src[i+1] >= '0' && src[i+1] <= '9':
		default:
			return i
		}
		i++
	}
	return i
}

func variableEnd(src string, i int) int {
	i++
	if i < len(src) && src[i] == '{' {
		for n := i; n < len(src) && n < i+200 && src[n] != '\n'; n++ {
			if src[n] == '}' {
				return n + 1
			}
		}
		return i
	}
	start := i
	for i < len(src) && (src[i] == '_' || src[i] >= '0' && src[i] <= '9' || src[i] >= 'a' && src[i] <= 'z' || src[i] >= 'A' && src[i] <= 'Z') {
		i++
	}
	if i == start && i < len(src) && strings.IndexByte("?@*#!$-", src[i]) >= 0 {
		i++
	}
	return i
}

// regexpAllowed tells a literal from a division by what stands before, white space passed over.
func (s *scanner) regexpAllowed(src string) bool {
	i := s.pos - 1
	for i >= 0 && i > s.pos-20 && (src[i] == ' ' || src[i] == '\t') {
		i--
	}
	return i < 0 || strings.IndexByte("(,=:[!&|?{};\n", src[i]) >= 0
}

// regexpMax bounds the search for the end of a literal, which is made again for each slash.
const regexpMax = 300

func regexpEnd(src string, i int) int {
	class := false
	for n := i + 1; n < len(src) && n < i+regexpMax; n++ {
		switch src[n] {
		case '\\':
			n++
		case '[':
			class = true
		case ']':
			class = false
		case '\n':
			return 0
		case '/':
			if class {
				continue
			}
			if n == i+1 {
				return 0
			}
			for n++; n < len(src) && src[n] >= 'a' && src[n] <= 'z'; n++ {
			}
			return n
		}
	}
	return 0
}
