// Package tree draws any JSON as a tree whose nodes open on request: the view of payloads that no kind draws, and of JSON that
// is no result at all. Only open nodes are drawn, and of a long one a window, so the cost of a view does not depend on the size of
// the data; every node can be reached.
package tree

import (
	"strings"

	"github.com/vitrine-go/vitrine/artifactkit/kind"
	"github.com/vitrine-go/vitrine/artifactkit/kind/internal/field"
	"github.com/vitrine-go/vitrine/artifactkit/protocol"
)

// Kind draws a payload as it is.
var Kind = kind.Kind{Name: "tree", Icon: "braces", Open: func(payload protocol.Value, _ string) (kind.View, *protocol.Reason) {
	return Open(payload), nil
}}

// Open makes the view of any value, a scalar or an absent one too.
func Open(v protocol.Value) kind.View { return view{v} }

type view struct{ root protocol.Value }

// Extract gives "text", the value as compact JSON; "path" and "node", the JSON Pointer of the chosen node and its value: a string is
// given as its text. "path:NAME" and "node:NAME" are those of another node.
func (v view) Extract(what string, st kind.State) (mime, name string, body []byte, ok bool) {
	if what == "text" {
		return "application/json", "data.json", v.root.AppendCompact(nil), true
	}
	word, at, named := strings.Cut(what, ":")
	if word != "path" && word != "node" {
		return "", "", nil, false
	}
	if !named {
		if !st.Get(keyAt).IsSet() {
			return "", "", nil, false
		}
		at = st.Get(keyAt).Str()
	}
	n, ok := v.find(at)
	switch {
	case !ok:
		return "", "", nil, false
	case word == "path":
		return "text/plain", "path.txt", []byte(n.pointer), true
	case n.value.Type() == protocol.String:
		return "text/plain", "value.txt", []byte(n.value.Str()), true
	}
	return "application/json", "value.json", n.value.AppendCompact(nil), true
}

// CopyWord is "text".
func (view) CopyWord() string { return "text" }

// preview is the beginning of a container, for its line while it is closed.
func preview(v protocol.Value) string {
	s, whole := field.Brief(v, previewRunes)
	if !whole {
		s += "…"
	}
	return s
}

const previewRunes = 60
