package longtext

import (
	"github.com/vitrine-go/vitrine/artifactkit/kind"
	"github.com/vitrine-go/vitrine/artifactkit/kind/internal/control"
	"github.com/vitrine-go/vitrine/artifactkit/limits"
	"github.com/vitrine-go/vitrine/artifactkit/markup"
)

// View is a view that is one text and nothing else: also what a kind shows of a payload that came as words only.
type View struct {
	Body *Text
	File string // name under which the text is saved
}

// Node draws the text.
func (v View) Node(st kind.State, env kind.Env) markup.Node {
	return markup.El(markup.Div, markup.Attrs(markup.Class("ak-text")), v.Bar(st, env), v.Body.Node("", st, env, markup.NewBudget(limits.Marks)))
}

// Bar holds the text's own controls, if it needs any.
func (v View) Bar(st kind.State, env kind.Env) markup.Node {
	w := v.Body.WrapTool(st, env)
	if w.Empty() {
		return w
	}
	return control.Bar(env.Locale.T("output"), markup.El(markup.Span, markup.Attrs(markup.Class("ak-space"))), w)
}

// Update answers the text's own controls.
func (v View) Update(st kind.State, action string) kind.State { return v.Body.Update(st, action) }

// Extract gives "text": all of it, without escapes.
func (v View) Extract(what string, _ kind.State) (mime, name string, body []byte, ok bool) {
	if what != "text" {
		return "", "", nil, false
	}
	return "text/plain", v.File, []byte(v.Body.Text()), true
}

// CopyWord is "text".
func (View) CopyWord() string { return "text" }
