package transcript

import (
	"strings"

	"github.com/vitrine-go/vitrine/artifactkit/limits"
	"github.com/vitrine-go/vitrine/artifactkit/protocol"
	"github.com/vitrine-go/vitrine/artifactkit/source"
)

// take puts one event into the model and marks what it changes.
func (t *Transcript) take(e source.Envelope) {
	if _, twice := t.seen[e.ID]; twice {
		return
	}
	v, why := protocol.Parse(e.Event)
	if why != nil {
		t.see(e.ID)
		t.sum.Skipped++
		return
	}
	// A result whose body is still on its way comes again, whole, under the same id.
	if e.Type != "tool_result" || !v.Get("$blob").Exists() {
		t.see(e.ID)
	}
	t.sum.since(e.At)
	switch e.Type {
	case "open":
		keep(&t.sum.Title, name(v.Get("title").Str()))
		keep(&t.sum.Agent, name(v.Get("agent").Str()))
		keep(&t.sum.Project, name(v.Get("project").Str()))
		keep(&t.sum.Model, name(v.Get("model").Str()))
		if at := v.Get("created").Str(); at != "" {
			t.sum.begins(at)
		}
	case "tool_request", "tool_result":
		switch {
		case v.Type() != protocol.Object:
			t.sum.Skipped++
		case e.Type == "tool_request":
			t.request(e, v)
		default:
			t.result(e, v)
		}
	case "message":
		t.thread(e).hear(v, e.At)
	case "delta":
		t.thread(e).say(v.Get("text").Str(), e.At)
	case "thinking":
		t.thread(e).think(v.Get("text").Str(), e.At)
	case "error":
		t.thread(e).fail(v, e.At)
	case "usage":
		t.sum.Tokens, t.sum.Limit = count(v.Get("n_tokens")), count(v.Get("model_limit"))
	case "end":
		t.thread(e).end(v, e.At)
	default:
		if !t.beside(e, v) {
			t.sum.Skipped++
		}
	}
}

// beside takes what stands in the extra of a result, for which its event has no place, and readers send apart: the sources. It tells whether
// there were any of a call that is known.
func (t *Transcript) beside(e source.Envelope, v protocol.Value) bool {
	sources := v.At("extra", "codeagent", "sources")
	c := t.find(e.Parent, idOf(v.Get("id")))
	if !strings.HasSuffix(e.Type, ".extra") || !sources.IsSet() || c == nil {
		return false
	}
	c.sources = sources.Raw()
	if c.card != nil {
		c.card.Found(sources)
	}
	t.forget(c)
	if mounted(cardPart{c}) {
		t.set(cardPart{c})
	}
	return true
}

func (t *Transcript) see(id string) {
	if id != "" {
		t.seen[id] = struct{}{}
	}
}

func count(v protocol.Value) int {
	n, _ := v.Int()
	return int(max(0, min(n, 1<<53)))
}

// thread finds where an event belongs: the session, or the sub-agent that runs under the call it names. A call that nobody has
// heard of is made up, so that nothing is lost; the request fills it in when it comes.
func (t *Transcript) thread(e source.Envelope) *thread {
	if e.Parent == "" {
		return t.root
	}
	owner := t.byID[e.Parent]
	if owner == nil {
		owner = t.newCall(t.root, "", e.Parent, e.At)
		owner.stub = true
		owner.tool = name(e.Agent)
		owner.begin()
	}
	th := owner.sub
	if th == nil && owner.th.depth >= limits.ThreadDepth {
		return owner.th // deeper ones share the last level
	}
	if th == nil {
		th = &thread{t: t, owner: owner, depth: owner.th.depth + 1, agent: name(e.Agent)}
		owner.sub = th
		t.add(th)
	}
	if th.agent == "" && e.Agent != "" {
		th.agent = name(e.Agent)
		t.set(th)
	}
	return th
}

func (t *Transcript) newCall(th *thread, parent, id, at string) *call {
	c := &call{t: t, n: len(t.calls) + 1, th: th, parent: parent, id: id, from: at}
	t.calls = append(t.calls, c)
	t.waiting = append(t.waiting, c)
	if id != "" {
		t.paired[pairing{parent, id}] = c
		if t.byID[id] == nil {
			t.byID[id] = c
		}
	}
	t.sum.Calls++
	t.sum.count(running, 1)
	return c
}

// begin puts a new call, as far as it is known, into the loop of its thread.
func (c *call) begin() {
	th := c.th
	if th.loop == nil {
		th.loop = th.newLoop()
	}
	c.loop = th.loop
	c.t.saved.call(c)
	th.loop.join(c)
	c.sift()
}

func (t *Transcript) request(e source.Envelope, v protocol.Value) {
	th := t.thread(e)
	th.closeMessage(e.At)
	id := idOf(v.Get("id"))
	c := t.find(e.Parent, id)
	if c == nil {
		c = t.newCall(th, e.Parent, id, e.At)
		c.take(v)
		c.begin()
		return
	}
	if e.At != "" && (c.stub || c.from == "") {
		c.from = e.At
	}
	c.stub = false
	tool := c.tool
	c.take(v)
	c.regrouped(tool)
	c.changed()
}

// find looks for the call of an id that was called under the same call, or that is known only as what a sub-agent runs under.
func (t *Transcript) find(parent, id string) *call {
	if id == "" {
		return nil
	}
	if c := t.paired[pairing{parent, id}]; c != nil {
		return c
	}
	if c := t.byID[id]; c != nil && c.stub {
		return c
	}
	return nil
}

// result gives a call its result. Results come in any order, before their request, without one, or several for one.
func (t *Transcript) result(e source.Envelope, v protocol.Value) {
	th := t.thread(e)
	th.closeMessage(e.At)
	id := idOf(v.Get("id"))
	if id == "" {
		id = idOf(v.At("request", "id"))
	}
	c := t.find(e.Parent, id)
	if c == nil && e.Parent == "" && id != "" {
		c = t.byID[id] // it does not say under whom
	}
	isNew := c == nil
	if isNew {
		c = t.newCall(th, e.Parent, id, "")
	}
	if e.Preliminary && c.settled {
		return // it was overtaken
	}
	tool := c.tool
	c.answer(v)
	c.settle(e)
	if isNew {
		c.open.auto = c.settled && c.facts.open
		c.begin()
	} else {
		c.regrouped(tool)
		c.changed()
		if c.settled && c.facts.open {
			c.wantsOpen()
		}
	}
	if !mounted(cardPart{c}) {
		c.card = nil
	}
	if c.settled && c.status == failed {
		t.pending.fails++
		t.pending.last = c
	}
}

// settle sets what a result makes of the call. A preliminary one leaves it running (EV-5), or waiting for someone.
func (c *call) settle(e source.Envelope) {
	st := statusOf(c.facts.status)
	switch {
	case !e.Preliminary:
		c.settled, c.stub, c.to = true, false, e.At
		c.setStatus(st)
	case c.status == interrupted:
	case st == needsInput:
		c.setStatus(needsInput)
	default:
		c.setStatus(running)
	}
}

// regrouped forms the groups of the call's loop anew when its tool got another name, or asks for another grouping than its row has.
func (c *call) regrouped(tool string) {
	if alone := c.leaves(); c.loop.learn(c) || c.tool != tool || alone {
		c.loop.regroup()
	}
}

// interrupt closes what still runs in the thread and below it: no spinner turns for ever (EV-5).
func (th *thread) interrupt(at string) {
	t := th.t
	pending := t.waiting[:0]
	for _, c := range t.waiting {
		switch {
		case c.settled || c.status == interrupted:
		case !th.contains(c):
			pending = append(pending, c)
		default:
			c.to = at
			c.setStatus(interrupted)
			c.changed()
		}
	}
	clear(t.waiting[len(pending):])
	t.waiting = pending
}

func (th *thread) contains(c *call) bool {
	for x := c.th; x != th; x = x.owner.th {
		if x.owner == nil {
			return false
		}
	}
	return true
}
