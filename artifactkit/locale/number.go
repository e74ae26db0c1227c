package locale

import (
	"strconv"
	"strings"
)

// Num writes a number with its digits grouped: 1,204.
func (l Locale) Num(n int) string {
	s := strconv.Itoa(n)
	neg := strings.HasPrefix(s, "-")
	s = strings.TrimPrefix(s, "-")
	for i := len(s) - 3; i > 0; i -= 3 {
		s = s[:i] + l.catalog().group + s[i:]
	}
	if neg {
		return "-" + s
	}
	return s
}

// Fixed writes a number with so many decimals, not grouped: 0.8.
func (l Locale) Fixed(n float64, decimals int) string {
	return strings.Replace(strconv.FormatFloat(n, 'f', decimals, 64), ".", l.catalog().decimal, 1)
}

// Bytes writes a size: "412 B", "91 kB", "1.4 MB".
func (l Locale) Bytes(n int) string {
	switch {
	case n < 1000:
		return strconv.Itoa(n) + " B"
	case n < 1_000_000:
		return strconv.Itoa((n+500)/1000) + " kB"
	}
	return l.Fixed(float64(n)/1e6, 1) + " MB"
}
