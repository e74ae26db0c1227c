package transcript

import (
	"iter"

	"github.com/vitrine-go/vitrine/artifactkit/kind"
	"github.com/vitrine-go/vitrine/artifactkit/markup"
	"github.com/vitrine-go/vitrine/artifactkit/source"
)

// Transcript is the model. It is not safe for concurrent use.
type Transcript struct {
	o       Options
	root    *thread
	seen    map[string]struct{} // envelope ids
	calls   []*call             // in order of first sight
	loops   []*loop             // of the transcript and of every sub-agent
	waiting []*call             // those without a result, and some that have one by now
	talking []*thread           // sub-agents with an open message, and some that have none by now
	paired  map[pairing]*call
	byID    map[string]*call // first call of an id, for results and sub-agents that do not say under whom
	saved   saved
	prompts []prompt
	filter  Filter
	found   finder
	n       int // last number given to a block or a loop
	pending pending
	sum     Summary
}

// pairing is what a request and its results have in common (EV-3): the id, and under whom it was called, since the ids of two
// sub-agents may collide.
type pairing struct{ parent, id string }

// New makes an empty transcript.
func New(o Options) *Transcript {
	t := &Transcript{o: o.filled(), seen: map[string]struct{}{}, paired: map[pairing]*call{}, byID: map[string]*call{}}
	t.root = &thread{t: t}
	return t
}

// Append takes the next event. An event whose envelope id was there before is passed over, since a resumed feed may deliver
// twice; what is unknown or unreadable is counted and passed over.
func (t *Transcript) Append(e source.Envelope) Changes {
	t.take(e)
	return t.flush()
}

// AppendAll takes several events at once: each part that they change is drawn once, in its last state.
func (t *Transcript) AppendAll(events []source.Envelope) Changes {
	for _, e := range events {
		t.take(e)
	}
	return t.flush()
}

// Close says that no event will come any more, as at the end of a file: what still runs is shown as interrupted (EV-5).
func (t *Transcript) Close() Changes {
	t.root.stop("")
	return t.flush()
}

// SetGrouping draws every loop anew under another grouping. Calls keep their keys and what is open stays open.
func (t *Transcript) SetGrouping(g Grouping) Changes {
	if !g.valid() || g == t.o.Grouping {
		return Changes{}
	}
	t.o.Grouping = g
	for _, l := range t.loops {
		l.regroup()
	}
	return t.flush()
}

// Node is the whole transcript as it stands, as a host's document has it after every operation.
func (t *Transcript) Node() markup.Node { return markup.Without(t.root.body(live), t.o.Withhold) }

// chunk is how many blocks share a section that a browser lays out only when it is near.
const chunk = 100

// Page is the whole transcript for a page without script: every row is a details element with its card inside.
func (t *Transcript) Page() markup.Node {
	var kids []markup.Node
	for n := range t.Sections() {
		kids = append(kids, n)
	}
	return markup.Group(kids...)
}

// Sections yields Page in sections, for writers that do not want all of it in memory.
func (t *Transcript) Sections() iter.Seq[markup.Node] {
	return func(yield func(markup.Node) bool) {
		for rest := t.root.blocks; len(rest) > 0; {
			n := min(chunk, len(rest))
			kids := make([]markup.Node, n)
			for i, b := range rest[:n] {
				kids[i] = b.node(page)
			}
			section := markup.El(markup.Div, markup.Attrs(markup.Class("ak-chunk")), kids...)
			if !yield(markup.Static(markup.Without(section, t.o.Withhold))) {
				return
			}
			rest = rest[n:]
		}
	}
}

// Summary is what a frame shows about a transcript.
type Summary struct {
	Title                  string // as the session says, "" if it does not
	Calls, Failed, Running int
	Messages               int // prompts and answers
	Skipped                int // events that were unknown or unreadable
	Tokens, Limit          int // last usage, 0 if unknown
	Ended                  bool

	Agent, Project, Model string // as the session says, "" if it does not
	From, To              string // times of the first and of the latest event that has one, as they came

	Fitting  int  // calls that the filter lets through
	Filtered bool // there is a filter
}

// begins takes the time that a session says it began.
func (s *Summary) begins(at string) {
	if _, ok := moment(at); ok {
		s.From = at
	}
}

// since takes the time of an event into account.
func (s *Summary) since(at string) {
	if _, ok := moment(at); !ok {
		return
	}
	if s.To = at; s.From == "" {
		s.From = at
	}
}

// Summary counts; it costs nothing.
func (t *Transcript) Summary() Summary { return t.sum }

func (t *Transcript) next() int { t.n++; return t.n }

func (t *Transcript) env(n int) kind.Env {
	return kind.Env{Scope: t.o.Scope.Sub("c", n), Locale: t.o.Locale, Highlight: t.o.Highlight, Load: t.o.Load}
}
