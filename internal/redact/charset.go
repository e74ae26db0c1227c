package redact

// set is a set of ASCII characters that a token consists of.
type set uint8

const (
	digits  set = iota // 0-9
	hexes              // 0-9 a-f
	uppers             // 0-9 A-Z
	lowers             // 0-9 a-z
	letters            // 0-9 A-Z a-z
	words              // letters and _
	urls               // letters and _ -
	dotted             // letters and _ - . = ~
	base64s            // letters and + / =
	paths              // letters and _ - /
	sets
)

var members = [sets]string{
	digits: "", hexes: "abcdef", uppers: upper, lowers: lower, letters: upper + lower, words: upper + lower + "_", urls: upper + lower + "_-",
	dotted: upper + lower + "_-.=~", base64s: upper + lower + "+/=", paths: upper + lower + "_-/",
}

const (
	upper = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
	lower = "abcdefghijklmnopqrstuvwxyz"
)

// in has a bit for each set that a character is in.
var in = func() (table [256]uint16) {
	for s, more := range members {
		for _, c := range []byte("0123456789" + more) {
			table[c] |= 1 << s
		}
	}
	return table
}()

func (s set) has(c byte) bool { return in[c]>>s&1 != 0 }

// runs remembers where runs of each set end, so that a text of many beginnings is not read once for each.
type runs struct {
	text string
	end  [sets]int
	from [sets]int
}

// of is the end of the run of s that begins at, or goes on through, i.
func (r *runs) of(s set, i int) int {
	if r.from[s] <= i && i < r.end[s] {
		return r.end[s]
	}
	n := i
	for n < len(r.text) && s.has(r.text[n]) {
		n++
	}
	r.from[s], r.end[s] = i, n
	return n
}

// varied tells whether a text has at least n different characters, which a placeholder has not.
func varied(s string, n int) bool {
	var seen [4]uint64
	for i := 0; i < len(s) && n > 0; i++ {
		c := s[i]
		if seen[c>>6]>>(c&63)&1 == 0 {
			seen[c>>6] |= 1 << (c & 63)
			n--
		}
	}
	return n <= 0
}

// classes counts the kinds of characters: small letters, capitals, digits, others.
func classes(s string) (n int, hasDigit, hasLetter bool) {
	var small, capital, other bool
	for i := 0; i < len(s); i++ {
		switch c := s[i]; {
		case c >= 'a' && c <= 'z':
			small = true
		case c >= 'A' && c <= 'Z':
			capital = true
		case c >= '0' && c <= '9':
			hasDigit = true
		default:
			other = true
		}
	}
	for _, b := range []bool{small, capital, hasDigit, other} {
		if b {
			n++
		}
	}
	return n, hasDigit, small || capital
}
