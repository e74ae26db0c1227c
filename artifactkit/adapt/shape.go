package adapt

import (
	"slices"
	"strings"

	"github.com/vitrine-go/vitrine/artifactkit/protocol"
)

// Claims tells whether v is one of the protocol's own shapes, before the foreign formats are asked (CH-4): a result, an event, an
// artifact, a result with a legacy card, or plain text, which the value accessor reads.
func Claims(v protocol.Value) bool {
	switch v.Type() {
	case protocol.String:
		return true
	case protocol.Array:
		for _, e := range v.Elems() {
			if e.Type() != protocol.String {
				return false
			}
		}
		return v.Len() > 0
	case protocol.Object:
		return claimsObject(v)
	}
	return false
}

func claimsObject(v protocol.Value) bool {
	if v.Get("schema").Str() == protocol.Schema {
		return true
	}
	if v.Get("content_type").Type() == protocol.String || v.Get("attributes").Exists() && v.Get("type").Exists() {
		return false // a content of chatlas, and what R serialises, have a value too
	}
	if v.Get("value").Exists() {
		return true
	}
	for _, key := range []string{"codeagent", "display", "contents"} {
		if v.At("extra", key).IsSet() {
			return true
		}
	}
	if v.At("display", "toolcard").Type() == protocol.Object {
		return true
	}
	// Other protocols have members artifact, is_error and error too; theirs come with content, parts or a type.
	a := v.Get("artifact")
	switch {
	case a.Exists() && v.Get("is_error").Exists():
		return true
	case a.Get("schema").IsSet() || a.Get("payload").IsSet():
		return !v.Get("content").Exists()
	}
	_, failed := protocol.ErrorOf(v)
	return failed && only(v, "error", "request", "extra")
}

// only tells whether an object has no other members than these.
func only(v protocol.Value, keys ...string) bool {
	n := 0
	for _, k := range keys {
		if v.Get(k).Exists() {
			n++
		}
	}
	return n == v.Len()
}

// shell is a result or an event with its parts found.
type shell struct {
	root    protocol.Value // an object
	bare    bool           // root was made around an artifact: places are named as they are in that
	lost    bool           // root is empty, because the value did not fit into it
	value   string
	at      []string // where the artifact stands or will stand
	display protocol.Value
	where   []string // of display
	id      protocol.Value
	tool    protocol.Value
}

// open finds the parts. What is no object, or is nobody's, becomes the value of a result; a bare artifact becomes that of one.
func open(v protocol.Value) shell {
	_, at := protocol.Candidate(v)
	isObject := v.Type() == protocol.Object
	s := shell{root: v}
	switch {
	case isObject && at == "" && v.Get("schema").Str() == protocol.Schema:
		s.bare = true
		s.wrap(`{"value":"","extra":{"codeagent":{"artifact":`, v.AppendCompact(nil), `}}}`)
	case isObject && (at != "" || Claims(v)):
		s.value = protocol.ValueOf(v, "")
	case Claims(v):
		s.value = protocol.ValueOf(v, "")
		s.wrap(`{"value":`, v.AppendCompact(nil), `}`)
	default:
		s.value = v.Compact()
		s.wrap(`{"value":`, quoted(s.value), `}`)
	}
	s.find()
	return s
}

// wrap makes a result around JSON. One that is over the bound is empty: only the value remains.
func (s *shell) wrap(before string, json []byte, after string) {
	var why *protocol.Reason
	if s.root, why = protocol.Parse(append(append([]byte(before), json...), after...)); why != nil {
		s.lost = true
		s.root, _ = protocol.Parse([]byte("{}"))
	}
}

func (s *shell) find() {
	r := s.root
	extra, request := r.Get("extra"), r.Get("request")
	flat := !extra.IsSet() && !request.IsSet()
	isEvent := false
	for _, key := range []string{"artifact", "is_error", "display", "id", "name"} {
		isEvent = isEvent || flat && r.Get(key).Exists() && !r.Get("error").Exists()
	}
	s.at = []string{"extra", "codeagent", "artifact"}
	if _, at := protocol.Candidate(r); at == "/artifact" || at == "" && isEvent {
		s.at = []string{"artifact"}
	}
	s.where = []string{"extra", "display"}
	if s.display = r.At(s.where...); !s.display.IsSet() && r.Get("display").IsSet() {
		s.where = []string{"display"}
		s.display = r.Get("display")
	}
	s.id, s.tool = word(request.Get("id")), word(request.Get("name"))
	if flat {
		s.id, s.tool = word(r.Get("id")), word(r.Get("name"))
	}
}

// word is a string or a number, taken out of its box, or absent.
func word(v protocol.Value) protocol.Value {
	if v, _ = protocol.Unbox(v); v.Type() == protocol.String || v.Type() == protocol.Number {
		return v
	}
	return protocol.Value{}
}

// failure is whether the call failed and its text (EV-1): a result's error, or an event's is_error, which has no text.
func (s *shell) failure() (text string, failed bool) {
	text, failed = protocol.ErrorOf(s.root)
	flag, _ := protocol.Unbox(s.root.Get("is_error"))
	return text, failed || flag.Bool()
}

// path names a place in the text that came in.
func (s *shell) path(keys ...string) string {
	p := protocol.Pointer(keys...)
	if s.bare {
		p = strings.TrimPrefix(p, protocol.Pointer(s.at...))
	}
	return p
}

// under is the place of a member of a place.
func under(place []string, key string) []string { return append(slices.Clip(place), key) }
