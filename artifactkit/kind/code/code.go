// Package code is the kind of source code, with what it printed below it.
package code

import (
	"github.com/vitrine-go/vitrine/artifactkit/highlight"
	"github.com/vitrine-go/vitrine/artifactkit/kind"
	"github.com/vitrine-go/vitrine/artifactkit/kind/internal/field"
	"github.com/vitrine-go/vitrine/artifactkit/kind/internal/longtext"
	"github.com/vitrine-go/vitrine/artifactkit/limits"
	"github.com/vitrine-go/vitrine/artifactkit/markup"
	"github.com/vitrine-go/vitrine/artifactkit/protocol"
)

// Kind reads {text, lang?, filename?, start?, output?}; start is the number of the first line, 1 by default. Without text the portable
// value is the code. Without lang the file's name tells.
var Kind = kind.Kind{Name: "code", Icon: "code-slash", Rich: true, Open: open}

type view struct {
	lang, filename string
	code           *longtext.Text
	output         *longtext.Text // nil without one
}

func open(payload protocol.Value, value string) (kind.View, *protocol.Reason) {
	s, set, why := field.Text(payload, "text")
	if why != nil {
		return nil, why
	}
	if !set {
		s = value
	}
	v := view{lang: field.Optional(payload, "lang"), filename: field.Optional(payload, "filename")}
	lang := v.lang
	if !highlight.Known(lang) {
		lang = highlight.ForFile(v.filename)
	}
	v.code = longtext.Code(s, lang)
	if n, ok := field.Unbox(payload.Get("start")).Int(); ok && n < 1<<31 {
		v.code.From(int(n))
	}
	if out := field.Optional(payload, "output"); out != "" {
		v.output = longtext.Terminal(out)
	}
	return v, nil
}

func (v view) Node(st kind.State, env kind.Env) markup.Node {
	b := markup.NewBudget(limits.Marks)
	n := markup.Group(v.file(st, env, b), v.code.Node("", st, env, b))
	if v.output != nil {
		n = markup.Group(n,
			markup.El(markup.Div, markup.Attrs(markup.Class("ak-part")), markup.Text(env.Locale.T("output"))),
			v.output.Node("output", st, env, b))
	}
	return markup.El(markup.Div, markup.Attrs(markup.Class("ak-codeview")), n)
}

// file is the bar with the file's name, the language as the producer calls it, and the controls.
func (v view) file(st kind.State, env kind.Env, b *markup.Budget) markup.Node {
	var name, lang markup.Node
	if v.filename != "" && v.filename != env.Title {
		name = markup.Group(markup.El(markup.Bdi, markup.Attrs(markup.Class("ak-path")), b.Visible(field.Name(v.filename))), markup.Text(" "))
	}
	if v.lang != "" {
		lang = markup.El(markup.Span, markup.Attrs(markup.Class("ak-lang")), b.Visible(field.Name(v.lang)))
	}
	wrap := v.code.WrapTool(st, env)
	if name.Empty() && lang.Empty() && wrap.Empty() {
		return markup.Node{}
	}
	if !wrap.Empty() {
		wrap = markup.Group(markup.El(markup.Span, markup.Attrs(markup.Class("ak-space"))), wrap)
	}
	bar := markup.El(markup.Div, markup.Attrs(markup.Class("ak-file")), name, lang, wrap)
	switch {
	case !name.Empty():
		return bar
	case lang.Empty():
		return bar.With(markup.Controls())
	}
	return markup.Alt(bar, "") // the language alone is no line of the text
}

func (v view) Update(st kind.State, action string) kind.State {
	if next := longtext.Part("output").Update(st, action); next != st {
		return next
	}
	return v.code.Update(st, action)
}

// Extract gives "text", the code, and "output".
func (v view) Extract(what string, _ kind.State) (mime, name string, body []byte, ok bool) {
	switch {
	case what == "text":
		return "text/plain", field.FileName(v.filename, "code.txt"), []byte(v.code.Text()), true
	case what == "output" && v.output != nil:
		return "text/plain", "output.txt", []byte(v.output.Text()), true
	}
	return "", "", nil, false
}

// CopyWord is "text".
func (view) CopyWord() string { return "text" }
