package table

import (
	"slices"
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

// readRows reads an array of rows. The columns are the given names, then the other keys in the order they are first seen (_row
// before all), then positions without a name by their number. width is how many names there were, of which names holds as many as
// are told apart.
func readRows(list protocol.Value, names []string, width int, path string) (*view, *protocol.Reason) {
	r := &rows{list: list, byName: map[string]int{}, byText: map[string]int{}}
	scalars := true
	for i, n := range slices.Backward(names) {
		r.byName[n] = i
	}
	for _, row := range list.Elems() {
		switch row.Type() {
		case protocol.Object:
			scalars = false
			names = r.collect(row, names)
		case protocol.Array:
			scalars = false
			width = max(width, row.Len())
		default:
			width = max(width, 1)
		}
	}
	if list.Len() > 0 && scalars && len(names) == 0 {
		names = []string{"value"}
	}
	for i := len(names); i < min(width, limits.TableNames); i++ {
		names = append(names, strconv.Itoa(i+1))
	}
	if len(names) == 0 && list.Len() > 0 {
		return nil, &protocol.Reason{Code: protocol.BadPayload, Path: path, Message: "The rows have no columns."}
	}
	if i := slices.Index(names, rowName); i > 0 {
		names = slices.Insert(slices.Delete(names, i, i+1), 0, rowName)
		front := func(c int) int {
			switch {
			case c == i:
				return 0
			case c < i && c >= 0:
				return c + 1
			}
			return c
		}
		for _, m := range []map[string]int{r.byName, r.byText} {
			for k, c := range m {
				m[k] = front(c)
			}
		}
	}
	v := &view{frame: r, more: r.full || width > limits.TableNames}
	for _, n := range names {
		v.columns = append(v.columns, column{name: n})
	}
	return v, nil
}

// collect adds the keys of a row that are new.
func (r *rows) collect(row protocol.Value, names []string) []string {
	for raw := range row.MembersRaw() {
		if _, ok := r.byText[string(raw)]; ok {
			continue
		}
		key, _ := protocol.Parse(raw)
		name := key.Str()
		i, ok := r.byName[name]
		if !ok {
			if len(names) == limits.TableNames {
				r.full = true
				continue
			}
			i = len(names)
			names = append(names, name)
			r.byName[name] = i
		}
		if len(r.byText) < 4*limits.TableNames {
			r.byText[string(raw)] = i
		}
	}
	return names
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

func (r *rows) size() int { return r.list.Len() }

func (r *rows) cells(from, to, n int, yield func([]protocol.Value) bool) {
	out := make([]protocol.Value, n)
	c := r.list.Cursor()
	c.Skip(from)
	for ; from < to; from++ {
		clear(out)
		switch row := c.Next(); row.Type() {
		case protocol.Object:
			for raw, m := range row.MembersRaw() {
				if i := r.column(raw); i >= 0 && i < n {
					out[i] = m
				}
			}
		case protocol.Array:
			e := row.Cursor()
			for i := range out {
				out[i] = e.Next()
			}
		default:
			if n > 0 {
				out[0] = row
			}
		}
		if !yield(out) {
			return
		}
	}
}
