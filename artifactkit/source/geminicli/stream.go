package geminicli

import (
	"strings"

	"github.com/vitrine-go/vitrine/artifactkit/protocol"
	"github.com/vitrine-go/vitrine/artifactkit/source/internal/answer"
	"github.com/vitrine-go/vitrine/artifactkit/source/internal/blocks"
	"github.com/vitrine-go/vitrine/artifactkit/source/internal/obj"
	"github.com/vitrine-go/vitrine/artifactkit/source/internal/responses"
	"github.com/vitrine-go/vitrine/artifactkit/source/internal/talk"
)

// streamed is a message that comes in pieces.
type streamed struct {
	v     protocol.Value // the first piece
	words strings.Builder
	rest  []byte
}

// ofStream tells whether a line is one of what --output-format stream-json prints.
func (r *reader) ofStream(v protocol.Value) bool {
	switch v.Get("type").Str() {
	case "init":
		return v.Get("session_id").Exists()
	case "message":
		return v.Get("role").Exists()
	case "tool_use", "tool_result":
		return v.Get("tool_id").Exists()
	case "error":
		return v.Get("severity").Exists()
	case "result":
		return v.Get("status").Exists()
	}
	return false
}

// stream reads a line of a stream.
func (r *reader) stream(t *talk.Talk, v protocol.Value) *protocol.Reason {
	typ, at := v.Get("type").Str(), v.Get("timestamp").Str()
	begin := func(said ...string) { t.Item(v, "", at, obj.Rest(v, append(said, "type", "timestamp")...)) }
	if typ != "message" || !v.Get("delta").Bool() {
		r.flush(t)
	}
	switch typ {
	case "init":
		t.Session(v.Get("session_id").Str(), "", at)
		t.Model(v.Get("model").Str())
		begin("session_id", "model")
	case "message":
		words := v.Get("content")
		if words.Type() != protocol.String {
			return &protocol.Reason{Code: protocol.BadPayload, Path: "/content", Message: "A message has a text, this has " + words.Type().String() + "."}
		}
		role, key := v.Get("role").Str(), "text"
		if role == "assistant" {
			key = "markdown"
		}
		begin("role", "content", "delta")
		if v.Get("delta").Bool() && role == "assistant" {
			r.piece(t, v, words.Str())
			return nil
		}
		t.Message(role, key, words.Str(), nil)
	case "tool_use":
		begin("tool_name", "tool_id", "parameters")
		t.Request(v.Get("tool_id").Str(), talk.Call{Name: v.Get("tool_name").Str(), Input: v.Get("parameters")})
	case "tool_result":
		begin("tool_id", "status", "output", "error")
		t.Result(streamResult(v, t.Called(v.Get("tool_id").Str())), false)
	case "error":
		begin("severity", "message")
		if v.Get("severity").Str() == "warning" {
			t.Recovered(v.Get("message").Str())
		} else {
			t.Error(v.Get("message").Str())
		}
	case "result":
		if v.Get("error").Type() == protocol.Object {
			begin("status", "error", "stats")
			t.Error(v.At("error", "message").Str(), talk.Rest(v.Get("error"), "message"))
		}
		begin("status", "error", "stats")
		total, _ := v.At("stats", "total_tokens").Int()
		t.Usage(min(max(total, 0), 1<<40), v.Get("stats"))
	}
	t.Leftover()
	return nil
}

// streamResult shows what a tool gave.
func streamResult(v protocol.Value, c talk.Call) answer.Draft {
	d := answer.Draft{ID: v.Get("tool_id").Str(), Name: c.Name}
	output, failure := v.Get("output"), v.At("error", "message").Str()
	failed := v.Get("status").Str() == "error"
	parts := blocks.Read(output)
	if failure != "" && failure != output.Str() {
		parts = append(parts, blocks.Plain(failure))
	}
	m := blocks.Make(parts, protocol.Value{}, failed)
	d.Value, d.Kind, d.Title, d.Payload = m.Value, m.Kind, m.Title, m.Payload
	if d.Title == "" {
		d.Title = c.Subject()
	}
	if c.Name == shellTool {
		responses.Terminal(&d, responses.Command(c.Input), "console", strings.TrimRight(m.Value, "\n"))
	}
	if failed {
		d.Fail(d.Value)
	}
	return d
}

// piece adds a piece to the message at hand.
func (r *reader) piece(t *talk.Talk, v protocol.Value, words string) {
	if r.part == nil {
		first, _ := protocol.Parse(v.AppendCompact(nil)) // the line's bytes belong to the caller
		r.part = &streamed{v: first, rest: t.Keep()}
	}
	r.part.words.WriteString(words)
}

// flush sends the message that came in pieces.
func (r *reader) flush(t *talk.Talk) {
	if r.part == nil {
		return
	}
	p := r.part
	r.part = nil
	t.Item(p.v, "", p.v.Get("timestamp").Str(), p.rest)
	t.Message("assistant", "markdown", p.words.String(), nil)
}
