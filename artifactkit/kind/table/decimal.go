package table

// isNumber tells whether a text is a number as JSON writes it, a plus before it allowed. A leading zero makes it a code.
func isNumber(s []byte) bool {
	i := 0
	if i < len(s) && (s[i] == '-' || s[i] == '+') {
		i++
	}
	whole := digits(s[i:])
	if whole == 0 || whole > 1 && s[i] == '0' {
		return false
	}
	i += whole
	if i < len(s) && s[i] == '.' {
		n := digits(s[i+1:])
		if n == 0 {
			return false
		}
		i += 1 + n
	}
	if i < len(s) && (s[i] == 'e' || s[i] == 'E') {
		i++
		if i < len(s) && (s[i] == '-' || s[i] == '+') {
			i++
		}
		n := digits(s[i:])
		if n == 0 {
			return false
		}
		i += n
	}
	return i == len(s)
}

func digits(s []byte) int {
	n := 0
	for n < len(s) && s[n] >= '0' && s[n] <= '9' {
		n++
	}
	return n
}

// The first byte of a key tells what it is of, in the order in which unlike things are sorted.
const (
	keyNegative = 0x10 + iota
	keyZero
	keyPositive
	keyDate
	keyText
	keyFalse
	keyTrue
	keyNested
)

const (
	nearExponent = 60      // exponents up to it take one byte
	farExponent  = 1 << 61 // where exponents stop to be told apart; no literal within limits.NumberDigits says more in earnest
)

// appendDecimal appends a key whose bytes are in the order of the numbers, exact for any digits: 0.d1d2… times a power of ten.
// A number is never read as a float.
func appendDecimal(dst, s []byte) []byte {
	negative := false
	if s[0] == '-' || s[0] == '+' {
		negative = s[0] == '-'
		s = s[1:]
	}
	var exponent int64
	mantissa := s
	for i, c := range s {
		if c == 'e' || c == 'E' {
			mantissa, exponent = s[:i], readExponent(s[i+1:])
			break
		}
	}
	at := len(dst)
	dst = append(dst, keyPositive, 0)
	whole, started, odd, last := true, false, false, len(dst)
	for _, c := range mantissa {
		if c == '.' {
			whole = false
			continue
		}
		if !started && c == '0' {
			if !whole {
				exponent--
			}
			continue
		}
		started = true
		if whole {
			exponent++
		}
		if odd {
			dst[len(dst)-1] += c - '0'
		} else {
			dst = append(dst, 1+10*(c-'0'))
		}
		if odd = !odd; c != '0' {
			last = len(dst)
		}
	}
	if !started {
		return append(dst[:at], keyZero)
	}
	dst = dst[:last] // zeros at the end say nothing
	switch {
	case exponent >= -nearExponent && exponent <= nearExponent:
		dst[at+1] = byte(0x80 + exponent)
	case exponent > 0:
		dst[at+1] = 0x80 + nearExponent + 1
		dst = insert8(dst, at+2, uint64(exponent))
	default:
		dst[at+1] = 0x80 - nearExponent - 1
		dst = insert8(dst, at+2, uint64(exponent+farExponent))
	}
	if negative {
		dst = append(dst, 0) // of two that begin alike the longer is the smaller
		for i := at + 1; i < len(dst); i++ {
			dst[i] = ^dst[i]
		}
		dst[at] = keyNegative
	}
	return dst
}

func readExponent(s []byte) int64 {
	negative := s[0] == '-'
	if s[0] == '-' || s[0] == '+' {
		s = s[1:]
	}
	var n int64
	for _, c := range s {
		n = min(n*10+int64(c-'0'), farExponent/32)
	}
	if negative {
		return -n
	}
	return n
}

// insert8 puts a number before what stands at i.
func insert8(dst []byte, i int, n uint64) []byte {
	dst = append(dst, 0, 0, 0, 0, 0, 0, 0, 0)
	copy(dst[i+8:], dst[i:])
	for k := range 8 {
		dst[i+k] = byte(n >> (56 - 8*k))
	}
	return dst
}
