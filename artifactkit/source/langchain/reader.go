package langchain

import (
	"strings"

	"github.com/vitrine-go/vitrine/artifactkit/protocol"
	"github.com/vitrine-go/vitrine/artifactkit/source/internal/answer"
	"github.com/vitrine-go/vitrine/artifactkit/source/internal/blocks"
	"github.com/vitrine-go/vitrine/artifactkit/source/internal/carry"
	"github.com/vitrine-go/vitrine/artifactkit/source/internal/obj"
	"github.com/vitrine-go/vitrine/artifactkit/source/internal/talk"
)

// reader remembers which messages it told, and the message that is coming in pieces.
type reader struct {
	seen map[string]bool // ids
	open *pieces
}

// Item reads a message, or a state or run around some.
func (r *reader) Item(t *talk.Talk, v protocol.Value) *protocol.Reason {
	if m, ok := messageOf(v); ok {
		if m.chunk && m.kind == "ai" {
			r.piece(t, m.fields, false)
			return nil
		}
		return r.tell(t, m, v)
	}
	found := lists(v)
	if len(found) == 0 {
		return r.stranger(t, v)
	}
	r.flush(t, "interrupted")
	t.Session(v.Get("thread_id").Str(), v.At("metadata", "title").Str(), v.Get("created_at").Str())
	rest := obj.Rest(v, "messages", "values", "inputs", "input", "outputs", "output")
	t.Item(v, "", "", rest)
	t.Leftover()
	for _, list := range found {
		t.Each(list, func(e protocol.Value) *protocol.Reason {
			m, ok := messageOf(e)
			if !ok {
				return r.stranger(t, e)
			}
			return r.tell(t, m, e)
		})
	}
	return nil
}

// stranger shows what is no message of LangChain's: a message as other APIs have it is told, as LangChain itself takes it.
func (r *reader) stranger(t *talk.Talk, v protocol.Value) *protocol.Reason {
	role, content := v.Get("role").Str(), v.Get("content")
	kind := map[string]string{"user": "human", "human": "human", "assistant": "ai", "ai": "ai", "system": "system", "tool": "tool"}[role]
	switch {
	case kind != "" && (content.Type() == protocol.String || content.Type() == protocol.Array):
		return r.tell(t, message{kind: kind, fields: v}, v)
	case v.Type() != protocol.Object:
		return &protocol.Reason{Code: protocol.NotAnObject, Message: "A message is an object, this is " + v.Type().String() + "."}
	case v.Get("run_id").Type() == protocol.String:
		t.Item(v, "", "", nil)
		t.Other("metadata", v)
		return nil
	case v.Get("type").Str() == "" && !v.Get("lc").Exists():
		return &protocol.Reason{Code: protocol.NotAnObject, Path: "/type", Message: "This is neither a message nor a state."}
	}
	t.Item(v, "", "", nil)
	t.Unknown(v.Get("type").Str(), v)
	return nil
}

// Tuple reads what a stream yields: [mode, data], [message or piece, metadata], or the piece so far alone.
func (r *reader) Tuple(t *talk.Talk, v protocol.Value) bool {
	var first, second protocol.Value
	for i, e := range v.Elems() {
		switch i {
		case 0:
			first = e
		case 1:
			second = e
		}
	}
	m, isMessage := messageOf(first)
	_, both := messageOf(second)
	switch {
	case first.Type() == protocol.String && v.Len() == 2:
		if second.Type() == protocol.Array {
			return r.Tuple(t, second)
		}
		if len(lists(second)) == 0 {
			t.Other(first.Str(), second)
			return true
		}
		return r.Item(t, second) == nil
	case isMessage && m.chunk && m.kind == "ai" && v.Len() == 1:
		r.piece(t, m.fields, true)
		return true
	case isMessage && v.Len() == 2 && second.Type() == protocol.Object && !both && second.Get("langgraph_step").Exists():
		return r.Item(t, first) == nil
	}
	return false
}

// End sends what a stream that broke off had said so far.
func (r *reader) End(t *talk.Talk) { r.flush(t, "interrupted") }

// tell reads one message that is whole. v is the message in its spelling.
func (r *reader) tell(t *talk.Talk, m message, v protocol.Value) *protocol.Reason {
	f := m.fields
	content, id := f.Get("content"), f.Get("id").Str()
	if r.open != nil && r.open.id == id && m.kind == "ai" {
		r.open = nil // the message whole says it better
	}
	r.flush(t, "")
	if content.IsSet() && content.Type() != protocol.String && content.Type() != protocol.Array {
		return &protocol.Reason{Code: protocol.BadPayload, Path: "/content", Message: "A message has a text or blocks, this has " + content.Type().String() + "."}
	}
	if id != "" {
		if r.seen[m.kind+id] {
			return nil
		}
		r.seen[m.kind+id] = true
	}
	switch m.kind {
	case "tool":
		d, said := read(f, t.Called(word(f.Get("tool_call_id"))))
		t.Item(v, id, "", rest(f, append(said, "role")...))
		t.Result(d, false)
	case "ai":
		r.answer(t, f, v, id)
	case "function":
		d, said := read(f, talk.Call{})
		t.Item(v, id, "", rest(f, said...))
		t.Result(d, false)
	case "remove":
		t.Item(v, id, "", nil)
		t.Other("remove", v)
	default:
		role := map[string]string{"human": "user", "system": "system"}[m.kind]
		if role == "" {
			role = "user"
		}
		t.Item(v, id, "", rest(f, "type", "role", "content", "id"))
		r.says(t, content, role, nil)
	}
	t.Leftover()
	return nil
}

// rest is what is left of a message: members that every one has, and that say nothing, are not.
func rest(f protocol.Value, said ...string) []byte {
	said = append(said, "id")
	for _, key := range []string{"additional_kwargs", "response_metadata", "tool_calls", "invalid_tool_calls", "name", "example", "usage_metadata", "artifact", "status", "tool_call_chunks", "chunk_position"} {
		if m := f.Get(key); !m.IsSet() || m.Type() >= protocol.Array && m.Len() == 0 || m.Type() == protocol.Bool && !m.Bool() {
			said = append(said, key)
		}
	}
	return obj.Rest(f, said...)
}

// answer reads a message of the model: what it thought and said, its calls, and what they cost.
func (r *reader) answer(t *talk.Talk, f, v protocol.Value, id string) {
	meta := f.Get("response_metadata")
	for _, key := range []string{"model_name", "model"} {
		t.Model(meta.Get(key).Str())
	}
	t.Item(v, id, "", rest(f, "type", "role", "content", "tool_calls", "invalid_tool_calls", "usage_metadata"))
	called := map[string]bool{}
	for _, c := range f.Get("tool_calls").Elems() {
		called[word(c.Get("id"))] = true
	}
	r.says(t, f.Get("content"), "assistant", called)
	for _, c := range f.Get("tool_calls").Elems() {
		one := talk.Call{Name: c.Get("name").Str(), Input: c.Get("args")}
		if inner := c.Get("function"); inner.Type() == protocol.Object {
			one = talk.Call{Name: inner.Get("name").Str(), Input: parsed(inner.Get("arguments"))}
		}
		drop := []string{"id", "name", "args", "function"}
		if s := c.Get("type").Str(); s == "tool_call" || s == "function" {
			drop = append(drop, "type")
		}
		t.Request(word(c.Get("id")), one, talk.Rest(c, drop...))
	}
	for _, c := range f.Get("invalid_tool_calls").Elems() {
		t.Request(word(c.Get("id")), talk.Call{Name: c.Get("name").Str(), Input: parsed(c.Get("args"))}, talk.Rest(c, "id", "name", "args"))
	}
	for _, key := range []string{"finish_reason", "stop_reason"} {
		t.Stop(meta.Get(key).Str())
	}
	u := f.Get("usage_metadata")
	total, _ := u.Get("total_tokens").Int()
	if total < 0 || total > 1<<40 {
		total = 0
	}
	t.Usage(total, u)
}

// parsed takes JSON out of its string, where it is some.
func parsed(v protocol.Value) protocol.Value {
	if in, why := protocol.Parse([]byte(v.Str())); v.Type() == protocol.String && why == nil {
		return in
	}
	return v
}

// says reads a content. called are the calls that the message lists itself: their blocks say nothing new.
func (r *reader) says(t *talk.Talk, content protocol.Value, role string, called map[string]bool) {
	key := "text"
	if role == "assistant" {
		key = "markdown"
	}
	if content.Type() == protocol.String {
		if s := content.Str(); role != "assistant" || strings.TrimSpace(s) != "" {
			t.Message(role, key, s, nil)
		}
		return
	}
	var words []string
	var pictures [][]byte
	var more []talk.Member
	flush := func() {
		if len(words)+len(pictures) > 0 {
			t.Message(role, key, strings.Join(words, "\n\n"), pictures, more...)
		}
		words, pictures, more = nil, nil, nil
	}
	for _, b := range content.Elems() {
		typ := b.Get("type").Str()
		switch {
		case b.Type() == protocol.String:
			words = append(words, b.Str())
		case typ == "text", typ == "output_text", typ == "input_text":
			words = append(words, b.Get("text").Str())
			more = append(more, talk.Rest(b, "type", "text", "index"))
		case typ == "reasoning" || typ == "thinking":
			flush()
			r.thought(t, b, typ)
		case typ == "server_tool_call", typ == "server_tool_result":
			flush()
			served(t, b, typ)
		case (typ == "tool_use" || typ == "tool_call" || typ == "function_call" || typ == "input_json_delta") && (called[word(b.Get("id"))] || called[word(b.Get("call_id"))] || len(called) > 0 && typ == "input_json_delta"):
		case typ == "image_url" || typ == "image" || typ == "file" || typ == "document" || typ == "input_image":
			for _, p := range blocks.Read(b) {
				if p.Shape == blocks.Picture {
					pictures = append(pictures, talk.Picture(p.Mime, p.B64, p.Name))
					continue
				}
				words = append(words, p.Text)
				more = append(more, talk.Member{Key: "block", JSON: b.AppendCompact(nil)})
			}
		default:
			flush()
			t.Unknown(typ, b)
		}
	}
	flush()
}

func (r *reader) thought(t *talk.Talk, b protocol.Value, typ string) {
	var words []string
	if s := b.Get(typ).Str() + b.Get("text").Str(); s != "" {
		words = append(words, s)
	}
	for _, p := range b.Get("summary").Elems() {
		words = append(words, p.Get("text").Str())
	}
	if len(words) == 0 {
		t.Other(typ, b)
		return
	}
	t.Think(strings.Join(words, "\n\n"), talk.Rest(b, "type", "reasoning", "thinking", "text", "summary", "index"))
}

// served reads the call or the result of a tool that the model's maker runs.
func served(t *talk.Talk, b protocol.Value, typ string) {
	if typ == "server_tool_call" {
		t.Request(word(b.Get("id")), talk.Call{Name: b.Get("name").Str(), Input: b.Get("args")}, talk.Rest(b, "id", "name", "args"))
		return
	}
	output := b.Get("output")
	d := answer.Draft{ID: word(b.Get("tool_call_id"))}
	if own, ok := carry.Of(output); ok {
		d.Own = own
	}
	var m blocks.Made
	if output.Type() == protocol.String {
		m = blocks.Make(blocks.Read(output), protocol.Value{}, b.Get("status").Str() == "error")
	} else {
		m = blocks.Make(nil, output, b.Get("status").Str() == "error")
	}
	d.Value, d.Kind, d.Title, d.Payload = m.Value, m.Kind, m.Title, m.Payload
	if b.Get("status").Str() == "error" {
		d.Fail(m.Value)
	}
	t.Result(d, false, talk.Rest(b, "type", "tool_call_id", "output", "status"))
}
