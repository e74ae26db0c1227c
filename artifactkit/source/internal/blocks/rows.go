package blocks

import (
	"strings"

	"github.com/vitrine-go/vitrine/artifactkit/limits"
	"github.com/vitrine-go/vitrine/artifactkit/protocol"
)

// Rows returns the rows of a table, if v is one: an array of objects whose members are scalars or short lists of them, or an
// object whose only member is such an array, as servers wrap results that had to be objects.
func Rows(v protocol.Value) (rows protocol.Value, ok bool) {
	if v.Type() == protocol.Object && v.Len() == 1 {
		for _, m := range v.Members() {
			v = m
		}
	}
	if v.Type() != protocol.Array || v.Len() == 0 || v.Height() > 3 || v.Bound() != "" {
		return v, false
	}
	cells := 0
	for _, row := range v.Elems() {
		if row.Type() != protocol.Object {
			return v, false
		}
		cells += row.Len()
	}
	return v, cells > 0
}

// JSON reads a text that is one JSON object or array, as tools print them. Longer texts than limits.SniffText are words.
func JSON(text string) (protocol.Value, bool) {
	trimmed := strings.TrimSpace(text)
	if len(trimmed) > limits.SniffText || len(trimmed) < 2 || !strings.ContainsRune("{[", rune(trimmed[0])) {
		return protocol.Value{}, false
	}
	v, why := protocol.Parse([]byte(trimmed))
	return v, why == nil && v.Bound() == ""
}
