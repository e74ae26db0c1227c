package redact

import (
	"slices"
	"strings"

	"github.com/vitrine-go/vitrine/artifactkit/protocol"
	"github.com/vitrine-go/vitrine/artifactkit/source"
)

// Stream removes secrets from events in order. Text that comes in pieces is put together first, since a key may be cut in two: pieces
// of one message become one event under the first one's id, until another event comes or the text is long.
type Stream struct {
	r    *Redactor
	emit func(source.Envelope)
	held []*piece // in the order of their beginning
}

// NewStream makes a Stream that hands events on to emit.
func NewStream(r *Redactor, emit func(source.Envelope)) *Stream { return &Stream{r: r, emit: emit} }

// pieceMax is how much text is put together. At its end the text is cut where no key can be: at the last white space.
const pieceMax = 256 << 10

// heldMax is how many threads may have text waiting.
const heldMax = 32

// piece is text that is put together.
type piece struct {
	first source.Envelope
	text  strings.Builder
}

// Put takes the next event.
func (s *Stream) Put(e source.Envelope) {
	if e.Type != "delta" && e.Type != "thinking" {
		s.Flush()
		s.emit(s.r.Envelope(e))
		return
	}
	v, why := protocol.Parse(e.Event)
	text := v.Get("text")
	if why != nil || text.Type() != protocol.String {
		s.Flush()
		s.emit(s.r.Envelope(e))
		return
	}
	p := s.piece(e, v)
	p.text.WriteString(text.Str())
	if p.text.Len() < pieceMax {
		return
	}
	all := p.text.String()
	cut := strings.LastIndexAny(all, " \t\n") + 1
	if p.first.ID == e.ID || cut == 0 { // one long text
		cut = len(all)
	}
	s.send(p.first, all[:cut])
	if p.first.ID == e.ID { // its id is used: what follows is a piece of its own
		s.held = slices.DeleteFunc(s.held, func(x *piece) bool { return x == p })
		return
	}
	p.text.Reset()
	p.text.WriteString(all[cut:])
	p.first = e // its id is free: what it said so far went out under the first one's
}

// piece is where text of this kind, of this thread, is put together.
func (s *Stream) piece(e source.Envelope, v protocol.Value) *piece {
	for _, p := range s.held {
		if p.first.Type == e.Type && p.first.Parent == e.Parent && v.Len() == 1 {
			return p
		}
	}
	if n := len(s.held); n == heldMax || n > 0 && (s.held[n-1].first.Parent == e.Parent || v.Len() > 1) {
		s.Flush() // thinking turned into speech, or the piece says more than its text
	}
	p := &piece{first: e}
	s.held = append(s.held, p)
	return p
}

// Flush hands on what was put together so far: at the end, and when nothing came for a while.
func (s *Stream) Flush() {
	for _, p := range s.held {
		if p.text.Len() > 0 {
			s.send(p.first, p.text.String())
		}
	}
	s.held = nil
}

func (s *Stream) send(e source.Envelope, text string) {
	v, _ := protocol.Parse(e.Event)
	e.Event = protocol.AppendEdited(nil, v, protocol.Set(protocol.AppendString(nil, text), "text"))
	s.emit(s.r.Envelope(e))
}
