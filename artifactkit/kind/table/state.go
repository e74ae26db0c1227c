package table

import (
	"slices"
	"strconv"
	"strings"

	"github.com/vitrine-go/vitrine/artifactkit/kind"
	"github.com/vitrine-go/vitrine/artifactkit/kind/internal/field"
	"github.com/vitrine-go/vitrine/artifactkit/kind/internal/longtext"
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

// Update answers sort:C, which goes from ascending to descending to none; sort+:C, the same for one key more; filter:WORDS; hide:C,
// show:C and show, which brings all back; page:N, and goto:N counted from 1; cols:N; cell:R:C; columns; more:output. What it does not
// know, or what is out of range, changes nothing.
func (v *view) Update(st kind.State, action string) kind.State {
	if v.output != nil {
		if next := longtext.Part("output").Update(st, action); next != st {
			return next
		}
	}
	verb, arg, given := strings.Cut(action, ":")
	w := v.wish(st)
	n, err := strconv.Atoi(arg)
	column := err == nil && n >= 0 && n < len(v.columns)
	switch {
	case verb == "sort" && column:
		return first(st).With("sort", w.cycle(n))
	case verb == "sort+" && column:
		return first(st).With("sort", w.add(n))
	case verb == "filter":
		return first(st).With("filter", quoted(filterText(arg)))
	case verb == "hide" && column && !w.hidden[n] && len(v.columns)-len(w.hidden) > 1:
		return v.hide(st, w, n, true)
	case verb == "show" && column && w.hidden[n]:
		return v.hide(st, w, n, false)
	case verb == "show" && !given && len(w.hidden) > 0:
		return first(st).With("hide", "").With("cols", "")
	case verb == "page" && err == nil:
		return v.turn(st, w, n)
	case verb == "goto" && err == nil && n > 0:
		return v.turn(st, w, min(n-1, v.lastPage(w)))
	case verb == "cols" && err == nil && n >= 0 && n <= v.lastWindow(w):
		return number0(st, "cols", n)
	case verb == "cell":
		return v.toggle(st, w, arg)
	case verb == "columns" && !given:
		if w.choosing {
			return st.With("columns", "")
		}
		return st.With("columns", "true")
	}
	return st
}

// first goes back to the first page, as whatever changes the rows does.
func first(st kind.State) kind.State { return st.With("page", "") }

func number0(st kind.State, name string, n int) kind.State {
	if n == 0 {
		return st.With(name, "")
	}
	return st.WithInt(name, n)
}

func (v *view) turn(st kind.State, w wish, page int) kind.State {
	if page < 0 || page > v.lastPage(w) {
		return st
	}
	return number0(st, "page", page)
}

func quoted(s string) string {
	if s == "" {
		return ""
	}
	return string(protocol.AppendString(nil, s))
}

func (w wish) cycle(column int) string {
	switch {
	case len(w.sort) != 1 || w.sort[0].column != column:
		return keys([]key{{column, false}})
	case !w.sort[0].down:
		return keys([]key{{column, true}})
	}
	return ""
}

func (w wish) add(column int) string {
	list := slices.Clone(w.sort)
	switch i := w.at(column); {
	case i < 0 && len(list) < sortKeys:
		list = append(list, key{column, false})
	case i >= 0 && !list[i].down:
		list[i].down = true
	case i >= 0:
		list = slices.Delete(list, i, i+1)
	}
	return keys(list)
}

// keys writes the state's member sort.
func keys(list []key) string {
	if len(list) == 0 {
		return ""
	}
	var parts []string
	for _, k := range list {
		way := ",1]"
		if k.down {
			way = ",-1]"
		}
		parts = append(parts, "["+strconv.Itoa(k.column)+way)
	}
	return "[" + strings.Join(parts, ",") + "]"
}

func (v *view) hide(st kind.State, w wish, column int, on bool) kind.State {
	if w.filter != "" { // fewer columns are searched, or more
		st = first(st)
	}
	next := map[int]bool{column: on}
	for c := range w.hidden {
		if c != column {
			next[c] = true
		}
	}
	return st.With("hide", v.numbers(next))
}

// numbers writes a set of columns, "" for none.
func (v *view) numbers(set map[int]bool) string {
	var parts []string
	for c := range v.columns {
		if set[c] {
			parts = append(parts, strconv.Itoa(c))
		}
	}
	if parts == nil {
		return ""
	}
	return "[" + strings.Join(parts, ",") + "]"
}

func (v *view) toggle(st kind.State, w wish, arg string) kind.State {
	a, b, _ := strings.Cut(arg, ":")
	r, err1 := strconv.Atoi(a)
	c, err2 := strconv.Atoi(b)
	if err1 != nil || err2 != nil || r < 0 || r >= v.frame.size() || c < 0 || c >= len(v.columns) {
		return st
	}
	var parts []string
	was := false
	for _, e := range st.Get("cells").Elems() {
		switch x, y, ok := pair(e); {
		case !ok:
		case x == r && y == c:
			was = true
		default:
			parts = append(parts, "["+strconv.Itoa(x)+","+strconv.Itoa(y)+"]")
		}
	}
	if !was {
		parts = append(parts, "["+strconv.Itoa(r)+","+strconv.Itoa(c)+"]")
	}
	if n := len(parts) - openCells; n > 0 { // the one that was opened first closes
		parts = parts[n:]
	}
	if len(parts) == 0 {
		return st.With("cells", "")
	}
	return st.With("cells", "["+strings.Join(parts, ",")+"]")
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
