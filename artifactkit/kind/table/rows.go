package table

import (
	"bytes"
	"strconv"

	"github.com/vitrine-go/vitrine/artifactkit/limits"
	"github.com/vitrine-go/vitrine/artifactkit/protocol"
)

// rows is a table by row: objects by name, arrays by position, a scalar is a row with one cell.
type rows struct {
	list   protocol.Value
	byName map[string]int // name -> column
	byText map[string]int // name as the text writes it -> column, so that a row costs no copies of its names
	full   bool           // names were seen for which there is no column
}

// readRows reads an array of rows. The columns are the given ones, then the other keys in the order they are first seen, then
// positions without a name by their number. width is how many columns were given, of which named holds as many as are told apart.
func readRows(list protocol.Value, named []column, width int, path string) (*view, *protocol.Reason) {
	r := &rows{list: list, byName: map[string]int{}, byText: map[string]int{}}
	v := &view{frame: r, columns: named}
	for i := len(named) - 1; i >= 0; i-- {
		r.byName[named[i].name] = i
	}
	places := make([]seen, 0, 16) // what stands at the positions of arrays
	at := func(i int, c protocol.Value) {
		for len(places) <= i {
			places = append(places, 0)
		}
		places[i].see(c)
	}
	scalars := true
	var h hint
	for _, row := range list.Elems() {
		switch row.Type() {
		case protocol.Object:
			scalars = false
			h.begin()
			for raw, c := range row.MembersRaw() {
				if i := h.column(raw, v.collect); i >= 0 {
					v.columns[i].seen.see(c)
				}
			}
		case protocol.Array:
			scalars = false
			width = max(width, row.Len())
			for i, c := range row.Elems() {
				if i == limits.TableNames {
					break
				}
				at(i, c)
			}
		default:
			width = max(width, 1)
			at(0, row)
		}
	}
	if list.Len() > 0 && scalars && len(v.columns) == 0 {
		v.columns = []column{{name: "value"}}
	}
	for i := len(v.columns); i < min(width, limits.TableNames); i++ {
		v.columns = append(v.columns, column{name: strconv.Itoa(i + 1)})
	}
	if len(v.columns) == 0 && list.Len() > 0 {
		return nil, &protocol.Reason{Code: protocol.BadPayload, Path: path, Message: "The rows have no columns."}
	}
	for i, s := range places {
		v.columns[i].seen |= s
	}
	v.more = r.full || width > limits.TableNames
	return v, nil
}

// collect finds the column of a key and makes one for a new key; -1 when there are too many.
func (v *view) collect(raw []byte) int {
	r := v.frame.(*rows)
	if i, ok := r.byText[string(raw)]; ok {
		return i
	}
	key, _ := protocol.Parse(raw)
	name := key.Str()
	i, ok := r.byName[name]
	if !ok {
		if len(v.columns) == limits.TableNames {
			r.full = true
			return -1
		}
		i = len(v.columns)
		v.columns = append(v.columns, column{name: name})
		r.byName[name] = i
	}
	if len(r.byText) < 4*limits.TableNames {
		r.byText[string(raw)] = i
	}
	return i
}

// column finds the column of a key, -1 if it has none.
func (r *rows) column(raw []byte) int {
	if i, ok := r.byText[string(raw)]; ok {
		return i
	}
	if !r.full && len(r.byText) < 4*limits.TableNames {
		return -1
	}
	key, _ := protocol.Parse(raw)
	if i, ok := r.byName[key.Str()]; ok {
		return i
	}
	return -1
}

// hint remembers which columns the keys of the row before had: rows of one program have their keys in one order.
type hint struct {
	at   int
	keys [][]byte
	cols []int
}

func (h *hint) begin() { h.at = 0 }

func (h *hint) column(raw []byte, find func([]byte) int) int {
	i := h.at
	h.at++
	if i < len(h.keys) && bytes.Equal(h.keys[i], raw) {
		return h.cols[i]
	}
	c := find(raw)
	switch {
	case i < len(h.keys):
		h.keys[i], h.cols[i] = raw, c
	case i < limits.TableNames:
		h.keys, h.cols = append(h.keys, raw), append(h.cols, c)
	}
	return c
}

func (r *rows) size() int { return r.list.Len() }

func (r *rows) walk(pick, cols []int, yield func(int, []protocol.Value) bool) {
	out := make([]protocol.Value, len(cols))
	last := -1
	for _, c := range cols {
		last = max(last, c)
	}
	slots := make([]int, last+1) // column -> place in out and 1, 0 for a column that is not asked for
	for i, c := range cols {
		slots[c] = i + 1
	}
	put := func(c int, v protocol.Value) {
		if c >= 0 && c <= last && slots[c] > 0 {
			out[slots[c]-1] = v
		}
	}
	cursor, next := r.list.Cursor(), 0
	var h hint
	for row := range numbers(pick, r.size()) {
		clear(out)
		cursor.Skip(row - next)
		switch v := cursor.Next(); v.Type() {
		case protocol.Object:
			h.begin()
			for raw, m := range v.MembersRaw() {
				put(h.column(raw, r.column), m)
			}
		case protocol.Array:
			e := v.Cursor()
			for i := 0; i <= last; i++ {
				put(i, e.Next())
			}
		default:
			put(0, v)
		}
		if next = row + 1; !yield(row, out) {
			return
		}
	}
}
