package protocol

import (
	"encoding/binary"
	"math/bits"
	"unicode/utf8"
)

// The tokens of JSON. Each function reads one that begins at p and returns where it ends, or where it failed and why.

// space passes over white space.
func space(src []byte, p int) int {
	for p < len(src) && (src[p] == ' ' || src[p] == '\n' || src[p] == '\r' || src[p] == '\t') {
		p++
	}
	return p
}

func word(src []byte, p int, w string) (end int, err string) {
	if len(src)-p < len(w) || string(src[p:p+len(w)]) != w {
		return p, noValue
	}
	return p + len(w), ""
}

const (
	every = 0x0101010101010101 // times a byte: that byte in all eight places
	tops  = 0x80 * every
)

// special marks, in the highest bit of each byte of eight, a quote, a backslash or a control character. Bytes above the first
// mark may be marked wrongly.
func special(x uint64) uint64 {
	quote, slash := x^'"'*every, x^'\\'*every
	return ((quote-every)&^quote | (slash-every)&^slash | (x-0x20*every)&^x) & tops
}

// str reads a string, eight bytes at a time where nothing stops it.
func str(src []byte, p int) (end int, flags uint8, err string) {
	start, high := p, uint64(0)
	for p++; ; {
		for p+8 <= len(src) {
			x := binary.LittleEndian.Uint64(src[p:])
			if m := special(x); m != 0 {
				n := bits.TrailingZeros64(m) &^ 7
				high |= x & (1<<n - 1)
				p += n / 8
				break
			}
			high |= x
			p += 8
		}
		if p == len(src) {
			return p, flags, "the text ends inside a string"
		}
		switch c := src[p]; {
		case c == '"':
			p++
			if high&tops != 0 && !utf8.Valid(src[start:p]) {
				return start, flags, "invalid UTF-8"
			}
			return p, flags, ""
		case c < 0x20:
			return p, flags, "a control character in a string"
		case c == '\\':
			flags = flagEscaped
			for p < len(src) && src[p] == '\\' { // escapes come in runs
				if p+1 < len(src) && short[src[p+1]] {
					p += 2
				} else if p, err = escape(src, p+1); err != "" {
					return p, flags, err
				}
			}
		default: // the last few bytes of the text
			high |= uint64(c)
			p++
		}
	}
}

// short are the escapes of one character.
var short = [256]bool{'"': true, '\\': true, '/': true, 'b': true, 'f': true, 'n': true, 'r': true, 't': true}

// escape reads what stands behind a backslash and is no short escape.
func escape(src []byte, p int) (end int, err string) {
	if p == len(src) {
		return p, "the text ends inside a string"
	}
	if src[p] != 'u' {
		return p, "a bad escape"
	}
	for k := 1; k <= 4; k++ {
		if p+k >= len(src) || !isHex(src[p+k]) {
			return p, "a bad \\u escape"
		}
	}
	return p + 5, ""
}

func isHex(c byte) bool {
	return c >= '0' && c <= '9' || c >= 'a' && c <= 'f' || c >= 'A' && c <= 'F'
}

const badNumber = "a bad number"

func number(src []byte, p int) (end int, err string) {
	if src[p] == '-' {
		p++
	}
	from := p
	if p = digits(src, p); p == from {
		return p, badNumber
	}
	if src[from] == '0' {
		p = from + 1 // what follows a zero is no part of the number
	}
	if p < len(src) && src[p] == '.' {
		from = p + 1
		if p = digits(src, from); p == from {
			return p, badNumber
		}
	}
	if p < len(src) && (src[p] == 'e' || src[p] == 'E') {
		p++
		if p < len(src) && (src[p] == '+' || src[p] == '-') {
			p++
		}
		from = p
		if p = digits(src, from); p == from {
			return p, badNumber
		}
	}
	return p, ""
}

func digits(src []byte, p int) int {
	for p < len(src) && src[p] >= '0' && src[p] <= '9' {
		p++
	}
	return p
}

// invalidUTF8 is the place of the first byte that is no UTF-8, -1 without one.
func invalidUTF8(src []byte) int {
	for p := 0; p < len(src); {
		r, n := utf8.DecodeRune(src[p:])
		if r == utf8.RuneError && n == 1 {
			return p
		}
		p += n
	}
	return -1
}
