package app

import (
	"strconv"

	ui "github.com/maxence-charriere/go-app/v10/pkg/app"
)

// root is everything round the transcript. Its element has no box of its own, so that the bar sticks to the page.
type root struct {
	ui.Compo
	h *Host
}

// OnMount tells the loader that the program is there.
func (r *root) OnMount(ctx ui.Context) {
	defer rescue("mounting")
	r.h.ctx, r.h.mounted = ctx, true
	r.h.say("ready", "")
}

// Render draws the frame.
func (r *root) Render() ui.UI {
	h := r.h
	return ui.Div().Class("app-frame").Body(
		ui.If(h.frame.inside(), func() ui.UI { return h.safely("the ways past the bar", h.skip) }),
		h.safely("the bar", h.bar),
		ui.If(h.frame.inside(), func() ui.UI { return h.safely("the settings", h.view) }),
		ui.If(h.frame.inside(), func() ui.UI { return h.safely("the menu", h.menu) }),
		ui.If(h.frame.Ways.Find.Open && h.frame.inside(), func() ui.UI { return &finder{H: h, F: h.frame.Ways.Find} }),
		ui.If(h.frame.Ways.Help, func() ui.UI { return &help{H: h, On: h.frame.Ways.Keys} }),
		ui.If(h.frame.Export.Open && h.frame.inside(), func() ui.UI { return &exported{H: h, X: h.frame.Export} }),
		ui.If(h.frame.inside() && !h.frame.NeedToken, func() ui.UI { return h.safely("the facts", h.facts) }),
		ui.If(h.frame.Progress != nil, func() ui.UI { return h.safely("the progress", h.progress) }),
		ui.If(h.frame.Notice != nil, func() ui.UI { return h.safely("a notice", h.notice) }),
		ui.If(h.frame.NeedToken, func() ui.UI { return &tokenPrompt{H: h, Why: h.frame.TokenWhy} }),
		ui.If(h.frame.View == "home" && !h.frame.NeedToken, func() ui.UI { return &home{H: h, List: h.sessions} }),
		ui.If(h.frame.View == "inspect", func() ui.UI { return &inspector{H: h, L: h.frame.Looking} }),
		ui.If(h.frame.inside() && h.frame.Looking.Call != "", func() ui.UI { return &inside{H: h} }),
		ui.If(h.frame.inside() && !h.frame.NeedToken, func() ui.UI { return h.safely("a hint", h.hint) }),
	)
}

// hint says why there is nothing to see yet.
func (h *Host) hint() ui.UI {
	s := h.summary
	empty := s.Calls+s.Messages == 0 && h.frame.Progress == nil && h.frame.Notice == nil
	switch {
	case empty && h.frame.Conn.State == "refused":
		return ui.P().Class("app-empty").Text(h.refusal())
	case empty && h.frame.Conn.State == "live":
		return ui.P().Class("app-empty").Text(h.t("nothing_yet"))
	}
	return ui.P().Class("app-empty").Hidden(true)
}

func (h *Host) refusal() string {
	if h.frame.Conn.Code == "no_session" {
		return h.t("no_session")
	}
	return h.t("refused", h.frame.Conn.Why)
}

// notice is one thing that went wrong, with what can be done about it.
func (h *Host) notice() ui.UI {
	n := h.frame.Notice
	return ui.Div().Class("app-notice app-notice-bad").Attr("role", "alert").Body(
		icon("exclamation-triangle"),
		ui.P().Text(h.noticeText(n)),
		ui.If(n.Retry, func() ui.UI {
			return ui.Button().Type("button").Class("app-button").OnClick(h.on("retry", ""), ui.EventScope("retry")).Text(h.t("retry"))
		}),
		ui.Button().Type("button").Class("app-button").OnClick(h.on("dismiss", ""), ui.EventScope("dismiss")).Text(h.t("dismiss")),
	)
}

// noticeText are the words of a notice. A code that is not in the catalogs is a newer loader's: its arguments are shown.
func (h *Host) noticeText(n *Notice) string {
	switch n.Code {
	case "list_failed", "no_server", "file_nothing", "file_skipped", "file_too_large", "file_cancelled", "file_failed":
		args := append([]string{}, n.Args...)
		if len(args) > 0 && args[0] == "" {
			args[0] = h.t("pasted")
		}
		return h.t("notice_"+n.Code, args...)
	}
	return h.t("notice_unknown", n.Code)
}

// progress is a file that is being read.
func (h *Host) progress() ui.UI {
	p := h.frame.Progress
	name := p.Name
	if name == "" {
		name = h.t("pasted")
	}
	percent := 0
	if p.Size > 0 {
		percent = min(100, p.Done*100/p.Size)
	}
	return ui.Div().Class("app-notice").Body(
		ui.P().Text(h.t("reading", name, strconv.Itoa(percent))),
		ui.Progress().Class("app-progress").Max(100).Value(percent).Aria("label", h.t("progress")),
		ui.Button().Type("button").Class("app-button").OnClick(h.on("cancel", ""), ui.EventScope("cancel")).Text(h.t("cancel")),
	)
}

// icon is a bundled icon; name is a constant of ours.
func icon(name string) ui.UI {
	return ui.Span().Class("ak-i ak-i-"+name).Aria("hidden", "true")
}
