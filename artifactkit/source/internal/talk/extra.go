package talk

import (
	"strings"

	"github.com/vitrine-go/vitrine/artifactkit/protocol"
	"github.com/vitrine-go/vitrine/artifactkit/source/internal/obj"
)

// Member is one more thing that an envelope keeps under extra.<source>; one without JSON is none.
type Member struct {
	Key  string
	JSON []byte
}

// Rest is what a block holds beside the members that its event says, as the member "block".
func Rest(block protocol.Value, said ...string) Member {
	return Member{"block", obj.Rest(block, said...)}
}

// extra writes what is left of the item, and more, as {"<source>": …}; nil for nothing.
func (t *Talk) extra(more ...Member) []byte {
	inner := t.left(more...)
	if inner == nil {
		return nil
	}
	var o obj.Object
	o.Raw(t.source, inner)
	return o.JSON()
}

// left is what is left of the item, and more; it goes with the first envelope of the item.
func (t *Talk) left(more ...Member) []byte {
	var keys []string
	held := map[string][][]byte{} // an item may have a member that is called like ours, and several blocks make one event
	add := func(key string, json []byte) {
		if json == nil {
			return
		}
		if held[key] == nil {
			keys = append(keys, key)
		}
		held[key] = append(held[key], json)
	}
	if t.rest != nil {
		rest, _ := protocol.Parse(t.rest)
		for k, m := range rest.Members() {
			add(k, m.AppendCompact(nil))
		}
		t.rest = nil
	}
	for _, m := range more {
		add(m.Key, m.JSON)
	}
	if len(keys) == 0 {
		return nil
	}
	var o obj.Object
	for _, key := range keys {
		if all := held[key]; len(all) > 1 {
			o.Raw(key, obj.List(all))
		} else {
			o.Raw(key, all[0])
		}
	}
	return o.JSON()
}

// Keep takes what is left of the item, for an item that is begun again.
func (t *Talk) Keep() []byte {
	rest := t.rest
	t.rest = nil
	return rest
}

// Leftover sends what is left of an item that had no envelope to go with.
func (t *Talk) Leftover() {
	if t.rest == nil {
		return
	}
	rest := t.rest
	t.rest = nil
	t.Put(t.source+".extra", "", rest)
}

// Picture writes a picture of a message as kind image reads it: {mime, b64}, a data: address in base64 taken apart; any other
// address stays one, as {mime, src}.
func Picture(mime, b64OrURL, name string) []byte {
	var o obj.Object
	key := "b64"
	if strings.Contains(b64OrURL[:min(len(b64OrURL), 64)], ":") { // no base64 has one
		key = "src"
	}
	if data, ok := strings.CutPrefix(b64OrURL, "data:"); ok {
		head, body, _ := strings.Cut(data, ",")
		if kind, isBase64 := strings.CutSuffix(head, ";base64"); isBase64 {
			if kind, _, _ = strings.Cut(kind, ";"); kind != "" {
				mime = kind
			}
			key, b64OrURL = "b64", body
		}
	}
	o.Set("mime", mime)
	o.Str(key, b64OrURL)
	o.Set("name", name)
	return o.JSON()
}

// typeName makes a word of a foreign type that may be anything.
func typeName(s string) string {
	if s == "" || len(s) > 40 {
		return "unknown"
	}
	for i := range len(s) {
		switch c := s[i]; {
		case c >= 'a' && c <= 'z', c >= 'A' && c <= 'Z', c >= '0' && c <= '9', c == '_', c == '-', c == '.':
		default:
			return "unknown"
		}
	}
	return s
}
