package card

import (
	"strings"

	"github.com/vitrine-go/vitrine/artifactkit/display"
	"github.com/vitrine-go/vitrine/artifactkit/highlight"
	"github.com/vitrine-go/vitrine/artifactkit/kind"
	"github.com/vitrine-go/vitrine/artifactkit/limits"
	"github.com/vitrine-go/vitrine/artifactkit/locale"
	"github.com/vitrine-go/vitrine/artifactkit/markup"
	"github.com/vitrine-go/vitrine/artifactkit/markup/markdown"
	"github.com/vitrine-go/vitrine/artifactkit/protocol"
)

// Node draws the card: head, what is wrong with it, error, body, the structured view behind a click, footer.
func (c *Card) Node(st kind.State, env kind.Env) markup.Node {
	return c.NodeWith(markup.Node{}, st, env)
}

// NodeWith is Node with a host's own part under the head: a transcript puts the request there.
func (c *Card) NodeWith(under markup.Node, st kind.State, env kind.Env) markup.Node {
	env.Title = c.Title
	return markup.El(markup.Article, markup.Attrs(c.shape(st), markup.Data("kind", c.Kind), markup.Data("status", c.Status)),
		c.head(st, env), c.ways(st, env), under, c.note(env), c.banner(), c.body(st, env), c.forModel(env), c.rests(env), c.foot(env))
}

// StatusText is a status in words; one that has no words of its own is shown as it came (ART-4).
func StatusText(status string, l locale.Locale) string {
	if key := "status_" + status; locale.Has(key) {
		return l.T(key)
	}
	return status
}

func (c *Card) head(st kind.State, env kind.Env) markup.Node {
	title := c.Title
	if strings.TrimSpace(title) == "" {
		title = env.Locale.T("output")
	}
	status := markup.El(markup.Span, markup.Attrs(markup.Class("ak-sr")), markup.Visible(StatusText(c.Status, env.Locale)))
	if c.Status != "success" {
		status = markup.El(markup.Span, markup.Attrs(markup.Class("ak-status")), markup.Visible(StatusText(c.Status, env.Locale)))
	}
	return markup.El(markup.Header, markup.Attrs(markup.Class("ak-head")),
		markup.Icon(c.Icon),
		markup.El(markup.Span, markup.Attrs(markup.Class("ak-title"), markup.Dir("auto")), markup.Visible(title)),
		markup.Text(" "), status,
		markup.El(markup.Span, markup.Attrs(markup.Class("ak-space"))),
		c.tools(st, env))
}

// copyWord is what the card's copy button copies: what the view says copies best, such as a table as TSV, else the value.
func (c *Card) copyWord() string {
	if v, ok := c.view.(kind.Copier); ok {
		return v.CopyWord()
	}
	return "value"
}

// note says why the artifact that was claimed is not what is shown.
func (c *Card) note(env kind.Env) markup.Node {
	if c.Reason == nil {
		return markup.Node{}
	}
	l := env.Locale
	shown := l.T("shown_value")
	if c.Reason.Code == protocol.NotJSON || c.Reason.Code == protocol.TooLarge && c.From == "text" {
		shown = l.T("shown_text")
	}
	var where markup.Node
	if c.Reason.Path != "" {
		where = markup.El(markup.Span, markup.Attrs(markup.Class("ak-dim ak-mono")), markup.Text(" "), markup.Visible(c.Reason.Path))
	}
	return markup.El(markup.Div, markup.Attrs(markup.Class("ak-note"), markup.Const("role", "note")),
		markup.Icon("exclamation-triangle"),
		markup.El(markup.Span, nil, markup.Visible(l.Reason(*c.Reason)), markup.Text(" "+shown), where))
}

// banner is the error text above the body (DI-2). An artifact of kind error is the banner itself, unless it tells of something else.
func (c *Card) banner() markup.Node {
	if c.Error == "" || c.told && c.Display.Body == display.None {
		return markup.Node{}
	}
	return markup.El(markup.Div, markup.Attrs(markup.Class("ak-err"), markup.Dir("auto")),
		markup.El(markup.B, nil, markup.Visible(c.Error)))
}

// body is DI-2's: html, markdown, text of the display, else the view; the view stays one click away when the display wins.
func (c *Card) body(st kind.State, env kind.Env) markup.Node {
	own := c.displayBody(env)
	view := markup.El(markup.Div, markup.Attrs(markup.Class("ak-body")), c.view.Node(st, env))
	if own.Empty() {
		return markup.Group(view, c.data(st, env))
	}
	return markup.Group(
		markup.El(markup.Div, markup.Attrs(markup.Class("ak-body ak-own"), markup.Facing(own)), own),
		markup.El(markup.Details, markup.Attrs(markup.Class("ak-behind")),
			markup.El(markup.Summary, nil, markup.Text(env.Locale.T("structured_view"))), view),
		c.data(st, env))
}

// data is the payload of a kind or version that is not drawn, as a tree (PL-2).
func (c *Card) data(st kind.State, env kind.Env) markup.Node {
	if c.inside == nil {
		return markup.Node{}
	}
	return markup.El(markup.Details, markup.Attrs(markup.Class("ak-behind"), markup.Flag("open", true)),
		markup.El(markup.Summary, nil, markup.Text(env.Locale.T("data"))), c.inside.Node(st, env))
}

// forModel is what a producer addressed to the model only: part of the value, folded here (CAR-3).
func (c *Card) forModel(env kind.Env) markup.Node {
	text := c.Adapted.Artifact.Payload.Get("for_model").Str()
	if text == "" || c.inside != nil {
		return markup.Node{}
	}
	return markup.El(markup.Details, markup.Attrs(markup.Class("ak-behind")),
		markup.El(markup.Summary, nil, markup.Text(env.Locale.T("for_the_model"))), c.text(text).Node(kind.State{}, env))
}

func (c *Card) displayBody(env kind.Env) markup.Node {
	src := c.Display.BodySource
	if c.Display.Body != display.None && strings.TrimSpace(src) == "" {
		return plainBlock("", env) // given, and empty (PL-4)
	}
	switch c.Display.Body {
	case display.HTML:
		return c.html(src, env)
	case display.Markdown:
		o := markdown.Options{Scope: env.Scope, Locale: env.Locale}
		if env.Highlight {
			o.Highlight = highlight.Node
		}
		if n := markdown.Render(src, o); n.Shows() {
			return n
		}
		return plainBlock(src, env) // definitions of links, and nothing that uses them
	case display.Text:
		return plainBlock(src, env)
	}
	return markup.Node{}
}

// html is foreign HTML rebuilt (TR-3). What cannot be rebuilt is its text with the reason, and so is all of it when the host wants text.
func (c *Card) html(src string, env kind.Env) markup.Node {
	if c.options.HTMLAsText {
		return plainBlock(src, env)
	}
	r := c.made
	if r == nil || r.src != src || r.words != env.Locale {
		r = rebuild(src, env.Locale)
	}
	if r.why == nil {
		return markup.El(markup.Div, markup.Attrs(markup.Class("ak-prose")), r.node)
	}
	return markup.Group(markup.El(markup.P, markup.Attrs(markup.Class("ak-dim")), markup.Visible(env.Locale.Reason(*r.why))), r.node)
}

// plainBlock is text of the display, as much of it as a view carries.
func plainBlock(src string, env kind.Env) markup.Node {
	if src == "" {
		src = env.Locale.T("no_output")
	}
	var more markup.Node
	if over := len(src) - limits.TextBytes; over > 0 {
		src = src[:limits.TextBytes]
		more = markup.El(markup.P, markup.Attrs(markup.Class("ak-dim")), markup.Text(env.Locale.N("bytes_left_out", over)))
	}
	return markup.Group(markup.El(markup.Pre, markup.Attrs(markup.Class("ak-text")), markup.Visible(src)), more)
}

func (c *Card) foot(env kind.Env) markup.Node {
	if strings.TrimSpace(c.Display.Footer) == "" {
		return markup.Node{}
	}
	words := c.html(c.Display.Footer, env)
	return markup.El(markup.Footer, markup.Attrs(markup.Class("ak-foot"), markup.Facing(words)), words)
}
