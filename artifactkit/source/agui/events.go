package agui

import (
	"strconv"
	"strings"

	"github.com/vitrine-go/vitrine/artifactkit/internal/civil"
	"github.com/vitrine-go/vitrine/artifactkit/limits"
	"github.com/vitrine-go/vitrine/artifactkit/protocol"
	"github.com/vitrine-go/vitrine/artifactkit/source/internal/answer"
	"github.com/vitrine-go/vitrine/artifactkit/source/internal/obj"
	"github.com/vitrine-go/vitrine/artifactkit/source/internal/talk"
)

// reader remembers what is not complete, and which messages were said.
type reader struct {
	open  map[string]*growing // by kind and id
	order []string
	bytes int
	last  map[string]string // by kind: the id of what grows, for chunks that leave it out
	chunk string            // what grows by chunks, which have no end: whatever else comes ends it
	said  map[string]bool   // ids of messages
	held  *held
}

// growing is a text, a thought, or the arguments of a call.
type growing struct {
	kind, id, name string // name is the role of a text, the tool of a call
	text           strings.Builder
	more           []talk.Member
}

// held is a result that may be said once more, with more.
type held struct {
	v protocol.Value
	d answer.Draft
}

func sniff(head []byte) bool {
	for _, v := range talk.Begins(head, "events", "messages") {
		typ := v.Get("type").Str()
		if kinds[typ] {
			return true
		}
		if isMessage(v) && (v.Get("toolCalls").Type() == protocol.Array || v.Get("toolCallId").Exists()) && !v.Get("parts").Exists() {
			return true
		}
		if typ != "" || v.Get("parts").Exists() || v.Get("tool_calls").Exists() || v.Get("tool_call_id").Exists() {
			return false
		}
	}
	return false
}

// kinds are the events that no other format has.
var kinds = map[string]bool{
	"RUN_STARTED": true, "RUN_FINISHED": true, "RUN_ERROR": true, "STEP_STARTED": true, "STEP_FINISHED": true,
	"TEXT_MESSAGE_START": true, "TEXT_MESSAGE_CONTENT": true, "TEXT_MESSAGE_END": true, "TEXT_MESSAGE_CHUNK": true,
	"TOOL_CALL_START": true, "TOOL_CALL_ARGS": true, "TOOL_CALL_END": true, "TOOL_CALL_CHUNK": true, "TOOL_CALL_RESULT": true,
	"STATE_SNAPSHOT": true, "STATE_DELTA": true, "MESSAGES_SNAPSHOT": true, "ACTIVITY_SNAPSHOT": true, "ACTIVITY_DELTA": true,
	"REASONING_START": true, "REASONING_END": true, "REASONING_MESSAGE_START": true, "REASONING_MESSAGE_CONTENT": true, "REASONING_MESSAGE_END": true,
	"REASONING_MESSAGE_CHUNK": true, "REASONING_ENCRYPTED_VALUE": true, "THINKING_START": true, "THINKING_END": true,
	"THINKING_TEXT_MESSAGE_START": true, "THINKING_TEXT_MESSAGE_CONTENT": true, "THINKING_TEXT_MESSAGE_END": true,
}

func isMessage(v protocol.Value) bool { return v.Get("role").Type() == protocol.String }

// Item reads an event, a message, or an object around a list of either.
func (r *reader) Item(t *talk.Talk, v protocol.Value) *protocol.Reason {
	typ := v.Get("type").Str()
	if h := r.held; h != nil && !(typ == "ACTIVITY_SNAPSHOT" && r.better(t, v)) {
		r.result(t)
		t.Item(v, "", when(v), nil)
	} else if h != nil {
		return nil
	}
	switch {
	case r.event(t, v, typ):
		return nil
	case isMessage(v):
		r.finishAll(t)
		r.message(t, v)
		return nil
	case v.Get("messages").Type() == protocol.Array || v.Get("events").Type() == protocol.Array:
		t.Session(either(v, "threadId", "thread_id").Str(), "", "")
		t.Item(v, "", "", obj.Rest(v, "messages", "events", "threadId", "thread_id"))
		t.Leftover()
		for _, list := range []string{"messages", "events"} {
			t.Each(v.Get(list), func(e protocol.Value) *protocol.Reason {
				if e.Type() != protocol.Object {
					return &protocol.Reason{Code: protocol.NotAnObject, Message: "An event is an object, this is " + e.Type().String() + "."}
				}
				return r.Item(t, e)
			})
		}
		return nil
	case typ == "":
		return &protocol.Reason{Code: protocol.NotAnObject, Path: "/type", Message: "This is neither an event nor a message."}
	}
	t.Item(v, "", when(v), nil)
	t.Unknown(typ, v)
	return nil
}

// End sends what a stream that broke off had said so far.
func (r *reader) End(t *talk.Talk) {
	if len(r.open) > 0 {
		t.Stop("interrupted")
	}
	r.finishAll(t)
	r.result(t)
}

// when is the time of an event: milliseconds since 1970, or a text.
func when(v protocol.Value) string {
	stamp := v.Get("timestamp")
	if n, ok := stamp.Int(); ok && n > 0 && n < 1<<50 {
		return civil.Unix(n/1e3, int32(n%1e3)*1e6).RFC3339(9)
	}
	return stamp.Str()
}

// event reads one event; false for anything else.
func (r *reader) event(t *talk.Talk, v protocol.Value, typ string) bool {
	if !kinds[typ] && typ != "CUSTOM" && typ != "RAW" {
		return false
	}
	kind, id := "", either(v, "messageId", "message_id").Str()
	switch {
	case strings.HasPrefix(typ, "TEXT_MESSAGE_"):
		kind = "text"
	case strings.HasPrefix(typ, "REASONING_MESSAGE_"), strings.HasPrefix(typ, "THINKING_TEXT_MESSAGE_"):
		kind = "thought"
	case strings.HasPrefix(typ, "TOOL_CALL_") && typ != "TOOL_CALL_RESULT":
		kind, id = "call", either(v, "toolCallId", "tool_call_id").Str()
	}
	if kind != "" && id == "" {
		id = r.last[kind]
	}
	if r.chunk != "" && r.chunk != kind+" "+id {
		r.finish(t, r.chunk)
	}
	if kind != "" {
		r.piece(t, v, typ, kind, id)
		return true
	}
	t.Item(v, "", when(v), nil)
	switch typ {
	case "TOOL_CALL_RESULT":
		r.finish(t, "call "+either(v, "toolCallId", "tool_call_id").Str())
		kept, _ := protocol.Parse(v.AppendCompact(nil)) // the record's bytes belong to the caller
		if d, ok := draft(kept); ok {
			r.held = &held{kept, d}
		} else {
			t.Unknown(typ, v)
		}
	case "ACTIVITY_SNAPSHOT":
		d, ok := draft(v)
		if !ok {
			t.Other(strings.ToLower(typ), v)
			break
		}
		d.ID = id
		t.Request(id, talk.Call{Name: either(v, "activityType", "activity_type").Str()})
		t.Result(d, false, talk.Member{Key: "event", JSON: obj.Rest(v, "type", "content")})
	case "MESSAGES_SNAPSHOT":
		r.messages(t, v.Get("messages"))
		t.Item(v, "", when(v), nil)
	case "RUN_STARTED":
		r.finishAll(t)
		t.Session(either(v, "threadId", "thread_id").Str(), "", when(v))
		r.messages(t, v.At("input", "messages"))
	case "RUN_FINISHED":
		r.finishAll(t)
		outcome := v.Get("outcome")
		if kind := outcome.Str() + outcome.Get("type").Str(); kind == "interrupt" {
			t.Stop("interrupted")
		}
		if rest := obj.Rest(v, "type", "threadId", "thread_id", "runId", "run_id", "timestamp"); rest != nil {
			t.Other(strings.ToLower(typ), v)
		}
	case "RUN_ERROR":
		r.finishAll(t)
		t.Error(v.Get("message").Str(), talk.Member{Key: "event", JSON: obj.Rest(v, "type", "message", "timestamp")})
	case "REASONING_START", "REASONING_END", "THINKING_START", "THINKING_END":
	default:
		t.Other(strings.ToLower(typ), v)
	}
	return true
}

// piece reads a piece of a text, a thought or a call.
func (r *reader) piece(t *talk.Talk, v protocol.Value, typ, kind, id string) {
	step := typ[strings.LastIndexByte(typ, '_')+1:]
	key := kind + " " + id
	g := r.open[key]
	if step == "START" || g == nil && step != "END" {
		r.finish(t, key)
		g = &growing{kind: kind, id: id, name: v.Get("role").Str() + either(v, "toolCallName", "tool_call_name").Str()}
		if r.open == nil {
			r.open, r.last = map[string]*growing{}, map[string]string{}
		}
		if len(r.order) >= limits.OpenCalls || r.bytes > limits.Result {
			r.finishAll(t)
		}
		r.open[key], r.last[kind] = g, id
		r.order = append(r.order, key)
		if step == "CHUNK" {
			r.chunk = key
		}
	}
	if g == nil {
		return
	}
	delta := v.Get("delta").Str()
	g.text.WriteString(delta)
	r.bytes += len(delta)
	if rest := obj.Rest(v, "type", "messageId", "message_id", "toolCallId", "tool_call_id", "toolCallName", "tool_call_name", "parentMessageId", "parent_message_id", "role", "delta", "timestamp"); rest != nil && len(g.more) < limits.Skips {
		g.more = append(g.more, talk.Member{Key: "event", JSON: rest})
	}
	if step == "END" {
		t.Item(v, "", when(v), nil)
		r.finish(t, key)
	}
}

// finishAll sends all that is not complete.
func (r *reader) finishAll(t *talk.Talk) {
	for len(r.order) > 0 {
		r.finish(t, r.order[0])
	}
}

// finish sends what grew.
func (r *reader) finish(t *talk.Talk, key string) {
	g := r.open[key]
	if g == nil {
		return
	}
	delete(r.open, key)
	if r.chunk == key {
		r.chunk = ""
	}
	for i, k := range r.order {
		if k == key {
			r.order = append(r.order[:i:i], r.order[i+1:]...)
			break
		}
	}
	text := g.text.String()
	r.bytes -= len(text)
	switch g.kind {
	case "call":
		t.Request(g.id, talk.Call{Name: g.name, Input: arguments(text)}, g.more...)
		return
	case "thought":
		t.Think(text, g.more...)
	default:
		r.says(t, g.name, text, g.more...)
	}
	r.once(g.id)
}

func arguments(text string) protocol.Value {
	if v, why := protocol.Parse([]byte(text)); why == nil {
		return v
	}
	if text == "" {
		return protocol.Value{}
	}
	v, _ := protocol.Parse(protocol.AppendString(nil, text)) // not complete, or not JSON
	return v
}

// once tells whether a message of an id is the first.
func (r *reader) once(id string) bool {
	if id == "" {
		return true
	}
	if r.said[id] {
		return false
	}
	if r.said == nil || len(r.said) > limits.OpenCalls {
		r.said = map[string]bool{}
	}
	r.said[id] = true
	return true
}

func (r *reader) says(t *talk.Talk, role, words string, more ...talk.Member) {
	key := "text"
	switch role {
	case "user":
	case "system", "developer":
		role = "system"
	default:
		role, key = "assistant", "markdown"
		if strings.TrimSpace(words) == "" {
			return
		}
	}
	t.Message(role, key, words, nil, more...)
}

// better takes an activity for the held result, when it holds the same, and whole.
func (r *reader) better(t *talk.Talk, v protocol.Value) bool {
	d, ok := draft(v)
	if !ok || d.Value != r.held.d.Value && either(v.Get("content"), "toolCallId", "tool_call_id").Str() != r.held.d.ID {
		return false
	}
	d.ID = r.held.d.ID
	rest := obj.Rest(v, "type", "content", "timestamp")
	r.held.d = d
	t.Item(v, "", when(v), nil)
	t.Result(d, false, talk.Member{Key: "activity", JSON: rest}, talk.Member{Key: "event", JSON: obj.Rest(r.held.v, "type", "toolCallId", "tool_call_id", "content", "role", "timestamp")})
	r.held = nil
	return true
}

// result sends the held result.
func (r *reader) result(t *talk.Talk) {
	h := r.held
	if h == nil {
		return
	}
	r.held = nil
	t.Item(h.v, "", when(h.v), nil)
	t.Result(h.d, false, talk.Member{Key: "event", JSON: obj.Rest(h.v, "type", "toolCallId", "tool_call_id", "content", "role", "timestamp")})
	r.once(either(h.v, "messageId", "message_id").Str())
}

// messages reads the messages of a snapshot that were not said.
func (r *reader) messages(t *talk.Talk, list protocol.Value) {
	r.finishAll(t)
	for _, m := range list.Elems() {
		r.message(t, m)
	}
}

// message reads one message, unless it was said: its calls and answers as well.
func (r *reader) message(t *talk.Talk, m protocol.Value) {
	id := m.Get("id").Str()
	if !r.once(id) {
		return
	}
	t.Item(m, id, when(m), obj.Rest(m, "id", "role", "content", "toolCalls", "toolCallId", "timestamp"))
	role, content := m.Get("role").Str(), m.Get("content")
	switch role {
	case "tool":
		d, ok := draft(m)
		if !ok {
			t.Unknown("tool", m)
		} else if t.Called(d.ID).Name == "" || t.Waits(d.ID) {
			t.Result(d, false)
		}
		t.Leftover()
		return
	case "reasoning":
		t.Think(content.Str())
		return
	case "activity":
		t.Other("activity", m)
		t.Leftover()
		return
	}
	words, pictures := contentOf(content)
	if len(pictures) > 0 && role == "user" {
		t.Message("user", "text", words, pictures)
	} else if words != "" || role != "assistant" {
		r.says(t, role, words)
	}
	for _, c := range m.Get("toolCalls").Elems() {
		f := c.Get("function")
		if call := c.Get("id").Str(); call == "" || t.Called(call).Name == "" {
			t.Request(call, talk.Call{Name: f.Get("name").Str(), Input: arguments(f.Get("arguments").Str())}, talk.Rest(c, "id", "type", "function"))
		}
	}
	t.Leftover()
}

// contentOf takes a content apart: a text, or parts of text and pictures.
func contentOf(content protocol.Value) (words string, pictures [][]byte) {
	if content.Type() == protocol.String {
		return content.Str(), nil
	}
	var texts []string
	for i, p := range content.Elems() {
		mime := either(p, "mimeType", "mime_type").Str()
		if source := p.Get("source"); source.Exists() {
			mime += either(source, "mimeType", "mime_type").Str()
		}
		data := p.Get("data").Str() + p.Get("url").Str() + p.At("source", "value").Str()
		switch {
		case p.Get("text").Type() == protocol.String:
			texts = append(texts, p.Get("text").Str())
		case data != "" && (strings.HasPrefix(strings.ToLower(mime), "image/") || p.Get("type").Str() == "image"):
			pictures = append(pictures, talk.Picture(mime, data, p.Get("filename").Str()))
		default:
			texts = append(texts, "["+strconv.Itoa(i+1)+": "+p.Compact()+"]")
		}
	}
	return strings.Join(texts, "\n\n"), pictures
}
