package obj

import (
	"slices"

	"github.com/vitrine-go/vitrine/artifactkit/protocol"
)

// Rest returns v without the members named, keys and values token for token; nil when nothing is left, or v is no object.
func Rest(v protocol.Value, drop ...string) []byte {
	if v.Type() != protocol.Object {
		return nil
	}
	out := []byte{'{'}
	for k, m := range v.MembersRaw() {
		if name, _ := protocol.Parse(k); slices.Contains(drop, name.Str()) {
			continue
		}
		if len(out) > 1 {
			out = append(out, ',')
		}
		out = m.AppendCompact(append(append(out, k...), ':'))
	}
	if len(out) == 1 {
		return nil
	}
	return append(out, '}')
}

// Slim returns v as compact JSON in which each value of carried is {"$at": pointer}: it stands there already.
func Slim(v protocol.Value, carried map[protocol.Value]string) []byte {
	if len(carried) == 0 {
		return v.AppendCompact(nil)
	}
	return appendSlim(nil, v, carried)
}

func appendSlim(dst []byte, v protocol.Value, carried map[protocol.Value]string) []byte {
	if at, ok := carried[v]; ok {
		return append(protocol.AppendString(append(dst, `{"$at":`...), at), '}')
	}
	n := 0
	comma := func() {
		if n++; n > 1 {
			dst = append(dst, ',')
		}
	}
	switch {
	case v.Bound() != "": // an unread span may be inside
		return v.AppendCompact(dst)
	case v.Type() == protocol.Object:
		dst = append(dst, '{')
		for k, m := range v.MembersRaw() {
			comma()
			dst = appendSlim(append(append(dst, k...), ':'), m, carried)
		}
		return append(dst, '}')
	case v.Type() == protocol.Array:
		dst = append(dst, '[')
		for _, m := range v.Elems() {
			comma()
			dst = appendSlim(dst, m, carried)
		}
		return append(dst, ']')
	}
	return v.AppendCompact(dst)
}
