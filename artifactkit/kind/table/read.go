package table

import (
	"github.com/vitrine-go/vitrine/artifactkit/kind/internal/field"
	"github.com/vitrine-go/vitrine/artifactkit/limits"
	"github.com/vitrine-go/vitrine/artifactkit/protocol"
)

// read finds the table in a payload.
func read(payload protocol.Value) (*view, *protocol.Reason) {
	if payload.Type() == protocol.Array && payload.Len() > 0 {
		return readRows(payload, nil, 0, "")
	}
	df := payload.Get("df")
	switch df.Type() {
	case protocol.Absent, protocol.Null:
		return readObject(payload, "")
	case protocol.Array:
		return readRows(df, nil, 0, "/df")
	case protocol.Object:
		return readObject(df, "/df")
	}
	return nil, field.Bad("/df", "a table", df)
}

// readObject reads columns with rows or data, R's serialised form, or a frame by column.
func readObject(v protocol.Value, path string) (*view, *protocol.Reason) {
	if isR(v) {
		return readR(v)
	}
	list, key := v.Get("rows"), "/rows"
	if !isRows(list) {
		if data := v.Get("data"); isRows(data) {
			list, key = data, "/data"
		}
	}
	named, ok := columnNames(v.Get("columns"))
	width := v.Get("columns").Len()
	switch {
	case ok && isRows(list):
		return readRows(list, named, width, path+key)
	case ok && !list.IsSet() && onlyArray(v, "columns"):
		return readRows(protocol.Value{}, named, width, path) // a table without rows
	case ok && list.IsSet() && list.Type() != protocol.Array:
		return nil, field.Bad(path+key, "an array of rows", list)
	case !v.Get("columns").IsSet() && isRows(list) && list.Len() > 0:
		return readRows(list, nil, 0, path+key)
	}
	return readColumns(v, path)
}

// isRows tells an array of arrays or objects; its first element speaks for all.
func isRows(v protocol.Value) bool {
	c := v.Cursor()
	return v.Type() == protocol.Array && (v.Len() == 0 || c.Next().Type() >= protocol.Array)
}

func onlyArray(v protocol.Value, key string) bool {
	for k, m := range v.Members() {
		if k != key && m.Type() == protocol.Array {
			return false
		}
	}
	return true
}

// columnNames reads ["a", "b"] and [{"name": "a", "type": "…"}].
func columnNames(v protocol.Value) (named []column, ok bool) {
	if v.Type() != protocol.Array {
		return nil, false
	}
	named = []column{}
	for i, e := range v.Elems() {
		if i == limits.TableNames {
			break
		}
		var c column
		e = field.Unbox(e)
		if e.Type() == protocol.Object {
			c.given = field.Unbox(e.Get("type")).Str()
			e = field.Unbox(e.Get("name"))
		}
		switch e.Type() {
		case protocol.String, protocol.Number, protocol.Bool:
			c.name = field.Scalar(e)
		default:
			return nil, false
		}
		named = append(named, c)
	}
	return named, true
}
