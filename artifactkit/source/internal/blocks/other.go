package blocks

import (
	"strings"

	"github.com/vitrine-go/vitrine/artifactkit/protocol"
	"github.com/vitrine-go/vitrine/artifactkit/source/internal/lang"
)

// other reads the parts that OpenAI's APIs, LangChain and the AI SDK have where MCP and Anthropic have others.
func other(b protocol.Value) (Part, bool) {
	switch b.Get("type").Str() {
	case "input_text", "output_text", "text-plain":
		if t := b.Get("text"); t.Type() == protocol.String {
			return Part{Text: t.Str(), Value: t.Str(), origin: t}, true
		}
	case "refusal":
		if t := b.Get("refusal"); t.Type() == protocol.String {
			return Part{Text: t.Str(), Value: t.Str(), origin: t}, true
		}
	case "image", "image_url", "input_image", "computer_screenshot":
		return image(b)
	case "input_file", "file", "file_url", "media", "image-data", "file-data", "image-file-id", "file-id", "image-url", "file-url", "audio", "video":
		return file(b)
	}
	return Part{}, false
}

// image reads a picture in any of its spellings: {image_url: address or {url}}, {base64 or data or source_type, mime_type or mediaType}, {url}.
func image(b protocol.Value) (Part, bool) {
	url := b.Get("image_url")
	if url.Type() == protocol.Object {
		url = url.Get("url")
	}
	if url.Type() == protocol.Absent {
		url = b.Get("url")
	}
	if url.Type() == protocol.String {
		return address(url, mimeOf(b), nameOf(b)), true
	}
	for _, key := range []string{"base64", "data", "image"} {
		if data := b.Get(key); data.Type() == protocol.String {
			return picture(mimeOf(b), data, nameOf(b)), true
		}
	}
	if id := b.Get("file_id").Str(); id != "" {
		return words("[image " + id + "]"), true
	}
	return Part{}, false
}

// file reads a file: a picture when it says so, its text when it is text in the clear, else its name and size.
func file(b protocol.Value) (Part, bool) {
	inner := b
	if f := b.Get("file"); f.Type() == protocol.Object {
		inner = f
	}
	mime, name := mimeOf(inner), nameOf(inner)
	for _, key := range []string{"file_url", "url"} {
		if url := inner.Get(key); url.Type() == protocol.String {
			return address(url, mime, name), true
		}
	}
	for _, key := range []string{"file_data", "base64", "data"} {
		data := inner.Get(key)
		if data.Type() != protocol.String {
			continue
		}
		if strings.HasPrefix(data.Str(), "data:") {
			return address(data, mime, name), true
		}
		if strings.HasPrefix(strings.ToLower(mime), "image/") || b.Get("type").Str() == "image-data" {
			return picture(mime, data, name), true
		}
		return words("[" + join(name, mime, size(data.Str())) + "]"), true
	}
	if id := inner.Get("file_id").Str() + inner.Get("fileId").Str(); id != "" {
		return words("[" + join(name, "file "+id) + "]"), true
	}
	return Part{}, false
}

// address is what stands at an address: a data: address of a picture is one, everything else stays where it is.
func address(url protocol.Value, mime, name string) Part {
	s := url.Str()
	rest, isData := strings.CutPrefix(s, "data:")
	if !isData {
		if name != "" && name != s {
			return Part{Text: name + ": " + s, Value: s}
		}
		return words(s)
	}
	head, _, _ := strings.Cut(rest, ",")
	if said, _, _ := strings.Cut(head, ";"); said != "" {
		mime = said
	}
	if strings.HasPrefix(strings.ToLower(mime), "image/") {
		return picture(mime, url, name)
	}
	return words("[" + join(name, mime, size(s)) + "]")
}

func mimeOf(b protocol.Value) string {
	for _, key := range []string{"mime_type", "mimeType", "mediaType", "media_type"} {
		if s := b.Get(key).Str(); s != "" {
			return s
		}
	}
	return ""
}

func nameOf(b protocol.Value) string {
	for _, key := range []string{"filename", "name", "title"} {
		if s := b.Get(key).Str(); s != "" {
			return lang.Base(s)
		}
	}
	return ""
}
