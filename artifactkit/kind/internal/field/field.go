// Package field reads the fields of a payload the way producers write them: scalars boxed in arrays and {} for null are what
// R's JSON writer makes of them (AD-7), and a number or a boolean is taken where a text is due.
package field

import (
	"strconv"
	"strings"
	"unicode"
	"unicode/utf16"
	"unicode/utf8"

	"github.com/vitrine-go/vitrine/artifactkit/limits"
	"github.com/vitrine-go/vitrine/artifactkit/protocol"
)

// Unbox takes a scalar out of a one-element array, and an empty object for nothing. Anything else stays as it is.
func Unbox(v protocol.Value) protocol.Value {
	switch {
	case v.Type() == protocol.Object && v.Len() == 0 && v.Bound() == "":
		return protocol.Value{}
	case v.Type() == protocol.Array && v.Len() == 1:
		for _, e := range v.Elems() {
			if e.Type() < protocol.Array {
				return e
			}
		}
	}
	return v
}

// Text reads a text. An array of scalars is one line each, as in the portable value (ACC-6); absent and null are set=false.
// A reason says that the field holds something else.
func Text(payload protocol.Value, key string) (text string, set bool, why *protocol.Reason) {
	v := Unbox(payload.Get(key))
	switch v.Type() {
	case protocol.Absent, protocol.Null:
		return "", false, nil
	case protocol.Object:
		return "", false, Bad(protocol.Pointer(key), "a text", v)
	case protocol.Array:
		if v.Height() > 1 {
			return "", false, Bad(protocol.Pointer(key), "a text", v)
		}
		var b strings.Builder
		for i, e := range v.Elems() {
			if i > 0 {
				b.WriteByte('\n')
			}
			b.WriteString(Scalar(e))
		}
		return b.String(), v.Len() > 0, nil
	}
	return Scalar(v), true, nil
}

// Optional is Text for a field without which the rest can be drawn: what is no text is not there.
func Optional(payload protocol.Value, key string) string {
	s, _, _ := Text(payload, key)
	return s
}

// Scalar is a scalar as text: a string's own, a number with its digits, a boolean; null is NA.
func Scalar(v protocol.Value) string {
	switch v.Type() {
	case protocol.String:
		return v.Str()
	case protocol.Null:
		return "NA"
	}
	return string(v.Raw())
}

// Bad is the reason for a field of the wrong type; path is a JSON Pointer from the payload.
func Bad(path, want string, v protocol.Value) *protocol.Reason {
	return &protocol.Reason{Code: protocol.BadPayload, Path: path, Message: "Here " + want + " was expected, there is " + v.Type().String() + "."}
}

// Name cuts a name to what a view draws of it.
func Name(s string) string {
	t, left := Cut(s, limits.NameRunes)
	if left > 0 {
		return t + "…"
	}
	return t
}

// Cut takes the first n characters of a text and counts the others.
func Cut(s string, n int) (head string, left int) {
	if len(s) <= n {
		return s, 0
	}
	for i := range s {
		if n == 0 {
			return s[:i], utf8.RuneCountInString(s[i:])
		}
		n--
	}
	return s, 0
}

// Brief is the beginning of a value's compact text, at most n characters; whole tells whether that is all of it. It looks at
// the beginning only, however large the value is.
func Brief(v protocol.Value, n int) (text string, whole bool) {
	raw := v.Raw()
	whole = true
	if len(raw) > 8*n {
		raw, whole = raw[:8*n], false
		for len(raw) > 0 && !utf8.Valid(raw) {
			raw = raw[:len(raw)-1]
		}
	}
	out := make([]byte, 0, min(len(raw), 4*n))
	inside := false
	for i := 0; i < len(raw); i++ {
		c := raw[i]
		switch {
		case c == '"':
			inside = !inside
		case c == '\\' && inside && i+1 < len(raw):
			if r, size := letter(raw[i:]); size > 0 {
				out = utf8.AppendRune(out, r)
				i += size - 1
				continue
			}
			out = append(out, c)
			i++
			c = raw[i]
		case !inside && (c == ' ' || c == '\t' || c == '\n' || c == '\r'):
			continue
		}
		out = append(out, c)
	}
	s, left := Cut(string(out), n)
	return s, whole && left == 0
}

// letter reads an escape, or a pair of them, that stands for a character which one reads better as itself.
func letter(raw []byte) (r rune, size int) {
	unit := func(s []byte) rune {
		if len(s) < 6 || s[0] != '\\' || s[1] != 'u' {
			return 0
		}
		n, err := strconv.ParseUint(string(s[2:6]), 16, 16)
		if err != nil {
			return 0
		}
		return rune(n)
	}
	r, size = unit(raw), 6
	if utf16.IsSurrogate(r) {
		r, size = utf16.DecodeRune(r, unit(raw[6:])), 12
	}
	if r < 0xa0 || r == utf8.RuneError || !unicode.IsPrint(r) {
		return 0, 0
	}
	return r, size
}
