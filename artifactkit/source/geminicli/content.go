package geminicli

import (
	"strings"

	"github.com/vitrine-go/vitrine/artifactkit/protocol"
	"github.com/vitrine-go/vitrine/artifactkit/source/internal/answer"
	"github.com/vitrine-go/vitrine/artifactkit/source/internal/blocks"
	"github.com/vitrine-go/vitrine/artifactkit/source/internal/obj"
	"github.com/vitrine-go/vitrine/artifactkit/source/internal/talk"
)

// each calls fn for the parts of a content, which is a text, a part, or a list of either.
func each(content protocol.Value, fn func(text string, part protocol.Value)) {
	one := func(p protocol.Value) {
		if p.Type() == protocol.String {
			fn(p.Str(), protocol.Value{})
			return
		}
		fn("", p)
	}
	switch content.Type() {
	case protocol.Array:
		for _, p := range content.Elems() {
			one(p)
		}
	case protocol.String, protocol.Object:
		one(content)
	}
}

// contentOf takes a content apart: its words, its pictures, and what is neither.
func contentOf(content protocol.Value, between string) (words string, pictures [][]byte, other []talk.Member) {
	var texts []string
	var parts [][]byte
	each(content, func(text string, p protocol.Value) {
		inline, file := p.Get("inlineData"), p.Get("fileData")
		mime := strings.ToLower(inline.Get("mimeType").Str())
		switch {
		case !p.Exists():
			texts = append(texts, text)
		case p.Get("text").Type() == protocol.String && !p.Get("thought").Bool():
			texts = append(texts, p.Get("text").Str())
			if rest := obj.Rest(p, "text"); rest != nil {
				parts = append(parts, rest)
			}
		case strings.HasPrefix(mime, "image/") && inline.Get("data").Type() == protocol.String:
			pictures = append(pictures, talk.Picture(inline.Get("mimeType").Str(), inline.Get("data").Str(), inline.Get("displayName").Str()))
		case file.Type() == protocol.Object:
			texts = append(texts, "[file "+file.Get("fileUri").Str()+"]")
			parts = append(parts, p.AppendCompact(nil))
		default:
			parts = append(parts, p.AppendCompact(nil))
		}
	})
	if len(parts) > 0 {
		other = []talk.Member{{Key: "parts", JSON: obj.List(parts)}}
	}
	return strings.Join(texts, between), pictures, other
}

func textOf(content protocol.Value, between string) string {
	words, _, _ := contentOf(content, between)
	return words
}

// more is what a content holds beside its words.
func more(content protocol.Value) []talk.Member {
	_, pictures, other := contentOf(content, "")
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
	each(content, func(_ string, p protocol.Value) {
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
	each(content, func(_ string, p protocol.Value) {
		f := p.Get("functionResponse")
		switch id := f.Get("id").Str(); {
		case f.Type() == protocol.Object && (t.Waits(id) || t.Called(id).Name == "" && !r.answered(id)):
			var d answer.Draft
			failed := give(&d, p)
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

// give shows what a tool gave to the model: parts with the answer, and the pictures that came with it.
func give(d *answer.Draft, result protocol.Value) (failed bool) {
	var parts []blocks.Part
	structured := protocol.Value{}
	var read func(text string, p protocol.Value)
	read = func(text string, p protocol.Value) {
		f, inline := p.Get("functionResponse"), p.Get("inlineData")
		switch {
		case !p.Exists():
			parts = append(parts, blocks.Plain(text))
		case f.Type() == protocol.Object:
			response := f.Get("response")
			output, failure := response.Get("output"), response.Get("error")
			switch {
			case failure.IsSet():
				failed = true
				parts = append(parts, said(failure))
			case output.Type() == protocol.String:
				parts = append(parts, blocks.Said(output))
			case output.Type() == protocol.Absent && response.Get("content").Type() == protocol.Array && blocks.AreBlocks(response.Get("content")):
				parts = append(parts, blocks.Read(response.Get("content"))...)
				structured = response.Get("structuredContent")
				failed = response.Get("isError").Bool()
			case output.IsSet():
				structured = output
			case response.Len() > 0:
				structured = response
			}
			each(f.Get("parts"), read)
		case p.Get("text").Type() == protocol.String:
			parts = append(parts, blocks.Said(p.Get("text")))
		case inline.Type() == protocol.Object:
			mime, data := inline.Get("mimeType").Str(), inline.Get("data")
			if strings.HasPrefix(strings.ToLower(mime), "image/") && data.Type() == protocol.String {
				parts = append(parts, blocks.Image(mime, data, inline.Get("displayName").Str()))
			} else {
				parts = append(parts, blocks.Named(inline.Get("displayName").Str(), mime, data.Str()))
			}
		case p.Get("fileData").Exists():
			parts = append(parts, blocks.Plain(p.At("fileData", "fileUri").Str()))
		default:
			parts = append(parts, blocks.Plain(p.Compact()))
		}
	}
	each(result, read)
	m := blocks.Make(parts, structured, failed)
	d.Value, d.Kind, d.Title, d.Payload, d.Display = m.Value, m.Kind, m.Title, m.Payload, m.Display
	return failed
}

func said(v protocol.Value) blocks.Part {
	if v.Type() == protocol.String {
		return blocks.Said(v)
	}
	if s := v.Get("message"); s.Type() == protocol.String {
		return blocks.Said(s)
	}
	return blocks.Plain(v.Compact())
}

// body is a payload with one text.
func body(key, s string) []byte {
	var o obj.Object
	o.Str(key, s)
	return o.JSON()
}
