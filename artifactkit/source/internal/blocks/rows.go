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

// JSON reads a text that is one JSON object or array, as tools print them, also one that was made a JSON string once more on its
// way. Longer texts than limits.SniffText are words.
func JSON(text string) (protocol.Value, bool) {
	for range 2 {
		text = strings.TrimSpace(text)
		if len(text) > limits.SniffText || len(text) < 2 || !strings.ContainsRune(`{["`, rune(text[0])) {
			return protocol.Value{}, false
		}
		v, why := protocol.Parse([]byte(text))
		if why != nil || v.Type() != protocol.String {
			return v, why == nil && v.Bound() == ""
		}
		text = v.Str()
	}
	return protocol.Value{}, false
}
