package obj

import "github.com/vitrine-go/vitrine/artifactkit/protocol"

// Rest returns v without the members named, everything else token for token; nil when nothing is left, or v is no object.
func Rest(v protocol.Value, drop ...string) []byte {
	if v.Type() != protocol.Object {
		return nil
	}
	edits := make([]protocol.Edit, len(drop))
	for i, key := range drop {
		edits[i] = protocol.Delete(key)
	}
	if out := protocol.AppendEdited(nil, v, edits...); string(out) != "{}" {
		return out
	}
	return nil
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
