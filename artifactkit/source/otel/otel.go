// Package otel reads what agents report as traces after OpenTelemetry's conventions for generative AI: spans of tools that ran and of
// what models were asked and answered, as OTLP's JSON (a batch, or one a line) or as single spans a line, whose attributes are a list or an object.
//
// Each span of a model repeats the conversation that it was asked with: what was said before is said once. A call is one, whether
// the model's words, its own span or the next question tell of it. Spans of other kinds are kept as they are.
package otel

import (
	"github.com/vitrine-go/vitrine/artifactkit/protocol"
	"github.com/vitrine-go/vitrine/artifactkit/source"
	"github.com/vitrine-go/vitrine/artifactkit/source/internal/talk"
)

const name = "otel"

var format = talk.Format{Name: name, Agent: "OpenTelemetry", Lists: []string{"resourceSpans", "resource_spans", "spans"}, New: func() talk.Items { return &reader{} }}

// Source is the format.
var Source = source.Source{
	Name: name, Title: "OpenTelemetry spans of agents", Result: result, Sniff: sniff,
	Open: func(o source.Options) source.Reader { return format.Open(o) },
	Peek: func(head, tail []byte) source.Info { return format.Peek(head, tail) },
}

// result reads one span of a tool.
func result(root protocol.Value) ([]byte, bool) {
	if !isSpan(root) {
		return nil, false
	}
	s := open(root)
	if !s.isTool() || !s.attrs["gen_ai.tool.call.result"].Exists() && !s.failed() {
		return nil, false
	}
	d := s.answer()
	return d.Single(name, root), true
}

func sniff(head []byte) bool {
	for _, v := range talk.Begins(head, "resourceSpans", "resource_spans", "spans") {
		if groups(v).Exists() || isSpan(v) {
			return true
		}
	}
	return false
}

// groups is the list of spans, or of groups of them, that an object holds.
func groups(v protocol.Value) protocol.Value {
	for _, key := range []string{"resourceSpans", "resource_spans", "scopeSpans", "scope_spans", "instrumentationLibrarySpans"} {
		if list := v.Get(key); list.Type() == protocol.Array {
			return list
		}
	}
	if list := v.Get("spans"); list.Type() == protocol.Array && v.Len() <= 3 {
		return list
	}
	return protocol.Value{}
}

// isSpan asks for what every span has, in the spelling of OTLP or of what the libraries print.
func isSpan(v protocol.Value) bool {
	if v.Get("name").Type() != protocol.String || v.Get("attributes").Type() < protocol.Array {
		return false
	}
	return first(v, "spanId", "span_id").Type() == protocol.String || v.At("context", "span_id").Exists() || v.At("context", "spanId").Exists()
}

// first is the member of several names that is there.
func first(v protocol.Value, keys ...string) protocol.Value {
	for _, key := range keys {
		if m := v.Get(key); m.Exists() {
			return m
		}
	}
	return protocol.Value{}
}
