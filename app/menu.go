package app

import (
	ui "github.com/maxence-charriere/go-app/v10/pkg/app"
)

// menuItems are what can be done with a call, as the page's script does it; a word of the catalogs each.
var menuItems = []string{"link", "value", "artifact", "arguments", "markdown", "inspect", "export"}

// menu is the one menu of the rows. The page's script opens it at a row, leads the focus through it, and takes out what a call does not
// have; here are only its words.
func (h *Host) menu() ui.UI {
	return ui.Div().Class("app-menu").Attr("popover", "auto").Attr("role", "menu").Aria("label", h.locale.T("call_menu")).Body(
		ui.Range(menuItems).Slice(func(i int) ui.UI {
			return ui.Button().Type("button").Class("app-menu-item").Attr("role", "menuitem").TabIndex(-1).DataSet("do", menuItems[i]).
				Text(h.t("menu_" + menuItems[i]))
		}),
	)
}
