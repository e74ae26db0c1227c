package transcript

import (
	"github.com/vitrine-go/vitrine/artifactkit/limits"
	"github.com/vitrine-go/vitrine/artifactkit/markup"
	"github.com/vitrine-go/vitrine/artifactkit/protocol"
)

// node draws what a call asked for and what came of it. Its root takes part in nothing but layout: the card is the article.
func (p cardPart) node(m mode) markup.Node {
	c := p.call
	attrs := m.attrs(p.key(), markup.Class("ak-box"))
	opened := c.opened()
	if opened == nil {
		return markup.El(markup.Div, attrs, c.unanswered())
	}
	if c.alone {
		return markup.El(markup.Div, attrs, opened.Bare(c.view, c.t.env(c.n)))
	}
	return markup.El(markup.Div, attrs, opened.NodeWith(c.asked(), c.view, c.t.env(c.n)))
}

// asked is the request, folded under the card's head, where the result does not hide it.
func (c *call) asked() markup.Node {
	if !c.facts.request || c.request == nil {
		return markup.Node{}
	}
	return markup.El(markup.Details, markup.Attrs(markup.Class("ak-req")),
		markup.El(markup.Summary, nil, markup.Text(c.t.o.Locale.T("tool_call")+" · "),
			markup.El(markup.Span, markup.Attrs(markup.Class("ak-mono")), markup.Visible(c.tool))),
		c.arguments())
}

// unanswered is the card of a call without a result: what it was asked, and that it runs or that nothing came.
func (c *call) unanswered() markup.Node {
	l := c.t.o.Locale
	title := c.title
	if title == "" {
		title = c.tool
	}
	if title == "" {
		title = l.T("a_tool")
	}
	sign := glyph{spin: c.status == running, icon: statusIcon(c.status)}
	body := c.arguments()
	var note markup.Node
	if c.status == interrupted {
		note = markup.El(markup.Div, markup.Attrs(markup.Class("ak-note"), markup.Const("role", "note")), markup.Text(l.T("no_result")))
	}
	return markup.El(markup.Article, markup.Attrs(markup.Class("ak-card"), markup.Data("status", statusWords[c.status])),
		markup.El(markup.Header, markup.Attrs(markup.Class("ak-head")), sign.node(c.t),
			markup.El(markup.Span, markup.Attrs(markup.Class("ak-title"), markup.Dir("auto")), markup.Visible(title)),
			markup.Text(" "),
			markup.El(markup.Span, markup.Attrs(markup.Class("ak-status")), markup.Text(c.t.word(c)))),
		note, body)
}

// statusWords are the statuses of calls without a result, as the protocol writes them.
var statusWords = [statuses]string{running: "running", interrupted: "interrupted", needsInput: "needs_input"}

// arguments are the request's, set out as JSON text.
func (c *call) arguments() markup.Node {
	if c.request == nil {
		return markup.Node{}
	}
	v, _ := protocol.Parse(c.request)
	a := v.Get("arguments")
	text, left := protocol.SetOut(a.Raw(), limits.ArgumentBytes)
	var more markup.Node
	if left > 0 {
		more = markup.El(markup.P, markup.Attrs(markup.Class("ak-more")), markup.Text(c.t.o.Locale.N("bytes_left_out", left)))
	}
	return markup.Group(
		markup.El(markup.Pre, markup.Attrs(markup.Class("ak-text ak-args"), markup.Dir("ltr"), markup.Label(c.t.o.Locale.T("arguments"))), markup.Visible(text)), more)
}
