// Package errorkind is the kind of failures: what went wrong, and the terminal's words about it.
package errorkind

import (
	"strings"

	"github.com/vitrine-go/vitrine/artifactkit/kind"
	"github.com/vitrine-go/vitrine/artifactkit/kind/internal/field"
	"github.com/vitrine-go/vitrine/artifactkit/kind/internal/longtext"
	"github.com/vitrine-go/vitrine/artifactkit/limits"
	"github.com/vitrine-go/vitrine/artifactkit/markup"
	"github.com/vitrine-go/vitrine/artifactkit/protocol"
)

// Kind reads {message, detail?}. An empty message falls back to the portable value, then to the word "failed": an error
// never has an empty box.
var Kind = kind.Kind{Name: "error", Icon: "exclamation-circle", Rich: true, Open: open}

type view struct {
	headline string         // the first line of the message
	message  *longtext.Text // its other lines, nil without any
	detail   *longtext.Text // nil without one
	hint     string         // key of a sentence, "" for none
	all      string
}

// headlineRunes is the longest first line that stands as a headline; a longer one is text like the rest.
const headlineRunes = 500

func open(payload protocol.Value, value string) (kind.View, *protocol.Reason) {
	message := messageOf(payload)
	if strings.TrimSpace(message) == "" {
		message = value
	}
	message = strings.Trim(message, "\r\n")
	head, rest, _ := strings.Cut(message, "\n")
	head = strings.TrimSpace(markup.Terminal(head).Text())
	if _, left := field.Cut(head, headlineRunes); left > 0 {
		head, rest = "", message
	}
	v := view{headline: head, all: markup.Terminal(message).Text()}
	v.hint = hint(v.all)
	if rest = strings.TrimLeft(rest, "\r\n"); strings.TrimSpace(rest) != "" {
		v.message = longtext.Terminal(rest).Named("detail")
	}
	if s := field.Optional(payload, "detail"); strings.TrimSpace(s) != "" {
		v.detail = longtext.Terminal(s).Named("detail")
		v.all += "\n\n" + v.detail.Text()
	}
	return v, nil
}

// messageOf takes a message as producers write it: a text, an object with a message, else the compact JSON.
func messageOf(payload protocol.Value) string {
	s, set, why := field.Text(payload, "message")
	if set || why == nil {
		return s
	}
	m := payload.Get("message")
	if inner := field.Optional(m, "message"); inner != "" {
		return inner
	}
	s, whole := field.Brief(m, limits.LineRunes)
	if !whole {
		s += "…"
	}
	return s
}

func (v view) Node(st kind.State, env kind.Env) markup.Node {
	b := markup.NewBudget(limits.Marks)
	headline := v.headline
	if headline == "" && v.message == nil {
		headline = env.Locale.T("status_error")
	}
	n := markup.El(markup.Div, markup.Attrs(markup.Class("ak-err"), markup.Dir("auto")),
		markup.El(markup.B, nil, b.Visible(headline)))
	if headline == "" {
		n = markup.Node{}
	}
	if v.message != nil {
		n = markup.Group(n, v.message.Node("", st, env, b))
	}
	if v.hint != "" {
		n = markup.Group(n, markup.El(markup.P, markup.Attrs(markup.Class("ak-hint")), markup.Icon("lightbulb"), markup.El(markup.Span, nil, markup.Text(env.Locale.T(v.hint)))))
	}
	if v.detail != nil {
		n = markup.Group(n, v.trace(st, env, b))
	}
	return markup.El(markup.Div, markup.Attrs(markup.Class("ak-errview")), n)
}

// folded is how many lines of detail stand open; a longer one, a stack trace, is folded.
const folded = 12

func (v view) trace(st kind.State, env kind.Env, b *markup.Budget) markup.Node {
	body, lines := v.detail.Node("detail", st, env, b), v.detail.Lines()
	if lines <= folded {
		return body
	}
	l := env.Locale
	return markup.El(markup.Details, markup.Attrs(markup.Class("ak-behind"), markup.Flag("open", st.Get("more_detail").IsSet())),
		markup.El(markup.Summary, nil, markup.Text(l.T("detail")+" · "+l.N("lines", lines))), body)
}

func (v view) Update(st kind.State, action string) kind.State {
	if next := longtext.Part("detail").Update(st, action); next != st {
		return next
	}
	return longtext.Part("").Update(st, action)
}

// Extract gives "text": the message and the detail.
func (v view) Extract(what string, _ kind.State) (mime, name string, body []byte, ok bool) {
	if what != "text" {
		return "", "", nil, false
	}
	return "text/plain", "error.txt", []byte(v.all), true
}

// CopyWord is "text".
func (view) CopyWord() string { return "text" }
