package transcript

import (
	"strings"

	"github.com/vitrine-go/vitrine/artifactkit/markup"
)

// thread is one line of conversation: the session's, or that of a sub-agent inside the call that runs it.
type thread struct {
	t      *Transcript
	owner  *call // nil for the session
	depth  int
	agent  string // the sub-agent's name
	blocks []part

	loop     *loop     // the run of tool calls that the next one joins
	message  *prose    // the open assistant message
	blank    string    // white space that may begin one
	thinking *thinking // the open thinking block
}

func (th *thread) key() string {
	if th.owner == nil {
		return ""
	}
	return keyOf('t', th.owner.n)
}

// home is the part that blocks of this thread stand in.
func (th *thread) home() part {
	if th.owner == nil {
		return nil
	}
	return th
}

func (th *thread) up() part    { return th.owner.area() }
func (th *thread) shown() bool { return th.owner.shownOpen() }

func (th *thread) node(m mode) markup.Node {
	who := th.agent
	if who == "" {
		who = th.t.o.Locale.T("sub_agent")
	}
	return markup.El(markup.Section, m.attrs(th.key(), markup.Class("ak-sub"), m.slot(th.key())),
		markup.El(markup.Div, markup.Attrs(markup.Class("ak-sub-name")), markup.Icon("robot"), markup.Isolated(who)), th.body(m))
}

func (th *thread) body(m mode) markup.Node {
	kids := make([]markup.Node, len(th.blocks))
	for i, b := range th.blocks {
		kids[i] = b.node(m)
	}
	return markup.Group(kids...)
}

// push puts a block at the end.
func (th *thread) push(p part) {
	th.blocks = append(th.blocks, p)
	th.t.add(p)
}

// base is what blocks have in common.
type base struct {
	th *thread
	n  int
}

func (th *thread) base() base { return base{th, th.t.next()} }
func (b base) key() string    { return keyOf('b', b.n) }
func (b base) up() part       { return b.th.home() }
func (b base) shown() bool    { return true }
func (b base) t() *Transcript { return b.th.t }
func (l *loop) key() string   { return keyOf('l', l.n) }
func (l *loop) up() part      { return l.th.home() }
func (l *loop) shown() bool   { return true }
func isBlank(s string) bool   { return strings.TrimSpace(s) == "" }
func (th *thread) split()     { th.loop = nil }

func (l *loop) node(m mode) markup.Node {
	kids := make([]markup.Node, 0, 1+len(l.groups))
	if m == live && l.t.o.Ways {
		kids = append(kids, quietPart{l}.node(m))
	}
	for _, g := range l.groups {
		kids = append(kids, g.node(m))
	}
	return markup.El(markup.Div, m.attrs(l.key(), markup.Class("ak-loop"), m.slot(l.key())), kids...)
}

// maxBlank is how much white space waits for a message to begin; more of it means nothing.
const maxBlank = 4 << 10

// say appends to the open assistant message. White space alone neither begins one nor parts a run of tool calls.
func (th *thread) say(text, at string) {
	if th.message != nil && th.message.full(len(text)) {
		th.closeMessage(at)
	}
	if th.message == nil {
		if isBlank(text) {
			if len(th.blank)+len(text) <= maxBlank {
				th.blank += text
			}
			return
		}
		th.closeThinking(at)
		th.split()
		th.message = th.newProse()
		th.talks()
		text, th.blank = th.blank+text, ""
		th.count()
	}
	th.message.append(text)
}

// think appends to the open thinking block.
func (th *thread) think(text, at string) {
	if th.thinking == nil {
		if isBlank(text) {
			return
		}
		th.closeMessage(at)
		th.split()
		th.thinking = th.newThinking(at)
		th.talks()
	}
	th.thinking.append(text)
}

// talks notes that the thread has something open.
func (th *thread) talks() {
	if th.owner != nil {
		th.t.talking = append(th.t.talking, th)
	}
}

// stop closes everything that is open in the thread; with the session that is everything there is.
func (th *thread) stop(at string) {
	th.closeMessage(at)
	if th.owner == nil {
		for _, sub := range th.t.talking {
			sub.closeMessage(at)
		}
		th.t.talking = nil
	}
	th.interrupt(at)
	th.split()
}

// closeMessage ends what is being written: the next delta begins anew.
func (th *thread) closeMessage(at string) {
	if th.message != nil {
		th.message.finish()
	}
	th.message, th.blank = nil, ""
	th.closeThinking(at)
}

func (th *thread) closeThinking(at string) {
	if th.thinking != nil {
		th.thinking.finish(at)
		th.thinking = nil
	}
}
