// Package tree draws any JSON as a tree whose nodes open on request: the view of payloads that no kind draws, and of JSON that
// is no result at all. Only open nodes are drawn, so the cost of a view does not depend on the size of the data.
package tree

import (
	"slices"
	"strings"

	"github.com/vitrine-go/vitrine/artifactkit/kind"
	"github.com/vitrine-go/vitrine/artifactkit/kind/internal/field"
	"github.com/vitrine-go/vitrine/artifactkit/limits"
	"github.com/vitrine-go/vitrine/artifactkit/protocol"
)

// Kind draws a payload as it is.
var Kind = kind.Kind{Name: "tree", Icon: "braces", Open: func(payload protocol.Value, _ string) (kind.View, *protocol.Reason) {
	return Open(payload), nil
}}

// Open makes the view of any value, a scalar or an absent one too.
func Open(v protocol.Value) kind.View { return view{v} }

type view struct{ root protocol.Value }

// node is one value with its place: the path is a JSON Pointer, and long is true when it is too long to be named in a state.
type node struct {
	value protocol.Value
	path  string
	long  bool
}

// child is the node of a member or an element.
func (n node) child(key string, v protocol.Value) node {
	c := node{value: v, long: n.long || len(n.path)+len(key) >= limits.TreePointer}
	if !c.long {
		c.path = n.path + protocol.Pointer(key)
	}
	return c
}

// opens tells whether there is something inside to be shown. A container that the parser kept unread shows its text instead.
func (n node) opens() bool { return n.value.Type() >= protocol.Array && n.value.Len() > 0 && !n.long }

// firstOpen is how many nodes the first view opens by itself, level by level.
const firstOpen = 30

// open reads which nodes are open. A state that does not say opens the outer levels, as far as they are small.
func (v view) open(st kind.State) map[string]bool {
	open := map[string]bool{}
	list := st.Get("open")
	if list.Type() != protocol.Array {
		v.first(open)
		return open
	}
	for i, p := range list.Elems() {
		if i == limits.TreeOpen {
			break
		}
		open[p.Str()] = true
	}
	return open
}

func (v view) first(open map[string]bool) {
	queue, drawn := []node{{value: v.root}}, 0
	for len(queue) > 0 && len(open) < firstOpen {
		n := queue[0]
		queue = queue[1:]
		if !n.opens() || n.path != "" && drawn+n.value.Len() > firstOpen {
			continue
		}
		open[n.path] = true
		drawn += n.value.Len()
		i := 0
		for key, c := range children(n.value) {
			if i++; i > firstOpen {
				break
			}
			queue = append(queue, n.child(key, c))
		}
	}
}

// Update answers expand:POINTER, which opens or closes a node.
func (v view) Update(st kind.State, action string) kind.State {
	path, ok := strings.CutPrefix(action, "expand:")
	if action == "expand" {
		path, ok = "", true // the root's pointer is empty
	}
	if !ok || len(path) > 2*limits.TreePointer {
		return st
	}
	open := v.open(st)
	switch {
	case open[path]:
		delete(open, path)
	case len(open) >= limits.TreeOpen || !v.find(path).opens():
		return st
	default:
		open[path] = true
	}
	return st.With("open", v.list(open))
}

// list writes the open nodes in the order of the tree's paths, so that a state depends on what is open alone.
func (v view) list(open map[string]bool) string {
	paths := make([]string, 0, len(open))
	for p := range open {
		paths = append(paths, p)
	}
	slices.Sort(paths)
	out := []byte{'['}
	for i, p := range paths {
		if i > 0 {
			out = append(out, ',')
		}
		out = protocol.AppendString(out, p)
	}
	return string(append(out, ']'))
}

// find follows a pointer.
func (v view) find(path string) node {
	n := node{value: v.root}
	for rest := path; rest != ""; {
		if rest[0] != '/' {
			return node{}
		}
		part := rest[1:]
		if i := strings.IndexByte(part, '/'); i >= 0 {
			part = part[:i]
		}
		rest = rest[1+len(part):]
		key := strings.NewReplacer("~1", "/", "~0", "~").Replace(part)
		var next node
		for k, c := range children(n.value) {
			if k == key {
				next = n.child(k, c)
			}
		}
		n = next
	}
	return n
}

// Extract gives "text": the value as compact JSON.
func (v view) Extract(what string, _ kind.State) (mime, name string, body []byte, ok bool) {
	if what != "text" {
		return "", "", nil, false
	}
	return "application/json", "data.json", v.root.AppendCompact(nil), true
}

// preview is the beginning of a container, for its line while it is closed.
func preview(v protocol.Value) string {
	s, whole := field.Brief(v, previewRunes)
	if !whole {
		s += "…"
	}
	return s
}

const previewRunes = 60

// CopyWord is "text".
func (view) CopyWord() string { return "text" }
