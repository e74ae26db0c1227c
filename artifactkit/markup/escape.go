package markup

import (
	"strings"
	"unicode/utf8"
)

// appendText coerces and escapes: the only way from a string to bytes of HTML (TR-7). Valid UTF-8 first, then control
// characters, then the five characters that mean something in HTML and the backtick. CR LF is one newline; NUL, C0 but tab
// and newline, DEL, C1 and non-characters become U+FFFD. The same rule serves text and quoted attribute values.
func appendText(dst []byte, s string) []byte {
	start := 0
	for i := 0; i < len(s); {
		c := s[i]
		if c < utf8.RuneSelf {
			rep := replacement[c]
			if rep == "" {
				i++
				continue
			}
			dst = append(dst, s[start:i]...)
			if c == '\r' && i+1 < len(s) && s[i+1] == '\n' {
				rep = ""
			}
			dst = append(dst, rep...)
			i++
			start = i
			continue
		}
		r, n := utf8.DecodeRuneInString(s[i:])
		if r == utf8.RuneError && n == 1 || r >= 0x80 && r < 0xa0 || r&0xfffe == 0xfffe || r >= 0xfdd0 && r <= 0xfdef {
			dst = append(dst, s[start:i]...)
			dst = append(dst, bad...)
			start = i + n
		}
		i += n
	}
	return append(dst, s[start:]...)
}

const bad = "\ufffd"

// replacement is what an ASCII character is written as; "" for itself.
var replacement = func() (t [utf8.RuneSelf]string) {
	for c := range t {
		if c < 0x20 && c != '\t' && c != '\n' || c == 0x7f {
			t[c] = bad
		}
	}
	t['&'], t['<'], t['>'], t['"'], t['\''], t['`'] = "&amp;", "&lt;", "&gt;", "&#34;", "&#39;", "&#96;"
	return t
}()

// Clean is the coercion of appendText without the escaping, for plain text and for what a host puts into a text node.
func Clean(s string) string {
	for i := 0; i < len(s); i++ {
		if c := s[i]; c >= utf8.RuneSelf || c < 0x20 && c != '\t' && c != '\n' || c == 0x7f {
			return clean(s)
		}
	}
	return s
}

func clean(s string) string {
	var b strings.Builder
	b.Grow(len(s))
	s = strings.ReplaceAll(s, "\r\n", "\n")
	for _, r := range s {
		if r < 0x20 && r != '\t' && r != '\n' || r >= 0x7f && r < 0xa0 || r&0xfffe == 0xfffe || r >= 0xfdd0 && r <= 0xfdef {
			r = utf8.RuneError
		}
		b.WriteRune(r)
	}
	return b.String()
}
