package kind

import (
	"strconv"

	"github.com/vitrine-go/vitrine/artifactkit/protocol"
)

// State is a view's state: a small JSON object that a host keeps and hands back. The zero State is {}, the first view.
// Keys that a kind does not know are kept.
type State struct{ text string }

// maxState bounds what is read as a state, in bytes.
const maxState = 64 << 10

// ParseState reads a state. What is no JSON object, or too large, is the first view.
func ParseState(text []byte) State {
	if len(text) > maxState {
		return State{}
	}
	v, why := protocol.Parse(text)
	if why != nil || v.Type() != protocol.Object || v.Len() == 0 || v.Bound() != "" {
		return State{}
	}
	return State{v.Compact()}
}

// JSON is the state as compact JSON.
func (s State) JSON() string {
	if s.text == "" {
		return "{}"
	}
	return s.text
}

// Get returns one member.
func (s State) Get(key string) protocol.Value {
	if s.text == "" {
		return protocol.Value{}
	}
	v, _ := protocol.Parse([]byte(s.text))
	return v.Get(key)
}

// Int returns a member that is a whole number, or def.
func (s State) Int(key string, def int) int {
	if i, ok := s.Get(key).Int(); ok && i > -1<<31 && i < 1<<31 {
		return int(i)
	}
	return def
}

// With returns the state with one member set to a JSON text; "" removes the member.
func (s State) With(key, json string) State {
	v, _ := protocol.Parse([]byte(s.JSON()))
	out := []byte{'{'}
	put := func(k, raw []byte) {
		if len(out) > 1 {
			out = append(out, ',')
		}
		out = append(append(append(out, k...), ':'), raw...)
	}
	name := protocol.AppendString(nil, key)
	done := json == ""
	for k, m := range v.MembersRaw() {
		switch {
		case string(k) != string(name):
			put(k, m.Raw())
		case !done:
			put(name, []byte(json))
			done = true
		}
	}
	if !done {
		put(name, []byte(json))
	}
	if len(out) == 1 {
		return State{}
	}
	return State{string(append(out, '}'))}
}

// WithInt is With for a number.
func (s State) WithInt(key string, n int) State { return s.With(key, strconv.Itoa(n)) }
