// Package blocks reads the content blocks that MCP, the model APIs and their libraries have, and chooses the one artifact that shows
// them: the richest block is the artifact, everything else stays visible beside it.
package blocks

import (
	"strconv"
	"strings"

	"github.com/vitrine-go/vitrine/artifactkit/protocol"
	"github.com/vitrine-go/vitrine/artifactkit/source/internal/lang"
)

// Shape is what a part can become.
type Shape uint8

// The shapes of a part.
const (
	Words   Shape = iota // text to read
	Picture              // an image
	File                 // the text of a resource
)

// Part is one content block.
type Part struct {
	Shape Shape
	Text  string // Words and File: what is shown
	Value string // what it gives to the portable value
	Mime  string
	Name  string // File: where it came from; Picture: its name, if it has one
	B64   string

	UserOnly, ModelOnly bool // CAR-3

	origin protocol.Value // the string in the block that Text, or B64, repeats
}

// UI tells whether a file is the page of an MCP app: it is never run, and shown as source only on request.
func (p Part) UI() bool {
	return p.Shape == File && (strings.HasPrefix(p.Name, "ui://") || strings.HasPrefix(strings.ToLower(p.Mime), "text/html"))
}

// Read reads blocks: a string, one block, or an array of blocks of any of them. Whatever is no block that is known here becomes its
// compact JSON; nothing at all is no part.
func Read(content protocol.Value) []Part {
	switch content.Type() {
	case protocol.Absent, protocol.Null:
		return nil
	case protocol.String:
		s := content.Str()
		return []Part{{Text: s, Value: s, origin: content}}
	case protocol.Array:
	default:
		return []Part{read(content)}
	}
	var parts []Part
	for _, b := range content.Elems() {
		p := read(b)
		p.UserOnly, p.ModelOnly = audience(b)
		parts = append(parts, p)
	}
	return parts
}

// Result takes the result of an MCP tool apart that stands inside another: its blocks, its data, and whether it failed. ok is false
// for anything else that has a content.
func Result(v protocol.Value) (parts []Part, structured protocol.Value, failed, ok bool) {
	content, structured := v.Get("content"), v.Get("structuredContent")
	failed = v.Get("isError").Bool()
	if content.Type() != protocol.Array && (content.Exists() || !structured.Exists()) || !AreBlocks(content) {
		return nil, structured, failed, false
	}
	if content.Len() == 0 && !structured.Exists() && v.Get("isError").Type() != protocol.Bool {
		return nil, structured, failed, false
	}
	return Read(content), structured, failed, true
}

// AreBlocks tells whether every element is a block in the shape that MCP has.
func AreBlocks(list protocol.Value) bool {
	for _, b := range list.Elems() {
		has := false
		switch b.Get("type").Str() {
		case "text":
			has = b.Get("text").Type() == protocol.String
		case "image", "audio":
			has = b.Get("data").Type() == protocol.String
		case "resource":
			has = b.Get("resource").Type() == protocol.Object
		case "resource_link":
			has = b.Get("uri").Type() == protocol.String
		}
		if !has {
			return false
		}
	}
	return true
}

func read(b protocol.Value) Part {
	switch b.Get("type").Str() {
	case "text":
		if t := b.Get("text"); t.Type() == protocol.String {
			return Part{Text: t.Str(), Value: t.Str(), origin: t}
		}
	case "image":
		if data := b.Get("data"); data.Type() == protocol.String && b.Get("mimeType").Exists() {
			return picture(b.Get("mimeType").Str(), data, "")
		}
		if b.Get("source").Type() == protocol.Object {
			return anthropicSource(b)
		}
	case "document":
		return anthropicSource(b)
	case "audio":
		if data := b.Get("data").Str(); data != "" {
			mime := b.Get("mimeType").Str()
			if mime == "" {
				mime = "audio"
			}
			return words("[" + mime + ", " + size(data) + "]")
		}
	case "resource_link":
		if uri := b.Get("uri").Str(); uri != "" {
			return link(b, uri)
		}
	case "resource":
		return resource(b)
	case "tool_reference":
		if name := b.Get("tool_name").Str(); name != "" {
			return words(name)
		}
	}
	if p, ok := other(b); ok {
		return p
	}
	return words(b.Compact())
}

// anthropicSource reads an image or document of the Anthropic API: {"source": {"type": base64|url|text|file, …}}.
func anthropicSource(b protocol.Value) Part {
	src := b.Get("source")
	mime, data := src.Get("media_type").Str(), src.Get("data")
	switch src.Get("type").Str() {
	case "base64":
		if b.Get("type").Str() == "image" && data.Type() == protocol.String {
			return picture(mime, data, b.Get("title").Str())
		}
		return words("[" + join(b.Get("title").Str(), mime, size(data.Str())) + "]")
	case "text":
		return Part{Shape: File, Text: data.Str(), Value: data.Str(), Mime: mime, Name: b.Get("title").Str(), origin: data}
	case "url":
		return words(src.Get("url").Str())
	}
	return words(b.Compact())
}

func link(b protocol.Value, uri string) Part {
	title := b.Get("title").Str()
	if title == "" {
		title = b.Get("name").Str()
	}
	bytes := ""
	if n, ok := b.Get("size").Int(); ok {
		bytes = strconv.FormatInt(n, 10) + " bytes"
	}
	text := uri
	if title != "" && title != uri {
		text = title + ": " + uri
	}
	if more := join(b.Get("mimeType").Str(), bytes); more != "" {
		text += " (" + more + ")"
	}
	if d := b.Get("description").Str(); d != "" {
		text += "\n" + d
	}
	return Part{Text: text, Value: uri}
}

func resource(b protocol.Value) Part {
	r := b.Get("resource")
	uri, mime := r.Get("uri").Str(), r.Get("mimeType").Str()
	if t := r.Get("text"); t.Type() == protocol.String {
		p := Part{Shape: File, Text: t.Str(), Value: t.Str(), Mime: mime, Name: uri, origin: t}
		if p.UI() && uri != "" {
			p.Value = uri // the page is for a host that runs it, not for the model
		}
		return p
	}
	if blob := r.Get("blob"); blob.Type() == protocol.String {
		if strings.HasPrefix(strings.ToLower(mime), "image/") {
			p := picture(mime, blob, lang.Base(uri))
			p.Value = uri
			return p
		}
		return Part{Text: uri + " (" + join(mime, size(blob.Str())) + ")", Value: uri}
	}
	return words(b.Compact())
}

func picture(mime string, data protocol.Value, name string) Part {
	b64 := data.Str()
	return Part{Shape: Picture, Mime: mime, B64: b64, Name: name, Value: "[" + join(name, mime, size(b64)) + "]", origin: data}
}

func words(s string) Part { return Part{Text: s, Value: s} }

// audience reads annotations.audience; some producers put annotations inside the resource.
func audience(b protocol.Value) (userOnly, modelOnly bool) {
	list := b.At("annotations", "audience")
	if !list.Exists() {
		list = b.At("resource", "annotations", "audience")
	}
	var user, model bool
	for _, a := range list.Elems() {
		user = user || a.Str() == "user"
		model = model || a.Str() == "assistant"
	}
	return user && !model, model && !user
}

// size names the decoded length of base64 text.
func size(b64 string) string {
	if i := strings.Index(b64, ","); i >= 0 && strings.HasPrefix(b64, "data:") {
		b64 = b64[i+1:]
	}
	n := 0
	for i := range len(b64) {
		if c := b64[i]; c > ' ' && c != '=' {
			n++
		}
	}
	return strconv.Itoa(n*3/4) + " bytes"
}

func join(parts ...string) string {
	var some []string
	for _, p := range parts {
		if p != "" {
			some = append(some, p)
		}
	}
	return strings.Join(some, ", ")
}
