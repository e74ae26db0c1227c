package blocks

import (
	"github.com/vitrine-go/vitrine/artifactkit/protocol"
	"github.com/vitrine-go/vitrine/artifactkit/source/internal/obj"
)

// frame returns the payload of a table for data that names its columns apart from its rows: {columns, rows or data}, the
// columns strings or {name}, the rows arrays or objects.
func frame(v protocol.Value) (body obj.Object, ok bool) {
	columns := v.Get("columns")
	if columns.Type() != protocol.Array || columns.Len() == 0 || v.Bound() != "" {
		return body, false
	}
	for _, c := range columns.Elems() {
		if c.Type() != protocol.String && c.Get("name").Type() != protocol.String {
			return body, false
		}
	}
	for _, key := range []string{"rows", "data"} {
		rows := v.Get(key)
		if rows.Type() != protocol.Array {
			continue
		}
		for _, r := range rows.Elems() {
			if r.Type() < protocol.Array {
				return body, false
			}
		}
		body.Val("columns", columns)
		body.Val(key, rows)
		return body, true
	}
	return body, false
}
