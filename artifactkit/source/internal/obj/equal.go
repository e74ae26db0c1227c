package obj

import "github.com/vitrine-go/vitrine/artifactkit/protocol"

// Equal tells whether two values say the same: members in any order, strings by what they decode to, numbers by their digits.
func Equal(a, b protocol.Value) bool {
	if a.Type() != b.Type() || a.Len() != b.Len() || a.Bound() != "" || b.Bound() != "" {
		return false
	}
	switch a.Type() {
	case protocol.String:
		return a.Str() == b.Str()
	case protocol.Array:
		return equalElems(a, b)
	case protocol.Object:
		return equalMembers(a, b)
	}
	return string(a.Raw()) == string(b.Raw())
}

func equalElems(a, b protocol.Value) bool {
	others := make([]protocol.Value, 0, b.Len())
	for _, e := range b.Elems() {
		others = append(others, e)
	}
	for i, e := range a.Elems() {
		if !Equal(e, others[i]) {
			return false
		}
	}
	return true
}

func equalMembers(a, b protocol.Value) bool {
	byKey := map[string]protocol.Value{}
	for k, m := range b.Members() {
		byKey[k] = m
	}
	for k, m := range a.Members() {
		other, ok := byKey[k]
		if !ok || !Equal(m, other) {
			return false
		}
	}
	return true
}
