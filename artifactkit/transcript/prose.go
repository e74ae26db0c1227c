package transcript

import (
	"strconv"
	"strings"

	"github.com/vitrine-go/vitrine/artifactkit/highlight"
	"github.com/vitrine-go/vitrine/artifactkit/limits"
	"github.com/vitrine-go/vitrine/artifactkit/markup"
	"github.com/vitrine-go/vitrine/artifactkit/markup/markdown"
)

// prose is an assistant message that is being written, or was. It is a slot of pieces: each finished block of the document is one
// and is not drawn again, and the last piece is what is still open.
type prose struct {
	base
	pieces []*piece

	// While it is open.
	src    strings.Builder
	doc    *markdown.Stream
	behind int // source bytes behind the finished blocks, roughly
	drawn  int // of them in the last piece as it is drawn
}

// piece is a part of a text that grows.
type piece struct {
	of   part
	n    int
	tag  markup.Tag
	body markup.Node
}

func (p *piece) key() string { return p.of.key() + "." + strconv.Itoa(p.n) }
func (p *piece) up() part    { return p.of }
func (p *piece) shown() bool { return true }
func (p *piece) node(m mode) markup.Node {
	return markup.El(p.tag, m.attrs(p.key(), markup.Class("ak-piece")), p.body)
}

func (th *thread) newProse() *prose {
	p := &prose{base: th.base()}
	p.doc = markdown.NewStream(p.markdown())
	th.push(p)
	return p
}

// markdown is how the messages of a transcript are read.
func (b base) markdown() markdown.Options {
	o := markdown.Options{Scope: b.t().o.Scope.Sub("b", b.n), Locale: b.t().o.Locale}
	if b.t().o.Highlight {
		o.Highlight = highlight.Node
	}
	return o
}

func (p *prose) node(m mode) markup.Node {
	kids := make([]markup.Node, len(p.pieces))
	for i, q := range p.pieces {
		kids[i] = q.node(m)
	}
	return markup.El(markup.Div, m.attrs(p.key(), markup.Class("ak-msg ak-prose"), m.slot(p.key())), kids...)
}

// full tells whether more text would no longer be read as Markdown; it goes on in another message then.
func (p *prose) full(more int) bool { return p.src.Len() > 0 && p.src.Len()+more > limits.Markdown }

// says tells whether a whole message only repeats what was streamed.
func (p *prose) says(text string) bool {
	return strings.TrimSpace(p.src.String()) == strings.TrimSpace(text)
}

// lagFrom is how long an open block may get before it is no longer drawn with every delta. Beyond it a block is drawn when it
// grew by one part in lagParts, so that one endless block costs a small multiple of its length and not its square.
const (
	lagFrom  = 16 << 10
	lagParts = 32
)

func (p *prose) append(text string) {
	p.src.WriteString(text)
	before := p.doc.Finished()
	p.doc.Write(text)
	p.behind += len(text)
	if p.doc.Finished() > before {
		p.behind, p.drawn = len(text), 0
	}
	if p.behind <= lagFrom || p.behind-p.drawn >= p.behind/lagParts {
		p.draw(p.doc.Draft())
	}
}

// draw takes over the blocks that are there now, the open ones together as the last piece.
func (p *prose) draw(blocks []markup.Node) {
	p.drawn = p.behind
	finished := p.doc.Finished()
	for n := max(0, len(p.pieces)-1); n < finished; n++ {
		p.put(n, blocks[n])
	}
	if len(blocks) > finished || len(p.pieces) > finished {
		p.put(finished, markup.Group(blocks[finished:]...))
	}
}

func (p *prose) put(n int, body markup.Node) {
	if n < len(p.pieces) {
		p.pieces[n].body = body
		p.t().set(p.pieces[n])
		return
	}
	q := &piece{of: p, n: n, tag: markup.Div, body: body}
	p.pieces = append(p.pieces, q)
	p.t().add(q)
}

// finish draws the open end as it stands, and lets go of what only an open message needs.
func (p *prose) finish() {
	p.draw(p.doc.Blocks())
	p.doc = nil
	p.src.Reset()
}
