package langchain

import (
	"strings"

	"github.com/vitrine-go/vitrine/artifactkit/limits"
	"github.com/vitrine-go/vitrine/artifactkit/protocol"
	"github.com/vitrine-go/vitrine/artifactkit/source/internal/obj"
	"github.com/vitrine-go/vitrine/artifactkit/source/internal/talk"
)

// pieces are the chunks of one message of the model.
type pieces struct {
	id            string
	text, thought strings.Builder
	calls         []*call
	whole         protocol.Value // calls that the last piece lists whole, when each piece says all so far
	meta, usage   protocol.Value
	bytes         int
}

type call struct {
	index, id, name string
	args            strings.Builder
}

// piece takes one chunk; soFar tells that it holds all that came before it as well.
func (r *reader) piece(t *talk.Talk, f protocol.Value, soFar bool) {
	id := f.Get("id").Str()
	if r.open != nil && r.open.id != id && id != "" {
		r.flush(t, "")
	}
	if r.open == nil {
		r.open = &pieces{id: id}
	}
	p := r.open
	if p.bytes += len(f.Raw()); p.bytes > limits.Result && !soFar {
		return
	}
	if soFar {
		p.text.Reset()
		p.thought.Reset()
		p.whole = copied(f.Get("tool_calls"))
	}
	p.content(f.Get("content"))
	for _, c := range f.Get("tool_call_chunks").Elems() {
		p.call(c, soFar)
	}
	if m := f.Get("response_metadata"); m.Len() > 0 {
		p.meta = copied(m)
	}
	if u := f.Get("usage_metadata"); u.Type() == protocol.Object {
		p.usage = copied(u)
	}
}

func copied(v protocol.Value) protocol.Value {
	out, _ := protocol.Parse(v.AppendCompact(nil))
	return out
}

func (p *pieces) content(content protocol.Value) {
	p.text.WriteString(content.Str())
	for _, b := range content.Elems() {
		switch b.Get("type").Str() {
		case "text", "output_text":
			p.text.WriteString(b.Get("text").Str())
		case "reasoning", "thinking":
			p.thought.WriteString(b.Get("reasoning").Str() + b.Get("thinking").Str())
			for _, s := range b.Get("summary").Elems() {
				p.thought.WriteString(s.Get("text").Str())
			}
		}
	}
}

func (p *pieces) call(c protocol.Value, soFar bool) {
	index, id := c.Get("index").Compact(), word(c.Get("id"))
	var one *call
	for _, known := range p.calls {
		if known.index == index && (id == "" || known.id == id) {
			one = known
		}
	}
	if one == nil {
		if len(p.calls) >= limits.OpenCalls {
			return
		}
		one = &call{index: index, id: id}
		p.calls = append(p.calls, one)
	}
	if soFar {
		one.args.Reset()
		one.name = ""
	}
	one.name += c.Get("name").Str()
	one.args.WriteString(c.Get("args").Str())
}

// flush tells the message that was coming in pieces as if it had come whole. reason is why it stopped, where it does not say.
func (r *reader) flush(t *talk.Talk, reason string) {
	p := r.open
	if p == nil {
		return
	}
	r.open = nil
	var f obj.Object
	f.Str("type", "ai")
	f.Str("id", p.id)
	var content, calls [][]byte
	block := func(typ, key, s string) {
		if s != "" {
			var b obj.Object
			b.Str("type", typ)
			b.Str(key, s)
			content = append(content, b.JSON())
		}
	}
	block("reasoning", "reasoning", p.thought.String())
	block("text", "text", p.text.String())
	for _, c := range p.calls {
		var one obj.Object
		one.Str("name", c.name)
		one.Str("id", c.id)
		one.Raw("args", arguments(c.args.String()))
		calls = append(calls, one.JSON())
	}
	f.Raw("content", obj.List(content))
	if len(calls) == 0 && p.whole.Len() > 0 {
		f.Val("tool_calls", p.whole)
	} else {
		f.Raw("tool_calls", obj.List(calls))
	}
	f.Val("usage_metadata", p.usage)
	f.Val("response_metadata", p.meta)
	v, _ := protocol.Parse(f.JSON())
	m, ok := messageOf(v)
	if !ok {
		return
	}
	if p.meta.Get("finish_reason").Str() == "" && p.meta.Get("stop_reason").Str() == "" {
		t.Stop(reason)
	}
	_ = r.tell(t, m, v) // its content is a list
}

func arguments(s string) []byte {
	if v, why := protocol.Parse([]byte(s)); why == nil {
		return v.AppendCompact(nil)
	}
	return protocol.AppendString(nil, s)
}
