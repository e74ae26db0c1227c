package app

import (
	ui "github.com/maxence-charriere/go-app/v10/pkg/app"
)

// finder is the field to search with.
type finder struct {
	ui.Compo
	H *Host
	F Find
}

// OnMount leads the focus into the field.
func (c *finder) OnMount(ctx ui.Context) {
	defer rescue("the search")
	ctx.JSSrc().Call("querySelector", "input").Call("focus")
}

// Render draws the field.
func (c *finder) Render() ui.UI {
	return ui.Div().Class("app-find").Attr("role", "search").Body(c.H.safely("the search", c.body))
}

func (c *finder) body() ui.UI {
	h := c.H
	return ui.Div().Class("app-find-in").Body(
		ui.Label().Class("app-filter").Body(
			icon("search"),
			ui.Span().Class("ak-sr").Text(h.t("find")),
			ui.Input().Type("search").Placeholder(h.t("find_hint")).AutoComplete(false).Spellcheck(false).MaxLength(200).
				OnInput(guard(c.typed), ui.EventScope("find")).OnKeyDown(guard(c.key), ui.EventScope("find-key")),
		),
		ui.Span().Class("app-find-at").Attr("role", "status").Text(c.standing()),
		h.small("hit-back", "arrow-up", "find_back"),
		h.small("hit", "arrow-down", "find_next"),
		h.small("find-close", "x", "find_close"),
	)
}

// standing is "3 of 17", and what there is to know besides.
func (c *finder) standing() string {
	h, f := c.H, c.F
	if f.Words == "" {
		return ""
	}
	words := h.t("find_searching", h.locale.Num(f.Hits))
	switch {
	case f.Done && f.Hits == 0:
		words = h.t("find_none")
	case f.Done && f.At > 0:
		words = h.t("find_at", h.locale.Num(f.At), h.locale.Num(f.Hits))
	case f.Done:
		words = h.locale.N("app_find_hits", f.Hits)
	}
	if f.Apart && f.At > 0 {
		words += " · " + h.t("find_apart")
	}
	if f.Done && f.Cut {
		words += " · " + h.t("find_cut")
	}
	return words
}

func (c *finder) typed(ctx ui.Context, _ ui.Event) {
	c.H.say("find", ctx.JSSrc().Get("value").String())
}

func (c *finder) key(_ ui.Context, e ui.Event) {
	switch e.Get("key").String() {
	case "Enter":
		e.PreventDefault()
		if e.Get("shiftKey").Bool() {
			c.H.say("hit-back", "")
		} else {
			c.H.say("hit", "")
		}
	case "Escape":
		e.PreventDefault()
		c.H.say("find-close", "")
	}
}
