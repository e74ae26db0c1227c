package inspect

import (
	"strconv"
	"strings"

	"github.com/vitrine-go/vitrine/artifactkit/display"
	"github.com/vitrine-go/vitrine/artifactkit/kind"
	"github.com/vitrine-go/vitrine/artifactkit/limits"
	"github.com/vitrine-go/vitrine/artifactkit/locale"
	"github.com/vitrine-go/vitrine/artifactkit/markup"
	"github.com/vitrine-go/vitrine/artifactkit/protocol"
)

var bodies = map[display.BodyKind]string{display.HTML: "html", display.Markdown: "markdown", display.Text: "text"}

// display is every field of the display as it counts (DI-1 to DI-4), and where it comes from: the producer, what it was projected
// from, or the default.
func (x *Inspection) display(env kind.Env) markup.Node {
	l, c := env.Locale, x.card
	if !x.claimed() {
		return markup.Node{}
	}
	d, art := c.Display, c.Adapted.Artifact
	t := fields{x: x, l: l}
	from := func(there bool, word string) string {
		if there {
			return word
		}
		return "inspect_default"
	}
	of := "inspect_of_artifact"
	if x.noted(protocol.Synthesized) {
		of = "inspect_of_tool"
	}
	t.put("title", words(d.Title), from(d.Title != "", of))
	t.put("label", words(d.Label), from(d.Label != "", of))
	t.put("value_preview", words(d.ValuePreview), from(d.ValuePreview != "", "inspect_of_value"))
	if art.Icon == "" {
		of = "inspect_of_tool"
	}
	t.put("icon", words(c.Icon), from(c.Icon != "", of))
	t.put("show_request", strconv.FormatBool(d.ShowRequest), "inspect_default")
	t.put("open", strconv.FormatBool(d.Open), from(d.Open, "inspect_of_status"))
	t.put("full_screen", strconv.FormatBool(d.FullScreen), "inspect_default")
	t.put("open_style", d.OpenStyle, "inspect_default")
	if body, ok := bodies[d.Body]; ok {
		t.put(body, words(d.BodySource), "inspect_default")
	} else {
		body := "inspect_of_artifact"
		if !art.Exists() || c.Reason != nil {
			body = "inspect_of_value"
		}
		t.row(l.T("inspect_body"), "", l.T(body), false)
	}
	if d.Footer != "" {
		t.put("footer", words(d.Footer), "inspect_default")
	}
	for _, name := range d.Ignored {
		t.row(name, "", l.T("inspect_ignored"), true)
	}
	head := markup.El(markup.Thead, nil, markup.El(markup.Tr, nil,
		column(l.T("inspect_field")), column(l.T("inspect_counts")), column(l.T("inspect_origin"))))
	return section(l.T("inspect_display"), markup.Attr{}, markup.El(markup.Table, markup.Attrs(markup.Class("ak-inspect-display")), head, markup.El(markup.Tbody, nil, t.rows...)))
}

func column(name string) markup.Node {
	return markup.El(markup.Th, markup.Attrs(markup.Const("scope", "col")), markup.Text(name))
}

func words(s string) string { return display.Preview(s, limits.PreviewGraphemes) }

type fields struct {
	x    *Inspection
	l    locale.Locale
	rows []markup.Node
}

// put adds a field; otherwise says where its value comes from when the producer did not give it.
func (t *fields) put(name, value, otherwise string) {
	if t.x.gave(name) {
		t.row(name, value, t.l.T("inspect_given"), true)
		return
	}
	t.row(name, value, t.l.T(otherwise), true)
}

func (t *fields) row(name, value, origin string, code bool) {
	label := markup.Text(name)
	if code {
		label = markup.El(markup.Code, nil, markup.Visible(name))
	}
	shown := markup.Visible(value)
	if value == "" {
		shown = markup.El(markup.Span, markup.Attrs(markup.Class("ak-dim")), markup.Text("–"))
	}
	t.rows = append(t.rows, markup.El(markup.Tr, nil,
		markup.El(markup.Th, markup.Attrs(markup.Const("scope", "row")), label),
		markup.El(markup.Td, markup.Attrs(markup.Dir("auto")), shown),
		markup.El(markup.Td, markup.Attrs(markup.Class("ak-dim")), markup.Text(origin))))
}

// gave tells whether a field came with the result and was not dropped (DI-3).
func (x *Inspection) gave(field string) bool {
	a := x.card.Adapted
	if !a.Display.Get(field).IsSet() {
		return false
	}
	for _, n := range a.Notes {
		if n.Code == protocol.BadDisplayField && strings.TrimPrefix(n.Path, a.DisplayPath) == "/"+field {
			return false
		}
	}
	return true
}
