package transcript

import (
	"strings"

	"github.com/vitrine-go/vitrine/artifactkit/markup"
)

// quietPart is the line that stands for the rows of a loop where a reader wants the prose only. It stands before them, so that the
// stylesheet can hide what comes behind a folded one; where the rows are shown it is not.
type quietPart struct{ *loop }

func (p quietPart) key() string { return keyOf('q', p.n) }
func (p quietPart) up() part    { return p.loop }
func (p quietPart) shown() bool { return p.t.o.Ways }

func (p quietPart) node(m mode) markup.Node {
	expanded := "false"
	if p.unfolded {
		expanded = "true"
	}
	sign := glyph{icon: "dot", spin: p.tally[running] > 0}
	return markup.El(markup.Button, m.attrs(p.key(), markup.Const("type", "button"), markup.Class("ak-row ak-quiet"), markup.Action("toggle", ""),
		markup.Aria("expanded", expanded)),
		sign.node(p.t), markup.Text(" "),
		markup.El(markup.Span, nil, markup.Text(p.t.tallied(len(p.calls), &p.tally))), markup.Text(" "),
		markup.El(markup.Span, markup.Attrs(markup.Class("ak-sp"))), markup.Text(" "),
		markup.El(markup.Span, markup.Attrs(markup.Class("ak-ch")), markup.Icon("chevron-right")))
}

// tallied is "12 calls, 1 failed".
func (t *Transcript) tallied(calls int, n *tally) string {
	words := []string{t.o.Locale.N("calls", calls)}
	for _, s := range []status{failed, denied, interrupted, needsInput} {
		if n[s] > 0 {
			words = append(words, t.o.Locale.N(countKeys[s], n[s]))
		}
	}
	return strings.Join(words, ", ")
}

// unfold shows the rows of a loop where the prose comes first, or folds them away.
func (l *loop) unfold(on bool) {
	if l.unfolded != on {
		l.unfolded = on
		l.t.set(quietPart{l})
	}
}

// loopOf is the loop of a quiet line's key.
func (t *Transcript) loopOf(key string) *loop {
	for _, l := range t.loops {
		if keyOf('q', l.n) == key {
			return l
		}
	}
	return nil
}

// menuButton asks the host for what can be done with a call.
func (t *Transcript) menuButton(m mode) markup.Node {
	if !t.o.Ways || m == page {
		return markup.Node{}
	}
	return markup.El(markup.Button, markup.Attrs(markup.Const("type", "button"), markup.Class("ak-dots"), markup.Action("menu", ""),
		markup.Aria("haspopup", "menu"), markup.Label(t.o.Locale.T("call_menu"))),
		markup.El(markup.Span, markup.Attrs(markup.Aria("hidden", "true")), markup.Text("⋯")))
}

// dotted is the class of what may have a menu button at the end of its row.
func (t *Transcript) dotted(m mode, plain, dotted markup.Attr) markup.Attr {
	if t.o.Ways && m == live {
		return dotted
	}
	return plain
}
