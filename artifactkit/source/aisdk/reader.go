package aisdk

import (
	"strings"

	"github.com/vitrine-go/vitrine/artifactkit/protocol"
	"github.com/vitrine-go/vitrine/artifactkit/source/internal/blocks"
	"github.com/vitrine-go/vitrine/artifactkit/source/internal/carry"
	"github.com/vitrine-go/vitrine/artifactkit/source/internal/obj"
	"github.com/vitrine-go/vitrine/artifactkit/source/internal/talk"
)

// reader remembers what of a stream is open.
type reader struct {
	stream *stream
}

// Item reads a message of either kind, a tool part, a chunk of a stream, or an object around a list of messages.
func (r *reader) Item(t *talk.Talk, v protocol.Value) *protocol.Reason {
	typ := v.Get("type").Str()
	switch {
	case v.Get("role").Type() == protocol.String:
		r.flush(t, "interrupted")
		return r.message(t, v)
	case v.Get("messages").Type() == protocol.Array:
		t.Session(v.Get("id").Str(), v.Get("title").Str(), v.Get("createdAt").Str())
		t.Model(v.Get("model").Str())
		t.Item(v, v.Get("id").Str(), v.Get("createdAt").Str(), obj.Rest(v, "messages", "id"))
		t.Leftover()
		t.Each(v.Get("messages"), func(m protocol.Value) *protocol.Reason {
			if m.Type() != protocol.Object {
				return &protocol.Reason{Code: protocol.NotAnObject, Message: "A message is an object, this is " + m.Type().String() + "."}
			}
			return r.Item(t, m)
		})
		return nil
	case v.Get("message").Get("role").Exists(): // a row of a store
		return r.Item(t, v.Get("message"))
	case r.chunk(t, v, typ):
		return nil
	case typ == "":
		return &protocol.Reason{Code: protocol.NotAnObject, Path: "/role", Message: "This is neither a message nor a chunk of a stream."}
	}
	t.Item(v, "", "", nil)
	r.part(t, v, "assistant", "")
	return nil
}

// End sends what a stream that broke off had said so far.
func (r *reader) End(t *talk.Talk) { r.flush(t, "interrupted") }

// message reads one message: its parts, its content, and what version 4 has beside them.
func (r *reader) message(t *talk.Talk, v protocol.Value) *protocol.Reason {
	role, content, meta := v.Get("role").Str(), v.Get("content"), v.Get("metadata")
	list := v.Get("parts")
	said := []string{"role", "parts", "content", "id", "createdAt", "toolInvocations", "reasoning"}
	if list.Type() != protocol.Array {
		list = content
	}
	if list.IsSet() && list.Type() != protocol.String && list.Type() != protocol.Array {
		return &protocol.Reason{Code: protocol.BadPayload, Path: "/parts", Message: "A message has parts, this has " + list.Type().String() + "."}
	}
	at := v.Get("createdAt").Str()
	if s := meta.Get("createdAt").Str(); at == "" {
		at = s
	}
	t.Model(meta.Get("model").Str())
	t.Item(v, v.Get("id").Str(), at, obj.Rest(v, said...))
	if s := v.Get("reasoning").Str(); s != "" && v.Get("parts").Type() != protocol.Array {
		t.Think(s)
	}
	r.parts(t, list, role)
	if v.Get("parts").Type() != protocol.Array {
		for _, call := range v.Get("toolInvocations").Elems() {
			if p, ok := invocation(call); ok {
				r.tool(t, p)
			} else {
				t.Unknown("tool-invocation", call)
			}
		}
	}
	for _, key := range []string{"usage", "totalUsage"} {
		usage(t, meta.Get(key))
	}
	t.Stop(meta.Get("finishReason").Str())
	t.Leftover()
	return nil
}

func usage(t *talk.Talk, u protocol.Value) {
	total, ok := u.Get("totalTokens").Int()
	if !ok {
		for _, key := range []string{"inputTokens", "outputTokens", "promptTokens", "completionTokens"} {
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

// parts reads the parts of a message. What a person says in several is one message with its pictures.
func (r *reader) parts(t *talk.Talk, list protocol.Value, role string) {
	if list.Type() == protocol.String {
		r.says(t, role, list.Str(), nil)
		return
	}
	var words []string
	var pictures [][]byte
	var more []talk.Member
	flush := func() {
		if len(words)+len(pictures) > 0 {
			r.says(t, role, strings.Join(words, "\n\n"), pictures, more...)
		}
		words, pictures, more = nil, nil, nil
	}
	for _, p := range list.Elems() {
		switch typ := p.Get("type").Str(); {
		case typ == "text" && role != "assistant":
			words = append(words, p.Get("text").Str())
			more = append(more, talk.Rest(p, "type", "text", "state"))
		case typ == "file" || typ == "image" || typ == "reasoning-file":
			if len(words) > 0 && role == "assistant" {
				flush()
			}
			text, picture := file(p)
			if picture != nil {
				pictures = append(pictures, picture)
				continue
			}
			words = append(words, text)
			more = append(more, talk.Member{Key: "block", JSON: p.AppendCompact(nil)})
		default:
			flush()
			r.part(t, p, role, typ)
		}
	}
	flush()
}

func (r *reader) says(t *talk.Talk, role, words string, pictures [][]byte, more ...talk.Member) {
	key := "text"
	if role == "assistant" {
		key = "markdown"
		if strings.TrimSpace(words) == "" && len(pictures) == 0 {
			return
		}
	}
	t.Message(role, key, words, pictures, more...)
}

// file is a file of a message: a picture, or its name.
func file(p protocol.Value) (text string, picture []byte) {
	for _, part := range blocks.Read(p) {
		if part.Shape == blocks.Picture {
			return "", talk.Picture(part.Mime, part.B64, part.Name)
		}
		text = part.Text
	}
	if strings.HasPrefix(p.Get("mediaType").Str(), "image/") {
		if url := p.Get("url").Str(); url != "" {
			return "", talk.Picture(p.Get("mediaType").Str(), url, p.Get("filename").Str())
		}
	}
	return text, nil
}

// part reads one part of a message.
func (r *reader) part(t *talk.Talk, p protocol.Value, role, typ string) {
	if typ == "" {
		typ = p.Get("type").Str()
	}
	if tool, ok := partOf(p); ok {
		r.tool(t, tool)
		return
	}
	switch {
	case typ == "tool-result" && p.Get("toolName").Exists() && p.Get("output").Exists(): // one that does not name its call
		d, _ := part{v: p, tool: p.Get("toolName").Str(), state: "output-available", output: p.Get("output")}.draft()
		t.Result(d, false, talk.Rest(p, "type", "toolName", "output"))
	case typ == "text":
		r.says(t, role, p.Get("text").Str(), nil, talk.Rest(p, "type", "text", "state"))
	case typ == "reasoning":
		if s := p.Get("text").Str() + p.Get("reasoning").Str(); s != "" {
			t.Think(s, talk.Rest(p, "type", "text", "reasoning", "state"))
		} else {
			t.Other(typ, p)
		}
	case typ == "tool-call" && p.Get("toolName").Exists():
		input := p.Get("input")
		if !input.Exists() {
			input = p.Get("args")
		}
		t.Request(p.Get("toolCallId").Str(), talk.Call{Name: p.Get("toolName").Str(), Input: input}, talk.Rest(p, "type", "toolCallId", "toolName", "input", "args"))
	case typ == "source-url" || typ == "source-document" || typ == "source":
		sourced(t, p)
	case typ == "step-start" || typ == "redacted-reasoning":
		t.Other(typ, p)
	case strings.HasPrefix(typ, "data-"):
		r.data(t, p, typ)
	default:
		t.Unknown(typ, p)
	}
}

// sourced names where an answer has something from.
func sourced(t *talk.Talk, p protocol.Value) {
	s := p
	if inner := p.Get("source"); inner.Type() == protocol.Object {
		s = inner
	}
	words := []string{"source"}
	for _, key := range []string{"title", "filename", "url"} {
		if w := s.Get(key).Str(); w != "" {
			words = append(words, w)
		}
	}
	t.Message("system", "text", "["+strings.Join(words, " ")+"]", nil, talk.Member{Key: "block", JSON: p.AppendCompact(nil)})
}

// data shows what an application sends along: an artifact of the protocol as one, anything else as JSON.
func (r *reader) data(t *talk.Talk, p protocol.Value, typ string) {
	if _, ok := carry.Of(p.Get("data")); !ok {
		t.Unknown(typ, p)
		return
	}
	d, _ := part{tool: strings.TrimPrefix(typ, "data-"), state: "output-available", output: p.Get("data")}.draft()
	t.Result(d, false, talk.Rest(p, "type", "data"))
}

// tool reads a tool part: the call, and how it went. A call that came before, in another message or chunk, is not told again, unless it
// asks for something else under the same id.
func (r *reader) tool(t *talk.Talk, p part) {
	known := t.Called(p.id)
	d, done := p.draft()
	if d.Title == "" {
		d.Title = known.Subject()
	}
	rest := talk.Rest(p.v, p.said...)
	if p.input.IsSet() && !obj.Equal(known.Input, p.input) || known.Name == "" && !done {
		t.Request(p.id, talk.Call{Name: p.tool, Input: p.input, Title: p.v.Get("title").Str()}, rest)
		rest = talk.Member{}
	}
	if done {
		t.Result(d, p.v.Get("preliminary").Bool(), rest)
	}
}
