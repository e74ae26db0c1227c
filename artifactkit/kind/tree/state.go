package tree

import (
	"slices"
	"strconv"
	"strings"

	"github.com/vitrine-go/vitrine/artifactkit/kind"
	"github.com/vitrine-go/vitrine/artifactkit/limits"
	"github.com/vitrine-go/vitrine/artifactkit/protocol"
)

// The members of a state, all of them optional; names are those of package node.
//
//	open    ["", "/a"]      nodes that are open; without it the outer levels are, as far as they are small
//	from    {"/a": 200}     where the window of a long node begins
//	at      "/a/0"          the chosen node, whose path and value are copied
//	filter  "duluth"        words that are looked for in keys and values
const (
	keyOpen   = "open"
	keyFrom   = "from"
	keyAt     = "at"
	keyFilter = "filter"
)

// firstOpen is how many nodes the first view opens by itself, level by level.
const firstOpen = 30

// names is a set of places that fits into a state.
type names struct {
	in    map[string]bool
	bytes int
}

// add puts a name in; false when there is no room.
func (o *names) add(name string) bool {
	if o.in[name] {
		return true
	}
	size := len(quote(name)) + 1 // as it is written: an escape is six bytes for one
	if len(o.in) >= limits.TreeOpen || o.bytes+size > limits.TreeState {
		return false
	}
	o.in[name] = true
	o.bytes += size
	return true
}

func (o names) has(n node) bool {
	return o.in[n.ordinal] && n.ordinal != "" || !n.hidden && o.in[n.pointer]
}

func (o names) drop(n node) {
	delete(o.in, n.ordinal)
	if !n.hidden {
		delete(o.in, n.pointer)
	}
}

// json writes the names in order, so that a state depends on what is open alone.
func (o names) json() string {
	list := make([]string, 0, len(o.in))
	for p := range o.in {
		list = append(list, p)
	}
	slices.Sort(list)
	out := []byte{'['}
	for i, p := range list {
		if i > 0 {
			out = append(out, ',')
		}
		out = protocol.AppendString(out, p)
	}
	return string(append(out, ']'))
}

// open reads which nodes are open.
func (v view) open(st kind.State) names {
	open := names{in: map[string]bool{}}
	list := st.Get(keyOpen)
	if list.Type() != protocol.Array {
		v.spread(&open, firstOpen, firstOpen)
		return open
	}
	for _, p := range list.Elems() {
		if len(p.Str()) > limits.TreeName || !open.add(p.Str()) {
			break
		}
	}
	return open
}

// spread opens containers level by level, at most so many and while what they show keeps within most lines.
func (v view) spread(open *names, nodes, most int) {
	queue, drawn := []node{{value: v.root}}, 0
	for len(queue) > 0 && nodes > 0 {
		n := queue[0]
		queue = queue[1:]
		if n.value.Type() < protocol.Array || !n.opens() || n.ordinal != "" && drawn+min(n.value.Len(), limits.TreeChildren) > most {
			continue
		}
		if !open.add(n.name()) {
			return
		}
		nodes--
		drawn += min(n.value.Len(), limits.TreeChildren)
		again, i := twice(n.value), 0
		for key, c := range children(n.value) {
			if i == limits.TreeChildren {
				break
			}
			if c.Type() >= protocol.Array {
				queue = append(queue, n.child(i, key, c, again(i, key)))
			}
			i++
		}
	}
}

// Update answers expand:NAME, which opens or closes a node, expand:* and collapse, more:NAME:FROM, at:NAME, which chooses a node,
// filter:WORDS, and show:NAME, which goes from a match to its place in the tree.
func (v view) Update(st kind.State, action string) kind.State {
	verb, arg, _ := strings.Cut(action, ":")
	switch verb {
	case "expand":
		return v.expand(st, arg)
	case "collapse":
		return st.With(keyOpen, `[""]`).With(keyFrom, "")
	case "more":
		i := strings.LastIndexByte(arg, ':')
		if i < 0 {
			return st
		}
		from, err := strconv.Atoi(arg[i+1:])
		if n, ok := v.find(arg[:i]); ok && err == nil && from >= 0 && n.opens() {
			return v.move(st, n, from)
		}
	case "at":
		if n, ok := v.find(arg); ok {
			if st.Get(keyAt).Str() == n.name() && st.Get(keyAt).IsSet() {
				return st.With(keyAt, "")
			}
			return st.With(keyAt, quote(n.name()))
		}
	case "filter":
		if arg = cutWords(arg); arg == "" {
			return st.With(keyFilter, "")
		}
		return st.With(keyFilter, quote(arg))
	case "show":
		if n, ok := v.find(arg); ok {
			return v.show(st, n)
		}
	}
	return st
}

func quote(s string) string { return string(protocol.AppendString(nil, s)) }

func (v view) expand(st kind.State, name string) kind.State {
	open := v.open(st)
	if name == "*" {
		open = names{in: map[string]bool{}}
		v.spread(&open, limits.TreeOpen, limits.TreeNodes)
		return st.With(keyOpen, open.json())
	}
	n, ok := v.find(name)
	if !ok {
		return st
	}
	if open.has(n) {
		open.drop(n)
	} else if !n.opens() {
		return st
	} else {
		v.reach(&open, n, n)
	}
	return st.With(keyOpen, open.json()).With(keyAt, quote(n.name()))
}

// reach opens a node. When a state holds no more, what is not on the way to it closes.
func (v view) reach(open *names, n, to node) {
	if open.add(n.name()) {
		return
	}
	*open = names{in: map[string]bool{}}
	for _, up := range v.way(to) {
		open.add(up.name())
	}
	open.add(n.name())
}

// way are the nodes above a node, from the root on.
func (v view) way(n node) []node {
	at := node{value: v.root}
	up := []node{}
	if n.ordinal == "" {
		return up
	}
	for _, part := range strings.Split(n.ordinal[1:], ".") {
		up = append(up, at)
		at, _ = at.down(part, true)
	}
	return up
}

// show opens everything above a node, moves the windows to it and chooses it.
func (v view) show(st kind.State, n node) kind.State {
	open := v.open(st)
	steps := strings.Split(strings.TrimPrefix(n.ordinal, "#"), ".")
	for i, up := range v.way(n) {
		v.reach(&open, up, n)
		if at, err := strconv.Atoi(steps[i]); err == nil {
			st = v.move(st, up, at-at%limits.TreeChildren)
		}
	}
	return st.With(keyOpen, open.json()).With(keyFilter, "").With(keyAt, quote(n.name()))
}

// move lets the window of a node begin at from.
func (v view) move(st kind.State, n node, from int) kind.State {
	windows := st.Get(keyFrom)
	out, count := []byte{'{'}, 0
	put := func(name string, at int) {
		if len(out)+len(quote(name))+20 > limits.TreeState/2 || at == 0 {
			return
		}
		if count++; count > 1 {
			out = append(out, ',')
		}
		out = append(protocol.AppendString(out, name), ':')
		out = strconv.AppendInt(out, int64(at), 10)
	}
	put(n.name(), from)
	for name, at := range windows.Members() {
		if i, ok := at.Int(); ok && name != n.name() && i > 0 && i < limits.Result {
			put(name, int(i))
		}
	}
	if count == 0 {
		return st.With(keyFrom, "")
	}
	return st.With(keyFrom, string(append(out, '}')))
}
