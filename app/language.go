package app

import (
	ui "github.com/maxence-charriere/go-app/v10/pkg/app"

	"github.com/vitrine-go/vitrine/artifactkit/locale"
)

// language is the list of languages, each in its own words, after the one that the browser prefers.
func (h *Host) language() ui.UI {
	tags := locale.Tags()
	return ui.Label().Class("app-pick").Body(
		ui.Span().Text(h.t("language")),
		ui.Select().Class("app-input").OnChange(guard(func(ctx ui.Context, _ ui.Event) {
			h.say("language", ctx.JSSrc().Get("value").String())
		}), ui.EventScope("language")).Body(
			ui.Option().Value("").Selected(h.frame.Language == "").Text(h.t("language_auto")),
			ui.Range(tags).Slice(func(i int) ui.UI {
				return ui.Option().Value(tags[i]).Lang(tags[i]).Selected(tags[i] == h.frame.Language).Text(locale.For(tags[i]).T("locale_name"))
			}),
		),
	)
}
