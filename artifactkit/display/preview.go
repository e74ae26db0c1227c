package display

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// Preview puts text on one line (DI-4): runs of white space become one space, none stands around it, and of more than n grapheme
// clusters the first n-1 remain, with "…" behind them. Terminal sequences and control characters are left out.
func Preview(s string, n int) string {
	var b strings.Builder
	var c clusters
	end := 0     // length of b up to which n-1 clusters stand
	gap := false // white space is due before the next character
	for len(s) > 0 {
		r, size := utf8.DecodeRuneInString(s)
		s = s[size:]
		if r < ' ' && !unicode.IsSpace(r) {
			if r == '\x1b' {
				s = s[escape(s):]
			}
			continue
		}
		if unicode.IsSpace(r) {
			gap = b.Len() > 0
			continue
		}
		if gap {
			gap = false
			c.next(' ')
			if c.n == n {
				end = b.Len()
			}
			if c.n > n {
				return b.String()[:end] + "…"
			}
			b.WriteByte(' ')
		}
		if c.next(r) && c.n == n {
			end = b.Len()
		}
		if c.n > n {
			return b.String()[:end] + "…"
		}
		b.WriteRune(r)
	}
	return b.String()
}

// escape is the length of the rest of a terminal sequence behind ESC: CSI up to its final byte, OSC up to BEL or ESC \, else one
// character. A sequence that does not end is one character long.
func escape(s string) int {
	if s == "" {
		return 0
	}
	switch s[0] {
	case '[':
		for i := 1; i < len(s); i++ {
			if s[i] >= 0x40 && s[i] <= 0x7e {
				return i + 1
			}
			if s[i] < 0x20 {
				break
			}
		}
	case ']':
		for i := 1; i < len(s) && s[i] != '\n'; i++ {
			if s[i] == '\a' {
				return i + 1
			}
			if s[i] == '\x1b' {
				return i
			}
		}
	}
	_, n := utf8.DecodeRuneInString(s)
	return n
}

// longest caps one cluster, so that a letter under ten thousand accents has a length too.
const longest = 32

// clusters counts extended grapheme clusters rune by rune, after UAX 29: combining and spacing marks, joiners, variation selectors,
// emoji with modifiers, tags and zero-width joiners, pairs of regional indicators, Hangul syllables, CR LF. Left out are the
// prepended marks and the conjuncts of Indic scripts, which need the Unicode database.
type clusters struct {
	n     int
	prev  class
	runes int  // in the current cluster
	flags int  // regional indicators in a row
	emoji bool // the cluster is a pictograph with extenders, up to here
}

// next takes one rune and tells whether it begins a cluster.
func (c *clusters) next(r rune) bool {
	k := classOf(r)
	begins := c.n == 0 || c.runes >= longest || !c.joins(k)
	if begins {
		c.n++
		c.runes = 0
	}
	c.runes++
	switch {
	case k == pictograph:
		c.emoji = true
	case k != extend && k != joiner:
		c.emoji = false
	}
	if k == regional {
		c.flags++
	} else {
		c.flags = 0
	}
	c.prev = k
	return begins
}

// joins tells whether a rune of class k stays in the cluster of the rune before it.
func (c *clusters) joins(k class) bool {
	switch {
	case c.prev == carriage:
		return k == newline
	case c.prev == newline || c.prev == control || k == carriage || k == newline || k == control:
		return false
	case k == extend || k == joiner || k == spacing:
		return true
	case k == pictograph:
		return c.prev == joiner && c.emoji
	case k == regional:
		return c.prev == regional && c.flags%2 == 1
	case c.prev == hangulL:
		return k == hangulL || k == hangulV || k == hangulLV || k == hangulLVT
	case c.prev == hangulLV || c.prev == hangulV:
		return k == hangulV || k == hangulT
	case c.prev == hangulLVT || c.prev == hangulT:
		return k == hangulT
	}
	return false
}

type class uint8

const (
	other class = iota
	carriage
	newline
	control
	extend
	joiner
	spacing
	regional
	pictograph
	hangulL
	hangulV
	hangulT
	hangulLV
	hangulLVT
)

func classOf(r rune) class {
	switch {
	case r >= 0x20 && r < 0x7f:
		return other
	case r == '\r':
		return carriage
	case r == '\n':
		return newline
	case r < 0xa0, r == 0xad:
		return control
	case r == 0x200d:
		return joiner
	case r == 0x200c, r >= 0x1f3fb && r <= 0x1f3ff, r >= 0xe0020 && r <= 0xe007f:
		return extend
	case r >= 0x1f1e6 && r <= 0x1f1ff:
		return regional
	case r >= 0x1100 && r <= 0x115f, r >= 0xa960 && r <= 0xa97c:
		return hangulL
	case r >= 0x1160 && r <= 0x11a7, r >= 0xd7b0 && r <= 0xd7c6:
		return hangulV
	case r >= 0x11a8 && r <= 0x11ff, r >= 0xd7cb && r <= 0xd7fb:
		return hangulT
	case r >= 0xac00 && r <= 0xd7a3:
		if (r-0xac00)%28 == 0 {
			return hangulLV
		}
		return hangulLVT
	case unicode.In(r, unicode.Mn, unicode.Me):
		return extend
	case unicode.Is(unicode.Mc, r), r == 0x0e33, r == 0x0eb3:
		return spacing
	case isPictograph(r):
		return pictograph
	case r == 0x2028, r == 0x2029, r >= 0x200b && r <= 0x200f, r >= 0x202a && r <= 0x202e, r >= 0x2060 && r <= 0x206f, r == 0xfeff:
		return control
	}
	return other
}

// isPictograph is Extended_Pictographic by its blocks: wider in what is unassigned, which no text has.
func isPictograph(r rune) bool {
	switch {
	case r < 0x2000:
		return r == 0xa9 || r == 0xae
	case r < 0x3300:
		return r == 0x203c || r == 0x2049 || r == 0x2122 || r == 0x2139 || r >= 0x2194 && r <= 0x21aa || r >= 0x231a && r <= 0x23ff ||
			r == 0x24c2 || r >= 0x25aa && r <= 0x27bf || r >= 0x2934 && r <= 0x2935 || r >= 0x2b05 && r <= 0x2b55 || r == 0x3030 || r == 0x303d ||
			r == 0x3297 || r == 0x3299
	}
	return r >= 0x1f000 && r <= 0x1faff || r >= 0x1fc00 && r <= 0x1fffd
}

// titleCase writes the name of a kind for people: generative_ui is "Generative Ui".
func titleCase(s string) string {
	var b strings.Builder
	begin := true
	for _, r := range s {
		switch {
		case r == '_' || r == '-' || unicode.IsSpace(r):
			b.WriteByte(' ')
			begin = true
			continue
		case begin:
			r = unicode.ToTitle(r)
		}
		begin = false
		b.WriteRune(r)
	}
	return b.String()
}
