// Package genai reads the parts that Google's models speak in, as the API has them on the wire and as its libraries write them: the
// same names in camel and in snake case.
package genai

import (
	"strings"

	"github.com/vitrine-go/vitrine/artifactkit/protocol"
	"github.com/vitrine-go/vitrine/artifactkit/source/internal/answer"
	"github.com/vitrine-go/vitrine/artifactkit/source/internal/blocks"
	"github.com/vitrine-go/vitrine/artifactkit/source/internal/obj"
	"github.com/vitrine-go/vitrine/artifactkit/source/internal/talk"
)

// Get is the member with a name in camel case, or in snake case.
func Get(v protocol.Value, name string) protocol.Value {
	if m := v.Get(name); m.Exists() {
		return m
	}
	return v.Get(Snake(name))
}

// Snake is a name of camel case in snake case.
func Snake(name string) string {
	var b strings.Builder
	for _, c := range name {
		if c >= 'A' && c <= 'Z' {
			b.WriteByte('_')
			c += 'a' - 'A'
		}
		b.WriteRune(c)
	}
	return b.String()
}

// Each calls fn for the parts of a content, which is a text, a part, or a list of either.
func Each(content protocol.Value, fn func(text string, part protocol.Value)) {
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

// Content takes a content apart: its words, its pictures, and what is neither.
func Content(content protocol.Value, between string) (words string, pictures [][]byte, other []talk.Member) {
	var texts []string
	var parts [][]byte
	Each(content, func(text string, p protocol.Value) {
		inline, file := Get(p, "inlineData"), Get(p, "fileData")
		mime := strings.ToLower(Get(inline, "mimeType").Str())
		switch {
		case !p.Exists():
			texts = append(texts, text)
		case p.Get("text").Type() == protocol.String && !p.Get("thought").Bool():
			texts = append(texts, p.Get("text").Str())
			if rest := obj.Rest(p, "text"); rest != nil {
				parts = append(parts, rest)
			}
		case strings.HasPrefix(mime, "image/") && inline.Get("data").Type() == protocol.String:
			pictures = append(pictures, talk.Picture(Get(inline, "mimeType").Str(), inline.Get("data").Str(), Get(inline, "displayName").Str()))
		case file.Type() == protocol.Object:
			texts = append(texts, "[file "+Get(file, "fileUri").Str()+"]")
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

// Give shows what a tool gave to the model: parts with the answer, and the pictures that came with it.
func Give(d *answer.Draft, result protocol.Value) (failed bool) {
	var parts []blocks.Part
	structured := protocol.Value{}
	var read func(text string, p protocol.Value)
	read = func(text string, p protocol.Value) {
		f, inline := Get(p, "functionResponse"), Get(p, "inlineData")
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
				structured = Get(response, "structuredContent")
				failed = Get(response, "isError").Bool()
			case output.IsSet():
				structured = output
			case response.Len() > 0:
				structured = response
			}
			Each(f.Get("parts"), read)
		case p.Get("text").Type() == protocol.String:
			parts = append(parts, blocks.Said(p.Get("text")))
		case inline.Type() == protocol.Object:
			mime, data := Get(inline, "mimeType").Str(), inline.Get("data")
			if strings.HasPrefix(strings.ToLower(mime), "image/") && data.Type() == protocol.String {
				parts = append(parts, blocks.Image(mime, data, Get(inline, "displayName").Str()))
			} else {
				parts = append(parts, blocks.Named(Get(inline, "displayName").Str(), mime, data.Str()))
			}
		case Get(p, "fileData").Exists():
			parts = append(parts, blocks.Plain(Get(Get(p, "fileData"), "fileUri").Str()))
		default:
			parts = append(parts, blocks.Plain(p.Compact()))
		}
	}
	Each(result, read)
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

// Data shows what a tool gave as data.
func Data(d *answer.Draft, v protocol.Value) {
	m := blocks.Make(nil, v, false)
	d.Value, d.Kind, d.Title, d.Payload, d.Display = m.Value, m.Kind, m.Title, m.Payload, m.Display
}
