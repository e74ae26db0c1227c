package table

import (
	"bytes"
	"cmp"
	"encoding/binary"
	"slices"
	"sync"

	"github.com/vitrine-go/vitrine/artifactkit/kind/internal/field"
	"github.com/vitrine-go/vitrine/artifactkit/protocol"
)

// memory keeps what was worked out for earlier views of one table. All of it follows from the table alone, so that a view is the
// same whether it is there or not. It is safe for concurrent use.
type memory struct {
	mu    sync.Mutex
	ranks map[int]ranks
	asked string // what rows answers
	rows  []int
}

// ranks says for each row where its cell stands among the column's: equal cells have one rank, the ranks are the numbers below
// most, and a cell without a value has the rank most.
type ranks struct {
	of   []uint32
	most uint32
}

// remembered is how many columns keep their ranks; a further one starts anew.
const remembered = 16

// rows are the numbers of the rows that a wish asks for, in its order; nil is all of them as they are.
func (v *view) rows(w wish) []int {
	if len(w.sort) == 0 && w.filter == "" {
		return nil
	}
	asked := keys(w.sort)
	if w.filter != "" {
		asked += v.numbers(w.hidden) + "\x00" + w.filter
	}
	m := v.memory
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.asked == asked {
		return m.rows
	}
	var found []int
	if w.filter != "" {
		found = v.find(w)
	} else {
		found = make([]int, v.frame.size())
		for i := range found {
			found[i] = i
		}
	}
	for _, k := range slices.Backward(w.sort) { // the last key first: each pass keeps the order of the one before
		found = v.rank(k.column).sort(found, k.down)
	}
	m.asked, m.rows = asked, found
	return found
}

// count is how many rows a wish asks for.
func (v *view) count(w wish) int {
	if w.filter == "" {
		return v.frame.size()
	}
	return len(v.rows(w))
}

// rank is the ranks of a column, worked out once. The caller holds the memory's lock.
func (v *view) rank(column int) ranks {
	m := v.memory
	if r, ok := m.ranks[column]; ok {
		return r
	}
	if m.ranks == nil || len(m.ranks) == remembered {
		m.ranks = map[int]ranks{}
	}
	r := v.compare(column)
	m.ranks[column] = r
	return r
}

// sort puts rows in the order of their ranks, in steps as many as there are rows and ranks. What has no value comes last either way.
func (r ranks) sort(rows []int, down bool) []int {
	bucket := func(row int) uint32 {
		n := r.of[row]
		if down && n < r.most {
			return r.most - 1 - n
		}
		return n
	}
	starts := make([]int, r.most+2)
	for _, row := range rows {
		starts[bucket(row)+1]++
	}
	for i := 1; i < len(starts); i++ {
		starts[i] += starts[i-1]
	}
	out := make([]int, len(rows))
	for _, row := range rows {
		b := bucket(row)
		out[starts[b]] = row
		starts[b]++
	}
	return out
}

// item is a cell to sort: where its key is, and as a number the part of it where the column's keys begin to differ.
type item struct {
	head     uint64
	from, to uint32
	row      uint32
}

// compare ranks a column: each cell becomes a key whose bytes are in the order of the cells.
func (v *view) compare(column int) ranks {
	in := v.columns[column].class()
	items := make([]item, 0, v.frame.size())
	arena := make([]byte, 0, 12*v.frame.size())
	r := ranks{of: make([]uint32, v.frame.size())}
	v.frame.walk(nil, []int{column}, func(row int, cells []protocol.Value) bool {
		c := field.Unbox(cells[0])
		if lacks(c, in) {
			r.of[row] = ^uint32(0)
			return true
		}
		from := len(arena)
		arena = appendKey(arena, c, in)
		items = append(items, item{0, uint32(from), uint32(len(arena)), uint32(row)})
		return true
	})
	same := common(items, arena)
	for i, x := range items {
		items[i].head = head(arena[x.from+same : x.to])
	}
	slices.SortFunc(items, func(a, b item) int {
		if a.head != b.head {
			return cmp.Compare(a.head, b.head)
		}
		return bytes.Compare(arena[a.from:a.to], arena[b.from:b.to])
	})
	for i, x := range items {
		if i > 0 {
			if y := items[i-1]; y.head != x.head || !bytes.Equal(arena[y.from:y.to], arena[x.from:x.to]) {
				r.most++
			}
		}
		r.of[x.row] = r.most
	}
	if len(items) > 0 {
		r.most++
	}
	for i, n := range r.of {
		r.of[i] = min(n, r.most)
	}
	return r
}

// common is how many bytes all keys begin with, as "item 1" and "item 2" do.
func common(items []item, arena []byte) uint32 {
	if len(items) == 0 {
		return 0
	}
	one := arena[items[0].from:items[0].to]
	for _, x := range items[1:] {
		key := arena[x.from:x.to]
		n := 0
		for n < len(one) && n < len(key) && one[n] == key[n] {
			n++
		}
		if one = one[:n]; n == 0 {
			break
		}
	}
	return uint32(len(one))
}

// head is the first eight bytes of a key; a shorter one is filled up with zeros, and its length decides between equals.
func head(k []byte) uint64 {
	if len(k) >= 8 {
		return binary.BigEndian.Uint64(k)
	}
	var n uint64
	for i := range 8 {
		n <<= 8
		if i < len(k) {
			n |= uint64(k[i])
		}
	}
	return n
}

// nestedKey is how much of a nested value counts.
const nestedKey = 256

// appendKey appends the key of a cell that has a value, for a column of a class.
func appendKey(dst []byte, c protocol.Value, in class) []byte {
	switch c.Type() {
	case protocol.Number:
		return appendDecimal(dst, c.Raw())
	case protocol.Bool:
		if c.Bool() {
			return append(dst, keyTrue)
		}
		return append(dst, keyFalse)
	case protocol.String:
		s := content(c)
		switch in {
		case ofNumbers:
			return appendDecimal(dst, s)
		case ofDates:
			if seconds, fraction, ok := readDate(s); ok {
				return appendDate(dst, seconds, fraction)
			}
		}
		return appendNatural(append(dst, keyText), s)
	}
	s, _ := field.Brief(c, nestedKey)
	return appendNatural(append(dst, keyNested), []byte(s))
}

// content is the text of a string, without a copy when nothing in it is escaped. Do not write to it.
func content(c protocol.Value) []byte {
	raw := c.Raw()
	if in := raw[1 : len(raw)-1]; bytes.IndexByte(in, '\\') < 0 {
		return in
	}
	return []byte(c.Str())
}
