package markup

import (
	"bytes"
	"sort"
	"unicode/utf8"
)

// screen is the part of a terminal's output that can still be overwritten, as cells: the current line once something moves back on
// it, and the lines above once the cursor goes up. What leaves it is final.
type screen struct {
	lines [][]cell // none while text is only added
	row   int      // of the cursor
	col   int
	tall  bool // the cursor went up: from here on the last lines stay open
}

type cell struct {
	r   rune
	pen uint32
}

// screenLines is how far up the cursor goes. Bars of progress are a few lines; a higher screen would only be cleared.
const screenLines = 60

func (s *screen) editing() bool { return len(s.lines) > 0 }

func (s *screen) cells() *[]cell { return &s.lines[s.row] }

// edit takes the current line apart, so that it can be overwritten.
func (t *terminal) edit() {
	if t.editing() {
		return
	}
	t.lines = append(t.lines, t.apart(t.line, t.lineRuns))
	t.row, t.col = 0, len(t.lines[0])
	t.out, t.runs = t.out[:t.line], t.runs[:t.lineRuns]
}

// apart is the text from an offset to the end as cells; next is its first run.
func (t *terminal) apart(from, next int) []cell {
	cells := make([]cell, 0, len(t.out)-from)
	p := uint32(0)
	if next > 0 {
		p = t.runs[next-1].pen
	}
	for i := from; i < len(t.out); {
		for next < len(t.runs) && int(t.runs[next].at) <= i {
			p = t.runs[next].pen
			next++
		}
		r, n := utf8.DecodeRune(t.out[i:])
		cells = append(cells, cell{r, p})
		i += n
	}
	return cells
}

// up moves to an earlier line, home also to its start. The first time the lines above are taken apart, and no line ever is again:
// so the cost stays linear.
func (t *terminal) up(n int, home bool) {
	t.edit()
	if !t.tall {
		t.tall = true
		t.reopen()
	}
	t.row = max(0, t.row-n)
	t.arrive(home)
}

// down moves to a later line of the screen; it makes none.
func (t *terminal) down(n int, home bool) {
	if t.editing() {
		t.row = min(len(t.lines)-1, t.row+n)
		t.arrive(home)
	}
}

// arrive keeps the cursor within its new line: a gap would have to be filled up, and a few bytes could fill up very much.
func (t *terminal) arrive(home bool) {
	if t.col = min(t.col, len(*t.cells())); home {
		t.col = 0
	}
}

// reopen puts the last lines that are final back on the screen.
func (t *terminal) reopen() {
	from := len(t.out)
	for n := 0; n < screenLines && from > 0; n++ {
		from = bytes.LastIndexByte(t.out[:from-1], '\n') + 1
	}
	first := sort.Search(len(t.runs), func(i int) bool { return int(t.runs[i].at) >= from })
	cells := t.apart(from, first)
	var above [][]cell
	for start, i := 0, 0; i < len(cells); i++ {
		if cells[i].r == '\n' {
			above = append(above, cells[start:i:i])
			start = i + 1
		}
	}
	t.out, t.runs = t.out[:from], t.runs[:first]
	t.row += len(above)
	t.lines = append(above, t.lines...)
}

func (t *terminal) newline() {
	switch {
	case !t.editing():
	case t.row < len(t.lines)-1:
		t.row++
		t.col = 0
		return
	case t.tall:
		t.lines = append(t.lines, nil)
		t.row, t.col = t.row+1, 0
		if len(t.lines) > screenLines {
			t.put(t.lines[0])
			t.out = append(t.out, '\n')
			t.lines = t.lines[1:]
			t.row--
		}
		return
	default:
		t.settle()
	}
	t.out = append(t.out, '\n')
	t.line, t.lineRuns = len(t.out), len(t.runs)
}

// settle makes the screen final.
func (t *terminal) settle() {
	for i, line := range t.lines {
		if i > 0 {
			t.out = append(t.out, '\n')
		}
		t.put(line)
	}
	t.lines = t.lines[:0]
}

func (t *terminal) put(line []cell) {
	for _, c := range line {
		t.setRun(c.pen)
		t.out = utf8.AppendRune(t.out, c.r)
	}
}

// erase is EL. Erasing the whole line goes back to its start as well, as programs do next: so no erased cell is ever filled up.
func (t *terminal) erase(params string) {
	switch params {
	case "", "0":
		if t.editing() {
			*t.cells() = (*t.cells())[:t.col]
		}
	case "2":
		t.edit()
		*t.cells(), t.col = (*t.cells())[:0], 0
	}
}

// eraseBelow is ED for what is below the cursor. Clearing the whole screen would take text from the reader and is passed over.
func (t *terminal) eraseBelow(params string) {
	if t.editing() && (params == "" || params == "0") {
		t.erase("")
		t.lines = t.lines[:t.row+1]
	}
}
