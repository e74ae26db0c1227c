package table

import (
	"strings"

	"github.com/vitrine-go/vitrine/artifactkit/kind/internal/field"
	"github.com/vitrine-go/vitrine/artifactkit/limits"
	"github.com/vitrine-go/vitrine/artifactkit/protocol"
)

// asJSON is an array of objects with the cells as they came; where two columns have one name, an object of columns and rows. A
// table that was cut ends with how many rows are missing.
func asJSON(names []string) format {
	f := format{bound: limits.TableExtract, comma: ",\n", end: "\n]\n", head: []byte("[\n")}
	keys := make([][]byte, len(names))
	unique := map[string]bool{}
	for i, name := range names {
		unique[name] = true
		keys[i] = protocol.AppendString(nil, name)
		f.least += len(keys[i]) + 2
	}
	f.left = func(dst []byte, n int) []byte {
		return protocol.AppendString(append(dst, ",\n"...), strings.TrimSpace(string(leftOut(nil, n))))
	}
	if len(unique) < len(names) {
		f.least = 5 * len(names)
		f.head = []byte(`{"columns":[`)
		for i, k := range keys {
			if i > 0 {
				f.head = append(f.head, ',')
			}
			f.head = append(f.head, k...)
		}
		f.head = append(f.head, "],\"rows\":[\n"...)
		f.end = "\n]}\n"
		keys = nil
	}
	f.line = func(dst []byte, cells []protocol.Value) []byte {
		open, shut := byte('['), byte(']')
		if keys != nil {
			open, shut = '{', '}'
		}
		dst = append(dst, open)
		begin := len(dst)
		for i, c := range cells {
			if c.Type() == protocol.Absent && keys != nil {
				continue
			}
			if len(dst) > begin {
				dst = append(dst, ',')
			}
			if keys != nil {
				dst = append(append(dst, keys[i]...), ':')
			}
			if c.Type() == protocol.Absent {
				dst = append(dst, "null"...)
				continue
			}
			dst = c.AppendCompact(dst)
		}
		return append(dst, shut)
	}
	return f
}

// markdown is a table of GitHub's Markdown. Nothing in a cell is markup there.
func markdown(names []string) format {
	f := format{bound: limits.TableMarkdown, least: 3*len(names) + 2}
	row := func(dst []byte, n int, text func(int) string) []byte {
		for i := range n {
			dst = append(append(append(dst, "| "...), text(i)...), ' ')
		}
		return append(dst, "|\n"...)
	}
	f.head = row(nil, len(names), func(i int) string { return escaped(names[i]) })
	f.head = row(f.head, len(names), func(int) string { return "---" })
	f.line = func(dst []byte, cells []protocol.Value) []byte {
		return row(dst, len(cells), func(i int) string {
			c := field.Unbox(cells[i])
			switch c.Type() {
			case protocol.Absent:
				return ""
			case protocol.String:
				return escaped(c.Str())
			case protocol.Array, protocol.Object:
				return escaped(c.Compact())
			}
			return string(c.Raw())
		})
	}
	f.left = func(dst []byte, n int) []byte { return leftOut(append(dst, '\n'), n) }
	return f
}

// escaped is text that Markdown takes for text.
func escaped(s string) string { return markdownText.Replace(s) }

var markdownText = strings.NewReplacer("\r\n", "<br>", "\n", "<br>", "\r", "<br>", `\`, `\\`, "|", `\|`, "`", "\\`", "*", `\*`, "_", `\_`, "~", `\~`,
	"[", `\[`, "]", `\]`, "<", "&lt;", ">", "&gt;", "&", "&amp;", "$", `\$`, "!", `\!`)
