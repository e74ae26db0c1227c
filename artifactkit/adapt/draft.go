package adapt

import "github.com/vitrine-go/vitrine/artifactkit/protocol"

// draft is an artifact of version 1 in the making. Its members are JSON tokens; a nil icon or title is null.
type draft struct {
	kind, status, icon, title, payload []byte

	from  protocol.Value // legacy object that it is made of
	path  func(key string) string
	notes []protocol.Reason
}

// draft begins an artifact of a legacy object at a place: ok is false unless that has a kind and a payload. A status that is
// missing is success; one that is no word is too, and noted.
func (a *adapter) draft(from protocol.Value, at []string) (d *draft, ok bool) {
	d = &draft{from: from, path: func(key string) string { return a.path(under(at, key)...) }}
	kind, _ := protocol.Unbox(from.Get("kind"))
	if kind.Str() == "" || from.Get("payload").Type() < protocol.Array {
		return d, false
	}
	d.payload = from.Get("payload").AppendCompact(nil)
	d.word("kind", &d.kind, protocol.BadKind)
	d.word("status", &d.status, protocol.BadStatus)
	switch string(d.status) {
	case `""`:
		d.notes = append(d.notes, protocol.Reason{Code: protocol.BadStatus, Path: d.path("status"), Message: "The status is empty; it is left out."})
		fallthrough
	case "":
		d.status = []byte(`"success"`)
	}
	return d, true
}

// word takes a string of the legacy object. What is there and no string is left out, with a note.
func (d *draft) word(key string, to *[]byte, code protocol.Code) {
	v, boxed := protocol.Unbox(d.from.Get(key))
	switch {
	case v.Type() == protocol.String:
		*to = v.AppendCompact(nil)
	case v.IsSet():
		d.notes = append(d.notes, protocol.Reason{Code: code, Path: d.path(key), Message: "The " + key + " must be a string, it is " + protocol.Describe(v) + "; it is left out."})
		return
	}
	if boxed {
		d.notes = append(d.notes, unboxNote(d.path(key), key))
	}
}

// build checks and returns the artifact. An error has the status error (ART-7).
func (d *draft) build() protocol.Artifact {
	dst := append(protocol.AppendString([]byte(`{"schema":`), protocol.Schema), `,"version":1`...)
	for _, m := range []struct {
		key  string
		json []byte
	}{{"kind", d.kind}, {"status", d.status}, {"icon", d.icon}, {"title", d.title}, {"payload", d.payload}} {
		dst = append(append(append(dst, `,"`...), m.key...), `":`...)
		if m.json == nil {
			m.json = []byte("null")
		}
		dst = append(dst, m.json...)
	}
	return read(append(dst, '}'))
}

func quoted(s string) []byte { return protocol.AppendString(nil, s) }
