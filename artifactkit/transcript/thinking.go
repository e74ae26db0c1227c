package transcript

import (
	"strings"
	"unicode/utf8"

	"github.com/vitrine-go/vitrine/artifactkit/markup"
)

// thinking is a folded block of the model's reasoning. It grows by pieces of bounded size, so that a long thought costs no more
// to go on with than a short one.
type thinking struct {
	base
	from, to string
	done     bool
	pieces   []*piece
	tail     strings.Builder // text of the last piece
}

func (th *thread) newThinking(at string) *thinking {
	k := &thinking{base: th.base(), from: at}
	th.push(k)
	return k
}

// pieceBytes ends a piece at the next line; twice as many end it anywhere.
const pieceBytes = 1 << 10

func (k *thinking) append(text string) {
	for text != "" {
		n, full := room(k.tail.Len(), text)
		if n > 0 {
			k.grow(text[:n])
		}
		if full {
			k.tail.Reset()
		}
		text = text[n:]
	}
}

// room is how much of text a piece that holds used bytes still takes, and whether that ends it.
func room(used int, text string) (n int, full bool) {
	n = min(len(text), 2*pieceBytes-used)
	if from := max(0, pieceBytes-used-1); from < n {
		if i := strings.IndexByte(text[from:n], '\n'); i >= 0 {
			return from + i + 1, true
		}
	}
	for n < len(text) && n > 0 && !utf8.RuneStart(text[n]) {
		n--
	}
	return n, n < len(text) || used+n == 2*pieceBytes
}

func (k *thinking) grow(text string) {
	isNew := k.tail.Len() == 0
	k.tail.WriteString(text)
	if isNew {
		k.pieces = append(k.pieces, &piece{of: k, n: len(k.pieces), tag: markup.Span})
	}
	last := k.pieces[len(k.pieces)-1]
	last.body = markup.Text(k.tail.String())
	if isNew {
		k.t().add(last)
	} else {
		k.t().set(last)
	}
}

func (k *thinking) finish(at string) {
	k.done, k.to = true, at
	k.t().set(thoughtPart{k})
}

func (k *thinking) node(m mode) markup.Node {
	kids := make([]markup.Node, len(k.pieces))
	for i, p := range k.pieces {
		kids[i] = p.node(m)
	}
	return markup.El(markup.Details, m.attrs(k.key(), markup.Class("ak-think")), thoughtPart{k}.node(m),
		markup.El(markup.Div, markup.Attrs(markup.Class("ak-think-body"), markup.Dir("auto"), m.slot(k.key())), kids...))
}

// thoughtPart is the line that unfolds a thought.
type thoughtPart struct{ *thinking }

func (p thoughtPart) key() string { return p.thinking.key() + ".s" }
func (p thoughtPart) up() part    { return p.thinking }
func (p thoughtPart) node(m mode) markup.Node {
	l := p.t().o.Locale
	words := l.T("thinking")
	if p.done {
		words = l.T("thought")
		if s := elapsed(p.from, p.to, l); s != "" {
			words = l.T("thought_for", s)
		}
	}
	return markup.El(markup.Summary, m.attrs(p.key()), markup.Icon("lightbulb"), markup.Text(" "+words))
}
