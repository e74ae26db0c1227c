package codeagent

import (
	"github.com/vitrine-go/vitrine/artifactkit/limits"
	"github.com/vitrine-go/vitrine/artifactkit/protocol"
	"github.com/vitrine-go/vitrine/artifactkit/source"
	"github.com/vitrine-go/vitrine/artifactkit/source/internal/obj"
)

type reader struct {
	o     source.Options
	ids   *source.IDs
	calls map[string]bool // calls whose request was seen
	emit  func(source.Envelope)
	rec   []byte // the line being read

	opening *obj.Object // the header, until a title is known
	titled  bool
	opened  source.Envelope

	held    []source.Envelope // lines of text, and what stood among them, until it is known whether a chat state replaces them
	bytes   int
	settled bool // a chat state was read, or lines of text were handed out
}

func open(o source.Options) source.Reader {
	return &reader{o: o, ids: source.NewIDs(name), calls: map[string]bool{}}
}

// Record reads one line.
func (r *reader) Record(rec []byte, emit func(source.Envelope)) *protocol.Reason {
	v, why := protocol.Parse(rec)
	if why != nil {
		return why
	}
	if v.Type() != protocol.Object {
		return &protocol.Reason{Code: protocol.NotAnObject, Message: "A line is an object, this is " + v.Type().String() + "."}
	}
	r.emit, r.rec = emit, rec
	switch typ := v.Get("type").Str(); {
	case typ == "session-start":
		return r.header(v)
	case typ == "chat-state":
		return r.state(v)
	case (typ == "user" || typ == "assistant") && shapeOf(v) == unknown:
		return r.line(v, typ)
	case typ != "" && shapeOf(v) == unknown:
		r.hold(source.Envelope{ID: r.ids.Native(v.Get("id").Str(), typ, rec), Type: name + "." + typ, Event: v.AppendCompact(nil), At: when(v)})
		return nil
	}
	r.serve()
	return r.event(v)
}

// End hands out the lines of text, if no chat state came.
func (r *reader) End(emit func(source.Envelope)) {
	r.emit = emit
	r.serve()
	r.flushHeader("")
}

// serve hands out what was held back.
func (r *reader) serve() {
	held := r.held
	r.held, r.bytes = nil, 0
	for _, e := range held {
		r.settled = r.settled || e.Type == "message"
		r.send(e)
	}
}

// replace hands out what was held back but the lines of text: a chat state says it better.
func (r *reader) replace() {
	r.settled = true
	held := r.held
	r.held = nil
	for _, e := range held {
		if e.Type != "message" {
			r.send(e)
		}
	}
}

// hold keeps a line of a session file back. Text beyond any real session is handed out; a chat state behind it comes too late.
func (r *reader) hold(e source.Envelope) {
	if r.settled {
		if e.Type != "message" {
			r.send(e)
		}
		return
	}
	r.held = append(r.held, e)
	if r.bytes += len(e.Event); r.bytes > limits.ChatState {
		r.serve()
	}
}

// send hands an envelope out, the header before it.
func (r *reader) send(e source.Envelope) {
	r.flushHeader(prompt(e))
	if e.Source == "" {
		e.Source = name
	}
	r.emit(e)
}

// prompt is what a person says in an envelope, "" for all others.
func prompt(e source.Envelope) string {
	if e.Type != "message" {
		return ""
	}
	v, _ := protocol.Parse(e.Event)
	if v.Get("role").Str() != "user" {
		return ""
	}
	return v.Get("text").Str() + v.Get("markdown").Str()
}

func when(v protocol.Value) string { return source.When(v.Get("timestamp").Str()) }
