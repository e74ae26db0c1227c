package app

import (
	ui "github.com/maxence-charriere/go-app/v10/pkg/app"

	"github.com/vitrine-go/vitrine/artifactkit"
	"github.com/vitrine-go/vitrine/artifactkit/protocol"
)

// Looking is what is looked into.
type Looking struct {
	Call string // the call whose event it is; "" on the page for any JSON
	From string // what to take the text for, "" for what it looks like
	Name string // of a file, "" for what is typed
	Size int    // of the file, in bytes
}

func parseLooking(v protocol.Value) Looking {
	return Looking{Call: v.Get("call").Str(), From: v.Get("from").Str(), Name: legible(v.Get("name").Str()), Size: number(v.Get("size"))}
}

// inspector is the page for any JSON: a field, and under it the place that the loader draws in what the core makes of it.
type inspector struct {
	ui.Compo
	H *Host
	L Looking
}

// OnMount tells the loader that there is a place, and leads the focus into the field.
func (c *inspector) OnMount(ctx ui.Context) {
	defer rescue("the inspector")
	c.H.say("inspect-ready", "")
	ctx.JSSrc().Call("querySelector", "textarea").Call("focus")
}

// Render draws the field.
func (c *inspector) Render() ui.UI {
	return ui.Main().Class("app-inspect").Body(
		c.H.safely("the inspector", c.form),
		ui.Div().Class("app-inspect-out"),
	)
}

func (c *inspector) form() ui.UI {
	h, l := c.H, c.L
	return ui.Div().Class("app-inspect-form").Body(
		ui.P().ID("app-inspect-hint").Class("ak-dim").Text(h.t("inspect_hint")),
		ui.Textarea().Class("app-inspect-text").Rows(8).Spellcheck(false).
			Attr("dir", "ltr").Aria("label", h.t("inspect_text")).Aria("describedby", "app-inspect-hint"),
		ui.Div().Class("app-inspect-row").Body(
			ui.Button().Type("button").Class("app-button").OnClick(h.on("open", ""), ui.EventScope("inspect-open")).Text(h.t("inspect_open")),
			ui.Label().Class("app-inspect-from").Body(ui.Span().Text(h.t("inspect_from")), c.formats()),
			ui.Span().Class("app-inspect-name").Attr("role", "status").Text(c.file()),
			ui.If(l.Name != "", func() ui.UI {
				return ui.Button().Type("button").Class("app-button").OnClick(h.on("inspect-clear", ""), ui.EventScope("inspect-clear")).Text(h.t("inspect_clear"))
			}),
		),
	)
}

// file names what is looked into when it is not what stands in the field.
func (c *inspector) file() string {
	if c.L.Name == "" {
		return ""
	}
	return cut(c.L.Name, 80) + ", " + c.H.locale.Bytes(c.L.Size)
}

// formats is what a text can be taken for; the choice goes by the names that are linked in.
func (c *inspector) formats() ui.UI {
	names := []string{"", "codeagent"}
	for _, f := range artifactkit.Formats() {
		if f.Results && f.Name != "codeagent" {
			names = append(names, f.Name)
		}
	}
	return ui.Select().Class("app-input").OnChange(guard(func(ctx ui.Context, _ ui.Event) {
		c.H.say("inspect-from", ctx.JSSrc().Get("value").String())
	}), ui.EventScope("inspect-from")).Body(
		ui.Range(names).Slice(func(i int) ui.UI {
			words := names[i]
			if words == "" {
				words = c.H.t("inspect_auto")
			}
			return ui.Option().Value(names[i]).Selected(names[i] == c.L.From).Text(words)
		}),
	)
}

// inside is the same for the event of a call, in a dialog over its transcript.
type inside struct {
	ui.Compo
	H *Host
}

// OnMount opens the dialog as one that everything else waits for.
func (c *inside) OnMount(ctx ui.Context) {
	defer rescue("the inspector")
	ctx.JSSrc().Call("showModal")
	c.H.say("inspect-ready", "")
}

// Render draws the dialog.
func (c *inside) Render() ui.UI {
	h := c.H
	return ui.Dialog().Class("app-inside").Aria("label", h.t("inside")).Body(
		ui.Div().Class("app-inside-h").Body(
			ui.P().Text(h.t("inside")),
			h.small("inspect-close", "x", "close"),
		),
		ui.Div().Class("app-inspect-out"),
	)
}
