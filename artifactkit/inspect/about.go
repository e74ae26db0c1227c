package inspect

import (
	"bytes"
	"slices"

	"github.com/vitrine-go/vitrine/artifactkit/display"
	"github.com/vitrine-go/vitrine/artifactkit/kind"
	"github.com/vitrine-go/vitrine/artifactkit/limits"
	"github.com/vitrine-go/vitrine/artifactkit/locale"
	"github.com/vitrine-go/vitrine/artifactkit/markup"
	"github.com/vitrine-go/vitrine/artifactkit/protocol"
)

// about says what the text was taken for, who was asked, and what came of it.
func (x *Inspection) about(env kind.Env) markup.Node {
	l, c := env.Locale, x.card
	d := facts{}
	d.put(l.T("inspect_taken"), x.taken(l))
	d.put(l.T("inspect_asked"), x.asking(l))
	d.put(l.T("inspect_artifact"), markup.Visible(x.artifact(l)))
	d.put(l.T("inspect_drawn"), markup.El(markup.Code, nil, markup.Visible(cut(c.Kind))))
	if c.Tool != "" {
		d.put(l.T("inspect_tool"), markup.El(markup.Code, nil, markup.Visible(cut(c.Tool))))
	}
	if c.ID != "" {
		d.put(l.T("inspect_id"), markup.El(markup.Code, nil, markup.Visible(cut(c.ID))))
	}
	d.put(l.T("inspect_size"), markup.Text(l.Bytes(len(x.text))+", "+l.N("lines", lines(x.text))))
	return section(l.T("inspect_about"), markup.Attr{}, markup.El(markup.Dl, markup.Attrs(markup.Class("ak-inspect-facts")), d.kids...))
}

// lines counts the lines of a text; one end of line at its end begins no other.
func lines(text []byte) int {
	n := bytes.Count(text, []byte("\n")) + bytes.Count(text, []byte("\r")) - bytes.Count(text, []byte("\r\n"))
	if len(text) > 0 && text[len(text)-1] != '\n' && text[len(text)-1] != '\r' {
		n++
	}
	return n
}

type facts struct{ kids []markup.Node }

func (f *facts) put(name string, value markup.Node) {
	f.kids = append(f.kids, markup.El(markup.Dt, nil, markup.Text(name)), markup.El(markup.Dd, nil, value))
}

func (x *Inspection) taken(l locale.Locale) markup.Node {
	words := l.T("inspect_from_format")
	switch from := x.card.From; from {
	case own, "json", "text":
		words = l.T("inspect_from_" + from)
	}
	return markup.Group(markup.El(markup.Strong, nil, markup.Visible(x.card.From)), markup.Text(" "+words))
}

// asking is the row of those who were asked, up to the one that claimed the text.
func (x *Inspection) asking(l locale.Locale) markup.Node {
	if x.asked == nil {
		return markup.Text(l.T("inspect_asked_nobody"))
	}
	var kids []markup.Node
	for i, name := range x.asked {
		if x.claimed() && i == len(x.asked)-1 {
			kids = append(kids, markup.El(markup.Li, markup.Attrs(markup.Class("ak-inspect-yes")),
				markup.Icon("check"), markup.Visible(name), markup.El(markup.Span, markup.Attrs(markup.Class("ak-sr")), markup.Text(" "+l.T("inspect_yes")))))
			continue
		}
		kids = append(kids, markup.El(markup.Li, nil, markup.Visible(name), markup.El(markup.Span, markup.Attrs(markup.Class("ak-sr")), markup.Text(" "+l.T("inspect_no")))))
	}
	return markup.El(markup.Ol, markup.Attrs(markup.Class("ak-inspect-asked"), markup.Const("role", "list")), kids...)
}

// artifact is what there is of one, and where it comes from.
func (x *Inspection) artifact(l locale.Locale) string {
	a := x.card.Adapted.Artifact
	if x.asked == nil || !a.Exists() {
		return l.T("inspect_artifact_none")
	}
	how := "inspect_artifact_given"
	switch {
	case x.noted(protocol.Synthesized):
		how = "inspect_artifact_made"
	case x.noted(protocol.LegacyCard):
		how = "inspect_artifact_legacy"
	}
	return l.T(how) + ": " + l.T("inspect_artifact_is", display.Preview(a.Version, limits.QuoteRunes), display.Preview(a.Kind, limits.QuoteRunes), display.Preview(a.Status, limits.QuoteRunes))
}

func (x *Inspection) noted(code protocol.Code) bool {
	return slices.ContainsFunc(x.notes, func(n note) bool { return n.Code == code })
}
