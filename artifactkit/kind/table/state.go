package table

import (
	"slices"
	"strings"

	"github.com/vitrine-go/vitrine/artifactkit/kind"
	"github.com/vitrine-go/vitrine/artifactkit/kind/internal/field"
	"github.com/vitrine-go/vitrine/artifactkit/limits"
	"github.com/vitrine-go/vitrine/artifactkit/protocol"
)

// wish is what a state asks of a table. Its members, all of them optional; columns are counted from 0 as the payload has them, rows
// from 0 as it has them, whatever the order they are shown in:
//
//	sort     [[3,1],[0,-1]]  columns to sort by, the first counts most; 1 is ascending, -1 descending
//	filter   "duluth mn"     words that a row must hold, all of them, in the columns that are not hidden; capitals make no difference
//	hide     [4,7]           hidden columns
//	page     2               page of rows, from 0
//	cols     1               window of columns, from 0, where there are more than limits.TableColumns
//	cells    [[12,3]]        cells that are open, row and column
//	columns  true            the list of columns is open
//	more_output              page of the words beside the table
//
// What is out of range or of another type is passed over, so that any state can be drawn.
type wish struct {
	sort     []key
	filter   string
	hidden   map[int]bool
	page     int
	window   int
	open     map[place]bool
	choosing bool
}

// key is one column to sort by.
type key struct {
	column int
	down   bool
}

// place is one cell.
type place struct{ row, column int }

const (
	sortKeys   = 8   // columns to sort by at once
	filterLen  = 200 // characters of a filter
	openCells  = 20  // cells open at once
	maxPayload = 1 << 30
)

func (v *view) wish(st kind.State) wish {
	w := wish{filter: filterText(st.Get("filter").Str()), page: max(st.Int("page", 0), 0), window: max(st.Int("cols", 0), 0), choosing: st.Get("columns").Bool()}
	for _, e := range st.Get("sort").Elems() {
		c, way, ok := pair(e)
		if ok && c < len(v.columns) && way != 0 && len(w.sort) < sortKeys && w.at(c) < 0 {
			w.sort = append(w.sort, key{c, way < 0})
		}
	}
	for _, e := range st.Get("hide").Elems() {
		if c, ok := e.Int(); ok && c >= 0 && c < int64(len(v.columns)) {
			if w.hidden == nil {
				w.hidden = map[int]bool{}
			}
			w.hidden[int(c)] = true
		}
	}
	if len(w.hidden) == len(v.columns) {
		w.hidden = nil
	}
	for _, e := range st.Get("cells").Elems() {
		if r, c, ok := pair(e); ok && c >= 0 && len(w.open) < openCells {
			if w.open == nil {
				w.open = map[place]bool{}
			}
			w.open[place{r, c}] = true
		}
	}
	return w
}

// pair reads two whole numbers, the first not below 0.
func pair(v protocol.Value) (a, b int, ok bool) {
	if v.Len() != 2 {
		return 0, 0, false
	}
	c := v.Cursor()
	x, ok1 := c.Next().Int()
	y, ok2 := c.Next().Int()
	if !ok1 || !ok2 || x < 0 || x > maxPayload || y < -maxPayload || y > maxPayload {
		return 0, 0, false
	}
	return int(x), int(y), true
}

// filterText cuts a filter; one of nothing but white space is none.
func filterText(s string) string {
	s, _ = field.Cut(s, filterLen)
	if strings.TrimSpace(s) == "" {
		return ""
	}
	return s
}

// at is the place of a column among the keys, -1 if the table is not sorted by it.
func (w wish) at(column int) int {
	return slices.IndexFunc(w.sort, func(k key) bool { return k.column == column })
}

// shown are the columns that are not hidden, as they are drawn.
func (v *view) shown(w wish) []int {
	if len(w.hidden) == 0 {
		return v.order
	}
	out := make([]int, 0, len(v.order))
	for _, c := range v.order {
		if !w.hidden[c] {
			out = append(out, c)
		}
	}
	return out
}

func (v *view) lastPage(w wish) int { return max(0, (v.count(w)-1)/v.pageRows()) }

// windowed are the columns of the window, the row names always among them, and whether there are other windows.
func (v *view) windowed(w wish) (cols []int, from, last int) {
	cols = v.shown(w)
	last = v.lastWindow(w)
	if last == 0 {
		return cols, 0, 0
	}
	var names []int
	if v.labels >= 0 && cols[0] == v.labels {
		names, cols = cols[:1], cols[1:]
	}
	step := limits.TableColumns - len(names)
	from = min(w.window, last) * step
	to := min(from+step, len(cols))
	return append(slices.Clone(names), cols[from:to]...), from, last
}

func (v *view) lastWindow(w wish) int {
	cols, step := v.shown(w), limits.TableColumns
	if len(cols) <= step {
		return 0
	}
	n := len(cols)
	if v.labels >= 0 && cols[0] == v.labels {
		n, step = n-1, step-1
	}
	return (n - 1) / step
}
