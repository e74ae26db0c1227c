package table

import (
	"unicode"
	"unicode/utf8"
)

// appendNatural appends a key in the order in which people read: capitals make no difference, and a run of digits counts as a
// number of any length, so that "file 9" stands before "file 10".
func appendNatural(dst, s []byte) []byte {
	for i := 0; i < len(s); {
		c := s[i]
		switch {
		case c >= '0' && c <= '9':
			n := digits(s[i:])
			run := s[i : i+n]
			for len(run) > 1 && run[0] == '0' {
				run = run[1:]
			}
			dst = append(dst, '0')
			for left := len(run); ; left -= 255 {
				dst = append(dst, byte(min(left, 255)))
				if left < 255 {
					break
				}
			}
			dst = append(dst, run...)
			i += n
		case c < utf8.RuneSelf:
			if c >= 'A' && c <= 'Z' {
				c += 'a' - 'A'
			}
			dst = append(dst, c)
			i++
		default:
			r, n := utf8.DecodeRune(s[i:])
			dst = utf8.AppendRune(dst, unicode.ToLower(r))
			i += n
		}
	}
	return dst
}
