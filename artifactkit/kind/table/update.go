package table

import (
	"slices"
	"strconv"
	"strings"

	"github.com/vitrine-go/vitrine/artifactkit/kind"
	"github.com/vitrine-go/vitrine/artifactkit/kind/internal/longtext"
	"github.com/vitrine-go/vitrine/artifactkit/protocol"
)

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
		return v.toggle(st, arg)
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

func (v *view) toggle(st kind.State, arg string) kind.State {
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
