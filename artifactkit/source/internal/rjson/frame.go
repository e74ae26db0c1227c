package rjson

import "github.com/vitrine-go/vitrine/artifactkit/protocol"

// appendFrame writes a data frame as an array of row objects. A frame without rows keeps its columns: {"columns": […], "rows": []}.
func appendFrame(dst []byte, v protocol.Value, rows [][]byte) []byte {
	if len(rows) > 0 {
		return appendArray(dst, rows)
	}
	dst = append(dst, `{"columns":[`...)
	for i, name := range words(attribute(v, "names")) {
		if i > 0 {
			dst = append(dst, ',')
		}
		dst = protocol.AppendString(dst, name)
	}
	return append(dst, `],"rows":[]}`...)
}

// frameRows returns the rows of a data frame, row names that say something first in each as "_row". ok is false for what only says
// it is one, or whose column names written out for each row are more than is affordable.
func (d *decoder) frameRows(v protocol.Value) (rows [][]byte, ok bool) {
	n, ok := frame(v)
	names := words(attribute(v, "names"))
	nameBytes := 0
	for _, name := range names {
		nameBytes += len(name)
	}
	if !ok || n > 0 && nameBytes > d.budget/n || !d.afford(nameBytes*n) {
		return nil, false
	}
	var columns [][][]byte
	for _, column := range v.Get("value").Elems() {
		columns = append(columns, d.columnCells(column))
	}
	var labels []string
	if rowNames := attribute(v, "row.names"); kind(rowNames) == "character" {
		labels = words(rowNames)
	}
	rows = make([][]byte, n)
	for r := range rows {
		row := []byte{'{'}
		if r < len(labels) {
			row = append(protocol.AppendString(append(row, `"_row":`...), labels[r]), ',')
		}
		for c, cells := range columns {
			row = append(appendKey(row, names, c), cells[r]...)
		}
		rows[r] = append(row, '}')
	}
	return rows, true
}

// frame tells whether v is a data frame, with columns of one length, and how many rows it has. It is asked before anything is decoded,
// so that nothing is decoded twice.
func frame(v protocol.Value) (rows int, ok bool) {
	if !has(v, "data.frame") || !complete(v) {
		return 0, false
	}
	for i, column := range v.Get("value").Elems() {
		n := height(column)
		if i > 0 && n != rows {
			return 0, false
		}
		rows = n
	}
	return rows, true
}

// height is how many cells columnCells returns.
func height(v protocol.Value) int {
	if !complete(v) {
		return 1
	}
	switch kind(v) {
	case "list":
		if n, ok := frame(v); ok {
			return n
		}
	case "logical", "integer", "double", "character", "complex":
		if n, _, ok := dim(v, v.Get("value").Len()); ok {
			return n
		}
	default:
		return 1
	}
	return v.Get("value").Len()
}

// columnCells returns the cells of a column: of a vector, a list, a matrix or another data frame. A frame in it that cannot be written
// out stands whole in the first cell.
func (d *decoder) columnCells(v protocol.Value) [][]byte {
	if !complete(v) {
		return [][]byte{v.AppendCompact(nil)}
	}
	switch kind(v) {
	case "list":
		n, ok := frame(v)
		if !ok {
			var cells [][]byte
			for _, e := range v.Get("value").Elems() {
				cells = append(cells, d.append(nil, e))
			}
			return cells
		}
		if rows, ok := d.frameRows(v); ok {
			return rows
		}
		cells := make([][]byte, n)
		for i := range cells {
			cells[i] = []byte("null")
		}
		cells[0] = v.AppendCompact(nil)
		return cells
	case "logical", "integer", "double", "character", "complex":
		return d.vectorRows(v)
	}
	return [][]byte{d.append(nil, v)}
}

// vectorRows returns the elements of a vector, or the rows of a matrix.
func (d *decoder) vectorRows(v protocol.Value) [][]byte {
	cells := d.vectorCells(v)
	rows, columns, ok := dim(v, len(cells))
	if !ok {
		return cells
	}
	matrix := make([][]byte, rows)
	row := make([][]byte, columns)
	for r := range rows {
		for c := range columns {
			row[c] = cells[c*rows+r]
		}
		matrix[r] = appendArray(nil, row)
	}
	return matrix
}
