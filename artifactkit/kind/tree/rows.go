package tree

import "github.com/vitrine-go/vitrine/artifactkit/protocol"

// Rows gives the value at a place when it is a list of like objects, which a table shows better (kind.Tabular).
func (v view) Rows(name string) (protocol.Value, bool) {
	n, ok := v.find(name)
	if !ok || !uniform(n.value) {
		return protocol.Value{}, false
	}
	return n.value, true
}

// likeRows is how many elements are looked at to tell whether all are alike.
const likeRows = 50

// uniform tells a list of two objects or more that have at least half of their keys in common with the first.
func uniform(v protocol.Value) bool {
	if v.Type() != protocol.Array || v.Len() < 2 {
		return false
	}
	keys := map[string]bool{}
	for i, e := range v.Elems() {
		if i == likeRows {
			break
		}
		if e.Type() != protocol.Object || e.Len() == 0 || e.Len() > likeRows {
			return false
		}
		shared := 0
		for k := range e.MembersRaw() {
			if i == 0 {
				keys[string(k)] = true
			}
			if keys[string(k)] {
				shared++
			}
		}
		if 2*shared < max(len(keys), e.Len()) {
			return false
		}
	}
	return true
}
