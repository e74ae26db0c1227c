package live

import (
	"bytes"
	"time"

	"github.com/vitrine-go/vitrine/artifactkit/protocol"
	"github.com/vitrine-go/vitrine/live/store"
)

// eventHead begins the frame of an event; behind it a frame and an NDJSON line are the same.
const eventHead = `{"t":"event",`

// appendFrame appends a record as a socket's frame: the server's members, then the envelope as it is stored. "at" is the
// store's time where the producer gave none.
func appendFrame(dst []byte, rec store.Record, at, prev cursor) []byte {
	dst = append(append(dst, eventHead...), `"cursor":"`...)
	dst = append(append(dst, at.String()...), `","prev":`...)
	if prev.seq == 0 {
		dst = append(dst, "null"...)
	} else {
		dst = append(append(append(dst, '"'), prev.String()...), '"')
	}
	if !hasMember(rec.Body, "at") {
		dst = append(append(append(dst, `,"at":"`...), stamp(rec.Time)...), '"')
	}
	dst = append(dst, ',')
	return append(dst, rec.Body[1:]...)
}

// appendLine appends an event's frame as the NDJSON line it is, without the newline.
func appendLine(dst, frame []byte) []byte {
	return append(append(dst, '{'), frame[len(eventHead):]...)
}

const timeFormat = "2006-01-02T15:04:05.000Z"

// stamp is how a time is written for clients.
func stamp(t time.Time) string { return t.UTC().Format(timeFormat) }

// hasMember looks for a member among the outermost ones of a compact, valid JSON object, without reading the values.
func hasMember(body []byte, key string) bool {
	want := string(protocol.AppendString(nil, key))
	depth, i := 0, 0
	for i < len(body) {
		switch body[i] {
		case '{', '[':
			depth++
		case '}', ']':
			depth--
		case '"':
			n := stringLen(body[i:])
			// A string at depth 1 is a member's name exactly when a colon follows.
			if depth == 1 && i+n < len(body) && body[i+n] == ':' && string(body[i:i+n]) == want {
				return true
			}
			i += n
			continue
		}
		i++
	}
	return false
}

// stringLen is the length of the string token at the start of valid JSON, quotes included.
func stringLen(b []byte) int {
	i := 1
	for i < len(b) {
		q := bytes.IndexByte(b[i:], '"')
		if q < 0 {
			return len(b)
		}
		i += q + 1
		back := 0 // an odd number of backslashes before a quote makes it part of the text
		for k := i - 2; k > 0 && b[k] == '\\'; k-- {
			back++
		}
		if back%2 == 0 {
			return i
		}
	}
	return len(b)
}

// member is one member of an object, its name and value as written.
type member struct {
	name []byte
	raw  []byte
}

// appendMembers appends an object.
func appendMembers(dst []byte, ms []member) []byte {
	dst = append(dst, '{')
	for i, m := range ms {
		if i > 0 {
			dst = append(dst, ',')
		}
		dst = append(append(append(dst, m.name...), ':'), m.raw...)
	}
	return append(dst, '}')
}
