// Package talk writes the envelopes of a conversation whose messages come one by one, and finds the messages in a file however it
// holds them: one a line, an array, an object around an array, or the events of a recorded stream.
//
// It keeps the rules that all such formats share: one open event in front, ids from the native ones, calls paired with their
// results, what no event carries under extra.<source> of the first event of its item, and an end that says why.
package talk

import (
	"strconv"

	"github.com/vitrine-go/vitrine/artifactkit/limits"
	"github.com/vitrine-go/vitrine/artifactkit/protocol"
	"github.com/vitrine-go/vitrine/artifactkit/source"
	"github.com/vitrine-go/vitrine/artifactkit/source/internal/answer"
	"github.com/vitrine-go/vitrine/artifactkit/source/internal/obj"
)

// Talk is one conversation. It remembers the open calls and the ids it gave, nothing else of what was said.
type Talk struct {
	o      source.Options
	source string
	agent  string // product, for the open event
	ids    *source.IDs
	calls  calls
	emit   func(source.Envelope)

	rec  source.Digest  // of the item at hand
	id   string         // its native id
	at   string         // its time
	n    map[string]int // envelopes of the item that have no native id of their own, by type
	rest []byte         // what none of its envelopes carries yet
	when string         // the time of what surrounds the item
	over []byte         // what is left of what surrounds it

	facts   source.Info
	version string
	ready   bool // enough is known to write the open event
	first   bool // it was written
	held    []source.Envelope

	parent, under string // the call under which everything is said, and the name of who says it

	spoke bool   // the model said or called something since a person spoke
	stop  string // why it stopped

	items source.Report // of a document
}

func newTalk(name, agent string, o source.Options) *Talk {
	return &Talk{o: o, source: name, agent: agent, ids: source.NewIDs(name), n: map[string]int{}}
}

// Item begins an item: id and at are what it says of itself, both may be empty, and rest is what none of its envelopes carries, nil for
// nothing.
func (t *Talk) Item(v protocol.Value, id, at string, rest []byte) {
	t.rec, t.id, t.at, t.rest = source.DigestOf(v.AppendCompact(nil)), id, source.When(at), rest
	if t.at == "" {
		t.at = t.when
	}
	if t.over != nil {
		over := t.over
		t.over = nil
		t.rest = t.left(Member{"around", over})
	}
	clear(t.n)
}

// Around begins what surrounds one item or several, such as the line of a log: its time is theirs when they do not say one, and what is
// left of it goes with the first of them.
func (t *Talk) Around(at string, rest []byte) { t.when, t.over = source.When(at), rest }

// Put sends an envelope of the item at hand. native is the id of what it holds, "" for the item's own.
func (t *Talk) Put(typ, native string, event []byte) { t.put(typ, native, event, false) }

func (t *Talk) put(typ, native string, event []byte, preliminary bool) {
	if native == "" && t.id != "" {
		native = t.id
		if n := t.n[typ]; n > 0 {
			native += "." + strconv.Itoa(n)
		}
		t.n[typ]++
	}
	short := typ
	if cut := t.source + "."; len(typ) > len(cut) && typ[:len(cut)] == cut {
		short = typ[len(cut):]
	}
	t.send(source.Envelope{ID: t.ids.NativeOf(native, short, t.rec), Type: typ, Event: event, At: t.at, Parent: t.parent, Agent: t.under, Preliminary: preliminary, Source: t.source})
}

// Message says something: role is user, assistant or system, key is "text" or "markdown".
func (t *Talk) Message(role, key, words string, pictures [][]byte, more ...Member) {
	if role == "user" {
		if t.facts.FirstPrompt == "" {
			t.facts.FirstPrompt = words
		}
		t.turn()
	}
	t.ready = t.ready || role != "system"
	t.spoke = t.spoke || role == "assistant"
	var o obj.Object
	o.Str("role", role)
	o.Str(key, words)
	if len(pictures) > 0 {
		o.Raw("images", obj.List(pictures))
	}
	o.Raw("extra", t.extra(more...))
	t.Put("message", "", o.JSON())
}

// Think is what the model thought.
func (t *Talk) Think(words string, more ...Member) {
	t.ready, t.spoke = true, true
	var o obj.Object
	o.Str("text", words)
	o.Raw("extra", t.extra(more...))
	t.Put("thinking", "", o.JSON())
}

// Request is a call. Arguments that are not known are null.
func (t *Talk) Request(id string, c Call, more ...Member) {
	t.ready, t.spoke = true, true
	var o obj.Object
	o.OrNull("id", id)
	o.OrNull("name", c.Name)
	if c.Input.Exists() {
		o.Val("arguments", c.Input)
	} else {
		o.OrNull("arguments", "")
	}
	if c.Intent == "" {
		c.Intent = c.Input.Get("_intent").Str()
	}
	o.OrNull("intent", c.Intent)
	if c.Annotations.Type() == protocol.Object {
		o.Val("annotations", c.Annotations)
	} else {
		o.OrNull("annotations", "")
	}
	o.Raw("extra", t.extra(more...))
	t.Put("tool_request", id, o.JSON())
	if id != "" {
		t.calls.add(id, c)
	}
}

// Called returns the call of an id, the zero Call when it is not known.
func (t *Talk) Called(id string) Call { return t.calls.byID[id] }

// Waits tells whether a call is known and no result has come for it.
func (t *Talk) Waits(id string) bool { return t.calls.open[id] }

// Result is what a call gave. A name that it does not say is the call's. A preliminary one leaves the call open (EV-5).
func (t *Talk) Result(d answer.Draft, preliminary bool, more ...Member) {
	t.ready = true
	if d.Name == "" {
		d.Name = t.Called(d.ID).Name
	}
	if !preliminary {
		t.calls.answered(d.ID)
		if stopReason(t.stop) == "incomplete_tool_use" {
			t.stop = "" // it goes on
		}
	}
	event, left := d.Event(t.source, t.left(more...), t.o.Adapt)
	t.put("tool_result", d.ID, event, preliminary)
	if left != nil {
		t.send(source.Envelope{ID: t.ids.HashOf(t.rec), Type: t.source + ".extra", Event: left, At: t.at, Parent: t.parent, Agent: t.under, Source: t.source})
	}
}

// Usage is what an answer cost: tokens, 0 for unknown, and what else the API counts.
func (t *Talk) Usage(tokens int64, usage protocol.Value) { t.UsageOf(tokens, 0, usage) }

// UsageOf is Usage with how many tokens the model takes in, 0 for unknown.
func (t *Talk) UsageOf(tokens, limit int64, usage protocol.Value) {
	if usage.Type() != protocol.Object {
		return
	}
	var o obj.Object
	for _, one := range []struct {
		key string
		n   int64
	}{{"n_tokens", tokens}, {"model_limit", limit}} {
		if one.n > 0 {
			o.Raw(one.key, strconv.AppendInt(nil, one.n, 10))
		} else {
			o.OrNull(one.key, "")
		}
	}
	o.OrNull("warning_state", "")
	o.OrNull("cost_last", "")
	o.Raw("extra", t.extra(Member{"usage", usage.AppendCompact(nil)}))
	t.Put("usage", "", o.JSON())
}

// Error is a failure of the conversation itself, not of a tool.
func (t *Talk) Error(message string, more ...Member) {
	t.failure(message, false, more)
	t.stop = "error"
	t.spoke = true
}

// Recovered is a failure after which the conversation goes on.
func (t *Talk) Recovered(message string, more ...Member) { t.failure(message, true, more) }

func (t *Talk) failure(message string, recovered bool, more []Member) {
	t.ready = true
	var o obj.Object
	o.Str("message", message)
	o.Bool("recovered", recovered)
	o.Raw("extra", t.extra(more...))
	t.Put("error", "", o.JSON())
}

// Stop notes why the model stopped, in the word of the API; the end says it in ours (EV-6).
func (t *Talk) Stop(reason string) {
	if reason != "" {
		t.stop = reason
	}
}

// Other carries what is no event of ours and nothing that a reader looks for.
func (t *Talk) Other(typ string, v protocol.Value) {
	event := v.AppendCompact(nil)
	if v.Type() != protocol.Object {
		var o obj.Object
		o.Raw("value", event)
		event = o.JSON()
	}
	t.Put(t.source+"."+typeName(typ), "", event)
}

// Unknown shows what is not known: under its type, as JSON. A very long one is named, and carried beside its name.
func (t *Talk) Unknown(typ string, v protocol.Value) {
	if typ == "" {
		typ = "unknown"
	}
	if len(v.Raw()) > limits.Twice {
		t.Message("system", "text", "["+typ+", "+strconv.Itoa(len(v.Raw()))+" bytes]", nil, Member{"item", v.AppendCompact(nil)})
		return
	}
	t.Message("system", "text", "["+typ+"]\n"+obj.Indent(v), nil)
}

// Model and Title are facts for the open event, as far as they come before it is written.
func (t *Talk) Model(s string) {
	if t.facts.Model == "" {
		t.facts.Model = s
	}
}

// Session is the format's own id of the conversation, title what it is called.
func (t *Talk) Session(id, title, created string) {
	if t.facts.Session == "" {
		t.facts.Session = id
	}
	if t.facts.Title == "" {
		t.facts.Title = title
	}
	if t.facts.Started == "" {
		t.facts.Started = source.When(created)
	}
}

// Prompt is the first thing a person said, where a message says more than that.
func (t *Talk) Prompt(words string) {
	if t.facts.FirstPrompt == "" {
		t.facts.FirstPrompt = words
	}
}

// Place is where the conversation was held: the working folder, the branch, and the version of the product.
func (t *Talk) Place(project, branch, version string) {
	for _, f := range []struct {
		at *string
		s  string
	}{{&t.facts.Project, project}, {&t.facts.Branch, branch}, {&t.version, version}} {
		if *f.at == "" {
			*f.at = f.s
		}
	}
}

// Known is what is known of the conversation so far.
func (t *Talk) Known() source.Info { return t.facts }

// Beside is what lies beside the transcript.
func (t *Talk) Beside() source.Options { return t.o }

// Repeats tells whether the record was given to Repeats before.
func (t *Talk) Repeats(rec []byte) bool { return t.ids.Repeats(rec) }

// Break ends a turn that somebody broke off, with the calls that wait for results (EV-6).
func (t *Talk) Break(reason string, more ...Member) {
	var o obj.Object
	o.Str("stop_reason", stopReason(reason))
	o.Raw("extra", t.extra(more...))
	t.Put("end", "", o.JSON())
	t.spoke, t.stop = false, ""
	clear(t.calls.open)
}

// turn is called in front of what a person says: an answer that was cut short says so. One that waits for results goes on.
func (t *Talk) turn() {
	if len(t.calls.open) > 0 {
		return
	}
	if reason := stopReason(t.stop); t.spoke && reason != "completed" && reason != "incomplete_tool_use" {
		t.end(reason)
	}
	t.spoke, t.stop = false, ""
}

// close ends the conversation, so that no call looks as if it were running for ever (EV-5).
func (t *Talk) close() {
	reason := stopReason(t.stop)
	if len(t.calls.open) > 0 && reason == "completed" {
		reason = "interrupted"
	}
	if t.spoke || len(t.calls.open) > 0 {
		t.end(reason)
	}
}

func (t *Talk) end(reason string) {
	var o obj.Object
	o.Str("stop_reason", reason)
	t.send(source.Envelope{ID: t.ids.Native(t.id, "end", []byte("end")), Type: "end", Event: o.JSON(), At: t.at, Parent: t.parent, Agent: t.under, Source: t.source})
}

// send hands an envelope out, the open event before the first.
func (t *Talk) send(e source.Envelope) {
	t.held = append(t.held, e)
	if t.ready || len(t.held) >= limits.Held {
		t.flush()
	}
}

func (t *Talk) flush() {
	if !t.first && len(t.held) > 0 {
		t.first = true
		f := t.facts
		if f.Title == "" {
			f.Title = source.TitleOf(f.FirstPrompt)
		}
		var o obj.Object
		o.Set("title", f.Title)
		o.Set("created", f.Started)
		o.Set("project", f.Project)
		o.Set("branch", f.Branch)
		o.Str("agent", t.agent)
		o.Set("model", f.Model)
		o.Set("version", t.version)
		o.Set("session", f.Session)
		t.emit(source.Envelope{ID: t.ids.Native(f.Session, "open", []byte("open "+t.o.Name)), Type: "open", Event: o.JSON(), At: f.Started, Source: t.source})
	}
	held := t.held
	t.held = nil
	for _, e := range held {
		t.emit(e)
	}
}

// stopReason translates why a model stopped (EV-6).
func stopReason(s string) string {
	switch s {
	case "max_tokens", "length", "context_window", "model_context_window_exceeded", "max_output_tokens":
		return "truncated"
	case "content_filter", "content-filter", "refusal":
		return "filtered"
	case "tool_use", "tool_calls", "tool-calls", "function_call":
		return "incomplete_tool_use"
	case "error", "failed":
		return "error"
	case "interrupted", "cancelled", "canceled", "abort", "aborted":
		return "interrupted"
	}
	return "completed"
}
