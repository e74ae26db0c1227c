// Package table is the kind of rows and columns. It reads every shape that producers give a table and draws one window of it,
// sorted, filtered and with the columns a reader wants. No row is copied: cells are looked up in the parsed text.
package table

import (
	"strings"

	"github.com/vitrine-go/vitrine/artifactkit/kind"
	"github.com/vitrine-go/vitrine/artifactkit/kind/internal/field"
	"github.com/vitrine-go/vitrine/artifactkit/kind/internal/longtext"
	"github.com/vitrine-go/vitrine/artifactkit/limits"
	"github.com/vitrine-go/vitrine/artifactkit/protocol"
)

// Kind reads df, or columns with rows or data, or an array of rows, or a frame by column, or the fallback fields text and html,
// which are shown as text.
var Kind = kind.Kind{Name: "table", Icon: "table", Rich: true, Open: open}

// frame is a table in one of the shapes. Its columns keep the place that the payload gives them.
type frame interface {
	size() int
	// walk calls yield with the number and the cells of each row in pick, ascending numbers, or of all rows when pick is nil.
	// The cells are those of the columns cols, each named once. The slice is used again.
	walk(pick, cols []int, yield func(row int, cells []protocol.Value) bool)
}

type view struct {
	columns []column
	more    bool  // there are more columns than were told apart
	labels  int   // the column that names the rows, -1 without one
	order   []int // all columns as they are drawn: the one with the row names first
	caption string
	frame   frame
	output  *longtext.Text // what was said beside the table, nil without
	memory  *memory
}

func open(payload protocol.Value, _ string) (kind.View, *protocol.Reason) {
	v, why := read(payload)
	if why != nil {
		for _, key := range []string{"text", "html"} {
			if s := field.Optional(payload, key); strings.TrimSpace(s) != "" {
				return longtext.View{Body: longtext.Terminal(s), File: "table.txt"}, nil
			}
		}
		return nil, why
	}
	if payload.Type() == protocol.Object {
		v.caption = field.Optional(payload, "caption")
		if s := field.Optional(payload, "output"); strings.TrimSpace(s) != "" {
			v.output = longtext.Terminal(s)
		}
	}
	v.arrange()
	return v, nil
}

// arrange puts the row names first.
func (v *view) arrange() {
	v.memory = &memory{}
	v.labels = -1
	for i, c := range v.columns {
		if c.name == rowName && v.labels < 0 {
			v.labels = i
		}
	}
	v.order = make([]int, 0, len(v.columns))
	if v.labels >= 0 {
		v.order = append(v.order, v.labels)
	}
	for i := range v.columns {
		if i != v.labels {
			v.order = append(v.order, i)
		}
	}
}

// rowName is where row names of R stand.
const rowName = "_row"

// pageRows is how many rows one view carries: fewer in a wide table, so that the cells are bounded. It is the same in all states
// of a table, so that a page keeps its place when columns are hidden.
func (v *view) pageRows() int {
	wide := min(max(len(v.columns), 1), limits.TableColumns)
	return min(limits.TableRows, limits.TableCells/wide)
}
