package protocol

import (
	"strconv"
	"strings"

	"github.com/vitrine-go/vitrine/artifactkit/limits"
)

// Span is where the value stands in the text that was parsed, in bytes: [from, to). An absent value stands nowhere: 0, 0.
func (v Value) Span() (from, to int) {
	n := v.node()
	return int(n.start), int(n.end)
}

// Follow goes along a JSON Pointer, through the last of members with one name, as far as it leads. rest is what of the pointer is
// left, "" when all of it was there.
func (v Value) Follow(pointer string) (at Value, rest string) {
	for pointer != "" {
		if pointer[0] != '/' {
			return v, pointer
		}
		step, _, _ := strings.Cut(pointer[1:], "/")
		next := v.step(step)
		if !next.Exists() {
			return v, pointer
		}
		v, pointer = next, pointer[1+len(step):]
	}
	return v, ""
}

var pointerWords = strings.NewReplacer("~1", "/", "~0", "~")

func (v Value) step(word string) Value {
	if v.Type() == Object {
		return v.Get(pointerWords.Replace(word))
	}
	want, err := strconv.Atoi(word)
	if err != nil || want < 0 || want >= v.Len() || strconv.Itoa(want) != word {
		return Value{}
	}
	c := v.Cursor()
	c.Skip(want)
	return c.Next()
}

// Doubled is where a member stands, from its name to its value's end, whose name an earlier member has; the one of Duplicate.
func (v Value) Doubled() (from, to int, ok bool) {
	name, ok := v.Duplicate()
	if !ok {
		return 0, 0, false
	}
	seen := false
	for k, m := range v.members() {
		if (Value{v.d, k}).Str() != name {
			continue
		}
		if seen {
			from, _ = Value{v.d, k}.Span()
			_, to = m.Span()
			return from, to, true
		}
		seen = true
	}
	return 0, 0, false
}

// Fault is the byte at which a text stops to be JSON, as the reason of Parse names it; -1 when it is JSON, or longer than is read.
func Fault(data []byte) int {
	if len(data) > limits.Result {
		return -1
	}
	s := begin(data)
	if s.read() == "" {
		return -1
	}
	return s.pos
}
