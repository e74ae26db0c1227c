package otel

import (
	"strconv"
	"strings"

	"github.com/vitrine-go/vitrine/artifactkit/internal/civil"
	"github.com/vitrine-go/vitrine/artifactkit/limits"
	"github.com/vitrine-go/vitrine/artifactkit/protocol"
	"github.com/vitrine-go/vitrine/artifactkit/source/internal/answer"
	"github.com/vitrine-go/vitrine/artifactkit/source/internal/blocks"
	"github.com/vitrine-go/vitrine/artifactkit/source/internal/carry"
	"github.com/vitrine-go/vitrine/artifactkit/source/internal/obj"
)

// span is one with its attributes at hand.
type span struct {
	v     protocol.Value
	attrs map[string]protocol.Value
	keys  []string // in their order
}

func open(v protocol.Value) span {
	s := span{v: v, attrs: map[string]protocol.Value{}}
	add := func(key string, value protocol.Value) {
		if _, ok := s.attrs[key]; !ok {
			s.keys = append(s.keys, key)
		}
		s.attrs[key] = value
	}
	attributes := v.Get("attributes")
	for key, value := range attributes.Members() {
		add(key, value)
	}
	for _, a := range attributes.Elems() {
		value, why := protocol.Parse(plain(nil, a.Get("value"), 0))
		if why == nil {
			add(a.Get("key").Str(), value)
		}
	}
	return s
}

// plain writes a value of OTLP as the JSON that it stands for.
func plain(dst []byte, v protocol.Value, depth int) []byte {
	if depth > limits.TapeDepth {
		return append(dst, "null"...)
	}
	for kind, inner := range v.Members() {
		switch kind {
		case "stringValue", "boolValue", "doubleValue", "bytesValue":
			return inner.AppendCompact(dst)
		case "intValue": // a string, as 64 bits are too many for a number of JavaScript
			if _, err := strconv.ParseInt(inner.Str(), 10, 64); err == nil {
				return append(dst, inner.Str()...)
			}
			return inner.AppendCompact(dst)
		case "arrayValue":
			dst = append(dst, '[')
			for i, e := range inner.Get("values").Elems() {
				if i > 0 {
					dst = append(dst, ',')
				}
				dst = plain(dst, e, depth+1)
			}
			return append(dst, ']')
		case "kvlistValue":
			dst = append(dst, '{')
			for i, e := range inner.Get("values").Elems() {
				if i > 0 {
					dst = append(dst, ',')
				}
				dst = append(protocol.AppendString(dst, e.Get("key").Str()), ':')
				dst = plain(dst, e.Get("value"), depth+1)
			}
			return append(dst, '}')
		}
	}
	return append(dst, "null"...)
}

// data is an attribute as data: many emitters write JSON as a string.
func (s span) data(key string) protocol.Value {
	v := s.attrs[key]
	if inner, ok := blocks.JSON(v.Str()); ok {
		return inner
	}
	return v
}

func (s span) str(keys ...string) string {
	for _, key := range keys {
		if text := s.attrs[key].Str(); text != "" {
			return text
		}
	}
	return ""
}

func (s span) isTool() bool {
	return s.str("gen_ai.operation.name") == "execute_tool" || strings.HasPrefix(s.v.Get("name").Str(), "execute_tool ")
}

func (s span) id() string {
	id := first(s.v, "spanId", "span_id")
	if !id.Exists() {
		id = first(s.v.Get("context"), "span_id", "spanId")
	}
	return strings.TrimPrefix(id.Str(), "0x")
}

// trace is what the span belongs to: a conversation, or else a trace.
func (s span) trace() string {
	if c := s.str("gen_ai.conversation.id"); c != "" {
		return c
	}
	id := first(s.v, "traceId", "trace_id")
	if !id.Exists() {
		id = first(s.v.Get("context"), "trace_id", "traceId")
	}
	return strings.TrimPrefix(id.Str(), "0x")
}

func (s span) call() string {
	if id := s.str("gen_ai.tool.call.id"); id != "" {
		return id
	}
	return s.id()
}

func (s span) tool() string {
	if tool := s.str("gen_ai.tool.name"); tool != "" {
		return tool
	}
	return strings.TrimPrefix(s.v.Get("name").Str(), "execute_tool ")
}

// failed tells whether the span says so of itself: by its status in any spelling, or by the kind of an error.
func (s span) failed() bool {
	code := first(s.v.Get("status"), "code", "status_code")
	return code.Num() == "2" || strings.HasSuffix(strings.ToUpper(code.Str()), "ERROR") || s.attrs["error.type"].IsSet()
}

// words says why the span failed.
func (s span) words() string {
	if words := first(s.v.Get("status"), "message", "description").Str(); words != "" {
		return words
	}
	for _, e := range s.v.Get("events").Elems() {
		if e.Get("name").Str() == "exception" {
			if words := open(e).str("exception.message"); words != "" {
				return words
			}
		}
	}
	return s.str("error.type")
}

// when is the time of a member: nanoseconds since 1970 in a string or a number, or a text.
func when(v protocol.Value) (civil.Time, bool) {
	text := v.Str()
	if v.Type() == protocol.Number {
		text = v.Num()
	}
	if n, err := strconv.ParseInt(text, 10, 64); err == nil && n > 0 {
		return civil.Unix(n/1e9, int32(n%1e9)), true
	}
	return civil.Parse(text)
}

func at(v protocol.Value) string {
	if t, ok := when(v); ok {
		return t.RFC3339(9)
	}
	return ""
}

func started(v protocol.Value) protocol.Value {
	return first(v, "startTimeUnixNano", "start_time_unix_nano", "start_time", "startTime")
}

func (s span) start() string {
	return at(started(s.v))
}
func (s span) end() string {
	return at(first(s.v, "endTimeUnixNano", "end_time_unix_nano", "end_time", "endTime"))
}

// answer makes a draft of what the tool of a span gave.
func (s span) answer() answer.Draft {
	d := draft(s.attrs["gen_ai.tool.call.result"], s.failed())
	d.ID, d.Name = s.call(), s.tool()
	if s.failed() {
		words := s.words()
		if words == "" {
			words = d.Value
		}
		if d.Fail(words); d.Value == "" {
			d.Value = words
		}
		if !s.attrs["gen_ai.tool.call.result"].Exists() {
			var o obj.Object
			o.Str("message", words)
			d.Kind, d.Payload = "error", o.JSON()
		}
	}
	return d
}

// draft shows what a tool gave: data, the text of data, or words.
func draft(v protocol.Value, failed bool) answer.Draft {
	var d answer.Draft
	inner := v
	if j, ok := blocks.JSON(v.Str()); ok {
		inner = j
	}
	if d.Own, _ = carry.Of(inner); !d.Own.Artifact.Exists() && !d.Own.Result.Exists() {
		d.Own, _ = carry.Text(v.Str())
	}
	parts, structured, bad, ok := blocks.Result(inner)
	switch {
	case ok:
	case inner.Type() == protocol.String:
		parts = []blocks.Part{blocks.Said(inner)}
	case blocks.AreBlocks(inner):
		parts = blocks.Read(inner)
	default:
		structured = inner
	}
	m := blocks.Make(parts, structured, failed || bad)
	d.Value, d.Kind, d.Title, d.Payload, d.Display = m.Value, m.Kind, m.Title, m.Payload, m.Display
	if bad {
		d.Fail(m.Words)
	}
	return d
}
