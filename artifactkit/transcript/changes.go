package transcript

import (
	"strings"

	"github.com/vitrine-go/vitrine/artifactkit/markup"
	"github.com/vitrine-go/vitrine/artifactkit/protocol"
)

// Op is one operation on the document.
type Op struct {
	Verb   string      // "add" or "set"; "off" or "on" marks the part as one that a filter hides, or takes the mark away
	Key    string      // of the part
	Parent string      // add: key of the slot, "" for the host
	HTML   markup.HTML // add and set
}

// Changes is what an event or an action does to the document, in order.
type Changes struct {
	Ops      []Op
	Announce string // one sentence for the host's polite live region, "" when nothing is worth hearing
}

// AppendJSON appends {"ops":[[verb,key,parent,html],…],"announce":"…"}.
func (c Changes) AppendJSON(dst []byte) []byte {
	dst = append(dst, `{"ops":[`...)
	for i, op := range c.Ops {
		if i > 0 {
			dst = append(dst, ',')
		}
		dst = protocol.AppendString(append(dst, '['), op.Verb)
		dst = protocol.AppendString(append(dst, ','), op.Key)
		dst = protocol.AppendString(append(dst, ','), op.Parent)
		dst = append(protocol.AppendString(append(dst, ','), op.HTML.String()), ']')
	}
	dst = protocol.AppendString(append(dst, `],"announce":`...), c.Announce)
	return append(dst, '}')
}

// pending collects the parts that changed until they are drawn, each once and in its last state.
type pending struct {
	order []part
	verbs map[string]string
	sifts []sifted // parts that a filter hides or shows now
	words []string // to announce
	fails int      // calls that failed
	last  *call    // the last of them
}

func (p *pending) mark(verb string, q part) {
	key := q.key()
	if _, ok := p.verbs[key]; ok {
		return // an add stays an add
	}
	if p.verbs == nil {
		p.verbs = map[string]string{}
	}
	p.verbs[key] = verb
	p.order = append(p.order, q)
}

func (t *Transcript) add(p part) { t.pending.mark("add", p) }
func (t *Transcript) set(p part) { t.pending.mark("set", p) }

// mark draws anew whether a filter hides the part.
func (t *Transcript) mark(p sifted) { t.pending.sifts = append(t.pending.sifts, p) }

func (t *Transcript) say(sentence string) { t.pending.words = append(t.pending.words, sentence) }

// flush draws what changed. What is not in the document is passed over, and so is what an enclosing part brings along.
func (t *Transcript) flush() Changes {
	p := t.pending
	t.pending = pending{}
	var c Changes
	for _, q := range p.order {
		if !mounted(q) || p.covered(q) {
			continue
		}
		op := Op{Verb: p.verbs[q.key()], Key: q.key(), HTML: markup.Write(markup.Without(q.node(live), t.o.Withhold))}
		if up := q.up(); op.Verb == "add" && up != nil {
			op.Parent = up.key()
		}
		c.Ops = append(c.Ops, op)
	}
	c.Ops = append(c.Ops, p.sifted()...)
	if p.fails > 0 {
		p.words = append([]string{t.failures(p.fails, p.last)}, p.words...)
	}
	c.Announce = strings.Join(p.words, " ")
	return c
}

// sifted are the operations for what a filter hides or shows, where nothing draws it anyway.
func (p *pending) sifted() (ops []Op) {
	done := map[string]bool{}
	for _, q := range p.sifts {
		key := q.key()
		if _, drawn := p.verbs[key]; drawn || done[key] || !mounted(q) || p.covered(q) {
			continue
		}
		done[key] = true
		op := Op{Verb: "on", Key: key}
		if q.off() {
			op.Verb = "off"
		}
		ops = append(ops, op)
	}
	return ops
}

func (p *pending) covered(q part) bool {
	for q = q.up(); q != nil; q = q.up() {
		if _, ok := p.verbs[q.key()]; ok {
			return true
		}
	}
	return false
}
