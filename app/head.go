package app

import (
	"strconv"
	"time"

	ui "github.com/maxence-charriere/go-app/v10/pkg/app"
)

// facts is the line under the bar: what the session says about itself, as far as it does.
func (h *Host) facts() ui.UI {
	s := h.summary
	var parts []string
	put := func(text string) {
		if text != "" {
			parts = append(parts, text)
		}
	}
	put(s.Agent)
	put(s.Model)
	put(s.Project)
	from, ok := moment(s.From)
	if ok {
		put(h.when(from.In(h.now().Location()), Both))
		if to, ok := moment(s.To); ok {
			put(h.took(to.Sub(from)))
		}
	}
	switch {
	case s.Tokens > 0 && s.Limit > 0:
		put(h.t("tokens_of", h.locale.Num(s.Tokens), h.locale.Num(s.Limit)))
	case s.Tokens > 0:
		put(h.locale.N("app_tokens", s.Tokens))
	}
	return ui.Section().Hidden(len(parts) == 0).Aria("label", h.t("facts")).Body(
		ui.Ul().Class("app-facts").Body(
			ui.Range(parts).Slice(func(i int) ui.UI { return ui.Li().Attr("dir", "auto").Text(cut(parts[i], 80)) }),
		))
}

func moment(at string) (time.Time, bool) {
	m, err := time.Parse(time.RFC3339Nano, at)
	return m, err == nil
}

// took is a duration as one says it of a run; less than a second is none.
func (h *Host) took(d time.Duration) string {
	s := int(d / time.Second)
	switch {
	case s < 1:
		return ""
	case s < 60:
		return h.locale.T("time_s", strconv.Itoa(s))
	case s < 3600:
		return h.locale.T("time_min", strconv.Itoa(s/60), strconv.Itoa(s%60))
	}
	return h.locale.T("time_h", h.locale.Num(s/3600), strconv.Itoa(s/60%60))
}

// counts is "142 calls · 1 running · 3 failed"; the failures are a button that leads to the next of them.
func (h *Host) counts() ui.UI {
	s := h.summary
	words := h.locale.N("app_calls", s.Calls)
	if s.Running > 0 {
		words += " · " + h.locale.N("app_running", s.Running)
	}
	if s.Failed > 0 {
		words += " · "
	}
	return ui.Span().Class("app-pill app-counts").Body(
		ui.Span().Class("app-count").Text(words),
		ui.If(s.Failed > 0, func() ui.UI {
			return ui.Button().Type("button").Class("app-failed").Title("%s", h.t("next_failure")).
				OnClick(h.on("failure", ""), ui.EventScope("failure")).
				Text(h.locale.N("app_failed", s.Failed))
		}),
	)
}

// filtered says that not everything is shown, and shows it again.
func (h *Host) filtered() ui.UI {
	words := h.t("fitting", h.locale.Num(h.summary.Fitting), h.locale.Num(h.summary.Calls))
	return ui.Button().Type("button").Class("app-pill app-filtered").Title("%s", h.t("filter_clear")).
		OnClick(h.on("clear", ""), ui.EventScope("clear")).
		Body(ui.Span().Text(words), icon("x"), ui.Span().Class("ak-sr").Text(h.t("filter_clear")))
}
