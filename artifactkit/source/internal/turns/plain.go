package turns

import (
	"github.com/vitrine-go/vitrine/artifactkit/protocol"
	"github.com/vitrine-go/vitrine/artifactkit/source/internal/rjson"
)

// Plain brings what R wrote into the form that is read here: serializeJSON is decoded, and the boxes are opened into which toJSON
// puts every scalar by default. What is neither comes back as it is.
func Plain(v protocol.Value) protocol.Value {
	if Serialized(v) {
		if decoded, why := protocol.Parse(rjson.Append(nil, v)); why == nil {
			return decoded
		}
		return v
	}
	if !boxed(v) {
		return v
	}
	if open, why := protocol.Parse(unbox(nil, v)); why == nil {
		return open
	}
	return v
}

// Serialized tells whether v is what serializeJSON writes. It may be cut off behind its type.
func Serialized(v protocol.Value) bool {
	return v.Get("type").Type() == protocol.String && v.Get("attributes").Exists()
}

// boxed tells whether a record has its class in a box.
func boxed(v protocol.Value) bool {
	c := v.Get("class")
	if c.Type() != protocol.Array || c.Len() != 1 || !v.Get("version").Exists() || !v.Get("props").Exists() {
		return false
	}
	inner, ok := protocol.Unbox(c)
	return ok && inner.Type() == protocol.String
}

// unbox writes v with every array of one scalar as the scalar.
func unbox(dst []byte, v protocol.Value) []byte {
	n := 0
	comma := func() {
		if n++; n > 1 {
			dst = append(dst, ',')
		}
	}
	switch {
	case v.Bound() != "": // an unread span may be inside
	case v.Type() == protocol.Object:
		dst = append(dst, '{')
		for k, m := range v.MembersRaw() {
			comma()
			dst = unbox(append(append(dst, k...), ':'), m)
		}
		return append(dst, '}')
	case v.Type() == protocol.Array:
		if v.Len() == 1 {
			for _, e := range v.Elems() {
				if e.Type() < protocol.Array {
					return e.AppendCompact(dst)
				}
			}
		}
		dst = append(dst, '[')
		for _, e := range v.Elems() {
			comma()
			dst = unbox(dst, e)
		}
		return append(dst, ']')
	}
	return v.AppendCompact(dst)
}
