package claudecode

import (
	"strings"

	"github.com/vitrine-go/vitrine/artifactkit/protocol"
	"github.com/vitrine-go/vitrine/artifactkit/source/internal/obj"
)

// user reads a line of the user's side: what a person said, what a command printed, or results of tools.
func (r *reader) user(l *line) *protocol.Reason {
	l.thread.flushUsage(r)
	message := l.v.Get("message")
	content := message.Get("content")
	if message.Type() == protocol.String {
		content = message
	}
	switch {
	case content.Type() != protocol.String && content.Type() != protocol.Array:
		return &protocol.Reason{Code: protocol.BadPayload, Path: "/message/content", Message: "A user line has text or blocks, this has " + content.Type().String() + "."}
	case l.v.Get("isMeta").Bool() && results(content) == 0:
		r.other(l, "meta")
		return nil
	case l.v.Get("isCompactSummary").Bool():
		r.message(l, "system", "markdown", joined(content))
		return nil
	}
	r.ready = r.ready || l.thread == r.main && r.facts.FirstPrompt != ""
	if content.Type() == protocol.String {
		r.said(l, content.Str(), nil)
		return nil
	}
	r.blocks(l, content)
	return nil
}

// blocks reads a user line's blocks. Text and pictures between results are one message.
func (r *reader) blocks(l *line, content protocol.Value) {
	var words []string
	var pictures [][]byte
	say := func() {
		if len(words)+len(pictures) > 0 {
			r.said(l, strings.Join(words, "\n\n"), pictures)
		}
		words, pictures = nil, nil
	}
	rich := protocol.Value{}
	if results(content) == 1 {
		rich = richOf(l.v)
	}
	for _, b := range content.Elems() {
		switch typ := b.Get("type").Str(); {
		case typ == "text":
			words = append(words, b.Get("text").Str())
		case typ == "image":
			pictures = append(pictures, picture(b.Get("source")))
		case isResult(b):
			say()
			r.result(l, b, rich)
		default:
			say()
			r.block(l, b, typ)
		}
	}
	say()
}

// richOf is what Claude Code knows of a result beyond its text; the stream format spells it differently.
func richOf(v protocol.Value) protocol.Value {
	if rich := v.Get("toolUseResult"); rich.IsSet() {
		return rich
	}
	return v.Get("tool_use_result")
}

func isResult(b protocol.Value) bool {
	typ := b.Get("type").Str()
	return typ == "tool_result" || strings.HasSuffix(typ, "_tool_result") && b.Get("tool_use_id").Exists()
}

// results counts the results among blocks.
func results(content protocol.Value) int {
	n := 0
	for _, b := range content.Elems() {
		if isResult(b) {
			n++
		}
	}
	return n
}

// joined is the text of a content.
func joined(content protocol.Value) string {
	var words []string
	if content.Type() == protocol.String {
		return content.Str()
	}
	for _, b := range content.Elems() {
		if t := b.Get("text").Str(); t != "" {
			words = append(words, t)
		}
	}
	return strings.Join(words, "\n\n")
}

// picture writes a picture of a message: {mime, b64}, or {url} for one that stays where it is.
func picture(src protocol.Value) []byte {
	var o obj.Object
	o.Set("mime", src.Get("media_type").Str())
	if data := src.Get("data"); data.Type() == protocol.String {
		o.Str("b64", data.Str())
	} else {
		o.Val("source", src)
	}
	return o.JSON()
}

// block carries a block that is not known.
func (r *reader) block(l *line, b protocol.Value, typ string) {
	var o obj.Object
	o.Val("block", b)
	o.Raw("extra", l.extra())
	r.put(l, name+"."+typeName(typ), "", o.JSON())
}

// message sends a message with one text.
func (r *reader) message(l *line, role, key, words string, more ...member) {
	var o obj.Object
	o.Str("role", role)
	o.Str(key, words)
	o.Raw("extra", l.extra(more...))
	r.put(l, "message", "", o.JSON())
}
