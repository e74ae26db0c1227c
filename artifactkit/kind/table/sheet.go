package table

import (
	"strings"
	"unicode/utf8"

	"github.com/vitrine-go/vitrine/artifactkit/kind/internal/field"
	"github.com/vitrine-go/vitrine/artifactkit/limits"
	"github.com/vitrine-go/vitrine/artifactkit/protocol"
)

// separated is a table for a sheet: a line of names, then a line for each row.
func separated(names []string, sep byte, put func([]byte, string) []byte) format {
	f := format{bound: limits.TableExtract, least: 2 * len(names), left: leftOut}
	for i, name := range names {
		if i > 0 {
			f.head = append(f.head, sep)
		}
		f.head = put(f.head, harmless(name))
	}
	f.head = append(f.head, '\n')
	f.line = func(dst []byte, cells []protocol.Value) []byte {
		for i, c := range cells {
			if i > 0 {
				dst = append(dst, sep)
			}
			dst = put(dst, plain(field.Unbox(c)))
		}
		return append(dst, '\n')
	}
	return f
}

// plain is a cell as a sheet takes it: null and what is missing are empty or their own word.
func plain(c protocol.Value) string {
	switch c.Type() {
	case protocol.Absent, protocol.Null:
		return ""
	case protocol.String:
		if missing(c) || isNumber(content(c)) { // -Inf and -5 are no formulas
			return c.Str()
		}
		return harmless(c.Str())
	case protocol.Array, protocol.Object:
		return c.Compact()
	}
	return string(c.Raw())
}

// harmless keeps a sheet from taking a text for a formula: it gets an apostrophe, as one types it there. Some sheets take the wide
// forms of the signs for the signs.
func harmless(s string) string {
	if first, _ := utf8.DecodeRuneInString(s); s != "" && strings.ContainsRune("=+-@\t\r\n＝＋－＠", first) {
		return "'" + s
	}
	return s
}

// csv quotes what holds a separator, a quote or a line break.
func csv(dst []byte, s string) []byte {
	if !strings.ContainsAny(s, ",\"\n\r") {
		return append(dst, s...)
	}
	dst = append(dst, '"')
	dst = append(dst, strings.ReplaceAll(s, `"`, `""`)...)
	return append(dst, '"')
}

// tsv has no quotes: tabs and line breaks become spaces. A sheet into which it is pasted takes quotes all the same, and what they
// hold for what was typed.
func tsv(dst []byte, s string) []byte {
	if inner := strings.TrimLeft(s, `"`); inner != s && harmless(inner) != inner {
		dst = append(dst, '\'')
	}
	return append(dst, spaces.Replace(s)...)
}

var spaces = strings.NewReplacer("\t", " ", "\r\n", " ", "\n", " ", "\r", " ")
