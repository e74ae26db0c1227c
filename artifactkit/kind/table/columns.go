package table

import (
	"iter"
	"slices"

	"github.com/vitrine-go/vitrine/artifactkit/kind/internal/field"
	"github.com/vitrine-go/vitrine/artifactkit/limits"
	"github.com/vitrine-go/vitrine/artifactkit/protocol"
)

// columns is a table by column. A column shorter than the others has no more cells; a scalar is a column of one cell.
type columns struct {
	n    int
	list []protocol.Value
	show []func(protocol.Value) protocol.Value // translates the cells of a column, nil for none
}

// readColumns reads a frame by column. The payload itself is one only if it holds nothing but arrays of one length; what a
// producer calls df may be looser.
func readColumns(v protocol.Value, path string) (*view, *protocol.Reason) {
	f := &columns{}
	out := &view{frame: f}
	strict := path == ""
	for k, m := range v.Members() {
		switch {
		case m.Type() == protocol.Array:
		case strict, m.Type() == protocol.Object && m.Len() > 0:
			return nil, field.Bad(path+protocol.Pointer(field.Name(k)), "a column", m)
		}
		n := 1
		if m.Type() == protocol.Array {
			n = m.Len()
		}
		if strict && len(f.list) > 0 && n != f.n {
			return nil, &protocol.Reason{Code: protocol.BadPayload, Path: path + protocol.Pointer(field.Name(k)),
				Message: "The columns are not of one length."}
		}
		f.n = max(f.n, n)
		if len(f.list) == limits.TableNames {
			out.more = true
			continue
		}
		c := column{name: k}
		if m.Type() == protocol.Array {
			for _, e := range m.Elems() {
				c.seen.see(e)
			}
		} else {
			c.seen.see(m)
		}
		f.list = append(f.list, m)
		out.columns = append(out.columns, c)
	}
	if len(f.list) == 0 {
		return nil, &protocol.Reason{Code: protocol.BadPayload, Path: path, Message: "There are no columns."}
	}
	return out, nil
}

func (f *columns) size() int { return f.n }

func (f *columns) walk(pick, cols []int, yield func(int, []protocol.Value) bool) {
	out := make([]protocol.Value, len(cols))
	at := make([]protocol.Cursor, len(cols))
	for i, c := range cols {
		at[i] = f.list[c].Cursor()
	}
	next := 0
	for row := range numbers(pick, f.n) {
		for i, c := range cols {
			at[i].Skip(row - next)
			v := at[i].Next()
			if row == 0 && f.list[c].Type() != protocol.Array {
				v = f.list[c]
			}
			if f.show != nil && f.show[c] != nil {
				v = f.show[c](v)
			}
			out[i] = v
		}
		if next = row + 1; !yield(row, out) {
			return
		}
	}
}

// ascending puts some rows in the order of the payload. It is never nil, which would be all of them.
func ascending(rows []int) []int {
	out := append(make([]int, 0, len(rows)), rows...)
	slices.Sort(out)
	return out
}

// numbers yields pick, or with nil the numbers below n.
func numbers(pick []int, n int) iter.Seq[int] {
	return func(yield func(int) bool) {
		if pick != nil {
			n = len(pick)
		}
		for i := range n {
			row := i
			if pick != nil {
				row = pick[i]
			}
			if !yield(row) {
				return
			}
		}
	}
}
