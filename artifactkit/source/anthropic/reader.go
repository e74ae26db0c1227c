package anthropic

import (
	"strings"

	"github.com/vitrine-go/vitrine/artifactkit/protocol"
	"github.com/vitrine-go/vitrine/artifactkit/source/internal/obj"
	"github.com/vitrine-go/vitrine/artifactkit/source/internal/talk"
)

// reader remembers the stream that is open, nothing else.
type reader struct {
	stream *stream
}

// Item reads a message, a block, an event of a stream, or a request or batch around messages.
func (r *reader) Item(t *talk.Talk, v protocol.Value) *protocol.Reason {
	typ := v.Get("type").Str()
	switch {
	case v.Get("messages").Type() == protocol.Array && !v.Get("role").Exists():
		r.request(t, v)
		return nil
	case r.event(t, v, typ):
		return nil
	case v.Get("role").Type() == protocol.String:
		return r.message(t, v)
	case typ == "error":
		t.Item(v, "", "", obj.Rest(v, "type", "error"))
		t.Error(v.At("error", "message").Str(), talk.Member{Key: "error", JSON: obj.Rest(v.Get("error"), "message")})
		return nil
	case isResult(v), isCall(v):
		t.Item(v, "", "", nil)
		r.block(t, v, "assistant")
		return nil
	case typ == "":
		return &protocol.Reason{Code: protocol.NotAnObject, Path: "/role", Message: "This is neither a message nor an event of a stream."}
	}
	t.Item(v, "", "", nil)
	t.Unknown(typ, v)
	return nil
}

// End sends what a stream that broke off had said so far.
func (r *reader) End(t *talk.Talk) { r.flush(t, "interrupted") }

// request reads what was sent to the API: the system's words first, then the messages.
func (r *reader) request(t *talk.Talk, v protocol.Value) {
	t.Model(v.Get("model").Str())
	t.Item(v, v.Get("id").Str(), v.Get("created_at").Str(), obj.Rest(v, "messages", "system", "model", "id", "response"))
	if system := text(v.Get("system")); system != "" {
		t.Message("system", "text", system, nil)
	}
	t.Leftover()
	t.Each(v.Get("messages"), func(m protocol.Value) *protocol.Reason {
		if m.Type() != protocol.Object {
			return &protocol.Reason{Code: protocol.NotAnObject, Message: "A message is an object, this is " + m.Type().String() + "."}
		}
		return r.Item(t, m)
	})
	if answer := v.Get("response"); answer.Get("role").Exists() {
		r.message(t, answer)
	}
}

// text joins the text of a content.
func text(content protocol.Value) string {
	if content.Type() == protocol.String {
		return content.Str()
	}
	var words []string
	for _, b := range content.Elems() {
		if s := b.Get("text").Str(); s != "" {
			words = append(words, s)
		}
	}
	return strings.Join(words, "\n\n")
}

// message reads one message.
func (r *reader) message(t *talk.Talk, v protocol.Value) *protocol.Reason {
	r.flush(t, "interrupted")
	role, content := v.Get("role").Str(), v.Get("content")
	if content.Type() != protocol.String && content.Type() != protocol.Array && content.IsSet() {
		return &protocol.Reason{Code: protocol.BadPayload, Path: "/content", Message: "A message has text or blocks, this has " + content.Type().String() + "."}
	}
	at := v.Get("created_at").Str()
	if at == "" {
		at = v.Get("timestamp").Str()
	}
	said := []string{"role", "content", "id", "type", "model", "usage", "stop_reason"}
	if at != "" {
		said = append(said, "created_at", "timestamp")
	}
	if s := v.Get("stop_sequence"); !s.IsSet() {
		said = append(said, "stop_sequence")
	}
	t.Model(v.Get("model").Str())
	t.Item(v, v.Get("id").Str(), at, obj.Rest(v, said...))
	r.blocks(t, content, role)
	t.Stop(v.Get("stop_reason").Str())
	usage(t, v.Get("usage"))
	t.Leftover()
	return nil
}

// usage adds up what the API counts apart.
func usage(t *talk.Talk, u protocol.Value) {
	total := int64(0)
	for _, key := range []string{"input_tokens", "cache_creation_input_tokens", "cache_read_input_tokens", "output_tokens"} {
		if n, ok := u.Get(key).Int(); ok && n > 0 && n < 1<<40 {
			total += n
		}
	}
	t.Usage(total, u)
}

// blocks reads a content. What a person says between results is one message with its pictures.
func (r *reader) blocks(t *talk.Talk, content protocol.Value, role string) {
	if content.Type() == protocol.String {
		r.says(t, role, content.Str(), nil)
		return
	}
	var words []string
	var pictures [][]byte
	var more []talk.Member
	flush := func() {
		if len(words)+len(pictures) > 0 {
			r.says(t, role, strings.Join(words, "\n\n"), pictures, more...)
		}
		words, pictures, more = nil, nil, nil
	}
	for _, b := range content.Elems() {
		typ := b.Get("type").Str()
		switch {
		case typ == "text" && role != "assistant":
			words = append(words, b.Get("text").Str())
			more = append(more, talk.Rest(b, "type", "text"))
		case typ == "image" && b.Get("source").Type() == protocol.Object && role != "assistant":
			pictures = append(pictures, picture(b.Get("source")))
			more = append(more, talk.Rest(b, "type", "source"))
		default:
			flush()
			r.block(t, b, role)
		}
	}
	flush()
}

// says sends a message: a model writes Markdown, people write text.
func (r *reader) says(t *talk.Talk, role, words string, pictures [][]byte, more ...talk.Member) {
	key := "text"
	if role == "assistant" {
		key = "markdown"
		if strings.TrimSpace(words) == "" {
			return
		}
	}
	t.Message(role, key, words, pictures, more...)
}

func picture(src protocol.Value) []byte {
	if url := src.Get("url").Str(); url != "" {
		return talk.Picture("", url, "")
	}
	if id := src.Get("file_id").Str(); id != "" {
		var o obj.Object
		o.Val("source", src)
		return o.JSON()
	}
	return talk.Picture(src.Get("media_type").Str(), src.Get("data").Str(), "")
}

// block reads one block of a message.
func (r *reader) block(t *talk.Talk, b protocol.Value, role string) {
	switch typ := b.Get("type").Str(); {
	case isCall(b):
		t.Request(b.Get("id").Str(), talk.Call{Name: b.Get("name").Str(), Input: b.Get("input")}, talk.Rest(b, said(typ, "id", "name", "input")...))
	case isResult(b):
		d, carried := read(b, t.Called(b.Get("tool_use_id").Str()))
		t.Result(d, false, talk.Rest(b, carried...))
	case typ == "text":
		r.says(t, role, b.Get("text").Str(), nil, talk.Rest(b, "type", "text"))
	case typ == "thinking" && b.Get("thinking").Type() == protocol.String:
		t.Think(b.Get("thinking").Str(), talk.Rest(b, "type", "thinking"))
	case typ == "redacted_thinking", typ == "compaction" && b.Get("content").Type() != protocol.String:
		t.Other(typ, b)
	case typ == "compaction":
		t.Message("system", "markdown", b.Get("content").Str(), nil, talk.Rest(b, "type", "content"))
	case typ == "document" && b.Get("source").Type() == protocol.Object:
		document(t, b, role)
	default:
		t.Unknown(typ, b)
	}
}

// said names what an event says of a call; the type of a call that the API itself runs is kept.
func said(typ string, keys ...string) []string {
	if typ == "tool_use" {
		return append(keys, "type")
	}
	return keys
}

// document is a file that a person sent along: its name, the file itself beside it.
func document(t *talk.Talk, b protocol.Value, role string) {
	label := b.Get("title").Str()
	for _, key := range []string{"url", "file_id", "media_type"} {
		if label == "" {
			label = b.At("source", key).Str()
		}
	}
	t.Message(role, "text", "["+strings.TrimSpace("document "+label)+"]", nil, talk.Member{Key: "block", JSON: b.AppendCompact(nil)})
}
