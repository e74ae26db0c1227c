package app

import (
	ui "github.com/maxence-charriere/go-app/v10/pkg/app"
)

// Keys are the keys that the page's script answers, in the order of the list, each with a word of the catalogs. Keys that do the same
// stand together.
var Keys = []struct {
	Keys []string
	Word string
}{
	{[]string{"j", "k"}, "key_rows"},
	{[]string{"n", "p"}, "key_prompts"},
	{[]string{"g", "G"}, "key_ends"},
	{[]string{"f", "F"}, "key_failures"},
	{[]string{"/"}, "key_find"},
	{[]string{"Enter"}, "key_open"},
	{[]string{"e", "c"}, "key_all"},
	{[]string{"m"}, "key_menu"},
	{[]string{"l"}, "key_link"},
	{[]string{"v"}, "key_prose"},
	{[]string{"Escape"}, "key_escape"},
	{[]string{"?"}, "key_help"},
}

// help is the list of keys, in a dialog that the browser keeps the focus in.
type help struct {
	ui.Compo
	H *Host
	// On tells whether the single keys do something.
	On bool
}

// OnMount opens the dialog as one that everything else waits for.
func (c *help) OnMount(ctx ui.Context) {
	defer rescue("the help")
	ctx.JSSrc().Call("showModal")
}

// Render draws the list.
func (c *help) Render() ui.UI {
	h := c.H
	return ui.Dialog().Class("app-help").Aria("label", h.t("help")).Body(
		ui.Div().Class("app-help-h").Body(
			ui.H2().Text(h.t("help")),
			h.small("help-close", "x", "close"),
		),
		ui.Dl().Class("app-keys").Body(
			ui.Range(Keys).Slice(func(i int) ui.UI {
				k := Keys[i]
				return ui.Div().Body(
					ui.Dt().Body(ui.Range(k.Keys).Slice(func(j int) ui.UI { return ui.Kbd().Text(keyName(k.Keys[j])) })),
					ui.Dd().Text(h.t(k.Word)),
				)
			}),
		),
		h.check("keys", c.On, "keys_on"),
	)
}

func keyName(key string) string {
	if key == "Escape" {
		return "Esc"
	}
	return key
}
