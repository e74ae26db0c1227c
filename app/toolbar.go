package app

import (
	"strconv"

	ui "github.com/maxence-charriere/go-app/v10/pkg/app"

	"github.com/vitrine-go/vitrine/artifactkit/markup"
)

// bar is the toolbar: where one is, how the connection is, what there is to count, and what can be done.
func (h *Host) bar() ui.UI {
	inside := h.frame.inside()
	return ui.Header().Class("app-bar").Body(
		ui.A().Class("app-brand").Href(h.frame.Base).Body(ui.Text(h.t("brand"))),
		ui.H1().Class("app-title").Attr("dir", "auto").Text(h.heading()),
		h.pill(),
		ui.If(h.summary.Calls > 0 && inside, h.counts),
		ui.If(h.summary.Filtered && inside, h.filtered),
		ui.Span().Class("app-space"),
		ui.If(h.frame.View == "home" && h.withheld&markup.WithheldJSON == 0, func() ui.UI {
			return ui.A().Class("app-tool app-look").Href(h.frame.Base+"#inspect").Title("%s", h.t("inspect")).Aria("label", h.t("inspect")).
				Body(icon("search"), ui.Span().Class("app-tool-text").Text(h.t("inspect")))
		}),
		h.tool("open", "file-earmark-plus", "open"),
		ui.If(inside, func() ui.UI { return h.small("find-open", "search", "find") }),
		ui.If(inside, func() ui.UI { return h.tool("expand", "arrows-expand", "expand") }),
		ui.If(inside, func() ui.UI { return h.tool("collapse", "arrows-collapse", "collapse") }),
		ui.If(inside, h.viewButton),
		h.theme(),
	)
}

// heading is the page's heading: the session's own title, else its name.
func (h *Host) heading() string {
	switch h.frame.View {
	case "session":
		if h.summary.Title != "" {
			return h.summary.Title
		}
		return h.frame.Session
	case "file":
		if h.summary.Title != "" {
			return h.summary.Title
		}
		if h.frame.Name == "" {
			return h.t("pasted")
		}
		return h.frame.Name
	case "inspect":
		return h.t("inspect")
	}
	return h.t("sessions")
}

// pill says in words how the connection is. It is no live region: a reconnect that counts down is not worth hearing.
func (h *Host) pill() ui.UI {
	c := h.frame.Conn
	var words string
	class := "app-pill app-conn"
	switch {
	case h.frame.View != "session":
		return ui.Span().Class("app-pill").Hidden(true)
	case c.State == "waiting":
		words, class = h.t("waiting", strconv.Itoa(c.Seconds)), class+" app-conn-waiting"
	case c.State == "refused":
		words, class = h.t("not_allowed"), class+" app-conn-refused"
	case c.State == "offline":
		words, class = h.t("offline"), class+" app-conn-waiting"
	case c.State == "live" && h.summary.Ended:
		words, class = h.t("ended"), class+" app-conn-ended"
	case c.State == "live":
		words, class = h.t("live"), class+" app-conn-live"
	case c.State == "loading":
		words = h.t("loading")
	default:
		words = h.t("connecting")
	}
	return ui.Span().Class(class).Text(words)
}

// tool is a button of the bar: an icon, with words beside it where there is room. do is what the loader is told; word a key.
func (h *Host) tool(do, glyph, word string) ui.UI {
	return ui.Button().Type("button").Class("app-tool app-"+do).Title("%s", h.t(word)).Aria("label", h.t(word)).
		OnClick(h.on(do, ""), ui.EventScope(do)).
		Body(icon(glyph), ui.Span().Class("app-tool-text").Text(h.t(word)))
}

// small is a button of an icon alone.
func (h *Host) small(do, glyph, word string) ui.UI {
	return ui.Button().Type("button").Class("app-tool app-"+do).Title("%s", h.t(word)).Aria("label", h.t(word)).
		OnClick(h.on(do, ""), ui.EventScope(do)).Body(icon(glyph))
}

// theme goes round: as the system, light, dark.
func (h *Host) theme() ui.UI {
	now, next, glyph := "auto", "light", "circle-half"
	switch h.frame.Theme {
	case "light":
		now, next, glyph = "light", "dark", "sun"
	case "dark":
		now, next, glyph = "dark", "auto", "moon"
	}
	words := h.t("theme_" + now)
	return ui.Button().Type("button").Class("app-tool app-theme").Title("%s", words).Aria("label", words).
		OnClick(h.on("theme", next), ui.EventScope("theme", next)).Body(icon(glyph))
}
