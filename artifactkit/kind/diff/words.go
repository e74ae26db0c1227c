package diff

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"znkr.io/diff"

	"github.com/vitrine-go/vitrine/artifactkit/limits"
)

// span is a stretch of a line, in bytes.
type span struct{ from, to int }

// words compares a removed line with an added one and returns what differs in each; ok is false when they have too little in
// common for one to stand in the place of the other, or are too long.
func words(old, new string) (a, b []span, ok bool) {
	x, ok := tokens(old)
	y, ok2 := tokens(new)
	if !ok || !ok2 {
		return nil, nil, false
	}
	same, at, to := 0, 0, 0
	var sa, sb marks
	match := func(s string) {
		if !isSpace(s) {
			same += len(s)
			sa.near, sb.near = false, false
		}
		at, to = at+len(s), to+len(s)
	}
	n := 0
	for ; n < len(x) && n < len(y) && x[n] == y[n]; n++ {
		match(x[n])
	}
	x, y = x[n:], y[n:]
	n = 0
	for n < len(x) && n < len(y) && x[len(x)-1-n] == y[len(y)-1-n] {
		n++
	}
	tail := x[len(x)-n:]
	x, y = x[:len(x)-n], y[:len(y)-n]
	drop := func(s string) { at = sa.mark(at, len(s)) }
	put := func(s string) { to = sb.mark(to, len(s)) }
	if max(len(x), len(y)) > limits.WordTokens {
		each(x, drop)
		each(y, put)
	} else {
		for _, e := range diff.Edits(x, y) {
			switch e.Op {
			case diff.Match:
				match(e.X)
			case diff.Delete:
				drop(e.X)
			case diff.Insert:
				put(e.Y)
			}
		}
	}
	each(tail, match)
	if 3*same < min(len(old), len(new)) || same == 0 && !(isSpace(old) && isSpace(new)) {
		return nil, nil, false
	}
	return sa.list, sb.list, true
}

func each(list []string, do func(string)) {
	for _, s := range list {
		do(s)
	}
}

// marks joins stretches that only white space divides.
type marks struct {
	list []span
	near bool // nothing but white space since the last mark
}

func (m *marks) mark(at, n int) (end int) {
	if k := len(m.list); k > 0 && (m.near || m.list[k-1].to == at) {
		m.list[k-1].to = at + n
	} else {
		m.list = append(m.list, span{at, at + n})
	}
	m.near = true
	return at + n
}

func isSpace(s string) bool {
	for _, r := range s {
		if !unicode.IsSpace(r) {
			return false
		}
	}
	return true
}

// mostTokens is the longest line, in words, that is looked at: where lines begin and end alike is found in any of them.
const mostTokens = 20 * limits.WordTokens

// tokens divides a line in words, numbers, runs of white space and single other characters; not ok when there are too many.
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
		number := unicode.IsDigit(r)
		for c := class(r); c > 0 && n < len(s); {
			next, size := utf8.DecodeRuneInString(s[n:])
			point := number && next == '.' && n+1 < len(s) && s[n+1] >= '0' && s[n+1] <= '9'
			if class(next) != c && !point {
				break
			}
			n += size
		}
		if len(out) == mostTokens {
			return nil, false
		}
		out = append(out, s[:n])
		s = s[n:]
	}
	return out, true
}

// near is how many added lines are tried for one removed line.
const near = 4

// counterpart is the line that stands in the place of another, and how they differ.
type counterpart struct {
	spans []span
	other int  // its record, -1 for none
	space bool // nothing but white space differs
}

// pairs finds, among the records from..to, the removed and the added lines that stand for each other.
func (l *list) pairs(from, to int) []counterpart {
	out := make([]counterpart, to-from)
	for i := range out {
		out[i].other = -1
	}
	for i := from; i < to; {
		dels := i
		for i < to && l.records[i].op == removed {
			i++
		}
		adds := i
		for i < to && l.records[i].op == added {
			i++
		}
		if dels == i {
			i++
			continue
		}
		next := adds
		for k := dels; k < adds; k++ {
			for j := next; j < min(next+near, i); j++ {
				old, new := strings.TrimSuffix(l.records[k].text, "\r"), strings.TrimSuffix(l.records[j].text, "\r")
				a, b, ok := words(old, new)
				if ok {
					space := old != new && squeeze(old) == squeeze(new)
					out[k-from], out[j-from], next = counterpart{a, j, space}, counterpart{b, k, space}, j+1
					break
				}
			}
		}
	}
	return out
}

// squeeze is a line without its white space.
func squeeze(s string) string { return strings.Join(strings.Fields(s), "") }
