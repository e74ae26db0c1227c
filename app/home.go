package app

import (
	"strings"

	ui "github.com/maxence-charriere/go-app/v10/pkg/app"
)

// mostRows is how many sessions the list shows; the filter finds the others.
const mostRows = 200

// home is the list of sessions.
type home struct {
	ui.Compo
	H    *Host
	List *Sessions // read-only, replaced when there is news

	filter string
}

// Render draws the list, or why there is none.
func (c *home) Render() ui.UI {
	return ui.Main().Class("app-home").Body(c.H.safely("the list", c.body))
}

func (c *home) body() ui.UI {
	h := c.H
	if c.List == nil || len(c.List.all) == 0 {
		return ui.Div().Class("app-welcome").Body(
			ui.P().Text(h.t("welcome")),
			ui.Button().Type("button").Class("app-button app-button-main").OnClick(h.on("open", ""), ui.EventScope("welcome")).Text(h.t("open")),
			ui.P().Class("ak-dim").Text(h.t("welcome_drop")),
		)
	}
	groups, left := c.List.arrange(c.filter, mostRows, h.dayName)
	return ui.Div().Body(
		ui.Label().Class("app-filter").Body(
			icon("search"),
			ui.Span().Class("ak-sr").Text(h.t("filter")),
			ui.Input().Type("search").Placeholder(h.t("filter")).AutoComplete(false).Spellcheck(false).
				OnInput(guard(c.typed), ui.EventScope("filter")),
		),
		ui.If(len(groups) == 0, func() ui.UI { return ui.P().Class("app-empty").Text(h.t("no_match")) }),
		ui.Range(groups).Slice(func(i int) ui.UI { return c.group(groups[i], len(groups) > 1) }),
		ui.If(left > 0, func() ui.UI { return ui.P().Class("app-empty").Text(h.locale.N("app_more_sessions", left)) }),
		ui.Div().Class("app-home-foot").Body(h.language()),
	)
}

func (c *home) typed(ctx ui.Context, _ ui.Event) {
	c.filter = ctx.JSSrc().Get("value").String()
	ctx.Update()
}

// group is the sessions of one project. Those without one have a heading only where there are others.
func (c *home) group(p project, several bool) ui.UI {
	return ui.Section().Class("app-project").Body(
		ui.If(p.name != "", func() ui.UI { return ui.H2().Attr("dir", "auto").Text(cut(p.name, 140)) }).
			ElseIf(several, func() ui.UI { return ui.H2().Class("app-elsewhere").Text(c.H.t("no_project")) }),
		ui.Range(p.days).Slice(func(i int) ui.UI {
			return ui.Div().Class("app-day").Body(
				ui.H3().Text(p.days[i].name),
				ui.Ul().Body(ui.Range(p.days[i].rows).Slice(func(j int) ui.UI { return c.row(p.days[i].rows[j]) })),
			)
		}),
	)
}

// row is one session, with the command that goes on with it. Its address is made of a valid id only.
func (c *home) row(s session) ui.UI {
	return ui.Li().Class("app-row").Body(
		ui.A().Class("app-session").Href(c.H.frame.Base+"s/"+s.id).Body(
			ui.Span().Class("app-session-name").Attr("dir", "auto").Text(s.name()),
			ui.If(!s.last.IsZero(), func() ui.UI { return ui.Span().Class("app-session-time").Text(c.when(s)) }),
			c.facts(s),
		),
		ui.If(s.resume != "", func() ui.UI {
			return ui.Button().Type("button").Class("app-tool app-resume").Title("%s", c.H.t("resume")).
				OnClick(c.H.on("resume", s.resume), ui.EventScope("resume", s.id, s.resume)).
				Body(icon("terminal"), ui.Span().Class("ak-sr").Text(c.H.t("resume")))
		}),
	)
}

// when is the time at which a session began, with its day where that is not the day of the heading.
func (c *home) when(s session) string {
	zone := c.H.now().Location()
	last, started := s.last.In(zone), s.started.In(zone)
	switch {
	case s.started.IsZero():
		return c.H.when(last, Clock)
	case date(started) != date(last):
		return c.H.when(started, Both)
	}
	return c.H.when(started, Clock)
}

// facts is the line under a name: the agent, how long it took, how many calls there were, and how large it is.
func (c *home) facts(s session) ui.UI {
	h := c.H
	var parts []string
	put := func(text string) {
		if text != "" {
			parts = append(parts, text)
		}
	}
	put(cut(strings.Join(strings.Fields(s.agent), " "), 40))
	put(h.took(s.took))
	switch {
	case s.partial && s.calls > 0:
		put(h.t("calls_least", h.locale.Num(s.calls)))
	case s.counted && !s.partial:
		put(h.locale.N("app_calls", s.calls))
	}
	failed := s.counted && s.failed > 0
	var size string
	if s.bytes > 0 {
		size = h.locale.Bytes(s.bytes)
	}
	if !failed {
		put(size)
		size = ""
	}
	return ui.If(len(parts) > 0 || failed, func() ui.UI {
		return ui.Span().Class("app-session-facts").Body(
			ui.Span().Attr("dir", "auto").Text(strings.Join(parts, " · ")),
			ui.If(failed, func() ui.UI { return ui.Span().Class("app-session-failed").Text(h.locale.N("app_failed", s.failed)) }),
			ui.If(size != "", func() ui.UI { return ui.Span().Text(size) }),
		)
	})
}
