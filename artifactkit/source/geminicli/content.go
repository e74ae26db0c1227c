package geminicli

import (
	"github.com/vitrine-go/vitrine/artifactkit/protocol"
	"github.com/vitrine-go/vitrine/artifactkit/source/internal/answer"
	"github.com/vitrine-go/vitrine/artifactkit/source/internal/genai"
	"github.com/vitrine-go/vitrine/artifactkit/source/internal/obj"
	"github.com/vitrine-go/vitrine/artifactkit/source/internal/talk"
)

func textOf(content protocol.Value, between string) string {
	words, _, _ := genai.Content(content, between)
	return words
}

// more is what a content holds beside its words.
func more(content protocol.Value) []talk.Member {
	_, pictures, other := genai.Content(content, "")
	if len(pictures) > 0 {
		other = append(other, talk.Member{Key: "content", JSON: content.AppendCompact(nil)})
	}
	return other
}

func text(key, s string) talk.Member {
	return talk.Member{Key: key, JSON: protocol.AppendString(nil, s)}
}

// parts reads a content that has no words: calls as the API writes them, unless they stand in the list of calls, and thoughts.
func (r *reader) parts(t *talk.Talk, v, content protocol.Value) {
	listed := map[string]bool{}
	for _, c := range v.Get("toolCalls").Elems() {
		listed[c.Get("id").Str()] = true
	}
	genai.Each(content, func(_ string, p protocol.Value) {
		f := p.Get("functionCall")
		switch {
		case f.Type() == protocol.Object && listed[f.Get("id").Str()]:
		case f.Type() == protocol.Object:
			t.Request(f.Get("id").Str(), talk.Call{Name: f.Get("name").Str(), Input: f.Get("args")}, talk.Rest(p, "functionCall"))
		case p.Get("thought").Bool() && p.Get("text").Str() != "":
			t.Think(p.Get("text").Str(), talk.Rest(p, "text", "thought"))
		case p.Exists():
			t.Unknown("part", p)
		}
	})
}

// responses reads what tools answered, where it stands in a message of its own. Those whose call is answered are carried.
func (r *reader) responses(t *talk.Talk, content protocol.Value) {
	genai.Each(content, func(_ string, p protocol.Value) {
		f := p.Get("functionResponse")
		switch id := f.Get("id").Str(); {
		case f.Type() == protocol.Object && (t.Waits(id) || t.Called(id).Name == "" && !r.answered(id)):
			var d answer.Draft
			failed := genai.Give(&d, p)
			if d.ID, d.Name = id, f.Get("name").Str(); failed {
				d.Fail(d.Value)
			}
			t.Result(d, false, talk.Rest(p, "functionResponse"))
		case p.Exists():
			t.Other("part", p)
		}
	})
}

func (r *reader) answered(id string) bool {
	_, ok := r.calls[id]
	return ok
}

// body is a payload with one text.
func body(key, s string) []byte {
	var o obj.Object
	o.Str(key, s)
	return o.JSON()
}
