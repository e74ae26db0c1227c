package htmltext

import (
	"strconv"
	"strings"

	"golang.org/x/net/html"

	"github.com/vitrine-go/vitrine/artifactkit/limits"
)

// Table is the cells of a table, row by row. Head is how many rows at its top are headings all over.
type Table struct {
	Rows [][]string
	Head int
}

// Tables are the tables in foreign HTML, in the order in which they open; a table inside a cell is a table of its own and its words
// are not in that cell. A cell that spans columns or rows leaves the others it covers empty, so that columns stay in line.
// Captions are left out. At most limits.HTMLCells cells and limits.HTMLTables tables are read, and no more cells than a text of that
// length has without spans, with some to spare: a notebook may hold thousands of short tables that say they are huge.
func Tables(s string) []Table {
	g := grids{left: min(limits.HTMLCells, sparing+len(s)/2)}
	t := newTokens(s)
	for g.left > 0 && t.next() {
		switch t.kind {
		case html.TextToken:
			if b := g.top(); b != nil && b.open {
				b.cell.text(t.text())
			}
		case html.StartTagToken, html.SelfClosingTagToken:
			g.start(t)
		case html.EndTagToken:
			g.end(t.name)
		}
	}
	for len(g.stack) > 0 {
		g.end("table")
	}
	var all []Table
	for _, b := range g.all {
		all = append(all, Table{b.rows, b.head})
	}
	return all
}

// sparing is how many cells even the shortest text may have.
const sparing = 256

// grids are the tables read so far and those still open.
type grids struct {
	all, stack []*grid
	left       int // cells that may still be made
}

// grid is one table in the making.
type grid struct {
	rows  [][]string
	row   []string
	inRow bool
	open  bool // a cell is open
	cell  writer
	cols  int   // columns of the open cell
	below []int // per column: rows still covered by a cell further up
	span  int   // rows of the open cell
	head  int   // rows of headings at the top
	data  bool  // the row has a cell that is no heading
}

func (g *grids) top() *grid {
	if len(g.stack) == 0 {
		return nil
	}
	return g.stack[len(g.stack)-1]
}

func (g *grids) start(t *tokens) {
	if t.name == "table" {
		if b := g.top(); b != nil && b.open {
			b.cell.due('\n')
		}
		b := &grid{}
		if len(g.all) < limits.HTMLTables {
			g.all = append(g.all, b)
		}
		g.stack = append(g.stack, b)
		return
	}
	b := g.top()
	if b == nil {
		return
	}
	switch t.name {
	case "tr", "thead", "tbody", "tfoot":
		g.endRow(b)
		b.inRow = t.name == "tr"
		if !b.inRow {
			b.below = nil
		}
	case "td", "th":
		g.endCell(b)
		b.inRow, b.open, b.cell = true, true, writer{}
		b.data = b.data || t.name == "td"
		b.cols, b.span = t.spans()
	case "caption":
		g.endRow(b)
	default:
		if b.open {
			b.cell.open(t.name)
		}
	}
}

func (g *grids) end(name string) {
	b := g.top()
	if b == nil {
		return
	}
	switch name {
	case "table":
		g.endRow(b)
		g.stack = g.stack[:len(g.stack)-1]
	case "tr", "thead", "tbody", "tfoot":
		g.endRow(b)
	case "td", "th":
		g.endCell(b)
	default:
		if b.open {
			b.cell.close(name)
		}
	}
}

// endCell puts the open cell into the next free columns of the row.
func (g *grids) endCell(b *grid) {
	if !b.open {
		return
	}
	b.open = false
	g.covered(b)
	for i := range b.cols {
		text := ""
		if i == 0 {
			text = b.cell.String()
		}
		g.add(b, text)
		if b.span > 1 {
			for len(b.below) < len(b.row) {
				b.below = append(b.below, 0)
			}
			if n := len(b.row); n > 0 {
				b.below[n-1] = b.span
			}
		}
	}
}

// covered skips the columns that cells further up still cover.
func (g *grids) covered(b *grid) {
	for len(b.row) < len(b.below) && b.below[len(b.row)] > 0 && g.left > 0 {
		g.add(b, "")
	}
}

func (g *grids) add(b *grid, text string) {
	if g.left > 0 {
		g.left--
		b.row = append(b.row, text)
	}
}

func (g *grids) endRow(b *grid) {
	g.endCell(b)
	if !b.inRow {
		return
	}
	g.covered(b)
	if len(b.row) > 0 {
		if !b.data && b.head == len(b.rows) {
			b.head++
		}
		b.rows = append(b.rows, b.row)
	}
	for i := range b.below {
		b.below[i] = max(b.below[i]-1, 0)
	}
	for n := len(b.below); n > 0 && b.below[n-1] == 0; n-- {
		b.below = b.below[:n-1]
	}
	b.row, b.inRow, b.data = nil, false, false
}

// spans reads colspan and rowspan, each 1 when it is missing or no number, and at most 1000 as in browsers.
func (t *tokens) spans() (cols, rows int) {
	cols, rows = 1, 1
	for t.attr {
		var k, v []byte
		k, v, t.attr = t.z.TagAttr()
		n, err := strconv.Atoi(strings.TrimSpace(string(v)))
		if err != nil || n < 1 {
			continue
		}
		switch string(k) {
		case "colspan":
			cols = min(n, limits.HTMLSpan)
		case "rowspan":
			rows = min(n, limits.HTMLSpan)
		}
	}
	return cols, rows
}
