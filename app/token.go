package app

import (
	ui "github.com/maxence-charriere/go-app/v10/pkg/app"
)

// tokenPrompt asks for a token. It is no form: nothing on this page can be submitted anywhere.
type tokenPrompt struct {
	ui.Compo
	H   *Host
	Why string
}

// Render draws the prompt.
func (c *tokenPrompt) Render() ui.UI { return c.H.safely("the prompt", c.body) }

func (c *tokenPrompt) body() ui.UI {
	h, words := c.H, "token_needed"
	if c.Why != "" {
		words = "token_refused"
	}
	return ui.Div().Class("app-notice app-token").Attr("role", "group").Aria("label", h.t("token")).Body(
		ui.P().Attr("role", "status").Text(h.t(words)),
		ui.Label().Body(
			ui.Span().Text(h.t("token")),
			ui.Input().Type("password").Class("app-input").AutoComplete(false).Spellcheck(false).AutoFocus(true).
				OnKeyDown(guard(c.key), ui.EventScope("token")),
		),
		ui.Button().Type("button").Class("app-button app-button-main").OnClick(guard(c.click), ui.EventScope("use")).Text(h.t("token_use")),
	)
}

func (c *tokenPrompt) key(ctx ui.Context, e ui.Event) {
	if e.Get("key").String() == "Enter" {
		e.PreventDefault()
		c.use(ctx.JSSrc().Get("value").String())
	}
}

func (c *tokenPrompt) click(ctx ui.Context, _ ui.Event) {
	c.use(ctx.JSSrc().Get("parentElement").Call("querySelector", "input").Get("value").String())
}

func (c *tokenPrompt) use(token string) {
	if token != "" {
		c.H.say("token", token)
	}
}
