package anthropic

import (
	"strings"

	"github.com/vitrine-go/vitrine/artifactkit/limits"
	"github.com/vitrine-go/vitrine/artifactkit/protocol"
	"github.com/vitrine-go/vitrine/artifactkit/source/internal/obj"
	"github.com/vitrine-go/vitrine/artifactkit/source/internal/talk"
)

// stream is a message that comes in pieces.
type stream struct {
	start protocol.Value // the message as it began
	usage protocol.Value
	stop  string
	open  map[string]*piece // by index
	order []string
	bytes int
}

// piece is a block that is not complete.
type piece struct {
	block protocol.Value // as it began
	text  strings.Builder
	args  strings.Builder
	more  obj.Object // signature and the like
}

// event reads one event of a stream; false for anything else.
func (r *reader) event(t *talk.Talk, v protocol.Value, typ string) bool {
	s := r.stream
	switch typ {
	case "message_start":
		r.flush(t, "interrupted")
		m := v.Get("message")
		r.stream = &stream{start: keep(m), usage: keep(m.Get("usage")), open: map[string]*piece{}}
		t.Model(m.Get("model").Str())
	case "content_block_start":
		if s == nil {
			r.stream = &stream{open: map[string]*piece{}}
			s = r.stream
		}
		index := v.Get("index").Compact()
		r.finish(t, index)
		if len(s.open) < limits.OpenCalls {
			s.open[index] = &piece{block: keep(v.Get("content_block"))}
			s.order = append(s.order, index)
		}
	case "content_block_delta":
		if s != nil {
			s.delta(v.Get("index").Compact(), v.Get("delta"))
		}
	case "content_block_stop":
		r.finish(t, v.Get("index").Compact())
	case "message_delta":
		if s != nil {
			if reason := v.At("delta", "stop_reason").Str(); reason != "" {
				s.stop = reason
			}
			if u := v.Get("usage"); u.Type() == protocol.Object {
				s.usage = merge(s.usage, u)
			}
		}
	case "message_stop":
		r.flush(t, "")
	case "ping":
	default:
		return false
	}
	return true
}

// keep copies a value out of a line that belongs to the caller.
func keep(v protocol.Value) protocol.Value {
	out, _ := protocol.Parse(v.AppendCompact(nil))
	return out
}

// merge lays the later counts over the earlier ones.
func merge(a, b protocol.Value) protocol.Value {
	if a.Type() != protocol.Object {
		return keep(b)
	}
	var edits []protocol.Edit
	for k, m := range b.Members() {
		if m.IsSet() {
			edits = append(edits, protocol.Set(m.AppendCompact(nil), k))
		}
	}
	out, _ := protocol.Parse(protocol.AppendEdited(nil, a, edits...))
	return out
}

func (s *stream) delta(index string, d protocol.Value) {
	p := s.open[index]
	if p == nil {
		return
	}
	add := func(b *strings.Builder, text string) {
		if s.bytes += len(text); s.bytes <= limits.Result {
			b.WriteString(text)
		}
	}
	switch d.Get("type").Str() {
	case "text_delta":
		add(&p.text, d.Get("text").Str())
	case "thinking_delta":
		add(&p.text, d.Get("thinking").Str())
	case "input_json_delta":
		add(&p.args, d.Get("partial_json").Str())
	case "signature_delta":
		p.more.Set("signature", d.Get("signature").Str())
	default:
		if s.bytes += len(d.Raw()); s.bytes <= limits.Result {
			p.more.Val("delta", d)
		}
	}
}

// finish sends a block that is complete, as if it had come in one piece.
func (r *reader) finish(t *talk.Talk, index string) {
	s := r.stream
	if s == nil || s.open[index] == nil {
		return
	}
	p := s.open[index]
	delete(s.open, index)
	block := p.whole()
	id := s.start.Get("id").Str()
	t.Item(block, id, "", nil)
	if id != "" {
		t.Item(block, id+"."+index, "", nil)
	}
	r.block(t, block, "assistant")
}

func (p *piece) whole() protocol.Value {
	var edits []protocol.Edit
	str := func(key, s string) {
		edits = append(edits, protocol.Set(protocol.AppendString(nil, s), key))
	}
	switch p.block.Get("type").Str() {
	case "text":
		str("text", p.block.Get("text").Str()+p.text.String())
	case "thinking":
		str("thinking", p.block.Get("thinking").Str()+p.text.String())
	}
	if args := p.args.String(); args != "" {
		if _, why := protocol.Parse([]byte(args)); why == nil {
			edits = append(edits, protocol.Set([]byte(args), "input"))
		} else {
			str("input", args)
		}
	}
	more, _ := protocol.Parse(p.more.JSON())
	for k, m := range more.Members() {
		edits = append(edits, protocol.Set(m.AppendCompact(nil), k))
	}
	out, why := protocol.Parse(protocol.AppendEdited(nil, p.block, edits...))
	if why != nil {
		return p.block
	}
	return out
}

// flush ends the stream that is open. reason is said when the stream itself did not say why the model stopped.
func (r *reader) flush(t *talk.Talk, reason string) {
	s := r.stream
	if s == nil {
		return
	}
	for _, index := range s.order {
		r.finish(t, index)
	}
	r.stream = nil
	rest := obj.Rest(s.start, "role", "content", "id", "type", "model", "usage", "stop_reason", "stop_sequence")
	t.Item(s.start, s.start.Get("id").Str(), "", rest)
	if s.stop == "" {
		s.stop = reason
	}
	t.Stop(s.stop)
	usage(t, s.usage)
	t.Leftover()
}
