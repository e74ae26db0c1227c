package tree

import (
	"iter"
	"strconv"
	"strings"

	"github.com/vitrine-go/vitrine/artifactkit/limits"
	"github.com/vitrine-go/vitrine/artifactkit/protocol"
)

// node is one value with its place. A place has two names: a JSON Pointer, and the ordinals on the way from the root ("#3.0.5"),
// for where the pointer is too long for a state or leads to another member with the same key. A step into the JSON that a string
// holds is ~j in a pointer, which no key can be, and j among ordinals.
type node struct {
	value   protocol.Value
	pointer string
	ordinal string
	hidden  bool // the pointer leads elsewhere
	strings int  // how many strings were read as JSON on the way
}

// name is the place as it stands in states and actions.
func (n node) name() string {
	if n.hidden || len(n.pointer) > limits.TreePointer {
		return n.ordinal
	}
	return n.pointer
}

func (n node) child(i int, key string, v protocol.Value, twice bool) node {
	return n.step(strconv.Itoa(i), protocol.Pointer(key), v, twice)
}

func (n node) step(ordinal, pointer string, v protocol.Value, twice bool) node {
	sep := "."
	if n.ordinal == "" {
		sep = "#"
	}
	return node{v, n.pointer + pointer, n.ordinal + sep + ordinal, n.hidden || twice, n.strings}
}

// inner is the JSON that a string holds; ok is false when it holds none, or stands too deep in other strings.
func (n node) inner() (in node, ok bool) {
	if !n.quotes() {
		return node{}, false
	}
	v, why := protocol.Parse([]byte(n.value.Str()))
	if why != nil || v.Type() < protocol.Array || v.Len() == 0 || v.Bound() != "" {
		return node{}, false
	}
	in = n.step("j", "/~j", v, false)
	in.strings++
	return in, true
}

// quotes tells whether a string looks as if it held JSON.
func (n node) quotes() bool {
	raw := n.value.Raw()
	if n.value.Type() != protocol.String || n.strings >= limits.TreeStrings || len(raw) > limits.SniffText || len(raw) < 7 {
		return false
	}
	first, last := raw[1], raw[len(raw)-2]
	return first == '{' && last == '}' || first == '[' && last == ']'
}

// long tells a string of which a line shows the beginning only.
func (n node) long() bool {
	return n.value.Type() == protocol.String && len(n.value.Raw()) > limits.TreeString+2 && len([]rune(n.value.Str())) > limits.TreeString
}

// opens tells whether there is something inside to be shown. A container that the parser kept unread shows its text instead.
func (n node) opens() bool {
	return n.value.Type() >= protocol.Array && n.value.Len() > 0 || n.quotes() || n.long()
}

// children yields members with their names, elements with their numbers.
func children(v protocol.Value) iter.Seq2[string, protocol.Value] {
	if v.Type() == protocol.Object {
		return v.Members()
	}
	return func(yield func(string, protocol.Value) bool) {
		for i, e := range v.Elems() {
			if !yield(strconv.Itoa(i), e) {
				return
			}
		}
	}
}

// twice finds the keys that an object has more than once and where each stands last. In an object of very many members the
// ordinals are used for all: the map would cost more than it tells.
func twice(v protocol.Value) func(i int, key string) bool {
	if v.Type() != protocol.Object || v.Len() < 2 {
		return func(int, string) bool { return false }
	}
	if v.Len() > limits.TreeKeys {
		return func(int, string) bool { return true }
	}
	last, i := make(map[string]int, v.Len()), 0
	for key := range v.Members() {
		last[key] = i
		i++
	}
	return func(i int, key string) bool { return last[key] != i }
}

// find goes to a place by either of its names.
func (v view) find(name string) (n node, ok bool) {
	n = node{value: v.root}
	if name == "" {
		return n, true
	}
	if len(name) > limits.TreeName {
		return node{}, false
	}
	sep := "/"
	if name[0] == '#' {
		sep = "."
	} else if name[0] != '/' {
		return node{}, false
	}
	for _, part := range strings.Split(name[1:], sep) {
		if n, ok = n.down(part, sep == "."); !ok {
			return node{}, false
		}
	}
	return n, true
}

// down is one step of find.
func (n node) down(part string, ordinal bool) (next node, ok bool) {
	if part == "j" && ordinal || part == "~j" && !ordinal {
		return n.inner()
	}
	again := twice(n.value)
	if ordinal || n.value.Type() == protocol.Array {
		want, err := strconv.Atoi(part)
		if err != nil || want < 0 || want >= n.value.Len() || strconv.Itoa(want) != part {
			return node{}, false
		}
		i := 0
		for key, c := range children(n.value) {
			if i == want {
				return n.child(i, key, c, again(i, key)), true
			}
			i++
		}
		return node{}, false
	}
	want, i := unescape.Replace(part), 0
	for key, c := range children(n.value) {
		if key == want {
			next, ok = n.child(i, key, c, n.value.Len() > limits.TreeKeys), true // the last one counts (ART-8)
		}
		i++
	}
	return next, ok
}

var unescape = strings.NewReplacer("~1", "/", "~0", "~")
