package shinychat

import (
	"github.com/vitrine-go/vitrine/artifactkit/limits"
	"github.com/vitrine-go/vitrine/artifactkit/protocol"
	"github.com/vitrine-go/vitrine/artifactkit/source"
	"github.com/vitrine-go/vitrine/artifactkit/source/internal/answer"
	"github.com/vitrine-go/vitrine/artifactkit/source/internal/obj"
	"github.com/vitrine-go/vitrine/artifactkit/source/internal/talk"
	"github.com/vitrine-go/vitrine/artifactkit/source/internal/turns"
)

// tree is the conversation of a record. It is walked by what the nodes say of their parents; lists of children only order them.
type tree struct {
	r      *reader
	t      *talk.Talk
	files  beside
	nodes  map[string]protocol.Value
	below  map[string][]string // children of a node, "" for the root
	onPath map[string]bool
	done   map[string]bool
	depth  int
	later  []string // branches that part too deep inside others: they are offered behind them
}

// record reads a conversation: the branch that leads to the current leaf, and the others where they part.
func (r *reader) record(t *talk.Talk, v protocol.Value) *protocol.Reason {
	nodes := v.Get("nodes")
	if nodes.IsSet() && nodes.Type() != protocol.Object && nodes.Len() > 0 {
		return &protocol.Reason{Code: protocol.BadPayload, Path: "/nodes", Message: "The nodes of a record are an object, this is " + nodes.Type().String() + "."}
	}
	t.Session(v.Get("id").Str(), v.Get("title").Str(), v.Get("created_at").Str())
	t.Model(v.At("client_info", "model").Str())
	x := tree{r: r, t: t, files: r.load(t), nodes: map[string]protocol.Value{}, below: map[string][]string{}, onPath: map[string]bool{}, done: map[string]bool{}}
	var order []string
	for id, n := range nodes.Members() {
		if _, twice := x.nodes[id]; !twice {
			order = append(order, id)
		}
		x.nodes[id] = n
	}
	x.link(order)
	path, why := x.path(v.Get("current_leaf").Str())
	if why != nil {
		t.Count(why)
	}
	if len(path) == 0 {
		path = x.newest("")
	}
	for _, id := range path {
		x.onPath[id] = true
	}
	x.walk("", path)
	x.rest()
	for _, id := range order { // what no root leads to
		x.branch(id)
		x.rest()
	}
	t.Item(v, "", "", nil)
	if rest := obj.Rest(v, "id", "title", "created_at", "nodes"); rest != nil {
		t.Put(name+".record", "", rest)
	}
	return nil
}

// link lists the children of each node: those that it lists itself first, in its order.
func (x *tree) link(order []string) {
	listed := map[string]bool{}
	for _, id := range order {
		for _, c := range x.nodes[id].Get("children").Elems() {
			child := c.Str()
			if n, ok := x.nodes[child]; ok && n.Get("parent").Str() == id && !listed[child] {
				listed[child] = true
				x.below[id] = append(x.below[id], child)
			}
		}
	}
	for _, id := range order {
		if parent := x.nodes[id].Get("parent").Str(); !listed[id] && parent != id {
			x.below[parent] = append(x.below[parent], id)
		}
	}
}

// path leads from the root to a leaf. One that goes round in circles, or to a node that is not there, is read from where it breaks.
func (x *tree) path(leaf string) (path []string, why *protocol.Reason) {
	seen := map[string]bool{}
	for id := leaf; id != ""; {
		n, ok := x.nodes[id]
		if !ok || seen[id] {
			why = &protocol.Reason{Code: protocol.BadPayload, Path: protocol.Pointer("nodes", id), Message: "The branch to the current leaf breaks at " + protocol.Quote(id) + "."}
			break
		}
		seen[id] = true
		path = append(path, id)
		id = n.Get("parent").Str()
	}
	for i, j := 0, len(path)-1; i < j; i, j = i+1, j-1 {
		path[i], path[j] = path[j], path[i]
	}
	return path, why
}

// newest is the way down from a node to the leaf that was looked at last, else to the newest.
func (x *tree) newest(from string) (path []string) {
	seen := map[string]bool{}
	for id := from; ; {
		children := x.below[id]
		if len(children) == 0 {
			return path
		}
		next := children[len(children)-1]
		if chosen := x.nodes[id].Get("selected_child").Str(); chosen != "" {
			for _, c := range children {
				if c == chosen {
					next = c
				}
			}
		}
		if seen[next] {
			return path
		}
		seen[next] = true
		path = append(path, next)
		id = next
	}
}

// walk reads a way down, and at each step the other ways that part there.
func (x *tree) walk(parent string, path []string) {
	for _, id := range path {
		if x.done[id] {
			return
		}
		for _, other := range x.below[parent] {
			x.branch(other)
		}
		x.done[id] = true
		x.node(id)
		parent = id
	}
	for _, other := range x.below[parent] {
		x.branch(other)
	}
}

// rest offers the branches that were put off.
func (x *tree) rest() {
	for len(x.later) > 0 {
		id := x.later[0]
		x.later = x.later[1:]
		x.branch(id)
	}
}

// branch offers another way under a call of its own.
func (x *tree) branch(id string) {
	if x.onPath[id] || x.done[id] {
		return
	}
	if x.depth >= limits.AgentDepth {
		x.later = append(x.later, id)
		return
	}
	parent := x.nodes[id].Get("parent").Str()
	path := append([]string{id}, x.newest(id)...)
	for _, p := range path {
		x.onPath[p] = true
	}
	var args obj.Object
	args.Str("node", id)
	args.OrNull("parent", parent)
	input, _ := protocol.Parse(args.JSON())
	call := "branch:" + id
	x.t.Item(x.nodes[id], call, "", nil)
	x.t.Request(call, talk.Call{Name: "branch", Input: input})
	before := x.r.turns
	x.r.turns = turns.New(name)
	x.depth++
	x.t.Under(call, "branch", func() { x.walk(parent, path) })
	x.depth--
	x.r.turns = before
	x.t.Item(x.nodes[id], call, "", nil)
	said := x.opening(id)
	if said == "" {
		said = id
	}
	x.t.Result(answer.Draft{ID: call, Name: "branch", Value: said, Kind: "text", Payload: member("text", said), Display: hints(said)}, false)
}

// hints call a branch by its first words, and only once.
func hints(said string) []byte {
	var o obj.Object
	o.Str("label", source.TitleOf(said))
	o.Str("value_preview", "")
	return o.JSON()
}

func member(key, s string) []byte {
	var o obj.Object
	o.Str(key, s)
	return o.JSON()
}

// opening is what a node begins with, "" when that is nothing in words.
func (x *tree) opening(id string) string {
	n := x.nodes[id]
	var first []protocol.Value
	for _, key := range list(n.Get("turn_ids")) {
		first = append(first, dataOf(x.files.turns[word(key)]))
		break
	}
	first = append(append(first, list(n.Get("turns"))...), append(list(dataOf(x.files.ui[id])), list(n.Get("ui"))...)...)
	for _, v := range first {
		if s := words(v); s != "" {
			return s
		}
	}
	return ""
}

// words are the first words of a turn of either client, or of a message of the page.
func words(v protocol.Value) string {
	if v.Type() == protocol.String {
		v, _ = protocol.Parse([]byte(v.Str()))
	}
	v = turns.Plain(v)
	for _, list := range []protocol.Value{v.Get("contents"), v.At("props", "contents"), v.Get("segments")} {
		for _, c := range list.Elems() {
			for _, s := range []string{c.Get("text").Str(), c.At("props", "text").Str(), c.Get("content").Str()} {
				if s != "" {
					return s
				}
			}
		}
	}
	return ""
}

// node reads one exchange: its turns, or what the page showed of it when no turn can be read.
func (x *tree) node(id string) {
	n := x.nodes[id]
	x.t.Item(n, id, "", nil)
	read := 0
	for _, key := range list(n.Get("turn_ids")) {
		data := dataOf(x.files.turns[word(key)])
		if !data.Exists() {
			x.t.Count(&protocol.Reason{Code: protocol.BadPayload, Path: protocol.Pointer("nodes", id), Message: "The turn " + protocol.Quote(word(key)) + " is not there."})
			continue
		}
		read += x.turn(data)
	}
	for _, data := range n.Get("turns").Elems() { // a record that was kept whole
		read += x.turn(data)
	}
	ui := dataOf(x.files.ui[id])
	if !ui.Exists() {
		ui = n.Get("ui")
	}
	switch {
	case ui.Type() != protocol.Array || ui.Len() == 0:
	case read > 0:
		var o obj.Object
		o.Str("node_id", id)
		o.Val("data", ui)
		x.t.Item(ui, "", "", nil)
		x.t.Put(name+".ui", "", o.JSON())
	default:
		x.t.Each(ui, func(m protocol.Value) *protocol.Reason {
			x.t.Item(m, "", "", nil)
			return x.r.message(x.t, m)
		})
	}
	if rest := turns.Rest(n, "parent", "children", "turn_ids", "turns", "ui", "selected_child"); rest != nil {
		x.t.Item(n, "", "", nil)
		x.t.Put(name+".node", "", rest)
	}
}

func (x *tree) turn(data protocol.Value) int {
	x.t.Item(data, "", "", nil)
	why := x.r.turn(x.t, data)
	x.t.Count(why)
	if why != nil {
		x.t.Other("unread", data)
		return 0
	}
	return 1
}

// list is a list, or the one element that R writes in its place.
func list(v protocol.Value) (all []protocol.Value) {
	if v.Type() == protocol.Number || v.Type() == protocol.String {
		return []protocol.Value{v}
	}
	for _, e := range v.Elems() {
		all = append(all, e)
	}
	return all
}
