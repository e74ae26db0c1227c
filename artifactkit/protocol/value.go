package protocol

import (
	"bytes"
	"iter"
	"strconv"
	"unicode/utf16"
	"unicode/utf8"
)

// Type is the JSON type of a Value.
type Type uint8

// The types. Absent is the zero Value: a member that is not there.
const (
	Absent Type = iota
	Null
	Bool
	Number
	String
	Array
	Object
)

var typeNames = [...]string{"nothing", "null", "a boolean", "a number", "a string", "an array", "an object"}

// String names the type as a sentence would: "an object".
func (t Type) String() string { return typeNames[t] }

// Value is one JSON value inside a text that Parse accepted. It keeps order, duplicates, digits and escapes: Raw is the
// source itself. The zero Value is absent, and every method works on it. Values are read-only and safe to share.
type Value struct {
	d *text
	i uint32
}

type text struct {
	src   []byte
	nodes []node
}

type node struct {
	start, end uint32 // span in src; a string's with its quotes
	next       uint32 // index of the node behind this one's children
	count      uint32 // elements or members
	kind       Type
	height     uint8 // levels of containers from here down, saturating: 0 for a scalar, 1 for {}
	flags      uint8
}

const (
	flagEscaped   = 1 << iota // string: has a backslash
	flagTooDeep               // container: something in it lies below limits.TapeDepth and is not on the tape
	flagTooLarge              // container: children are missing over limits.TapeNodes, or a number is over limits.NumberDigits
	flagBigNumber             // number: its own literal is too long
)

func (v Value) node() *node {
	if v.d == nil {
		return &node{}
	}
	return &v.d.nodes[v.i]
}

// Type returns the JSON type, Absent for the zero Value.
func (v Value) Type() Type { return v.node().kind }

// Exists tells whether the value is there at all; null exists.
func (v Value) Exists() bool { return v.d != nil }

// IsSet tells whether the value is there and not null.
func (v Value) IsSet() bool { return v.Type() > Null }

// Raw returns the source of the value, white space between its tokens included. Do not write to it.
func (v Value) Raw() []byte {
	if v.d == nil {
		return nil
	}
	n := v.node()
	return v.d.src[n.start:n.end:n.end]
}

// Height counts the levels of containers from here down, saturating at 255: 0 for a scalar, 1 for {} and [1].
func (v Value) Height() int { return int(v.node().height) }

// Bound tells whether something inside crosses a bound of ART-10, as the code to report, or "".
func (v Value) Bound() Code {
	switch f := v.node().flags; {
	case f&flagTooDeep != 0:
		return TooDeep
	case f&(flagTooLarge|flagBigNumber) != 0:
		return TooLarge
	}
	return ""
}

// Len is the number of elements of an array or members of an object (duplicates counted), else 0.
func (v Value) Len() int {
	if n := v.node(); n.kind >= Array {
		return int(n.count)
	}
	return 0
}

// Bool is true for the literal true only.
func (v Value) Bool() bool { return v.Type() == Bool && v.Raw()[0] == 't' }

// Str returns a string's text, "" for any other type. Escapes are decoded; a lone surrogate becomes U+FFFD.
func (v Value) Str() string {
	n := v.node()
	if n.kind != String {
		return ""
	}
	in := v.d.src[n.start+1 : n.end-1]
	if n.flags&flagEscaped == 0 {
		return string(in)
	}
	return unescape(in)
}

// Num returns a number's literal as written, "" for any other type.
func (v Value) Num() string {
	if v.Type() != Number {
		return ""
	}
	return string(v.Raw())
}

// Int returns a whole number that fits an int64 and is written without fraction or exponent.
func (v Value) Int() (int64, bool) {
	i, err := strconv.ParseInt(v.Num(), 10, 64)
	return i, err == nil
}

// Get returns the last member with exactly this key (ART-8), or the absent Value.
func (v Value) Get(key string) Value {
	n := v.node()
	if n.kind != Object {
		return Value{}
	}
	var got uint32
	for i := v.i + 1; i < n.next; i = v.d.nodes[i+1].next {
		if v.keyIs(i, key) {
			got = i + 1
		}
	}
	if got == 0 {
		return Value{}
	}
	return Value{v.d, got}
}

// At follows keys through objects: At("extra", "codeagent").
func (v Value) At(keys ...string) Value {
	for _, k := range keys {
		v = v.Get(k)
	}
	return v
}

// Elems yields the elements of an array in order.
func (v Value) Elems() iter.Seq2[int, Value] {
	return func(yield func(int, Value) bool) {
		n := v.node()
		if n.kind != Array {
			return
		}
		k := 0
		for i := v.i + 1; i < n.next; i = v.d.nodes[i].next {
			if !yield(k, Value{v.d, i}) {
				return
			}
			k++
		}
	}
}

// Members yields the members of an object in order, duplicates included, keys decoded.
func (v Value) Members() iter.Seq2[string, Value] {
	return func(yield func(string, Value) bool) {
		for k, m := range v.members() {
			if !yield((Value{v.d, k}).Str(), m) {
				return
			}
		}
	}
}

// MembersRaw yields each key as it is written, quotes included, with its value.
func (v Value) MembersRaw() iter.Seq2[[]byte, Value] {
	return func(yield func([]byte, Value) bool) {
		for k, m := range v.members() {
			if !yield((Value{v.d, k}).Raw(), m) {
				return
			}
		}
	}
}

func (v Value) members() iter.Seq2[uint32, Value] {
	return func(yield func(uint32, Value) bool) {
		n := v.node()
		if n.kind != Object {
			return
		}
		for i := v.i + 1; i < n.next; i = v.d.nodes[i+1].next {
			if !yield(i, Value{v.d, i + 1}) {
				return
			}
		}
	}
}

func (v Value) keyIs(k uint32, key string) bool {
	n := &v.d.nodes[k]
	if n.flags&flagEscaped != 0 {
		return (Value{v.d, k}).Str() == key
	}
	return int(n.end-n.start) == len(key)+2 && string(v.d.src[n.start+1:n.end-1]) == key
}

// Duplicate returns the first key that an object has twice (ART-8).
func (v Value) Duplicate() (key string, ok bool) {
	if v.Len() <= fewMembers {
		return v.duplicateOfFew()
	}
	seen := make(map[string]struct{}, v.Len())
	for k := range v.Members() {
		if _, ok := seen[k]; ok {
			return k, true
		}
		seen[k] = struct{}{}
	}
	return "", false
}

// fewMembers is up to where comparing each name with each other is faster than remembering names.
const fewMembers = 16

func (v Value) duplicateOfFew() (key string, ok bool) {
	var keys [fewMembers]uint32
	n := 0
	for k := range v.members() {
		for _, other := range keys[:n] {
			if v.sameKey(k, other) {
				return Value{v.d, k}.Str(), true
			}
		}
		keys[n] = k
		n++
	}
	return "", false
}

// sameKey tells whether two members have one name, however it is written.
func (v Value) sameKey(i, k uint32) bool {
	a, b := &v.d.nodes[i], &v.d.nodes[k]
	if (a.flags|b.flags)&flagEscaped != 0 {
		return Value{v.d, i}.Str() == Value{v.d, k}.Str()
	}
	return a.end-a.start == b.end-b.start && bytes.Equal(v.d.src[a.start:a.end], v.d.src[b.start:b.end])
}

// AppendCompact appends the value without the white space between its tokens, every token as written.
func (v Value) AppendCompact(dst []byte) []byte {
	raw := v.Raw()
	start := 0 // what stands from here on is copied as it is
	for i := 0; i < len(raw); {
		switch raw[i] {
		case '"':
			i += stringEnd(raw[i:])
		case ' ', '\t', '\n', '\r':
			dst = append(dst, raw[start:i]...)
			i++
			start = i
		default:
			i++
		}
	}
	return append(dst, raw[start:]...)
}

// Compact is AppendCompact as text.
func (v Value) Compact() string { return string(v.AppendCompact(nil)) }

// stringEnd returns the length of the string token that raw, already checked, begins with.
func stringEnd(raw []byte) int {
	for i := 1; ; i++ {
		switch raw[i] {
		case '\\':
			i++
		case '"':
			return i + 1
		}
	}
}

func unescape(in []byte) string {
	out := make([]byte, 0, len(in))
	for i := 0; i < len(in); i++ {
		c := in[i]
		if c != '\\' {
			out = append(out, c)
			continue
		}
		i++
		switch in[i] {
		case 'b':
			out = append(out, '\b')
		case 'f':
			out = append(out, '\f')
		case 'n':
			out = append(out, '\n')
		case 'r':
			out = append(out, '\r')
		case 't':
			out = append(out, '\t')
		case 'u':
			r := hex4(in[i+1:])
			i += 4
			if utf16.IsSurrogate(r) {
				low := rune(utf8.RuneError)
				if i+6 < len(in) && in[i+1] == '\\' && in[i+2] == 'u' {
					low = utf16.DecodeRune(r, hex4(in[i+3:]))
				}
				if low != utf8.RuneError {
					i += 6
				}
				r = low
			}
			out = utf8.AppendRune(out, r)
		default:
			out = append(out, in[i])
		}
	}
	return string(out)
}

func hex4(in []byte) rune {
	var r rune
	for _, c := range in[:4] {
		r <<= 4
		switch {
		case c >= 'a':
			r |= rune(c - 'a' + 10)
		case c >= 'A':
			r |= rune(c - 'A' + 10)
		default:
			r |= rune(c - '0')
		}
	}
	return r
}
