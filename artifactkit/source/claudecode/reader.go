package claudecode

import (
	"github.com/vitrine-go/vitrine/artifactkit/limits"
	"github.com/vitrine-go/vitrine/artifactkit/protocol"
	"github.com/vitrine-go/vitrine/artifactkit/source"
	"github.com/vitrine-go/vitrine/artifactkit/source/internal/cut"
	"github.com/vitrine-go/vitrine/artifactkit/source/internal/obj"
)

// reader remembers the open calls with their arguments, the sub-agents, and the ids it gave; nothing else of what it has read.
type reader struct {
	o     source.Options
	ids   *source.IDs
	facts facts
	same  map[string]string // members that every line repeats, as the first line has them
	calls calls
	emit  func(source.Envelope)

	ready bool // enough is known to write the open event
	held  []source.Envelope
	first bool // the open event was written

	main    *thread
	threads map[string]*thread // of sub-agents, by agent id or the call that runs them
	chains  map[string]*thread // by the uuid of a line, for sub-agents of older versions that have no id
	tasks   []*task
	files   map[string]bool // files of sub-agents that were read
	inside  *thread         // the sub-agent whose file is being read
	depth   int

	ended bool // the last thing written was an end
}

func open(o source.Options) source.Reader {
	r := &reader{
		o: o, ids: source.NewIDs(name), same: map[string]string{}, calls: newCalls(), main: &thread{}, threads: map[string]*thread{},
		chains: map[string]*thread{}, files: map[string]bool{},
	}
	for v := range cut.Objects(o.Head) {
		r.facts.take(v)
	}
	return r
}

// Record reads one line.
func (r *reader) Record(rec []byte, emit func(source.Envelope)) *protocol.Reason {
	r.emit = emit
	why := r.read(rec)
	if !r.ready && len(r.held) >= limits.Held {
		r.ready = true
	}
	r.flush()
	return why
}

func (r *reader) read(rec []byte) *protocol.Reason {
	v, why := protocol.Parse(rec)
	if why != nil {
		return why
	}
	if v.Type() != protocol.Object {
		return &protocol.Reason{Code: protocol.NotAnObject, Message: "A line is an object, this is " + v.Type().String() + "."}
	}
	l := r.line(v, rec)
	if l.uuid != "" && r.ids.Repeats(rec) {
		return &protocol.Reason{Code: protocol.DuplicateKey, Path: "/uuid", Message: "The line was there before."}
	}
	r.facts.take(v)
	switch l.typ {
	case "user":
		return r.user(l)
	case "assistant":
		return r.assistant(l)
	case "system":
		r.system(l)
	case "attachment":
		r.attachment(l)
	case "result":
		r.final(l)
	case "progress":
		r.link(v)
		r.other(l, l.typ)
	case "":
		return &protocol.Reason{Code: protocol.NotAnObject, Path: "/type", Message: "The line does not say its type."}
	default:
		r.other(l, l.typ)
	}
	return nil
}

// End writes what is due at the end of a session.
func (r *reader) End(emit func(source.Envelope)) {
	r.emit, r.ready = emit, true
	r.flush()
	r.strayAgents()
	r.main.flushUsage(r)
	for _, t := range r.tasks {
		t.thread.flushUsage(r)
	}
	r.end()
	r.flush()
}

// end closes the session, so that no call looks as if it were running for ever.
func (r *reader) end() {
	if r.ended || !r.main.spoke {
		return
	}
	reason := stopReason(r.main.stop)
	if r.calls.open() {
		reason = "interrupted"
	}
	r.send(source.Envelope{ID: r.ids.Native(r.main.last, "end", []byte("end")), Type: "end", Event: endEvent(reason, nil), At: r.main.at})
}

// send hands an envelope out, the open event before the first.
func (r *reader) send(e source.Envelope) {
	e.Source = name
	r.ended = e.Type == "end"
	if r.ready {
		r.flush()
		r.emit(e)
		return
	}
	r.held = append(r.held, e)
}

func (r *reader) flush() {
	if !r.ready {
		return
	}
	if !r.first && (len(r.held) > 0 || r.facts.Session != "") {
		r.first = true
		r.emit(r.openEnvelope())
	}
	held := r.held
	r.held = nil
	for _, e := range held {
		r.emit(e)
	}
}

func (r *reader) openEnvelope() source.Envelope {
	f := r.facts
	var o obj.Object
	o.Set("title", f.name())
	o.Set("created", f.Started)
	o.Set("project", f.Project)
	o.Set("branch", f.Branch)
	o.Str("agent", f.Agent)
	o.Set("model", f.Model)
	o.Set("version", f.version)
	o.Set("session", f.Session)
	native := f.Session
	if native == "" {
		native = r.o.Name
	}
	return source.Envelope{ID: r.ids.Native(native, "open", []byte("open")), Type: "open", Event: o.JSON(), At: f.Started, Source: name}
}
