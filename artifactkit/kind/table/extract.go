package table

import (
	"strings"
	"unicode/utf8"

	"github.com/vitrine-go/vitrine/artifactkit/kind"
	"github.com/vitrine-go/vitrine/artifactkit/kind/internal/field"
	"github.com/vitrine-go/vitrine/artifactkit/protocol"
)

// Extract gives "tsv" and "csv": all rows and columns, not only those that are shown.
func (v *view) Extract(what string, _ kind.State) (mime, name string, body []byte, ok bool) {
	switch what {
	case "tsv":
		return "text/tab-separated-values", "table.tsv", v.write('\t', tsv), true
	case "csv":
		return "text/csv", "table.csv", v.write(',', csv), true
	}
	return "", "", nil, false
}

func (v *view) write(sep byte, put func([]byte, string) []byte) []byte {
	var dst []byte
	for i, c := range v.columns {
		if i > 0 {
			dst = append(dst, sep)
		}
		dst = put(dst, harmless(c.name))
	}
	dst = append(dst, '\n')
	v.frame.cells(0, v.frame.size(), len(v.columns), func(row []protocol.Value) bool {
		for i, c := range row {
			if i > 0 {
				dst = append(dst, sep)
			}
			dst = put(dst, plain(field.Unbox(c)))
		}
		dst = append(dst, '\n')
		return true
	})
	return dst
}

// plain is a cell as a sheet takes it: null and what is missing are empty or their own word.
func plain(c protocol.Value) string {
	switch c.Type() {
	case protocol.Absent, protocol.Null:
		return ""
	case protocol.String:
		if missing(c) { // -Inf is no formula
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

// tsv has no quotes: tabs and line breaks become spaces.
func tsv(dst []byte, s string) []byte {
	return append(dst, spaces.Replace(s)...)
}

var spaces = strings.NewReplacer("\t", " ", "\r\n", " ", "\n", " ", "\r", " ")

// CopyWord is "tsv": it pastes into a sheet.
func (*view) CopyWord() string { return "tsv" }
