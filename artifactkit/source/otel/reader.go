package otel

import (
	"slices"
	"strings"

	"github.com/vitrine-go/vitrine/artifactkit/internal/civil"
	"github.com/vitrine-go/vitrine/artifactkit/limits"
	"github.com/vitrine-go/vitrine/artifactkit/protocol"
	"github.com/vitrine-go/vitrine/artifactkit/source"
	"github.com/vitrine-go/vitrine/artifactkit/source/internal/blocks"
	"github.com/vitrine-go/vitrine/artifactkit/source/internal/obj"
	"github.com/vitrine-go/vitrine/artifactkit/source/internal/talk"
)

// reader remembers what each conversation has said, and which calls were answered.
type reader struct {
	talks    []*conversation // the newest last
	answered map[string]bool
}

// conversation is what was said in one row of questions to a model, as digests of the messages.
type conversation struct {
	trace string
	said  []source.Digest
}

// conversations is how many are remembered.
const conversations = 64

// Item reads a batch, a group of spans, or one span.
func (r *reader) Item(t *talk.Talk, v protocol.Value) *protocol.Reason {
	if list := groups(v); list.Exists() {
		spans := flat(nil, list)
		slices.SortStableFunc(spans, func(a, b timed) int {
			switch {
			case a.start.Before(b.start):
				return -1
			case b.start.Before(a.start):
				return 1
			}
			return 0
		})
		for _, s := range spans {
			r.one(t, s.v)
		}
		return nil
	}
	if !isSpan(v) {
		return &protocol.Reason{Code: protocol.NotAnObject, Path: "/attributes", Message: "This is neither a span nor a batch of spans."}
	}
	r.one(t, v)
	return nil
}

// End has nothing to send: a span is written when it has ended.
func (r *reader) End(*talk.Talk) {}

type timed struct {
	v     protocol.Value
	start civil.Time
}

// flat gathers the spans of groups inside groups, in a batch two deep.
func flat(spans []timed, list protocol.Value) []timed {
	for _, e := range list.Elems() {
		if inner := groups(e); inner.Exists() {
			spans = flat(spans, inner)
			continue
		}
		start, _ := when(started(e))
		spans = append(spans, timed{e, start})
	}
	return spans
}

// one reads a span: of a tool, of a model, or another, which is kept.
func (r *reader) one(t *talk.Talk, v protocol.Value) {
	if !isSpan(v) {
		t.Item(v, "", "", nil)
		t.Other("unread", v)
		return
	}
	s := open(v)
	t.Model(s.str("gen_ai.response.model", "gen_ai.request.model"))
	switch {
	case s.isTool():
		r.tool(t, s)
	case s.attrs["gen_ai.input.messages"].Exists() || s.attrs["gen_ai.output.messages"].Exists():
		r.chat(t, s)
	default:
		t.Item(v, "", s.start(), nil)
		t.Other("span", v)
	}
}

// rest is what a span holds beside the attributes that its events say.
func (s span) rest(said ...string) []byte {
	var o, attrs obj.Object
	for key, m := range s.v.Members() {
		if key != "attributes" {
			o.Val(key, m)
		}
	}
	for _, key := range s.keys {
		if !slices.Contains(said, key) {
			attrs.Val(key, s.attrs[key])
		}
	}
	if !attrs.Empty() {
		o.Raw("attributes", attrs.JSON())
	}
	return o.JSON()
}

func (r *reader) tool(t *talk.Talk, s span) {
	id := s.call()
	t.Item(s.v, s.id(), s.start(), s.rest("gen_ai.operation.name", "gen_ai.tool.name", "gen_ai.tool.call.id", "gen_ai.tool.call.arguments", "gen_ai.tool.call.result"))
	r.ask(t, id, talk.Call{Name: s.tool(), Input: s.data("gen_ai.tool.call.arguments")})
	if !s.attrs["gen_ai.tool.call.result"].Exists() && !s.failed() && t.Waits(id) {
		t.Leftover() // what it gave was not recorded; the next question to the model may tell
		return
	}
	rest := t.Keep()
	t.Item(s.v, s.id(), s.end(), rest)
	if !r.answers(id) {
		t.Leftover()
		return
	}
	t.Result(s.answer(), false)
}

// ask sends a call, unless it was sent.
func (r *reader) ask(t *talk.Talk, id string, c talk.Call, more ...talk.Member) {
	if id == "" || t.Called(id).Name == "" && !r.answered[id] {
		t.Request(id, c, more...)
	}
}

// answers tells whether a result of a call is the first.
func (r *reader) answers(id string) bool {
	if id == "" {
		return true
	}
	if r.answered[id] {
		return false
	}
	if r.answered == nil || len(r.answered) > limits.OpenCalls {
		r.answered = map[string]bool{}
	}
	r.answered[id] = true
	return true
}

// chat reads what a model was asked and what it answered.
func (r *reader) chat(t *talk.Talk, s span) {
	id := s.id()
	t.Item(s.v, id, s.start(), s.rest("gen_ai.input.messages", "gen_ai.output.messages", "gen_ai.system_instructions", "gen_ai.response.model", "gen_ai.request.model", "gen_ai.conversation.id"))
	t.Session(s.str("gen_ai.conversation.id"), "", "")
	in, out := s.data("gen_ai.input.messages"), s.data("gen_ai.output.messages")
	sums := digests(in)
	c := r.talk(s.trace(), sums)
	if words := textOf(s.data("gen_ai.system_instructions")); words != "" && len(c.said) == 0 {
		t.Message("system", "text", words, nil)
	}
	n := 0
	for _, m := range in.Elems() {
		if n >= len(c.said) {
			r.message(t, m, "user")
		}
		n++
	}
	rest := t.Keep()
	t.Item(s.v, id+".out", s.end(), rest)
	for _, m := range out.Elems() {
		r.message(t, m, "assistant")
	}
	c.said = append(sums, digests(out)...)
	if s.failed() {
		t.Error(s.words())
	}
	r.usage(t, s)
	t.Leftover()
}

func (r *reader) usage(t *talk.Talk, s span) {
	var o obj.Object
	total := int64(0)
	for _, key := range s.keys {
		if !strings.HasPrefix(key, "gen_ai.usage.") {
			continue
		}
		o.Val(strings.TrimPrefix(key, "gen_ai.usage."), s.attrs[key])
		if n, ok := s.attrs[key].Int(); ok && n > 0 && n < 1<<40 && (key == "gen_ai.usage.input_tokens" || key == "gen_ai.usage.output_tokens") {
			total += n
		}
	}
	if !o.Empty() {
		v, _ := protocol.Parse(o.JSON())
		t.Usage(total, v)
	}
}

// digests are those of a list of messages: of who speaks and the parts, as an answer comes back as a question with less beside it.
func digests(list protocol.Value) (out []source.Digest) {
	for _, m := range list.Elems() {
		var o obj.Object
		o.Val("role", m.Get("role"))
		o.Val("parts", m.Get("parts"))
		out = append(out, source.DigestOf(o.JSON()))
	}
	return out
}

// talk is the conversation that a list of messages goes on with, or a new one: of those of its trace that are its beginning, the longest.
func (r *reader) talk(trace string, sums []source.Digest) *conversation {
	var best *conversation
	for _, c := range r.talks {
		if c.trace == trace && len(c.said) <= len(sums) && slices.Equal(c.said, sums[:len(c.said)]) && (best == nil || len(c.said) > len(best.said)) {
			best = c
		}
	}
	if best == nil {
		best = &conversation{trace: trace}
		if r.talks = append(r.talks, best); len(r.talks) > conversations {
			r.talks = slices.Delete(r.talks, 0, 1)
		}
	}
	return best
}

// message reads one message of a question or an answer.
func (r *reader) message(t *talk.Talk, m protocol.Value, fallback string) {
	role := m.Get("role").Str()
	if role == "" {
		role = fallback
	}
	key := "text"
	switch role {
	case "assistant", "model":
		role, key = "assistant", "markdown"
	case "system", "developer":
		role = "system"
	default:
		role = "user"
	}
	var rests [][]byte
	if rest := obj.Rest(m, "role", "parts", "finish_reason"); rest != nil {
		rests = append(rests, rest)
	}
	var words []string
	var pictures [][]byte
	says := func() {
		if len(words)+len(pictures) > 0 {
			var more []talk.Member
			if len(rests) > 0 {
				more = append(more, talk.Member{Key: "message", JSON: obj.List(rests)})
			}
			t.Message(role, key, strings.Join(words, "\n\n"), pictures, more...)
			rests = nil
		}
		words, pictures = nil, nil
	}
	parts := m.Get("parts")
	if content := m.Get("content"); !parts.Exists() && content.Exists() { // what some emitters write still
		parts = content
	}
	if parts.Type() == protocol.String {
		words = append(words, parts.Str())
	}
	for _, p := range parts.Elems() {
		typ := p.Get("type").Str()
		switch {
		case typ == "text":
			words = append(words, first(p, "content", "text").Str())
			if rest := obj.Rest(p, "type", "content", "text"); rest != nil {
				rests = append(rests, rest)
			}
		case typ == "blob" && strings.HasPrefix(strings.ToLower(first(p, "mime_type", "mimeType").Str()), "image/"):
			pictures = append(pictures, talk.Picture(first(p, "mime_type", "mimeType").Str(), first(p, "content", "data").Str(), ""))
		default:
			says()
			r.part(t, typ, p)
		}
	}
	says()
	if reason := m.Get("finish_reason").Str(); reason != "" && reason != "stop" {
		t.Stop(reason)
	}
}

func (r *reader) part(t *talk.Talk, typ string, p protocol.Value) {
	id := p.Get("id").Str()
	switch typ {
	case "tool_call":
		input := p.Get("arguments")
		if j, ok := blocks.JSON(input.Str()); ok {
			input = j
		}
		r.ask(t, id, talk.Call{Name: p.Get("name").Str(), Input: input}, talk.Rest(p, "type", "id", "name", "arguments"))
	case "tool_call_response":
		if !r.answers(id) {
			return // its own span said it
		}
		d := draft(first(p, "response", "result"), false)
		d.ID, d.Name = id, p.Get("name").Str()
		t.Result(d, false, talk.Rest(p, "type", "id", "name", "response", "result"))
	case "reasoning", "thinking":
		t.Think(first(p, "content", "text").Str(), talk.Rest(p, "type", "content", "text"))
	default:
		t.Unknown(typ, p)
	}
}

func textOf(parts protocol.Value) string {
	if parts.Type() == protocol.String {
		return parts.Str()
	}
	var words []string
	for _, p := range parts.Elems() {
		if s := first(p, "content", "text").Str(); s != "" {
			words = append(words, s)
		}
	}
	return strings.Join(words, "\n\n")
}
