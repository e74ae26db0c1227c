// Package registry is the list of kinds and sources that are linked in. The lists are generated: a folder added or removed
// under kind/ or source/ is all it takes. Only the facade imports it.
package registry

import (
	"github.com/vitrine-go/vitrine/artifactkit/kind"
	"github.com/vitrine-go/vitrine/artifactkit/protocol"
	"github.com/vitrine-go/vitrine/artifactkit/source"
)

// Kind looks up a kind of payload.
func Kind(name string) (kind.Kind, bool) {
	for _, k := range Kinds {
		if k.Name == name {
			return k, true
		}
	}
	return kind.Kind{}, false
}

// Source looks up a format by name.
func Source(name string) (source.Source, bool) {
	for _, s := range Sources() {
		if s.Name == name {
			return s, true
		}
	}
	return source.Source{}, false
}

// Single looks up what reads single results of a format.
func Single(name string) (source.Single, bool) {
	for _, s := range Singles {
		if s.Name == name {
			return s, true
		}
	}
	return source.Single{}, false
}

// Result asks the formats, in the registry's order, whose single result root is (CH-4).
func Result(root protocol.Value) (result []byte, from string, ok bool) {
	for _, s := range Singles {
		if result, ok = s.Result(root); ok {
			return result, s.Name, true
		}
	}
	return nil, "", false
}

// Sniff tells whose transcript begins with head.
func Sniff(head []byte) (source.Source, bool) {
	for _, s := range Sources() {
		if s.Sniff != nil && s.Sniff(head) {
			return s, true
		}
	}
	return source.Source{}, false
}
