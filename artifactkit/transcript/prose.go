package transcript

import (
	"strconv"
	"strings"

	"github.com/vitrine-go/vitrine/artifactkit/limits"
	"github.com/vitrine-go/vitrine/artifactkit/markup"
)

// prose is an assistant message that is being written. What is finished of it is not drawn again: it is a slot of pieces, of which
// only the last ones change.
type prose struct {
	base
	src    strings.Builder // while it is open
	stream stream
	pieces []*piece
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
	p.stream = newStream(p)
	th.push(p)
	return p
}

func (p *prose) node(m mode) markup.Node {
	kids := make([]markup.Node, len(p.pieces))
	for i, q := range p.pieces {
		kids[i] = q.node(m)
	}
	return markup.El(markup.Div, m.attrs(p.key(), markup.Class("ak-msg"), markup.Dir("auto"), m.slot(p.key())), kids...)
}

// full tells whether more text would not be read as Markdown any more; then another block goes on.
func (p *prose) full(more int) bool { return p.src.Len() > 0 && p.src.Len()+more > limits.Markdown }

// says tells whether a whole message only repeats what was streamed.
func (p *prose) says(text string) bool {
	return strings.TrimSpace(p.src.String()) == strings.TrimSpace(text)
}

func (p *prose) append(text string) {
	p.src.WriteString(text)
	p.stream.write(text)
}

// finish lets go of what only an open message needs.
func (p *prose) finish() {
	p.stream.finish()
	p.src.Reset()
}
