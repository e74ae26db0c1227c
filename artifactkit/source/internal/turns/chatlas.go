package turns

import (
	"github.com/vitrine-go/vitrine/artifactkit/protocol"
	"github.com/vitrine-go/vitrine/artifactkit/source/internal/answer"
	"github.com/vitrine-go/vitrine/artifactkit/source/internal/blocks"
	"github.com/vitrine-go/vitrine/artifactkit/source/internal/obj"
	"github.com/vitrine-go/vitrine/artifactkit/source/internal/talk"
)

// IsChatlas tells whether v is a turn as chatlas dumps it. It may be cut off behind any member.
func IsChatlas(v protocol.Value) bool {
	contents := v.Get("contents")
	if !contents.Exists() || v.Get("parts").Exists() || v.Get("props").Exists() {
		return false
	}
	switch v.Get("role").Str() {
	case "user", "assistant", "system":
	case "":
		if contents.Type() != protocol.Array {
			return false
		}
	default:
		return false
	}
	if contents.Type() != protocol.Array {
		return contents.Type() == protocol.String || contents.Type() == protocol.Null
	}
	for _, c := range contents.Elems() {
		return c.Get("content_type").Type() == protocol.String || c.Type() == protocol.String && v.Get("role").Exists()
	}
	return v.Get("role").Exists()
}

// Chatlas reads a turn of chatlas.
func (s *Turns) Chatlas(t *talk.Talk, v protocol.Value) *protocol.Reason {
	role := v.Get("role").Str()
	switch role {
	case "user", "assistant", "system":
	case "":
		role = "assistant"
	default:
		return &protocol.Reason{Code: protocol.BadPayload, Path: "/role", Message: "The role " + protocol.Quote(role) + " is not one of a turn."}
	}
	contents := v.Get("contents")
	if contents.Type() != protocol.Array && contents.Type() != protocol.String {
		return &protocol.Reason{Code: protocol.BadPayload, Path: "/contents", Message: "The contents of a turn are a list, this is " + contents.Type().String() + "."}
	}
	s.Begin(t, role)
	if contents.Type() == protocol.String {
		s.Say(contents.Str(), nil)
	}
	for _, c := range contents.Elems() {
		s.ChatlasContent(c)
	}
	s.Done(v.Get("tokens"), v.Get("cost"), v.Get("finish_reason").Str(), v.Get("partial_reason").Str(), Rest(v, "role", "contents", "cost"))
	return nil
}

// ChatlasContent reads one content of the turn that was begun.
func (s *Turns) ChatlasContent(c protocol.Value) {
	if c.Type() == protocol.String {
		s.Say(c.Str(), nil)
		return
	}
	rest := func(drop ...string) []byte { return Rest(c, append(drop, "content_type")...) }
	switch typ := c.Get("content_type").Str(); typ {
	case "text":
		s.text(typ, c, c.Get("text"), rest("text"))
	case "thinking", "thinking_delta":
		s.Think(c.Get("thinking").Str(), rest("thinking", "phase"))
	case "image_inline":
		s.Show(talk.Picture(c.Get("image_content_type").Str(), c.Get("data").Str(), ""), rest("image_content_type", "data"))
	case "image_remote":
		s.Show(remote(c.Get("url").Str()), rest("url", "detail"))
	case "json":
		s.Data(c.Get("value"), rest("value"))
	case "pdf", "document", "uploaded":
		s.Say(chatlasName(c), rest("filename"))
	case "tool_request":
		s.Call(chatlasRequest(c))
	case "tool_result", "tool_result_image", "tool_result_resource":
		s.Result(ChatlasResult(c))
	case "citation":
		src := c.Get("source")
		s.Cite(src.Get("title").Str(), src.Get("url").Str(), c.Get("cited_quote").Str(), c.AppendCompact(nil))
	case "web_search_request":
		s.Search("web_search", providerID(c), object("query", c.Get("query")), rest("query"))
	case "web_fetch_request":
		s.Search("web_fetch", providerID(c), object("url", c.Get("url")), rest("url"))
	case "web_search_results":
		s.Found("web_search", providerID(c), Pages(c.Get("sources")), rest("sources"))
	case "web_fetch_results":
		s.Found("web_fetch", providerID(c), fetched(c.Get("url").Str(), c.Get("status").Str()), rest("url", "status"))
	default:
		if typ == "" {
			typ = "content"
		}
		s.Unknown(typ, c)
	}
}

// fetched is a page that the provider read; its text is not told.
func fetched(url, status string) answer.Draft {
	var o obj.Object
	d := answer.Draft{Value: url, Kind: "text"}
	if status == "error" {
		d.Kind = "error"
		o.Str("message", url)
		d.Fail(url)
	} else {
		o.Str("text", url)
	}
	d.Payload = o.JSON()
	return d
}

// remote is a picture that stays where it is.
func remote(url string) []byte {
	var o obj.Object
	o.Str("src", url)
	return o.JSON()
}

// word is an id: a string, or a number that some producers give.
func word(v protocol.Value) string { return v.Str() + v.Num() }

func object(key string, v protocol.Value) []byte {
	var o obj.Object
	o.Val(key, v)
	return o.JSON()
}

// providerID is the id that a provider gives its own calls, as far as the raw response tells.
func providerID(c protocol.Value) string {
	for _, at := range []string{"extra", "json"} {
		for _, key := range []string{"tool_use_id", "id"} {
			if id := c.At(at, key).Str(); id != "" {
				return id
			}
		}
	}
	return ""
}

func chatlasRequest(c protocol.Value) Request {
	r := Request{ID: word(c.Get("id")), Name: c.Get("name").Str(), Arguments: c.Get("arguments"), Notes: c.At("tool", "annotations")}
	trimmed, why := protocol.Parse(protocol.AppendEdited(nil, c, protocol.Delete("tool", "annotations"), protocol.Delete("tool", "name")))
	if why == nil {
		r.Rest = Rest(trimmed, "content_type", "id", "name", "arguments")
	}
	return r
}

// ChatlasResult reads a tool result, also those of older versions that were one picture or one resource.
func ChatlasResult(c protocol.Value) Result {
	given, value := c.Get("request"), c.Get("value")
	r := Result{Given: given, Error: c.Get("error"), Extra: c.Get("extra"), Request: chatlasRequest(given)}
	drop := []string{"content_type", "value", "error", "extra", "request"}
	if c.Get("model_format").Str() == "auto" {
		drop = append(drop, "model_format")
	}
	switch mime := c.Get("mime_type").Str(); c.Get("content_type").Str() {
	case "tool_result_image":
		r.Parts = []blocks.Part{blocks.Image(mime, value, "")}
		drop = append(drop, "mime_type")
	case "tool_result_resource":
		r.Parts, r.Kept = []blocks.Part{filePart("", mime, value)}, value
	default:
		w := walker{}
		r.Parts, r.Data = w.value(value)
		switch {
		case w.found:
			r.Kept = value
		case value.Type() == protocol.String:
			r.Text = value.Str()
		case value.IsSet():
			r.Text = value.Compact()
		}
	}
	r.Rest = Rest(c, drop...)
	return r
}
