package shinychat

import (
	"strings"

	"github.com/vitrine-go/vitrine/artifactkit/protocol"
	"github.com/vitrine-go/vitrine/artifactkit/source/internal/talk"
)

// actions are what a server tells the page, as far as it says something; others are carried.
var actions = map[string]bool{
	"message": true, "chunk_start": true, "chunk": true, "chunk_end": true, "clear": true, "remove_loading": true, "update_input": true, "greeting": true,
	"greeting_start": true, "greeting_chunk": true, "greeting_end": true, "history_update": true, "history_navigate": true, "update_siblings": true,
}

// streaming is a message that comes in pieces.
type streaming struct {
	role     string
	rec      protocol.Value
	segments []*piece
}

type piece struct {
	typ  string
	text strings.Builder
}

func (s *streaming) piece(typ string) *piece {
	if n := len(s.segments); n > 0 && (typ == "" || s.segments[n-1].typ == typ) {
		return s.segments[n-1]
	}
	if typ == "" {
		typ = "markdown"
	}
	s.segments = append(s.segments, &piece{typ: typ})
	return s.segments[len(s.segments)-1]
}

// exchange reads what the server told the page.
func (r *reader) exchange(t *talk.Talk, v protocol.Value) {
	a := v.Get("action")
	switch typ := a.Get("type").Str(); typ {
	case "message":
		r.settle(t)
		if why := r.message(t, a.Get("message")); why != nil {
			t.Other("unread", v)
		}
	case "greeting":
		r.settle(t)
		r.say(t, "assistant", []segment{{a.Get("content_type").Str(), a.Get("content").Str()}}, nil, nil)
	case "chunk_start", "greeting_start":
		r.settle(t)
		r.pending = &streaming{role: a.At("message", "role").Str(), rec: v}
		for _, s := range a.At("message", "segments").Elems() {
			r.pending.piece(s.Get("content_type").Str()).text.WriteString(s.Get("content").Str())
		}
		if c := a.Get("content").Str(); c != "" {
			r.pending.piece(a.Get("content_type").Str()).text.WriteString(c)
		}
	case "chunk", "greeting_chunk":
		if r.pending == nil {
			r.pending = &streaming{rec: v}
		}
		p := r.pending.piece(a.Get("content_type").Str())
		if a.Get("operation").Str() == "replace" {
			p.text.Reset()
		}
		p.text.WriteString(a.Get("content").Str())
	case "chunk_end", "greeting_end":
		r.settle(t)
	default:
		t.Other(typ, v)
	}
}

// settle says the message that came in pieces.
func (r *reader) settle(t *talk.Talk) {
	p := r.pending
	if p == nil {
		return
	}
	r.pending = nil
	role := p.role
	if role != "user" && role != "system" {
		role = "assistant"
	}
	var segments []segment
	for _, s := range p.segments {
		if s.text.Len() > 0 {
			segments = append(segments, segment{s.typ, s.text.String()})
		}
	}
	t.Item(p.rec, "", "", nil)
	r.say(t, role, segments, nil, nil)
}
