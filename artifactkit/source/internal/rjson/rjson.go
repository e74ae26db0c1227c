// Package rjson decodes what R's jsonlite::serializeJSON writes, {"type", "attributes", "value"} at every level, into plain JSON.
//
// Lists with names become objects, others arrays; vectors of one element become scalars, unless they are marked as they are (I());
// factors become their labels, dates and times ISO 8601 in UTC, data frames arrays of row objects. Numeric NA, NaN and Inf
// stay the strings they are, NA of other types is null (PL-1). Numbers keep their digits. Functions, environments and other
// things that are no data stay in their serialised form, and so does what is no such form, or too large to be written out.
package rjson

import (
	"strconv"

	"github.com/vitrine-go/vitrine/artifactkit/limits"
	"github.com/vitrine-go/vitrine/artifactkit/protocol"
)

// Append appends the plain form of v.
func Append(dst []byte, v protocol.Value) []byte {
	d := decoder{budget: limits.Result}
	return d.append(dst, v)
}

// decoder counts what the plain form has that the serialised one writes once: a level of a factor, the name of a column. A
// small text could ask for terabytes of it.
type decoder struct{ budget int }

// afford takes n bytes off the budget, if they are there.
func (d *decoder) afford(n int) bool {
	if n < 0 || n > d.budget {
		return false
	}
	d.budget -= n
	return true
}

func (d *decoder) append(dst []byte, v protocol.Value) []byte {
	switch kind(v) {
	case "NULL":
		return append(dst, "null"...)
	case "list", "pairlist", "expression":
		if !complete(v) {
			break
		}
		if rows, ok := d.frameRows(v); ok {
			return appendFrame(dst, v, rows)
		}
		return d.appendList(dst, v)
	case "logical", "integer", "double", "character", "complex":
		if complete(v) {
			return d.appendVector(dst, v)
		}
	case "symbol", "raw":
		value := v.Get("value")
		if value.Type() == protocol.Array && value.Len() == 1 {
			for _, e := range value.Elems() {
				value = e
			}
		}
		return value.AppendCompact(dst)
	}
	return v.AppendCompact(dst)
}

// kind is the R type of a serialised value, "" for anything else.
func kind(v protocol.Value) string {
	if v.Type() != protocol.Object || !v.Get("value").Exists() && v.Get("type").Str() != "NULL" {
		return ""
	}
	return v.Get("type").Str()
}

func attribute(v protocol.Value, name string) protocol.Value { return v.At("attributes", name) }

// words are the strings of a character vector; NA is "".
func words(v protocol.Value) []string {
	var out []string
	for _, e := range v.Get("value").Elems() {
		out = append(out, e.Str())
	}
	return out
}

func has(v protocol.Value, class string) bool {
	for _, e := range attribute(v, "class").Get("value").Elems() {
		if e.Str() == class {
			return true
		}
	}
	return false
}

// complete tells whether every element is on the scanner's tape.
func complete(v protocol.Value) bool {
	value := v.Get("value")
	if value.Type() != protocol.Array {
		return false
	}
	n := 0
	for range value.Elems() {
		n++
	}
	return n == value.Len()
}

func (d *decoder) appendList(dst []byte, v protocol.Value) []byte {
	names := attribute(v, "names")
	if !names.Exists() {
		dst = append(dst, '[')
		for i, e := range v.Get("value").Elems() {
			if i > 0 {
				dst = append(dst, ',')
			}
			dst = d.append(dst, e)
		}
		return append(dst, ']')
	}
	keys := words(names)
	dst = append(dst, '{')
	for i, e := range v.Get("value").Elems() {
		dst = appendKey(dst, keys, i)
		dst = d.append(dst, e)
	}
	return append(dst, '}')
}

// appendKey appends a comma, if one is due, and the i-th name; an element without a name is called by its number, from 1.
func appendKey(dst []byte, keys []string, i int) []byte {
	if i > 0 {
		dst = append(dst, ',')
	}
	key := ""
	if i < len(keys) {
		key = keys[i]
	}
	if key == "" {
		key = strconv.Itoa(i + 1)
	}
	return append(protocol.AppendString(dst, key), ':')
}

func (d *decoder) appendVector(dst []byte, v protocol.Value) []byte {
	cells := d.vectorCells(v)
	if names := attribute(v, "names"); names.Exists() {
		keys := words(names)
		dst = append(dst, '{')
		for i, c := range cells {
			dst = append(appendKey(dst, keys, i), c...)
		}
		return append(dst, '}')
	}
	if _, _, ok := dim(v, len(cells)); ok {
		return appendArray(dst, d.vectorRows(v))
	}
	if len(cells) == 1 && !has(v, "AsIs") {
		return append(dst, cells[0]...)
	}
	return appendArray(dst, cells)
}

func appendArray(dst []byte, cells [][]byte) []byte {
	dst = append(dst, '[')
	for i, c := range cells {
		if i > 0 {
			dst = append(dst, ',')
		}
		dst = append(dst, c...)
	}
	return append(dst, ']')
}

// dim reads the shape of a matrix; its cells stand column by column.
func dim(v protocol.Value, n int) (rows, columns int, ok bool) {
	var d []int
	for _, e := range attribute(v, "dim").Get("value").Elems() {
		i, whole := e.Int()
		if !whole || i < 0 || i > int64(n) {
			return 0, 0, false
		}
		d = append(d, int(i))
	}
	if len(d) != 2 || d[0]*d[1] != n || n == 0 {
		return 0, 0, false
	}
	return d[0], d[1], true
}
