package openai

import (
	"strconv"
	"strings"

	"github.com/vitrine-go/vitrine/artifactkit/internal/civil"
	"github.com/vitrine-go/vitrine/artifactkit/protocol"
	"github.com/vitrine-go/vitrine/artifactkit/source/internal/obj"
	"github.com/vitrine-go/vitrine/artifactkit/source/internal/responses"
	"github.com/vitrine-go/vitrine/artifactkit/source/internal/talk"
)

// reader remembers the streams that are open, and how often a function of the old kind was called: such calls have no ids.
type reader struct {
	chunks *chunks
	parts  *parts
	old    map[string]int
}

// Item reads a message, an item, an event of a stream, or a request or response around any of them.
func (r *reader) Item(t *talk.Talk, v protocol.Value) *protocol.Reason {
	typ, object := v.Get("type").Str(), v.Get("object").Str()
	if object != "chat.completion.chunk" {
		r.flushChunks(t, "interrupted")
	}
	switch {
	case strings.HasPrefix(typ, "response.") || typ == "error" && !v.Get("role").Exists():
		return r.event(t, v, typ)
	case object == "chat.completion.chunk":
		r.chunk(t, v)
	case v.Get("choices").Type() == protocol.Array:
		r.completion(t, v)
	case object == "response" || v.Get("output").Type() == protocol.Array && typ == "":
		r.response(t, v, true)
	case v.Get("messages").Type() == protocol.Array && !v.Get("role").Exists():
		r.around(t, v, "messages")
	case v.Get("input").IsSet() && typ == "" && !v.Get("role").Exists():
		r.around(t, v, "input")
	case object == "list" && v.Get("data").Type() == protocol.Array:
		r.around(t, v, "data")
	case v.At("response", "body").Type() == protocol.Object: // a line of a batch
		return r.Item(t, v.At("response", "body"))
	case v.Get("body").Type() == protocol.Object && typ == "":
		return r.Item(t, v.Get("body"))
	case v.Get("role").Type() == protocol.String:
		return r.message(t, v, v.Get("id").Str(), at(v))
	case typ != "":
		responses.Item(t, v)
	default:
		return &protocol.Reason{Code: protocol.NotAnObject, Path: "/role", Message: "This is neither a message nor an item."}
	}
	return nil
}

// End sends what streams that broke off had said so far.
func (r *reader) End(t *talk.Talk) {
	r.flushChunks(t, "interrupted")
	r.flushParts(t)
}

// at is the time of an object, in RFC 3339: the API counts seconds.
func at(v protocol.Value) string {
	for _, key := range []string{"created_at", "created"} {
		if n, ok := v.Get(key).Int(); ok && n > 0 && n < 1<<38 {
			return civil.Unix(n, 0).RFC3339(0)
		}
		if s := v.Get(key).Str(); s != "" {
			return s
		}
	}
	return ""
}

// around reads an object that holds messages or items under one member. input may be a text.
func (r *reader) around(t *talk.Talk, v protocol.Value, member string) {
	t.Model(v.Get("model").Str())
	t.Item(v, v.Get("id").Str(), at(v), obj.Rest(v, member, "model", "id", "object", "instructions"))
	if s := v.Get("instructions").Str(); s != "" {
		t.Message("system", "text", s, nil)
	}
	t.Leftover()
	if list := v.Get(member); list.Type() == protocol.String {
		t.Message("user", "text", list.Str(), nil)
	} else {
		r.each(t, list)
	}
}

func (r *reader) each(t *talk.Talk, list protocol.Value) {
	t.Each(list, func(m protocol.Value) *protocol.Reason {
		if m.Type() != protocol.Object {
			return &protocol.Reason{Code: protocol.NotAnObject, Message: "A message is an object, this is " + m.Type().String() + "."}
		}
		return r.Item(t, m)
	})
}

// completion reads a whole answer of Chat Completions: each choice is a message.
func (r *reader) completion(t *talk.Talk, v protocol.Value) {
	t.Model(v.Get("model").Str())
	id, when := v.Get("id").Str(), at(v)
	t.Item(v, id, when, obj.Rest(v, "id", "object", "created", "model", "choices", "usage"))
	rest := t.Keep()
	t.Each(v.Get("choices"), func(c protocol.Value) *protocol.Reason {
		native := id
		if i, _ := c.Get("index").Int(); i > 0 {
			native += "." + strconv.FormatInt(i, 10)
		}
		why := r.message(t, c.Get("message"), native, when)
		if why == nil {
			t.Stop(c.Get("finish_reason").Str())
		}
		return why
	})
	t.Item(v, id, when, rest)
	usage(t, v.Get("usage"))
	t.Leftover()
}

func usage(t *talk.Talk, u protocol.Value) {
	total, ok := u.Get("total_tokens").Int()
	if !ok {
		for _, key := range []string{"prompt_tokens", "completion_tokens", "input_tokens", "output_tokens"} {
			if n, ok := u.Get(key).Int(); ok && n > 0 && n < 1<<40 {
				total += n
			}
		}
	}
	if total < 0 || total > 1<<40 {
		total = 0
	}
	t.Usage(total, u)
}

// message reads a message of either API.
func (r *reader) message(t *talk.Talk, v protocol.Value, id, when string) *protocol.Reason {
	content := v.Get("content")
	if content.IsSet() && content.Type() != protocol.String && content.Type() != protocol.Array {
		return &protocol.Reason{Code: protocol.BadPayload, Path: "/content", Message: "A message has a text or parts, this has " + content.Type().String() + "."}
	}
	role := v.Get("role").Str()
	if role == "tool" || role == "function" {
		r.answered(t, v, id, when)
		return nil
	}
	rest := []string{"role", "content", "id", "type", "tool_calls", "function_call", "refusal", "reasoning_content", "reasoning"}
	if v.Get("reasoning").Type() == protocol.Object {
		rest = rest[:len(rest)-1]
	}
	if when != "" {
		rest = append(rest, "created_at", "created")
	}
	for _, quiet := range []string{"annotations", "audio", "name", "status"} {
		if m := v.Get(quiet); !m.IsSet() || m.Type() == protocol.Array && m.Len() == 0 || m.Str() == "completed" {
			rest = append(rest, quiet)
		}
	}
	t.Item(v, id, when, obj.Rest(v, rest...))
	for _, key := range []string{"reasoning_content", "reasoning"} {
		if s := v.Get(key).Str(); s != "" {
			t.Think(s)
		}
	}
	responses.Says(t, content, role)
	if s := v.Get("refusal").Str(); s != "" {
		t.Message("assistant", "text", s, nil, talk.Member{Key: "refusal", JSON: []byte("true")})
		t.Stop("refusal")
	}
	for _, c := range v.Get("tool_calls").Elems() {
		r.call(t, c)
	}
	if f := v.Get("function_call"); f.Type() == protocol.Object {
		t.Request(r.oldID(f.Get("name").Str(), true), talk.Call{Name: f.Get("name").Str(), Input: responses.Arguments(f.Get("arguments"))})
	}
	t.Leftover()
	return nil
}

// oldID makes an id for a call that has none: its function's name, and how often it was called.
func (r *reader) oldID(name string, call bool) string {
	if r.old == nil {
		r.old = map[string]int{}
	}
	if call || r.old[name] == 0 {
		r.old[name]++
	}
	return "function." + name + "." + strconv.Itoa(r.old[name])
}

// answered reads a message for a tool. One that does not name its call stands alone.
func (r *reader) answered(t *talk.Talk, v protocol.Value, id, when string) {
	callID := v.Get("tool_call_id").Str()
	if v.Get("role").Str() == "function" {
		callID = r.oldID(v.Get("name").Str(), false)
	}
	d, said := toolMessage(v, t.Called(callID))
	d.ID = callID
	t.Item(v, id, when, obj.Rest(v, append(said, "id", "type")...))
	t.Result(d, false)
}

// call reads a call of Chat Completions: of a function, or of a custom tool that takes free text.
func (r *reader) call(t *talk.Talk, c protocol.Value) {
	f := c.Get("function")
	one := talk.Call{Name: f.Get("name").Str(), Input: responses.Arguments(f.Get("arguments"))}
	said := []string{"id", "function", "index"}
	if custom := c.Get("custom"); custom.Type() == protocol.Object {
		one, said = talk.Call{Name: custom.Get("name").Str(), Input: custom.Get("input")}, []string{"id", "custom", "index"}
	}
	if c.Get("type").Str() == "function" {
		said = append(said, "type")
	}
	t.Request(c.Get("id").Str(), one, talk.Rest(c, said...), talk.Member{Key: "function", JSON: obj.Rest(f, "name", "arguments")})
}
