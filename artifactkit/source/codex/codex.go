// Package codex reads the sessions of OpenAI's Codex: the rollout files it keeps, of the first versions (an item a line) and of today's
// ({timestamp, type, payload}), and what it prints with exec --json, in the old shape ({id, msg}) and in the new one (thread.started,
// item.completed). The format has no contract; what is read here was observed, and whatever is not known travels on under its own type.
//
// A rollout says most things twice: as the item that the model saw and as the event that the screen showed. Here each is said once: the
// first of the two, with what only the second one knows. An event that knows more of a call than its output, such as the exit code,
// waits for the output. What has no place in an event of ours is kept under extra.codex, or in an envelope of the type codex.extra.
package codex

import (
	"github.com/vitrine-go/vitrine/artifactkit/protocol"
	"github.com/vitrine-go/vitrine/artifactkit/source"
	"github.com/vitrine-go/vitrine/artifactkit/source/internal/cut"
	"github.com/vitrine-go/vitrine/artifactkit/source/internal/talk"
)

const name = "codex"

var format = talk.Format{Name: name, Agent: product, Lines: true, New: func() talk.Items { return newReader() }}

const product = "Codex"

// Source is the format.
var Source = source.Source{
	Name: name, Title: "Codex session", Sniff: sniff, Open: func(o source.Options) source.Reader { return format.Open(o) }, Peek: peek, Count: count,
}

// sniffed is how many lines a beginning is judged by.
const sniffed = 20

func sniff(head []byte) bool {
	n := 0
	for v := range cut.Objects(head) {
		if mine(v) {
			return true
		}
		if n++; n == sniffed {
			break
		}
	}
	return false
}

// mine tells whether a line has marks that no other format has together.
func mine(v protocol.Value) bool {
	typ := v.Get("type").Str()
	switch typ {
	case "session_meta", "response_item", "event_msg", "turn_context", "compacted", "world_state":
		return v.Get("payload").Exists()
	case "thread.started":
		return v.Get("thread_id").Type() == protocol.String
	case "item.started", "item.completed", "item.updated":
		item := v.Get("item")
		return item.Get("type").Type() == protocol.String && item.Get("id").Type() == protocol.String
	case "turn.completed", "turn.failed":
		return v.Get("usage").Exists() || v.Get("error").Exists()
	case "":
		switch {
		case v.At("msg", "type").Type() == protocol.String:
			return v.Get("id").Exists()
		case v.Get("record_type").Str() == "state":
			return true
		}
		// The first line of an old rollout.
		return v.Get("id").Type() == protocol.String && v.Get("timestamp").Type() == protocol.String && v.Get("instructions").Exists() && !v.Get("event").Exists()
	}
	return false
}
