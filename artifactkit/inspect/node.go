package inspect

import (
	"bytes"

	"github.com/vitrine-go/vitrine/artifactkit/kind"
	"github.com/vitrine-go/vitrine/artifactkit/limits"
	"github.com/vitrine-go/vitrine/artifactkit/locale"
	"github.com/vitrine-go/vitrine/artifactkit/markup"
	"github.com/vitrine-go/vitrine/artifactkit/protocol"
)

// The keys of the parts, for hosts that change one of them.
const (
	Part     = "inspect"
	CardPart = "inspect-card"
)

// Node draws all of it, with the card in a state.
func (x *Inspection) Node(st kind.State, env kind.Env) markup.Node {
	return markup.El(markup.Div, markup.Attrs(markup.Class("ak-inspect"), markup.Data("part", Part)),
		markup.El(markup.Div, markup.Attrs(markup.Class("ak-inspect-side")), x.about(env), x.listed(env)),
		markup.El(markup.Div, markup.Attrs(markup.Class("ak-inspect-side")),
			x.CardNode(st, env), x.value(env), x.display(env), x.asks(env), x.event(env), x.readAs(env), x.came(env)))
}

// CardNode draws the card in a state: the part that changes when a control of the card is used.
func (x *Inspection) CardNode(st kind.State, env kind.Env) markup.Node {
	return section(env.Locale.T("inspect_shown"), markup.Data("part", CardPart), x.card.Node(st, env))
}

func section(title string, attr markup.Attr, kids ...markup.Node) markup.Node {
	return markup.El(markup.Section, markup.Attrs(markup.Class("ak-inspect-part"), attr),
		append([]markup.Node{markup.El(markup.H2, nil, markup.Text(title))}, kids...)...)
}

// listed is every reason with what its code means, what it says, and where.
func (x *Inspection) listed(env kind.Env) markup.Node {
	l := env.Locale
	if len(x.notes) == 0 {
		return section(l.T("inspect_notes"), markup.Attr{}, markup.El(markup.P, markup.Attrs(markup.Class("ak-dim")), markup.Text(l.T("inspect_no_notes"))))
	}
	var kids []markup.Node
	for _, n := range x.notes[:min(len(x.notes), limits.InspectNotes)] {
		kids = append(kids, x.note(n, env))
	}
	var more markup.Node
	if left := len(x.notes) - limits.InspectNotes; left > 0 {
		more = markup.El(markup.P, markup.Attrs(markup.Class("ak-dim")), markup.Text(l.N("more_items", left)))
	}
	return section(l.T("inspect_notes"), markup.Attr{}, markup.El(markup.Ol, markup.Attrs(markup.Class("ak-inspect-notes"), markup.Const("role", "list")), kids...), more)
}

// mended are the codes of what was put right; the others tell what is lost.
var mended = map[protocol.Code]bool{protocol.LegacyCard: true, protocol.Synthesized: true, protocol.StatusRepaired: true, protocol.Unboxed: true}

// exact is what a reason says of its place: a sentence in English, whatever the words around it are in.
func exact(why protocol.Reason, l locale.Locale) markup.Node {
	if l.Tag() == "en" {
		return markup.Visible(why.Message)
	}
	return markup.El(markup.Span, markup.Attrs(markup.Lang("en"), markup.Dir("ltr")), markup.Visible(why.Message))
}

func (x *Inspection) note(n note, env kind.Env) markup.Node {
	l := env.Locale
	icon := "exclamation-triangle"
	if mended[n.Code] {
		icon = "wrench"
	}
	kids := []markup.Node{
		markup.El(markup.P, markup.Attrs(markup.Class("ak-inspect-said")), markup.Icon(icon), exact(n.Reason, l)),
		markup.El(markup.P, markup.Attrs(markup.Class("ak-inspect-code")),
			markup.El(markup.Code, nil, markup.Visible(string(n.Code))), markup.Text(" "+l.T("code_"+string(n.Code)))),
	}
	if n.Path != "" {
		kids = append(kids, markup.El(markup.P, markup.Attrs(markup.Class("ak-inspect-at")), markup.El(markup.Code, markup.Attrs(markup.Dir("ltr")), markup.Visible(cut(n.Path)))))
	}
	if n.here {
		words := l.T("inspect_place", l.Num(n.at.line), l.Num(n.at.column), l.Num(n.at.from))
		if n.near != "" && n.near != n.Path {
			words = l.T("inspect_near", cut(n.near)) + " " + words
		}
		if !x.source {
			words += " " + l.T("inspect_in_read")
		}
		kids = append(kids, markup.El(markup.P, markup.Attrs(markup.Class("ak-inspect-at ak-dim")), markup.Visible(words)), excerptNode(x.read, n.at, l))
	}
	return markup.El(markup.Li, markup.Attrs(markup.ClassIf(mended[n.Code], "ak-inspect-mended")), kids...)
}

// cut bounds a name or a path on a line.
func cut(s string) string {
	n := 0
	for i := range s {
		if n++; n > limits.NameRunes {
			return s[:i] + "…"
		}
	}
	return s
}

// value is the portable text.
func (x *Inspection) value(env kind.Env) markup.Node {
	return section(env.Locale.T("inspect_value"), markup.Attr{}, x.plain([]byte(x.card.Value), env))
}

// event is the record that stands for the result (EV-1), set out.
func (x *Inspection) event(env kind.Env) markup.Node {
	if x.asked == nil {
		return markup.Node{}
	}
	return x.folded("inspect_event", "event", x.card.Adapted.Event(), env)
}

// readAs is the result that a foreign format was read to.
func (x *Inspection) readAs(env kind.Env) markup.Node {
	if x.source || x.read == nil {
		return markup.Node{}
	}
	return x.folded("inspect_read", "read", x.read, env)
}

// asks is the request, where the host knows it.
func (x *Inspection) asks(env kind.Env) markup.Node {
	if !x.request.Exists() {
		return markup.Node{}
	}
	return x.folded("inspect_request", "", x.request.Raw(), env)
}

// came is the text as it came, byte for byte as far as it goes.
func (x *Inspection) came(env kind.Env) markup.Node {
	l := env.Locale
	return fold(l.T("inspect_came"), l.Bytes(len(x.text)), x.plain(x.text, env))
}

// folded is JSON, set out and bounded, with a button that copies all of it.
func (x *Inspection) folded(title, word string, json []byte, env kind.Env) markup.Node {
	l := env.Locale
	text, left := protocol.SetOut(json, limits.InspectBytes)
	var copies markup.Node
	if word != "" {
		copies = markup.El(markup.Button, markup.Attrs(markup.Class("ak-tool"), markup.Const("type", "button"), markup.Action("copy", word)), markup.Text(l.T("copy_json")))
	}
	return fold(l.T(title), l.Bytes(len(json)), copies, pre(text), leftOut(left, env))
}

func fold(title, size string, kids ...markup.Node) markup.Node {
	head := markup.El(markup.Summary, nil, markup.El(markup.H2, nil, markup.Text(title)), markup.Text(" "),
		markup.El(markup.Span, markup.Attrs(markup.Class("ak-dim")), markup.Text(size)))
	return markup.El(markup.Details, markup.Attrs(markup.Class("ak-inspect-part ak-inspect-fold")), append([]markup.Node{head}, kids...)...)
}

// plain is a text as it is, its beginning if it is long.
func (x *Inspection) plain(text []byte, env kind.Env) markup.Node {
	if len(text) == 0 {
		return markup.El(markup.P, markup.Attrs(markup.Class("ak-dim")), markup.Text(env.Locale.T("no_output")))
	}
	shown := bytes.TrimPrefix(text[:ahead(text, 0, len(text), limits.InspectBytes)], []byte(bom))
	return markup.Group(pre(string(shown)), leftOut(len(text)-len(shown), env))
}

func pre(text string) markup.Node {
	return markup.El(markup.Pre, markup.Attrs(markup.Class("ak-pre ak-inspect-text"), markup.Dir("ltr"), markup.Num("tabindex", 0)), markup.NewBudget(limits.Marks).Visible(text))
}

func leftOut(n int, env kind.Env) markup.Node {
	if n <= 0 {
		return markup.Node{}
	}
	return markup.El(markup.P, markup.Attrs(markup.Class("ak-more")), markup.Text(env.Locale.N("bytes_left_out", n)))
}
