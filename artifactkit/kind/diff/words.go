package diff

import (
	"unicode"
	"unicode/utf8"

	"znkr.io/diff"

	"github.com/vitrine-go/vitrine/artifactkit/limits"
)

// span is a stretch of a line, in bytes.
type span struct{ from, to int }

// words compares a removed line with the added one in its place and returns what differs in each. Lines without enough in
// common have no marks: they are simply other lines.
func words(old, new string) (a, b []span) {
	x, ok := tokens(old)
	y, ok2 := tokens(new)
	if !ok || !ok2 {
		return nil, nil
	}
	same, at, to := 0, 0, 0
	var sa, sb marks
	for _, e := range diff.Edits(x, y) {
		switch e.Op {
		case diff.Match:
			if !isSpace(e.X) {
				same += len(e.X)
			}
			sa.keep(at, e.X)
			sb.keep(to, e.Y)
			at += len(e.X)
			to += len(e.Y)
		case diff.Delete:
			sa.mark(at, at+len(e.X))
			at += len(e.X)
		case diff.Insert:
			sb.mark(to, to+len(e.Y))
			to += len(e.Y)
		}
	}
	if 3*same < min(len(old), len(new)) {
		return nil, nil
	}
	return sa.list, sb.list
}

// marks joins stretches that only white space divides.
type marks struct {
	list []span
	near bool // nothing but white space since the last mark
}

func (m *marks) mark(from, to int) {
	if n := len(m.list); n > 0 && (m.near || m.list[n-1].to == from) {
		m.list[n-1].to = to
	} else {
		m.list = append(m.list, span{from, to})
	}
	m.near = true
}

func (m *marks) keep(_ int, s string) { m.near = m.near && isSpace(s) }

func isSpace(s string) bool {
	for _, r := range s {
		if !unicode.IsSpace(r) {
			return false
		}
	}
	return true
}

// tokens divides a line in words, runs of white space and single other characters; not ok when there are too many.
func tokens(s string) (out []string, ok bool) {
	class := func(r rune) int {
		switch {
		case unicode.IsSpace(r):
			return 1
		case r == '_' || unicode.IsLetter(r) || unicode.IsDigit(r) || unicode.IsMark(r):
			return 2
		}
		return 0
	}
	if len(s) > 4*limits.LineRunes {
		return nil, false
	}
	for s != "" {
		r, n := utf8.DecodeRuneInString(s)
		for c := class(r); c > 0 && n < len(s); {
			next, size := utf8.DecodeRuneInString(s[n:])
			if class(next) != c {
				break
			}
			n += size
		}
		if len(out) == limits.WordTokens {
			return nil, false
		}
		out = append(out, s[:n])
		s = s[n:]
	}
	return out, true
}
