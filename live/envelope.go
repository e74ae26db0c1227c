package live

import (
	"encoding/json"
	"net/http"
	"time"
	"unicode/utf8"

	"github.com/vitrine-go/vitrine/artifactkit/protocol"
	"github.com/vitrine-go/vitrine/live/store"
)

// Envelope is what carries one event, for Go producers. Those who have JSON already push it as it is.
type Envelope struct {
	ID          string          `json:"id"`   // 1 to 128 of [A-Za-z0-9._:-], unique in its session
	Type        string          `json:"type"` // tool_request, tool_result, message, ...; an open set
	At          time.Time       `json:"at,omitzero"`
	Parent      string          `json:"parent,omitempty"` // the call under which a sub-agent runs
	Agent       string          `json:"agent,omitempty"`  // its name
	Preliminary bool            `json:"preliminary,omitempty"`
	Source      json.RawMessage `json:"source,omitempty"`
	Event       json.RawMessage `json:"event"` // the record, byte for byte
}

// received is an envelope of which the server knows no more than it needs.
type received struct {
	id      string
	body    []byte // compact
	members []member
	event   protocol.Value
}

// Members that the server writes on delivery. A producer's are dropped, so that a line read from GET events can be posted
// again, and none can pass for the server's.
func ours(key string) bool { return key == "t" || key == "cursor" || key == "prev" }

// blobKey marks an event whose body is kept beside it; only the server may write it, for readers follow it.
const blobKey = "$blob"

const typeBytes = 128

// receive checks the outer shape of one envelope. It looks no deeper than the names of the event's own members.
func receive(text []byte) (received, *Error) {
	v, reason := protocol.Parse(text)
	if reason != nil {
		status := http.StatusBadRequest
		if reason.Code == protocol.TooLarge {
			status = http.StatusRequestEntityTooLarge
		}
		return received{}, &Error{Status: status, Code: string(reason.Code), Message: reason.Message, Path: reason.Path}
	}
	return receiveValue(v)
}

func receiveValue(v protocol.Value) (r received, _ *Error) {
	if v.Type() != protocol.Object {
		return r, badShape("not_an_object", "", "an envelope is an object, this is %s", v.Type())
	}
	if key, twice := v.Duplicate(); twice {
		return r, badShape("duplicate_key", protocol.Pointer(key), "the member %s is there twice", protocol.Quote(key))
	}
	if r.id = v.Get("id").Str(); !store.ValidID(r.id) {
		return r, badShape("bad_id", "/id", "id must be a string of 1 to 128 characters of A-Z a-z 0-9 . _ : -")
	}
	if t := v.Get("type").Str(); t == "" || len(t) > typeBytes {
		return r, badShape("bad_type", "/type", "type must be a string of 1 to %d bytes", typeBytes)
	}
	if r.event = v.Get("event"); !r.event.Exists() {
		return r, badShape("no_event", "/event", "there is no event")
	}
	if r.event.Get(blobKey).Exists() {
		return r, badShape("reserved", "/event/"+blobKey, "an event may not have a member %s: send the whole event", blobKey)
	}
	for name, m := range v.Members() {
		if !ours(name) { // names are stored in one spelling, so that they are found without being decoded
			r.members = append(r.members, member{protocol.AppendString(nil, name), m.AppendCompact(nil)})
		}
	}
	r.body = appendMembers(nil, r.members)
	return r, nil
}

func badShape(code, path, format string, args ...any) *Error {
	e := refuse(http.StatusUnprocessableEntity, code, format, args...)
	e.Path = path
	return e
}

// cutText cuts s to at most n bytes, between characters.
func cutText(s string, n int) string {
	if len(s) <= n {
		return s
	}
	for n > 0 && !utf8.RuneStart(s[n]) {
		n--
	}
	return s[:n]
}
