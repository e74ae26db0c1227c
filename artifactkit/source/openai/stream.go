package openai

import (
	"strconv"
	"strings"

	"github.com/vitrine-go/vitrine/artifactkit/limits"
	"github.com/vitrine-go/vitrine/artifactkit/protocol"
	"github.com/vitrine-go/vitrine/artifactkit/source/internal/obj"
	"github.com/vitrine-go/vitrine/artifactkit/source/internal/talk"
)

// chunks are the pieces of one answer of Chat Completions, by choice.
type chunks struct {
	id, model, at string
	usage         protocol.Value
	choices       []*choice
	bytes         int
}

type choice struct {
	text, thought, refusal strings.Builder
	calls                  []*called
	stop                   string
}

type called struct {
	id, name string
	args     strings.Builder
	index    string
}

// room tells whether n more bytes are kept.
func room(bytes *int, n int) bool {
	*bytes += n
	return *bytes <= limits.Result
}

// chunk takes one piece. The answer is sent when another begins, or nothing follows.
func (r *reader) chunk(t *talk.Talk, v protocol.Value) {
	id := v.Get("id").Str()
	if r.chunks != nil && r.chunks.id != id && id != "" {
		r.flushChunks(t, "interrupted")
	}
	if r.chunks == nil {
		r.chunks = &chunks{id: id, model: v.Get("model").Str(), at: at(v)}
		t.Model(r.chunks.model)
	}
	c := r.chunks
	if u := v.Get("usage"); u.Type() == protocol.Object {
		c.usage, _ = protocol.Parse(u.AppendCompact(nil))
	}
	for _, one := range v.Get("choices").Elems() {
		i, _ := one.Get("index").Int()
		if i < 0 || i > 15 {
			continue
		}
		for len(c.choices) <= int(i) {
			c.choices = append(c.choices, &choice{})
		}
		c.take(c.choices[i], one.Get("delta"))
		if s := one.Get("finish_reason").Str(); s != "" {
			c.choices[i].stop = s
		}
	}
}

func (c *chunks) take(ch *choice, delta protocol.Value) {
	add := func(b *strings.Builder, s string) {
		if room(&c.bytes, len(s)) {
			b.WriteString(s)
		}
	}
	add(&ch.text, delta.Get("content").Str())
	add(&ch.thought, delta.Get("reasoning_content").Str()+delta.Get("reasoning").Str())
	add(&ch.refusal, delta.Get("refusal").Str())
	for _, tc := range delta.Get("tool_calls").Elems() {
		index := tc.Get("index").Compact()
		var one *called
		for _, known := range ch.calls {
			if known.index == index && (tc.Get("id").Str() == "" || tc.Get("id").Str() == known.id) {
				one = known
			}
		}
		if one == nil {
			if len(ch.calls) >= limits.OpenCalls {
				continue
			}
			one = &called{index: index}
			ch.calls = append(ch.calls, one)
		}
		if s := tc.Get("id").Str(); s != "" {
			one.id = s
		}
		one.name += tc.At("function", "name").Str()
		add(&one.args, tc.At("function", "arguments").Str())
	}
}

// flushChunks sends the answer that is open as if it had come in one piece. reason is why it stopped, where it does not say.
func (r *reader) flushChunks(t *talk.Talk, reason string) {
	c := r.chunks
	if c == nil {
		return
	}
	r.chunks = nil
	for i, ch := range c.choices {
		id := c.id
		if i > 0 {
			id += "." + strconv.Itoa(i)
		}
		v, _ := protocol.Parse(ch.message())
		_ = r.message(t, v, id, c.at) // its content is a string
		if ch.stop == "" {
			ch.stop = reason
		}
		t.Stop(ch.stop)
	}
	v, _ := protocol.Parse([]byte("{}"))
	t.Item(v, c.id, c.at, nil)
	usage(t, c.usage)
}

func (ch *choice) message() []byte {
	var o obj.Object
	o.Str("role", "assistant")
	o.Set("reasoning_content", ch.thought.String())
	o.Str("content", ch.text.String())
	o.Set("refusal", ch.refusal.String())
	var calls [][]byte
	for _, one := range ch.calls {
		var f, tc obj.Object
		f.Str("name", one.name)
		f.Str("arguments", one.args.String())
		tc.Str("id", one.id)
		tc.Str("type", "function")
		tc.Raw("function", f.JSON())
		calls = append(calls, tc.JSON())
	}
	if len(calls) > 0 {
		o.Raw("tool_calls", obj.List(calls))
	}
	return o.JSON()
}

// parts are the items of a streamed response that are not complete, by their index.
type parts struct {
	open  map[string]*part
	order []string
	done  bool // an item came whole: those of the response itself are the same
	bytes int
}

type part struct {
	item protocol.Value
	text map[string]*strings.Builder // by the member that grows
}

// grows names the member that the deltas of an event make longer.
var grows = map[string]string{
	"response.output_text.delta": "text", "response.refusal.delta": "text", "response.function_call_arguments.delta": "arguments", "response.mcp_call_arguments.delta": "arguments",
	"response.custom_tool_call_input.delta": "input", "response.code_interpreter_call_code.delta": "code", "response.reasoning_summary_text.delta": "summary",
	"response.reasoning_text.delta": "summary",
}

// event reads one event of a streamed response.
func (r *reader) event(t *talk.Talk, v protocol.Value, typ string) *protocol.Reason {
	if r.parts == nil {
		r.parts = &parts{open: map[string]*part{}}
	}
	p, index := r.parts, v.Get("output_index").Compact()
	switch typ {
	case "response.created", "response.in_progress", "response.queued":
		t.Model(v.At("response", "model").Str())
	case "response.output_item.added":
		if item := v.Get("item"); item.Type() == protocol.Object && len(p.open) < limits.OpenCalls {
			copied, _ := protocol.Parse(item.AppendCompact(nil))
			p.open[index] = &part{item: copied, text: map[string]*strings.Builder{}}
			p.order = append(p.order, index)
		}
	case "response.output_item.done":
		if v.Get("item").Type() == protocol.Object {
			delete(p.open, index)
			p.done = true
			return r.Item(t, v.Get("item"))
		}
	case "response.completed", "response.incomplete", "response.failed", "response.cancelled":
		whole := !p.done
		r.parts = nil
		r.response(t, v.Get("response"), whole)
	case "error", "response.error":
		t.Item(v, "", "", obj.Rest(v, "type", "message"))
		message := v.Get("message").Str()
		if message == "" {
			message = v.At("error", "message").Str()
		}
		t.Error(message)
	default:
		if key := grows[typ]; key != "" {
			p.grow(index, key, v.Get("delta").Str())
		}
	}
	return nil
}

func (p *parts) grow(index, key, delta string) {
	one := p.open[index]
	if one == nil || !room(&p.bytes, len(delta)) {
		return
	}
	if one.text[key] == nil {
		one.text[key] = &strings.Builder{}
	}
	one.text[key].WriteString(delta)
}

// flushParts sends the items of a stream that broke off, as far as they came.
func (r *reader) flushParts(t *talk.Talk) {
	if r.parts == nil {
		return
	}
	p := r.parts
	r.parts = nil
	for _, index := range p.order {
		if one := p.open[index]; one != nil {
			delete(p.open, index)
			if v, why := protocol.Parse(one.whole()); why == nil {
				_ = r.Item(t, v) // what it says is all there is
			}
		}
	}
	t.Stop("interrupted")
}

func (p *part) whole() []byte {
	var edits []protocol.Edit
	for _, key := range []string{"arguments", "input", "code"} {
		if b := p.text[key]; b != nil {
			edits = append(edits, protocol.Set(protocol.AppendString(nil, b.String()), key))
		}
	}
	grown := func(key, typ, member string) {
		if b := p.text[key]; b != nil {
			var one obj.Object
			one.Str("type", typ)
			one.Str("text", b.String())
			edits = append(edits, protocol.Set(obj.List([][]byte{one.JSON()}), member))
		}
	}
	grown("text", "output_text", "content")
	grown("summary", "summary_text", "summary")
	return protocol.AppendEdited(nil, p.item, edits...)
}
