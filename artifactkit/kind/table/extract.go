package table

import (
	"github.com/vitrine-go/vitrine/artifactkit/kind"
	"github.com/vitrine-go/vitrine/artifactkit/locale"
	"github.com/vitrine-go/vitrine/artifactkit/protocol"
)

// Extract gives "tsv", "csv", "json" and "md": the rows that match the filter in their order, all pages of them, and all columns
// that are not hidden. What crosses a bound is left out at the end, and the last line says how much.
func (v *view) Extract(what string, st kind.State) (mime, name string, body []byte, ok bool) {
	w := v.wish(st)
	cols := v.shown(w)
	names := make([]string, len(cols))
	for i, c := range cols {
		names[i] = v.columns[c].name
	}
	switch what {
	case "tsv":
		return "text/tab-separated-values", "table.tsv", v.write(w, cols, separated(names, '\t', tsv)), true
	case "csv":
		return "text/csv", "table.csv", v.write(w, cols, separated(names, ',', csv)), true
	case "json":
		return "application/json", "table.json", v.write(w, cols, asJSON(names)), true
	case "md":
		return "text/markdown", "table.md", v.write(w, cols, markdown(names)), true
	}
	return "", "", nil, false
}

// CopyWord is "tsv": it pastes into a sheet.
func (*view) CopyWord() string { return "tsv" }

// format is a way to write a table as text.
type format struct {
	bound int
	least int // bytes that a line has at least, whatever its cells
	head  []byte
	line  func(dst []byte, cells []protocol.Value) []byte
	comma string // between two lines
	left  func(dst []byte, n int) []byte
	end   string
}

// write puts a table in a format. The lines are made in the order of the payload, which is the way it can be read, and put in order.
func (v *view) write(w wish, cols []int, f format) []byte {
	order := v.rows(w)
	count := v.count(w)
	n := min(count, f.bound/max(f.least, 1))
	if order == nil {
		order = make([]int, n)
		for i := range order {
			order[i] = i
		}
	}
	order = order[:n]
	var arena []byte
	spans := make(map[int][2]int, n)
	pick := order
	if len(w.sort) > 0 {
		pick = ascending(order)
	}
	v.frame.walk(pick, cols, func(row int, cells []protocol.Value) bool {
		from := len(arena)
		arena = f.line(arena, cells)
		spans[row] = [2]int{from, len(arena)}
		return len(arena) <= f.bound || len(w.sort) > 0
	})
	dst := f.head
	for i, row := range order {
		at, made := spans[row]
		line := arena[at[0]:at[1]]
		if !made || len(dst)+len(line) > f.bound && i > 0 {
			n = i
			break
		}
		if i > 0 {
			dst = append(dst, f.comma...)
		}
		dst = append(dst, line...)
	}
	if n < count {
		dst = f.left(dst, count-n)
	}
	return append(dst, f.end...)
}

// leftOut is the last line of a table that was cut.
func leftOut(dst []byte, n int) []byte {
	return append(append(append(dst, "… "...), locale.Locale{}.N("rows_left_out", n)...), '\n')
}
