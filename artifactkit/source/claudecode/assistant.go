package claudecode

import (
	"strconv"
	"strings"

	"github.com/vitrine-go/vitrine/artifactkit/protocol"
	"github.com/vitrine-go/vitrine/artifactkit/source/internal/obj"
)

// synthetic is the model of lines that Claude Code writes in the assistant's name.
const synthetic = "<synthetic>"

// assistant reads a line of the model's side. One answer of the API is spread over several lines with the same message.id.
func (r *reader) assistant(l *line) *protocol.Reason {
	message := l.v.Get("message")
	content := message.Get("content")
	if content.Type() != protocol.String && content.Type() != protocol.Array {
		return &protocol.Reason{Code: protocol.BadPayload, Path: "/message/content", Message: "An assistant line has text or blocks, this has " + content.Type().String() + "."}
	}
	r.ready = r.ready || l.thread == r.main
	l.thread.spoke = true
	if s := message.Get("stop_reason").Str(); s != "" {
		l.thread.stop = s
	}
	switch {
	case l.v.Get("isApiErrorMessage").Bool():
		var o obj.Object
		o.Str("message", joined(content))
		o.Bool("recovered", false)
		o.Raw("extra", l.extra())
		r.put(l, "error", "", o.JSON())
		return nil
	case message.Get("model").Str() == synthetic:
		r.other(l, "synthetic")
		return nil
	}
	l.thread.countUsage(r, l, message)
	if content.Type() == protocol.String {
		r.message(l, "assistant", "markdown", content.Str())
		return nil
	}
	for _, b := range content.Elems() {
		r.answerBlock(l, b)
	}
	return nil
}

func (r *reader) answerBlock(l *line, b protocol.Value) {
	typ := b.Get("type").Str()
	switch {
	case typ == "text" && strings.TrimSpace(b.Get("text").Str()) != "":
		r.message(l, "assistant", "markdown", b.Get("text").Str(), member{"block", obj.Rest(b, "type", "text")})
	case typ == "thinking" && strings.TrimSpace(b.Get("thinking").Str()) != "":
		var o obj.Object
		o.Str("text", b.Get("thinking").Str())
		o.Raw("extra", l.extra(member{"block", obj.Rest(b, "type", "thinking")}))
		r.put(l, "thinking", "", o.JSON())
	case typ == "tool_use" || strings.HasSuffix(typ, "_tool_use"):
		r.request(l, b)
	case isResult(b):
		r.result(l, b, protocol.Value{})
	default:
		r.block(l, b, typ)
	}
}

// request sends a call. Shell commands and sub-agents come with a sentence about why: that is the intent.
func (r *reader) request(l *line, b protocol.Value) {
	id, tool, input := b.Get("id").Str(), b.Get("name").Str(), b.Get("input")
	intent := input.Get("_intent").Str()
	if intent == "" && (shells[tool] || agents[tool]) {
		intent = input.Get("description").Str()
	}
	rest := obj.Rest(b, "id", "name", "input", "type")
	if b.Get("type").Str() != "tool_use" {
		rest = obj.Rest(b, "id", "name", "input")
	}
	var o obj.Object
	o.OrNull("id", id)
	o.OrNull("name", tool)
	if input.Exists() {
		o.Val("arguments", input)
	} else {
		o.OrNull("arguments", "")
	}
	o.OrNull("intent", intent)
	o.OrNull("annotations", "")
	o.Raw("extra", l.extra(member{"block", rest}))
	r.put(l, "tool_request", id, o.JSON())
	if id != "" {
		r.calls.add(id, call{tool, input, l.thread != r.main})
	}
	if agents[tool] && id != "" {
		r.starts(id, input)
	}
}

// usage is what one answer of the API cost; it is sent when the answer is complete.
type usage struct {
	id, uuid, at string
	event        []byte
}

// countUsage takes the counts of a line: those of the last line of an answer are the final ones.
func (t *thread) countUsage(r *reader, l *line, message protocol.Value) {
	u := message.Get("usage")
	id := message.Get("id").Str()
	if t.usage != nil && (t.usage.id != id || id == "") {
		t.flushUsage(r)
	}
	if u.Type() != protocol.Object {
		return
	}
	total := int64(0)
	for _, key := range []string{"input_tokens", "cache_creation_input_tokens", "cache_read_input_tokens", "output_tokens"} {
		if n, ok := u.Get(key).Int(); ok && n > 0 && n < 1<<40 {
			total += n
		}
	}
	var o, extra, inner obj.Object
	o.Raw("n_tokens", strconv.AppendInt(nil, total, 10))
	o.OrNull("model_limit", "")
	o.OrNull("warning_state", "")
	if cost := l.v.Get("costUSD"); cost.Type() == protocol.Number {
		o.Val("cost_last", cost)
	} else {
		o.OrNull("cost_last", "")
	}
	inner.Raw("message", messageRest(message))
	if request := l.v.Get("requestId"); request.IsSet() {
		l.rest = without(l.rest, "requestId")
		inner.Val("requestId", request)
	}
	extra.Raw(name, inner.JSON())
	o.Raw("extra", extra.JSON())
	t.usage = &usage{id, l.uuid, l.at, o.JSON()}
}

func (t *thread) flushUsage(r *reader) {
	if u := t.usage; u != nil {
		t.usage = nil
		r.put(&line{rec: u.event, uuid: u.uuid, at: u.at, thread: t, n: map[string]int{}}, "usage", u.id, u.event)
	}
}

// stopReason translates why the model stopped (EV-6).
func stopReason(s string) string {
	switch s {
	case "max_tokens", "context_window", "model_context_window_exceeded", "length":
		return "truncated"
	case "content_filter", "refusal":
		return "filtered"
	case "tool_use":
		return "incomplete_tool_use"
	}
	return "completed"
}

func endEvent(reason string, extra []byte) []byte {
	var o obj.Object
	o.Str("stop_reason", reason)
	o.Raw("extra", extra)
	return o.JSON()
}

// final reads the last line of the stream format.
func (r *reader) final(l *line) {
	if l.v.Get("subtype").Type() != protocol.String || l.thread != r.main {
		r.other(l, l.typ)
		return
	}
	l.thread.flushUsage(r)
	reason := "completed"
	switch sub := l.v.Get("subtype").Str(); {
	case sub == "error_max_turns" || strings.HasPrefix(sub, "error_max_"):
		reason = "truncated"
	case sub != "success" || l.v.Get("is_error").Bool():
		reason = "error"
	}
	if cost := l.v.Get("total_cost_usd"); cost.Type() == protocol.Number {
		var o obj.Object
		o.OrNull("n_tokens", "")
		o.OrNull("model_limit", "")
		o.OrNull("warning_state", "")
		o.Val("cost_last", cost)
		r.put(l, "usage", "", o.JSON())
	}
	r.put(l, "end", "", endEvent(reason, l.extra()))
}
