package app

import (
	ui "github.com/maxence-charriere/go-app/v10/pkg/app"
)

// skip is what the keyboard comes to first, and what is seen only then: past the bar, to what one most likely came for, or to the page
// that needs no program.
func (h *Host) skip() ui.UI {
	link := func(do, word string) ui.UI {
		return ui.Button().Type("button").Class("app-button app-skip-to").OnClick(h.on(do, ""), ui.EventScope(do)).Text(h.locale.T("page_" + word))
	}
	return ui.Nav().Class("app-skip").Aria("label", h.locale.T("page_skip")).Body(
		link("to-answer", "to_answer"),
		link("to-transcript", "to_transcript"),
		ui.If(h.frame.View == "session", func() ui.UI { return link("plain", "plain") }),
	)
}
