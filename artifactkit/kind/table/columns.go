package table

import (
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
		f.list = append(f.list, m)
		out.columns = append(out.columns, column{name: k})
	}
	if len(f.list) == 0 {
		return nil, &protocol.Reason{Code: protocol.BadPayload, Path: path, Message: "There are no columns."}
	}
	for i, c := range out.columns {
		if c.name == rowName {
			toFront(out.columns, i)
			toFront(f.list, i)
		}
	}
	return out, nil
}

func toFront[T any](s []T, i int) {
	x := s[i]
	copy(s[1:i+1], s[:i])
	s[0] = x
}

func (f *columns) size() int { return f.n }

func (f *columns) cells(from, to, n int, yield func([]protocol.Value) bool) {
	out := make([]protocol.Value, n)
	at := make([]protocol.Cursor, n)
	for i := range at {
		at[i] = f.list[i].Cursor()
		at[i].Skip(from)
	}
	for ; from < to; from++ {
		for i := range out {
			c := at[i].Next()
			if from == 0 && f.list[i].Type() != protocol.Array {
				c = f.list[i]
			}
			if f.show != nil && f.show[i] != nil {
				c = f.show[i](c)
			}
			out[i] = c
		}
		if !yield(out) {
			return
		}
	}
}
