// Package text is the kind of plain and terminal text, and of code when a language is named.
package text

import (
	"github.com/vitrine-go/vitrine/artifactkit/kind"
	"github.com/vitrine-go/vitrine/artifactkit/kind/internal/field"
	"github.com/vitrine-go/vitrine/artifactkit/kind/internal/longtext"
	"github.com/vitrine-go/vitrine/artifactkit/limits"
	"github.com/vitrine-go/vitrine/artifactkit/markup"
	"github.com/vitrine-go/vitrine/artifactkit/protocol"
)

// Kind reads {text, lang?, title?}. Without text it shows the portable value, as an artifact with an empty payload means it.
var Kind = kind.Kind{Name: "text", Icon: "file-text", Open: open}

type view struct {
	longtext.View
	title string
}

func open(payload protocol.Value, value string) (kind.View, *protocol.Reason) {
	s, set, why := field.Text(payload, "text")
	if why != nil {
		return nil, why
	}
	if !set {
		s = value
	}
	v := view{title: field.Optional(payload, "title"), View: longtext.View{File: "output.txt"}}
	if lang := field.Optional(payload, "lang"); lang != "" && !terminal[lang] {
		v.Body = longtext.Code(s, lang)
	} else {
		v.Body = longtext.Terminal(s)
	}
	return v, nil
}

// terminal are the languages that name output, not code. (A console session with a prompt is highlighted.)
var terminal = map[string]bool{"text": true, "txt": true, "plain": true, "plaintext": true, "ansi": true, "log": true, "output": true}

func (v view) Node(st kind.State, env kind.Env) markup.Node {
	b := markup.NewBudget(limits.Marks)
	var title markup.Node
	if v.title != "" && v.title != env.Title {
		title = markup.El(markup.Div, markup.Attrs(markup.Class("ak-file")), b.Visible(field.Name(v.title)))
	}
	return markup.El(markup.Div, markup.Attrs(markup.Class("ak-text")), title, v.Bar(st, env), v.Body.Node("", st, env, b))
}
