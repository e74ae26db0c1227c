package protocol

import (
	"fmt"
	"slices"
	"unicode/utf8"

	"github.com/vitrine-go/vitrine/artifactkit/limits"
)

// payloads are the places where a payload may stand; there nesting is counted from one (ART-10).
var payloads = [...][]string{
	{"extra", "codeagent", "artifact", "payload"},
	{"extra", "display", "toolcard", "payload"},
	{"display", "toolcard", "payload"},
	{"artifact", "payload"},
	{"payload"},
}

// Bounds tells whether a result crosses a bound of ART-10 and thereby loses its artifact. The path leads to the payload, or to
// the member beside the way to it, in which the bound is crossed.
func Bounds(v Value) *Reason {
	if v.Height() <= limits.OuterDepth && v.Bound() == "" {
		return nil
	}
	var b bounder
	for i, path := range payloads {
		// A member payload of anything but a bare artifact is nobody's payload.
		if p := v.At(path...); p.Exists() && (i < len(payloads)-1 || isSchema(v)) {
			b.payloads[b.n] = p.i
			b.n++
		}
	}
	if path, deep := b.deep(v, 1, ""); deep != "" {
		return &Reason{TooDeep, path, deep}
	}
	if v.Bound() != "" {
		return &Reason{TooLarge, b.large(v, ""), fmt.Sprintf("More than %d values, or a number of more than %d digits.", limits.TapeNodes, limits.NumberDigits)}
	}
	return nil
}

// bounder knows the payloads of a result.
type bounder struct {
	payloads [len(payloads)]uint32
	n        int
}

func (b bounder) isPayload(v Value) bool { return slices.Contains(b.payloads[:b.n], v.i) }

// deep finds a container beyond the bound of its place; depth is that of v.
func (b bounder) deep(v Value, depth int, at string) (path, message string) {
	if b.isPayload(v) {
		if v.Height() > limits.PayloadDepth {
			return at, fmt.Sprintf("The payload nests deeper than %d levels.", limits.PayloadDepth)
		}
		return "", ""
	}
	if v.Height() == 0 || depth+v.Height()-1 <= limits.OuterDepth {
		return "", ""
	}
	if depth > limits.OuterDepth {
		return at, fmt.Sprintf("What stands around the payload nests deeper than %d levels.", limits.OuterDepth)
	}
	child := func(key string, m Value) bool {
		path, message = b.deep(m, depth+1, b.down(at, key))
		return message == ""
	}
	for key, m := range v.Members() {
		if !child(key, m) {
			return path, message
		}
	}
	for _, m := range v.Elems() {
		if !child("", m) {
			return path, message
		}
	}
	return "", ""
}

// large is the place of what is too large.
func (b bounder) large(v Value, at string) string {
	if b.isPayload(v) {
		return at
	}
	for key, m := range v.Members() {
		if next := b.down(at, key); m.Bound() != "" && next != at {
			return b.large(m, next)
		}
	}
	return at
}

// down names a member of a room on the way to a payload; off the way, and for a name too long to quote, the place stays at.
func (b bounder) down(at, key string) string {
	if key == "" || !onTheWay(at) || utf8.RuneCountInString(key) > limits.QuoteRunes {
		return at
	}
	return at + Pointer(key)
}

func onTheWay(at string) bool {
	for _, path := range payloads {
		for n := range path {
			if at == Pointer(path[:n]...) {
				return true
			}
		}
	}
	return false
}
