// Package table is the kind of rows and columns. It reads every shape that producers give a table and draws one page of it; no
// row is copied: cells are looked up in the parsed text when they are drawn.
package table

import (
	"strconv"
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

// column is one column: its name and what was seen in it.
type column struct {
	name    string
	numeric bool // numbers and what stands for missing ones, nothing else
}

// frame is a table in one of the shapes.
type frame interface {
	size() int
	// cells calls yield with the cells of the rows from..to, of the first n columns, in order. The slice is used again.
	cells(from, to, n int, yield func(row []protocol.Value) bool)
}

type view struct {
	columns []column
	more    bool // there are more columns than were told apart
	labels  bool // the first column names the rows
	caption string
	frame   frame
	output  *longtext.Text // what was said beside the table, nil without
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
	v.look()
	return v, nil
}

// look finds out which columns are numeric, and whether the first names the rows.
func (v *view) look() {
	n := min(len(v.columns), limits.TableColumns)
	kinds := make([]uint8, n)
	const number, other = 1, 2
	v.frame.cells(0, v.frame.size(), n, func(row []protocol.Value) bool {
		for i, c := range row {
			switch c = field.Unbox(c); {
			case c.Type() == protocol.Number:
				kinds[i] |= number
			case c.IsSet() && !missing(c):
				kinds[i] |= other
			}
		}
		return true
	})
	for i, k := range kinds {
		v.columns[i].numeric = k == number
	}
	v.labels = n > 1 && v.columns[0].name == rowName
}

// rowName is where row names of R stand.
const rowName = "_row"

// missing tells the strings that R writes for numbers which are none (PL-1).
func missing(c protocol.Value) bool {
	if c.Type() != protocol.String || len(c.Raw()) > 6 {
		return false
	}
	switch c.Str() {
	case "NA", "NaN", "Inf", "-Inf":
		return true
	}
	return false
}

// Update answers page:N, pages counted from 0, and more:output.
func (v *view) Update(st kind.State, action string) kind.State {
	if v.output != nil {
		if next := longtext.Part("output").Update(st, action); next != st {
			return next
		}
	}
	verb, arg, _ := strings.Cut(action, ":")
	if n, err := strconv.Atoi(arg); verb == "page" && err == nil && n >= 0 && n <= v.lastPage() {
		if n == 0 {
			return st.With("page", "")
		}
		return st.WithInt("page", n)
	}
	return st
}

func (v *view) lastPage() int { return max(0, (v.frame.size()-1)/limits.TableRows) }
