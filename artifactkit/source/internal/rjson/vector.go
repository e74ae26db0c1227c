package rjson

import (
	"math"
	"strconv"

	"github.com/vitrine-go/vitrine/artifactkit/internal/civil"
	"github.com/vitrine-go/vitrine/artifactkit/protocol"
)

// dateBytes is about what a date or time is longer than its number.
const dateBytes = 20

// vectorCells returns the elements of an atomic vector, each as JSON.
func (d *decoder) vectorCells(v protocol.Value) [][]byte {
	value := v.Get("value")
	show := func(e protocol.Value) []byte { return e.Raw() }
	switch {
	case has(v, "factor"):
		if levels := words(attribute(v, "levels")); d.afford(labelBytes(value, levels)) {
			show = func(e protocol.Value) []byte { return label(e, levels) }
		}
	case has(v, "Date") && d.afford(value.Len()*dateBytes):
		show = date
	case has(v, "POSIXct") && d.afford(value.Len()*dateBytes):
		show = instant
	}
	cells := make([][]byte, 0, value.Len())
	for _, e := range value.Elems() {
		cells = append(cells, show(e))
	}
	return cells
}

func labelBytes(codes protocol.Value, levels []string) int {
	n := 0
	for _, e := range codes.Elems() {
		if i, ok := e.Int(); ok && i >= 1 && i <= int64(len(levels)) {
			n += len(levels[i-1])
		}
	}
	return n
}

func label(e protocol.Value, levels []string) []byte {
	if i, ok := e.Int(); ok && i >= 1 && i <= int64(len(levels)) {
		return protocol.AppendString(nil, levels[i-1])
	}
	return []byte("null")
}

// lastSecond is the end of the year 9999, the last that RFC 3339 can write; seconds before the year 0 are no better.
const lastSecond, firstSecond = 253402300799, -62167219200

// date writes days since 1970-01-01; what is no day that can be written stays as it is.
func date(e protocol.Value) []byte {
	days, err := strconv.ParseFloat(e.Num(), 64)
	if seconds := math.Floor(days) * 86400; err == nil && seconds >= firstSecond && seconds <= lastSecond {
		return protocol.AppendString(nil, civil.Unix(int64(seconds), 0).Date())
	}
	return missing(e)
}

// instant writes seconds since 1970 with as many decimals as a microsecond has.
func instant(e protocol.Value) []byte {
	seconds, err := strconv.ParseFloat(e.Num(), 64)
	if err == nil && seconds >= firstSecond && seconds <= lastSecond {
		whole := math.Floor(seconds)
		micro := math.Round((seconds - whole) * 1e6)
		if micro == 1e6 {
			whole, micro = whole+1, 0
		}
		return protocol.AppendString(nil, civil.Unix(int64(whole), int32(micro)*1000).RFC3339(6))
	}
	return missing(e)
}

// missing writes a date that is NA as null.
func missing(e protocol.Value) []byte {
	if e.Str() == "NA" {
		return []byte("null")
	}
	return e.Raw()
}
