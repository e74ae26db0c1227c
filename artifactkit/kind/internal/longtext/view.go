package longtext

import (
	"github.com/vitrine-go/vitrine/artifactkit/kind"
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
	return markup.El(markup.Div, markup.Attrs(markup.Class("ak-text")), v.Body.Node("", st, env, markup.NewBudget(limits.Marks)))
}

// Update answers the text's own controls.
func (View) Update(st kind.State, action string) kind.State { return Part("").Update(st, action) }

// Extract gives "text": all of it, without escapes.
func (v View) Extract(what string, _ kind.State) (mime, name string, body []byte, ok bool) {
	if what != "text" {
		return "", "", nil, false
	}
	return "text/plain", v.File, []byte(v.Body.Text()), true
}

// CopyWord is "text".
func (View) CopyWord() string { return "text" }
