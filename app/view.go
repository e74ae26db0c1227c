package app

import (
	"strconv"

	ui "github.com/maxence-charriere/go-app/v10/pkg/app"

	"github.com/vitrine-go/vitrine/artifactkit/locale"
	"github.com/vitrine-go/vitrine/artifactkit/markup"
	"github.com/vitrine-go/vitrine/artifactkit/transcript"
)

// Offer takes what the calls of the transcript can be filtered by.
func (h *Host) Offer(f transcript.Facets) {
	h.facets = f
	h.update()
}

// viewButton opens the panel. What it offers is asked for then.
func (h *Host) viewButton() ui.UI {
	return ui.Button().Type("button").Class("app-tool").Title("%s", h.t("view")).Aria("label", h.t("view")).Attr("popovertarget", "app-view").
		OnClick(h.on("facets", ""), ui.EventScope("view")).Body(icon("sliders"))
}

// view is the panel with what is shown of the transcript, and how.
func (h *Host) view() ui.UI {
	w := h.frame.Ways
	return ui.Div().ID("app-view").Attr("popover", "auto").Class("app-panel").Attr("role", "dialog").Aria("label", h.t("view")).Body(
		ui.P().Class("app-panel-h").Text(h.t("filter_calls")),
		h.pick("tool", "filter_tool", h.facets.Tools, w.Filter.Tool, nil),
		h.pick("status", "filter_status", h.facets.Statuses, w.Filter.Status, h.statusWords),
		h.pick("kind", "filter_kind", h.facets.Kinds, w.Filter.Kind, nil),
		ui.If(w.Filter != transcript.Filter{}, func() ui.UI {
			return ui.Button().Type("button").Class("app-button").OnClick(h.on("clear", ""), ui.EventScope("panel-clear")).Text(h.t("filter_clear"))
		}),
		ui.P().Class("app-panel-h").Text(h.t("arrange")),
		h.grouping(),
		h.check("prose", w.Prose, "prose"),
		h.check("keys", w.Keys, "keys_on"),
		h.language(),
		ui.Div().Class("app-panel-row").Body(
			ui.Button().Type("button").Class("app-button app-narrow").OnClick(h.on("expand", ""), ui.EventScope("panel-expand")).Text(h.t("expand")),
			ui.Button().Type("button").Class("app-button app-narrow").OnClick(h.on("collapse", ""), ui.EventScope("panel-collapse")).Text(h.t("collapse")),
			ui.If(h.withheld&markup.WithheldExports == 0, func() ui.UI {
				return ui.Button().Type("button").Class("app-button").OnClick(h.on("export", ""), ui.EventScope("panel-export")).Text(h.t("export_open"))
			}),
			ui.Button().Type("button").Class("app-button").OnClick(h.on("help", ""), ui.EventScope("panel-help")).Text(h.t("help")),
		),
	)
}

// pick is a list to choose one word from. The choices go by their number, since a word is not ours. A word that is chosen stays in
// the list when no call has it any more.
func (h *Host) pick(what, label string, offered []transcript.Facet, chosen string, words func(string) string) ui.UI {
	choices := offered
	found := chosen == ""
	for _, f := range offered {
		found = found || f.Word == chosen
	}
	if !found {
		choices = append(append([]transcript.Facet{}, offered...), transcript.Facet{Word: chosen})
	}
	scope := what
	for _, f := range choices {
		scope += "\x00" + f.Word
	}
	name := func(word string) string {
		if words != nil {
			return words(word)
		}
		return cut(legible(word), 60)
	}
	return ui.Label().Class("app-pick").Body(
		ui.Span().Text(h.t(label)),
		ui.Select().Class("app-input").OnChange(guard(func(ctx ui.Context, _ ui.Event) {
			word := ""
			if n, err := strconv.Atoi(ctx.JSSrc().Get("value").String()); err == nil && n >= 0 && n < len(choices) {
				word = choices[n].Word
			}
			f := h.frame.Ways.Filter
			switch what {
			case "tool":
				f.Tool = word
			case "status":
				f.Status = word
			case "kind":
				f.Kind = word
			}
			h.say("filter", string(appendFilter(nil, f)))
		}), ui.EventScope(scope)).Body(
			ui.Option().Value("").Selected(chosen == "").Text(h.t("any")),
			ui.Range(choices).Slice(func(i int) ui.UI {
				f := choices[i]
				return ui.Option().Value(strconv.Itoa(i)).Selected(f.Word == chosen).Text(name(f.Word) + " (" + h.locale.Num(f.Calls) + ")")
			}),
		),
	)
}

// statusWords is a status in words; one that is not in the catalogs is a producer's own.
func (h *Host) statusWords(word string) string {
	if key := "status_" + word; locale.Has(key) {
		return h.locale.T(key)
	}
	return cut(legible(word), 60)
}

func (h *Host) grouping() ui.UI {
	words := []string{"tool", "all", "none"}
	now := h.frame.Ways.Grouping
	return ui.Label().Class("app-pick").Body(
		ui.Span().Text(h.t("grouping")),
		ui.Select().Class("app-input").OnChange(guard(func(ctx ui.Context, _ ui.Event) {
			h.say("grouping", ctx.JSSrc().Get("value").String())
		}), ui.EventScope("grouping")).Body(
			ui.Range(words).Slice(func(i int) ui.UI {
				return ui.Option().Value(words[i]).Selected(words[i] == now || i == 0 && now == "").Text(h.t("grouping_" + words[i]))
			}),
		),
	)
}

// check is a switch with its words.
func (h *Host) check(do string, on bool, word string) ui.UI {
	return ui.Label().Class("app-check").Body(
		ui.Input().Type("checkbox").Checked(on).OnChange(h.on(do, ""), ui.EventScope("check", do)),
		ui.Span().Text(h.t(word)),
	)
}
