package jupyter

import (
	"strings"

	"github.com/vitrine-go/vitrine/artifactkit/markup/htmltext"
	"github.com/vitrine-go/vitrine/artifactkit/protocol"
	"github.com/vitrine-go/vitrine/artifactkit/source/internal/obj"
)

// resource is the payload of a tabular data resource: its fields are the columns, its data the rows.
func resource(v protocol.Value) []byte {
	columns := []byte{'['}
	for i, f := range v.At("schema", "fields").Elems() {
		if i > 0 {
			columns = append(columns, ',')
		}
		var one obj.Object
		one.Str("name", f.Get("name").Str())
		if typ := f.Get("type").Str(); typ != "" {
			one.Str("type", typ)
		}
		columns = append(columns, one.JSON()...)
	}
	if len(columns) == 1 {
		return frame(v.Get("data"))
	}
	var o obj.Object
	o.Raw("columns", append(columns, ']'))
	o.Val("rows", v.Get("data"))
	return o.JSON()
}

func frame(rows protocol.Value) []byte {
	var o obj.Object
	o.Val("df", rows)
	return o.JSON()
}

// grid is the payload of a table of HTML: rows of headings at its top name the columns, several of them together. It is nil for a table
// that only sets things out: one without rows, or of a single cell.
func grid(t htmltext.Table) []byte {
	width := 0
	for _, row := range t.Rows {
		width = max(width, len(row))
	}
	body := t.Rows[t.Head:]
	if width == 0 || len(body) == 0 && t.Head == 0 || len(t.Rows) == 1 && width == 1 {
		return nil
	}
	columns, rows := []byte{'['}, []byte{'['}
	for c := range width {
		if c > 0 {
			columns = append(columns, ',')
		}
		columns = protocol.AppendString(columns, heads(t.Rows[:t.Head], c))
	}
	for r, row := range body {
		if r > 0 {
			rows = append(rows, ',')
		}
		rows = append(rows, '[')
		for c, cell := range row {
			if c > 0 {
				rows = append(rows, ',')
			}
			rows = appendCell(rows, cell)
		}
		rows = append(rows, ']')
	}
	var o obj.Object
	o.Raw("columns", append(columns, ']'))
	o.Raw("rows", append(rows, ']'))
	return o.JSON()
}

func heads(rows [][]string, c int) string {
	var words []string
	for _, row := range rows {
		if c < len(row) && row[c] != "" {
			words = append(words, row[c])
		}
	}
	return strings.Join(words, " ")
}

// appendCell writes a cell: a number as one, digit for digit, if JSON writes it the same.
func appendCell(dst []byte, cell string) []byte {
	if v, why := protocol.Parse([]byte(cell)); why == nil && v.Type() == protocol.Number && v.Num() == cell {
		return append(dst, cell...)
	}
	return protocol.AppendString(dst, cell)
}
