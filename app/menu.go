package app

import (
	"slices"

	ui "github.com/maxence-charriere/go-app/v10/pkg/app"

	"github.com/vitrine-go/vitrine/artifactkit/markup"
)

// menuItems are what can be done with a call, as the page's script does it; a word of the catalogs each.
var menuItems = []string{"link", "value", "artifact", "arguments", "markdown", "inspect", "export"}

// items are those of the menu that readers get.
func (h *Host) items() []string {
	return slices.DeleteFunc(slices.Clone(menuItems), func(what string) bool {
		switch what {
		case "export":
			return h.withheld&markup.WithheldExports != 0
		case "inspect":
			return h.withheld&markup.WithheldJSON != 0
		case "link":
			return false
		}
		return h.withheld&markup.WithheldCopies != 0 || h.withheld.Takes(what)
	})
}

// menu is the one menu of the rows. The page's script opens it at a row, leads the focus through it, and takes out what a call does not
// have; here are only its words.
func (h *Host) menu() ui.UI {
	items := h.items()
	return ui.Div().Class("app-menu").Attr("popover", "auto").Attr("role", "menu").Aria("label", h.locale.T("call_menu")).Body(
		ui.Range(items).Slice(func(i int) ui.UI {
			return ui.Button().Type("button").Class("app-menu-item").Attr("role", "menuitem").TabIndex(-1).DataSet("do", items[i]).
				Text(h.t("menu_" + items[i]))
		}),
	)
}
