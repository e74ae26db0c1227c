// Package obj writes JSON objects member by member and takes foreign values apart without losing any of their tokens.
package obj

import "github.com/vitrine-go/vitrine/artifactkit/protocol"

// Object is a JSON object that grows at its end. The zero Object is empty.
type Object struct{ text []byte }

// Raw appends a member whose value is compact JSON; without text it appends nothing.
func (o *Object) Raw(key string, json []byte) {
	if len(json) == 0 {
		return
	}
	o.key(key)
	o.text = append(o.text, json...)
}

// Str appends a string member.
func (o *Object) Str(key, s string) {
	o.key(key)
	o.text = protocol.AppendString(o.text, s)
}

// Set appends a string member unless s is empty.
func (o *Object) Set(key, s string) {
	if s != "" {
		o.Str(key, s)
	}
}

// OrNull appends a string member, null for the empty string.
func (o *Object) OrNull(key, s string) {
	if s == "" {
		o.Raw(key, []byte("null"))
		return
	}
	o.Str(key, s)
}

// Bool appends a boolean member.
func (o *Object) Bool(key string, on bool) {
	if on {
		o.Raw(key, []byte("true"))
		return
	}
	o.Raw(key, []byte("false"))
}

// Val appends a value of another text, token for token; an absent value appends nothing.
func (o *Object) Val(key string, v protocol.Value) {
	if v.Exists() {
		o.key(key)
		o.text = v.AppendCompact(o.text)
	}
}

// Empty tells whether nothing was appended yet.
func (o *Object) Empty() bool { return len(o.text) == 0 }

// JSON returns the object; it may grow on afterwards.
func (o *Object) JSON() []byte {
	if o.Empty() {
		return []byte("{}")
	}
	return append(o.text[:len(o.text):len(o.text)], '}')
}

func (o *Object) key(key string) {
	if o.Empty() {
		o.text = append(o.text, '{')
	} else {
		o.text = append(o.text, ',')
	}
	o.text = append(protocol.AppendString(o.text, key), ':')
}
