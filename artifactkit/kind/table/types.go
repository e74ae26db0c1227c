package table

import (
	"strings"

	"github.com/vitrine-go/vitrine/artifactkit/kind/internal/field"
	"github.com/vitrine-go/vitrine/artifactkit/protocol"
)

// column is one column: its name, what its producer says it holds, and what was seen in it.
type column struct {
	name  string
	given string // type by its producer's word, "" without one
	seen  seen
}

// seen is the set of what stands in a column; missing values and null are not counted.
type seen uint8

const (
	sawNumber  seen = 1 << iota
	sawNumeric      // a string that is a number
	sawDate         // a string that is a date or a time
	sawText
	sawBool
	sawNested
)

// class is how a column is sorted and aligned.
type class uint8

const (
	ofNothing class = iota
	ofNumbers
	ofDates
	ofBooleans
	ofTexts
	ofNested
	ofAll
)

// class is what all cells of the column are. A producer's word keeps strings from being taken for numbers, as codes of postal
// areas are not.
func (c column) class() class {
	switch c.seen {
	case 0:
		return ofNothing
	case sawNumber:
		return ofNumbers
	case sawNumeric, sawNumber | sawNumeric:
		if c.textual() {
			return ofTexts
		}
		return ofNumbers
	case sawDate:
		return ofDates
	case sawBool:
		return ofBooleans
	case sawNested:
		return ofNested
	}
	if c.seen&^(sawText|sawNumeric|sawDate) == 0 {
		return ofTexts
	}
	return ofAll
}

func (c column) textual() bool {
	t := strings.ToLower(c.given)
	return strings.Contains(t, "char") || strings.Contains(t, "str") || strings.Contains(t, "text") || t == "factor"
}

// words are the catalog's keys for a class; a column of nothing or of everything says no type.
var words = map[class]string{ofNumbers: "type_number", ofDates: "type_date", ofBooleans: "type_boolean", ofTexts: "type_text", ofNested: "type_nested", ofAll: "type_mixed"}

// see notes what a cell is.
func (s *seen) see(c protocol.Value) {
	switch c = field.Unbox(c); c.Type() {
	case protocol.Number:
		*s |= sawNumber
	case protocol.Bool:
		*s |= sawBool
	case protocol.Array, protocol.Object:
		*s |= sawNested
	case protocol.String:
		if *s&sawText == 0 { // else nothing that a string can be makes a difference
			*s |= stringSeen(c)
		}
	}
}

func stringSeen(c protocol.Value) seen {
	raw := c.Raw()
	in := raw[1 : len(raw)-1]
	if len(in) == 0 || len(in) > 64 {
		if len(in) == 0 {
			return 0
		}
		return sawText
	}
	switch first := in[0]; {
	case first >= '0' && first <= '9', first == '-', first == '+':
		if isNumber(in) {
			return sawNumeric
		}
		if _, _, ok := readDate(in); ok {
			return sawDate
		}
		if missing(c) {
			return 0
		}
	case first == 'N', first == 'I':
		if missing(c) {
			return 0
		}
	}
	return sawText
}

// missing tells the strings that R writes for numbers which are none (PL-1).
func missing(c protocol.Value) bool {
	if c.Type() != protocol.String || len(c.Raw()) > 6 {
		return false
	}
	switch string(c.Raw()) {
	case `"NA"`, `"NaN"`, `"Inf"`, `"-Inf"`:
		return true
	}
	return false
}

// lacks tells whether a cell has no value to sort by: nothing, null, an empty text, NA, and in a column of numbers what is no
// finite one.
func lacks(c protocol.Value, in class) bool {
	if !c.IsSet() || c.Type() == protocol.String && len(c.Raw()) == 2 {
		return true
	}
	return missing(c) && (in == ofNumbers || in == ofNothing || string(c.Raw()) == `"NA"`)
}
