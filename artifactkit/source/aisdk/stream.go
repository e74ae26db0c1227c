package aisdk

import (
	"strings"

	"github.com/vitrine-go/vitrine/artifactkit/limits"
	"github.com/vitrine-go/vitrine/artifactkit/protocol"
	"github.com/vitrine-go/vitrine/artifactkit/source/internal/obj"
	"github.com/vitrine-go/vitrine/artifactkit/source/internal/talk"
)

// stream is one message that comes in chunks.
type stream struct {
	id    string
	open  map[string]*growing // by kind and id
	order []string
	bytes int
}

// growing is a text, a thought, or the arguments of a call that are not complete.
type growing struct {
	kind, id, tool string
	text           strings.Builder
}

// chunk reads one chunk of a stream; false for anything else.
func (r *reader) chunk(t *talk.Talk, v protocol.Value, typ string) bool {
	if !chunkTypes[typ] && !(r.stream != nil && (typ == "error" || typ == "file" || strings.HasPrefix(typ, "data-") || strings.HasPrefix(typ, "source"))) && typ != "error" {
		return false
	}
	if r.stream == nil {
		r.stream = &stream{open: map[string]*growing{}}
	}
	s := r.stream
	id := v.Get("id").Str()
	if call := v.Get("toolCallId").Str(); call != "" {
		id = call
	}
	t.Item(v, "", "", nil)
	switch kind, _, _ := strings.Cut(typ, "-"); typ {
	case "start":
		r.flush(t, "")
		r.stream = &stream{id: v.Get("messageId").Str(), open: map[string]*growing{}}
	case "text-start", "reasoning-start":
		s.begin(kind, id, "")
	case "text-delta", "reasoning-delta":
		s.grow(kind, id, v.Get("delta").Str()+v.Get("text").Str())
	case "text-end", "reasoning-end":
		r.finish(t, kind+" "+id)
	case "tool-input-start":
		s.begin(kind, id, v.Get("toolName").Str())
	case "tool-input-delta":
		s.grow(kind, id, v.Get("inputTextDelta").Str()+v.Get("delta").Str())
	case "tool-input-available", "tool-input-error":
		delete(s.open, kind+" "+id)
		t.Request(id, talk.Call{Name: v.Get("toolName").Str(), Input: v.Get("input")}, talk.Rest(v, "type", "toolCallId", "toolName", "input"))
		if typ == "tool-input-error" {
			d, _ := part{v: v, id: id, tool: v.Get("toolName").Str(), state: "output-error"}.draft()
			t.Result(d, false)
		}
	case "tool-output-available", "tool-output-error", "tool-output-denied":
		r.finish(t, kind+" "+id)
		if p, ok := partOf(v); ok {
			r.tool(t, p)
		} else {
			t.Unknown(typ, v)
		}
	case "error":
		message := words(v.Get("error"))
		t.Error(v.Get("errorText").Str()+message, talk.Rest(v, "type", "errorText", "error"))
	case "finish":
		r.flush(t, "")
		for _, key := range []string{"usage", "totalUsage"} {
			usage(t, v.Get(key))
		}
		metadata(t, v.Get("messageMetadata"))
		t.Stop(v.Get("finishReason").Str())
	case "abort":
		r.flush(t, "abort")
		t.Stop("abort")
	case "message-metadata":
		metadata(t, v.Get("messageMetadata"))
	case "start-step", "finish-step", "reset-step", "tool-approval-request":
		t.Other(typ, v)
	case "file":
		r.parts(t, one(v), "assistant")
	default:
		r.part(t, v, "assistant", typ)
	}
	return true
}

func metadata(t *talk.Talk, m protocol.Value) {
	t.Model(m.Get("model").Str())
	for _, key := range []string{"usage", "totalUsage"} {
		usage(t, m.Get(key))
	}
	if rest := obj.Rest(m, "usage", "totalUsage"); rest != nil {
		v, _ := protocol.Parse(rest)
		t.Other("message-metadata", v)
	}
}

// one is a list with one part.
func one(v protocol.Value) protocol.Value {
	out, _ := protocol.Parse(append(v.AppendCompact([]byte{'['}), ']'))
	return out
}

func (s *stream) begin(kind, id, tool string) *growing {
	key := kind + " " + id
	if g := s.open[key]; g != nil {
		return g
	}
	g := &growing{kind: kind, id: id, tool: tool}
	if len(s.open) < limits.OpenCalls {
		s.open[key] = g
		s.order = append(s.order, key)
	}
	return g
}

func (s *stream) grow(kind, id, delta string) {
	if s.bytes += len(delta); s.bytes <= limits.Result {
		s.begin(kind, id, "").text.WriteString(delta)
	}
}

// finish sends what is complete.
func (r *reader) finish(t *talk.Talk, key string) {
	g := r.stream.open[key]
	if g == nil {
		return
	}
	delete(r.stream.open, key)
	text := g.text.String()
	record, _ := protocol.Parse(protocol.AppendString(nil, key+" "+text))
	id := r.stream.id
	if id != "" && g.id != "" {
		id += "." + g.id
	}
	t.Item(record, id, "", nil)
	switch g.kind {
	case "text":
		r.says(t, "assistant", text, nil)
	case "reasoning":
		if text != "" {
			t.Think(text)
		}
	case "tool":
		input, why := protocol.Parse([]byte(text))
		if why != nil && text != "" {
			input, _ = protocol.Parse(protocol.AppendString(nil, text))
		}
		t.Request(g.id, talk.Call{Name: g.tool, Input: input})
	}
}

// flush sends what is open. reason is why the stream stopped, where it does not say.
func (r *reader) flush(t *talk.Talk, reason string) {
	if r.stream == nil {
		return
	}
	open := false
	for _, key := range r.stream.order {
		open = open || r.stream.open[key] != nil
		r.finish(t, key)
	}
	r.stream.order = nil
	if open {
		t.Stop(reason)
	}
}
