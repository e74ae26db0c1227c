package openai

import (
	"github.com/vitrine-go/vitrine/artifactkit/protocol"
	"github.com/vitrine-go/vitrine/artifactkit/source/internal/obj"
	"github.com/vitrine-go/vitrine/artifactkit/source/internal/talk"
)

// response reads a whole answer of Responses; whole is false when its items came before it, one by one.
func (r *reader) response(t *talk.Talk, v protocol.Value, whole bool) {
	t.Model(v.Get("model").Str())
	id, when := v.Get("id").Str(), at(v)
	said := []string{"id", "object", "created_at", "model", "output", "usage", "input", "status"}
	if whole {
		t.Item(v, id, when, nil)
		if s := v.Get("instructions").Str(); s != "" {
			t.Message("system", "text", s, nil)
			said = append(said, "instructions")
		}
		switch input := v.Get("input"); input.Type() {
		case protocol.String:
			t.Message("user", "text", input.Str(), nil)
		case protocol.Array:
			r.each(t, input)
		}
		r.each(t, v.Get("output"))
	}
	for k, m := range v.Members() {
		if !m.IsSet() {
			said = append(said, k)
		}
	}
	t.Item(v, id, when, obj.Rest(v, said...))
	switch status := v.Get("status").Str(); status {
	case "incomplete":
		if t.Stop(v.At("incomplete_details", "reason").Str()); !v.At("incomplete_details", "reason").IsSet() {
			t.Stop("interrupted")
		}
	case "failed":
		t.Error(v.At("error", "message").Str())
	case "cancelled":
		t.Stop(status)
	}
	usage(t, v.Get("usage"))
	t.Leftover()
}
