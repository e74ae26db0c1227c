package table

import (
	"math"
	"strconv"

	"github.com/vitrine-go/vitrine/artifactkit/internal/civil"
	"github.com/vitrine-go/vitrine/artifactkit/kind/internal/field"
	"github.com/vitrine-go/vitrine/artifactkit/limits"
	"github.com/vitrine-go/vitrine/artifactkit/protocol"
)

// isR tells a named list as R's serializeJSON writes it: {"type":"list","attributes":{"names":…},"value":[…]}.
func isR(v protocol.Value) bool {
	return v.Get("type").Str() == "list" && v.Get("value").Type() == protocol.Array && v.At("attributes", "names", "value").Type() == protocol.Array
}

// readR reads a data frame of serializeJSON: columns with their attributes, so that factors, dates and times say what they mean.
func readR(v protocol.Value) (*view, *protocol.Reason) {
	f := &columns{}
	out := &view{frame: f}
	if names := v.At("attributes", "row.names"); names.Get("type").Str() == "character" {
		f.add(out, rowName, names)
	}
	names := v.At("attributes", "names", "value").Cursor()
	for _, c := range v.Get("value").Elems() {
		if len(f.list) == limits.TableNames {
			out.more = true
			break
		}
		f.add(out, names.Next().Str(), c)
	}
	if len(f.list) == 0 {
		return nil, &protocol.Reason{Code: protocol.BadPayload, Message: "There are no columns."}
	}
	return out, nil
}

func (f *columns) add(v *view, name string, c protocol.Value) {
	value := c.Get("value")
	f.list = append(f.list, value)
	show, given, seen := shower(c)
	f.show = append(f.show, show)
	f.n = max(f.n, value.Len())
	v.columns = append(v.columns, column{name, given, seen})
}

// na is what R calls a missing value; its writer makes null of it in every type but numbers.
var na = text("NA")

// text makes a value of a text of ours.
func text(s string) protocol.Value {
	v, _ := protocol.Parse(protocol.AppendString(nil, s))
	return v
}

// shower translates the cells of a column by its attributes, and says of what type R has them.
func shower(c protocol.Value) (show func(protocol.Value) protocol.Value, given string, seen seen) {
	convert := func(v protocol.Value) protocol.Value { return v }
	given = c.Get("type").Str()
	switch given {
	case "integer", "double":
		seen = sawNumber
	case "logical":
		seen = sawBool
	case "character":
		seen = sawText
	default:
		seen = sawNested
	}
	if levels := c.At("attributes", "levels", "value"); levels.Type() == protocol.Array && given == "integer" {
		given, seen = "factor", sawText
		var list []protocol.Value
		for _, l := range levels.Elems() {
			list = append(list, l)
		}
		convert = func(v protocol.Value) protocol.Value {
			if i, ok := v.Int(); ok && i >= 1 && i <= int64(len(list)) {
				return list[i-1]
			}
			return v
		}
	}
	for _, class := range c.At("attributes", "class", "value").Elems() {
		switch class.Str() {
		case "Date":
			given, seen = "Date", sawDate
			convert = func(v protocol.Value) protocol.Value { return moment(v, 86400, civil.Time.Date) }
		case "POSIXct":
			given, seen = "POSIXct", sawDate
			convert = func(v protocol.Value) protocol.Value { return moment(v, 1, dateTime) }
		}
	}
	return func(v protocol.Value) protocol.Value {
		switch v.Type() {
		case protocol.Null:
			return na
		case protocol.Object: // an element of a list column
			return field.Unbox(v.Get("value"))
		}
		return convert(v)
	}, given, seen
}

func dateTime(t civil.Time) string { return t.Date() + " " + t.Clock() + " UTC" }

// moment writes days or seconds since 1970 as a date; what is no finite number of a plausible year stays.
func moment(v protocol.Value, unit float64, write func(civil.Time) string) protocol.Value {
	x, err := strconv.ParseFloat(v.Num(), 64)
	if sec := math.Floor(x * unit); err == nil && math.Abs(sec) < 1e11 {
		return text(write(civil.Unix(int64(sec), 0)))
	}
	return v
}
