package codex

import (
	"strings"

	"github.com/vitrine-go/vitrine/artifactkit/protocol"
	"github.com/vitrine-go/vitrine/artifactkit/source"
	"github.com/vitrine-go/vitrine/artifactkit/source/internal/obj"
	"github.com/vitrine-go/vitrine/artifactkit/source/internal/talk"
)

// reader remembers what was said lately, what events know of calls whose output has not come, and what lines repeat; nothing else of what it
// has read. A sub-agent has a reader of its own.
type reader struct {
	said  said
	held  held
	live  map[string]protocol.Value // items of a stream that are not complete
	order []string                  // their ids
	files map[string]bool           // files of sub-agents that were read; shared with their readers

	depth   int
	copying bool // a sub-agent's file begins with what its parent had said

	met     bool   // the first line was there
	turn    string // the turn that events of the old stream name
	context string
	info    string // counts of tokens as they were said last
	window  int64  // what the model takes in
	ordinal int64  // the number that the next line has, where lines have one
	query   string // what was searched for last, by an event
	nth     int    // searches without an id
}

func newReader() *reader {
	return &reader{held: newHeld(), live: map[string]protocol.Value{}, files: map[string]bool{}}
}

// Item reads one line.
func (r *reader) Item(t *talk.Talk, v protocol.Value) *protocol.Reason {
	typ, payload := v.Get("type").Str(), v.Get("payload")
	switch {
	case payload.Type() == protocol.Object:
		t.Around(v.Get("timestamp").Str(), r.left(v))
		return r.record(t, typ, payload)
	case payload.Exists():
		return &protocol.Reason{Code: protocol.BadPayload, Path: "/payload", Message: "A payload is an object, this is " + payload.Type().String() + "."}
	case v.Get("msg").Type() == protocol.Object:
		said := []string{"msg"}
		if turn := v.Get("id").Compact(); turn == r.turn {
			said = append(said, "id")
		} else {
			r.turn = turn
		}
		t.Around("", obj.Rest(v, said...))
		return r.event(t, v.Get("msg"))
	}
	t.Around("", nil)
	switch {
	case strings.HasPrefix(typ, "thread."), strings.HasPrefix(typ, "turn."), strings.HasPrefix(typ, "item."), typ == "error" && v.Get("message").Exists():
		return r.stream(t, typ, v)
	case v.Get("record_type").Exists():
		r.other(t, "state", v)
	case typ != "":
		return r.item(t, v)
	case v.Get("id").Type() == protocol.String && v.Get("timestamp").Type() == protocol.String:
		r.meta(t, v)
	case v.Len() == 1 && v.Get("prompt").Type() == protocol.String: // so does exec --json of old
		t.Item(v, "", "", nil)
		t.Message("user", "text", v.Get("prompt").Str(), nil)
	case v.Len() > 0 && !v.Get("role").Exists():
		r.other(t, "settings", v) // what exec --json once printed in front
	default:
		return &protocol.Reason{Code: protocol.NotAnObject, Path: "/type", Message: "The line does not say its type."}
	}
	return nil
}

// End sends what waited for more.
func (r *reader) End(t *talk.Talk) {
	r.unfinished(t)
	for _, id := range r.held.ids() {
		r.alone(t, id)
	}
}

// left is what a line says beside its time, its type and its payload. Lines that are numbered in order need no number.
func (r *reader) left(v protocol.Value) []byte {
	said := []string{"type", "payload"}
	if source.When(v.Get("timestamp").Str()) != "" {
		said = append(said, "timestamp")
	}
	if n, ok := v.Get("ordinal").Int(); ok {
		if n == r.ordinal {
			said = append(said, "ordinal")
		}
		r.ordinal = n + 1
	}
	return obj.Rest(v, said...)
}

// record reads the payload of a line.
func (r *reader) record(t *talk.Talk, typ string, v protocol.Value) *protocol.Reason {
	if r.copied(t, typ, v) {
		return nil
	}
	switch typ {
	case "session_meta":
		r.meta(t, v)
	case "response_item":
		return r.item(t, v)
	case "event_msg":
		return r.event(t, v)
	case "turn_context":
		t.Model(v.Get("model").Str())
		t.Place(v.Get("cwd").Str(), "", "")
		if text := v.Compact(); text != r.context { // it is said in front of every turn
			r.context = text
			r.other(t, typ, v)
		}
	case "compacted":
		words := v.Get("message").Str()
		if words == "" {
			words = "The context was compacted."
		}
		t.Item(v, "", "", obj.Rest(v, "message"))
		t.Message("system", "markdown", words, nil)
	case "":
		return &protocol.Reason{Code: protocol.NotAnObject, Path: "/type", Message: "The line does not say its type."}
	default:
		r.other(t, typ, v)
	}
	return nil
}

// meta is the first line: what the session is. A later one, of the session that this one was forked from, tells nothing about this one.
func (r *reader) meta(t *talk.Talk, v protocol.Value) {
	if r.met || r.depth > 0 {
		r.other(t, "session_meta", v)
		return
	}
	r.met = true
	t.Session(v.Get("id").Str(), "", v.Get("timestamp").Str())
	t.Place(v.Get("cwd").Str(), v.At("git", "branch").Str(), v.Get("cli_version").Str())
	t.Item(v, "", "", nil)
	rest := obj.Rest(v, "id", "timestamp", "cwd", "cli_version")
	if rest == nil {
		return
	}
	m, _ := protocol.Parse(rest)
	t.Other("session_meta", m)
}

// other carries what is no event of ours.
func (r *reader) other(t *talk.Talk, typ string, v protocol.Value) {
	t.Item(v, "", "", nil)
	t.Other(typ, v)
}
