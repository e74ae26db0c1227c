// Package control draws the controls of views, so that all kinds have the same ones: a bar above a view with buttons, switches,
// folded menus and fields. Static pages and plain text are drawn without them.
package control

import (
	"strconv"

	"github.com/vitrine-go/vitrine/artifactkit/markup"
)

// Bar is the row of controls above a view. label names the group for screen readers.
func Bar(label string, kids ...markup.Node) markup.Node {
	return markup.El(markup.Div, markup.Attrs(markup.Class("ak-bar"), markup.Const("role", "group"), markup.Label(label), markup.Controls()), kids...)
}

// Button does something once.
func Button(words string, action markup.Attr, more ...markup.Attr) markup.Node {
	return markup.El(markup.Button, append(markup.Attrs(markup.Class("ak-tool"), markup.Const("type", "button"), action), more...), markup.Text(words))
}

// Toggle is a switch that says whether it is on.
func Toggle(words string, action markup.Attr, on bool) markup.Node {
	return Button(words, action, markup.Aria("pressed", strconv.FormatBool(on)))
}

// Menu folds buttons behind a word; it opens in place, so no scroll box cuts it off, and works without script.
func Menu(words string, items ...markup.Node) markup.Node {
	return markup.El(markup.Details, markup.Attrs(markup.Class("ak-menu"), markup.Controls()),
		markup.El(markup.Summary, markup.Attrs(markup.Class("ak-tool")), markup.Text(words)),
		markup.El(markup.Span, markup.Attrs(markup.Class("ak-menu-list")), items...))
}

// Field is a line to type into; the host sends what stands in it after the action's colon.
func Field(label string, action markup.Attr, value string) markup.Node {
	return markup.El(markup.Input, markup.Attrs(markup.Class("ak-field"), markup.Const("type", "search"), markup.Label(label), markup.Placeholder(label),
		markup.Const("autocomplete", "off"), markup.Const("spellcheck", "false"), markup.Const("maxlength", "200"), markup.Value(value), action))
}
