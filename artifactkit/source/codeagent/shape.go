package codeagent

import "github.com/vitrine-go/vitrine/artifactkit/protocol"

// shape is what a line is taken for.
type shape uint8

const (
	unknown  shape = iota
	envelope       // {id, type, event}
	typed          // an event with its type beside its fields
	bare           // an event without a type
	result         // {value, error, extra, request}, or a bare artifact
	record         // contents_record of a turn or a content
)

var eventTypes = map[string]bool{
	"open": true, "tool_request": true, "tool_result": true, "message": true, "delta": true, "thinking": true, "error": true, "usage": true, "end": true,
}

func shapeOf(v protocol.Value) shape {
	typ, is := v.Get("type").Str(), func(key string) bool { return v.Get(key).Exists() }
	switch {
	case typ != "" && v.Get("event").Type() == protocol.Object:
		return envelope
	case isRecord(v):
		return record
	case typ == "text" || typ == "tool_result" && is("tool_use_id") || is("role") && is("content"):
		return unknown // blocks and messages of model APIs
	case eventTypes[typ] && bareType(v) != "":
		return typed
	case v.Get("schema").Str() == protocol.Schema, is("value") && (v.Get("extra").Type() == protocol.Object || is("error") && is("request")):
		return result
	case typ == "" && bareType(v) != "":
		return bare
	}
	return unknown
}

// bareType tells the type of an event by its fields (EV-1, EV-2); the fields of delta and thinking are too few for that.
func bareType(v protocol.Value) string {
	is := func(keys ...string) bool {
		for _, k := range keys {
			if !v.Get(k).Exists() {
				return false
			}
		}
		return true
	}
	switch typ := v.Get("type").Str(); {
	case is("value", "is_error"), is("value", "artifact"):
		return "tool_result"
	case is("id", "name", "arguments"):
		return "tool_request"
	case is("role", "text"), is("role", "markdown"):
		return "message"
	case is("n_tokens"):
		return "usage"
	case is("stop_reason") && !is("content"):
		return "end"
	case is("message", "recovered"):
		return "error"
	case typ == "delta" && is("text"), typ == "thinking" && is("text"), typ == "open" && (is("title") || is("created")):
		return typ
	}
	return ""
}

// isRecord tells whether v is what ellmer's contents_record makes.
func isRecord(v protocol.Value) bool {
	return v.Get("class").Type() == protocol.String && v.Get("props").Type() >= protocol.Array && v.Get("version").Exists()
}
