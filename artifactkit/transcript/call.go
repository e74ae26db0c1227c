package transcript

import (
	"strconv"

	"github.com/vitrine-go/vitrine/artifactkit/card"
	"github.com/vitrine-go/vitrine/artifactkit/kind"
	"github.com/vitrine-go/vitrine/artifactkit/protocol"
)

// call is one call of a tool: what its request and its results say, paired by id (EV-3). It stands where its first event stood.
type call struct {
	t    *Transcript
	n    int // number of its parts: the first call is 1
	th   *thread
	loop *loop
	g    *group
	at   int // index in g.calls
	seg  *segment

	id, parent string
	stub       bool // known only as what a sub-agent runs under

	// From the request.
	tool     string
	title    string // of the tool's definition
	icon     string
	grouping Grouping
	intent   string
	preview  string // of the arguments
	request  []byte // the event

	// From the results.
	facts   facts
	result  []byte // the latest event
	sources []byte // what it rests on, which an event has no place for
	settled bool
	whole   bool // the host draws it in place of its row
	alone   bool // and it has left its row
	status  status

	from, to string // times of the request and of the result
	open     latch
	view     kind.State
	card     *card.Card // of result, while it is in the document
	sub      *thread

	fits  bool // the filter lets it through
	kept  bool // a reader was led to it
	under int  // calls of its sub-agent that are shown
	on    bool // it is shown: for any of the three
}

// facts are what a row says of a result. They are kept when the card is not, so that a closed row is light.
type facts struct {
	title, label, preview, icon, status, kind string
	open, request                             bool
}

// take reads what a request says (EV-2). What an event leaves out stays as an earlier one said it.
func (c *call) take(v protocol.Value) {
	c.t.forget(c)
	note := v.Get("annotations")
	extra := note.Get("extra")
	either := func(key string) string {
		if s := extra.Get(key).Str(); s != "" {
			return s
		}
		return note.Get(key).Str()
	}
	keep(&c.tool, name(v.Get("name").Str()))
	keep(&c.title, name(either("title")))
	keep(&c.icon, either("icon"))
	if g := Grouping(either("grouping")); g.valid() {
		c.grouping = g
	}
	arguments := v.Get("arguments")
	intent := v.Get("intent").Str()
	if intent == "" {
		intent = arguments.Get("_intent").Str()
	}
	keep(&c.intent, cut(intent, intentClusters))
	if arguments.IsSet() {
		c.preview = argumentPreview(arguments)
		c.request = v.Raw()
	}
}

// answer reads what a result says; a later result wins (EV-3), and what it leaves out stays as an earlier one said it.
func (c *call) answer(v protocol.Value) {
	opened := c.read(v)
	c.t.forget(c)
	f := c.facts
	c.facts = factsOf(opened)
	keep(&f.title, c.facts.title)
	keep(&f.label, c.facts.label)
	keep(&f.preview, c.facts.preview)
	keep(&f.icon, c.facts.icon)
	c.facts.title, c.facts.label, c.facts.preview, c.facts.icon = f.title, f.label, f.preview, f.icon
	keep(&c.tool, name(opened.Tool))
	c.result, c.card, c.whole = v.Raw(), opened, opened.Alone
}

// read opens a result with what is known of it besides.
func (c *call) read(v protocol.Value) *card.Card {
	opened := card.Open(v, c.t.o.Card)
	if c.sources != nil {
		s, _ := protocol.Parse(c.sources)
		opened.Found(s)
	}
	return opened
}

// opened is the card of the latest result, nil without one. It is kept while it is in the document.
func (c *call) opened() *card.Card {
	if c.card != nil || c.result == nil {
		return c.card
	}
	v, _ := protocol.Parse(c.result)
	opened := c.read(v)
	if mounted(cardPart{c}) {
		c.card = opened
	}
	return opened
}

func (c *call) setStatus(s status) {
	if s == c.status {
		return
	}
	c.t.sum.count(c.status, -1)
	c.t.sum.count(s, 1)
	if c.g != nil {
		c.seg.n.move(c.status, s)
		c.g.n.move(c.status, s)
		c.loop.tally.move(c.status, s)
		c.t.set(quietPart{c.loop})
	}
	c.status = s
}

func (s *Summary) count(st status, by int) {
	switch st {
	case running, needsInput:
		s.Running += by
	case failed:
		s.Failed += by
	}
}

// ref names the call in a saved state: by its id and the call it runs under, so that it is found again after a reload.
func (c *call) ref() string {
	switch {
	case c.id == "":
		return "#" + strconv.Itoa(c.n)
	case c.parent != "":
		return c.parent + "/" + c.id
	}
	return c.id
}

func keep(dst *string, s string) {
	if s != "" {
		*dst = s
	}
}
