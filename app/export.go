package app

import (
	ui "github.com/maxence-charriere/go-app/v10/pkg/app"

	"github.com/vitrine-go/vitrine/artifactkit/protocol"
)

// Export is a file that is about to be saved, and what was taken out of it.
type Export struct {
	Open     bool
	Format   string // html, md, jsonl
	Call     string // the call that it can begin with, "" for none
	Whole    bool   // it begins at the beginning all the same
	Redact   bool
	Busy     bool
	Missing  bool // the call is not there any more
	Bytes    int
	Events   int
	Stubs    int // events of which only the beginning is there
	Removed  int
	Pictures int // pictures are not looked into
	Rules    []Removed
}

// Removed is how often a rule took something out.
type Removed struct {
	Rule, At string
	N        int
}

func parseExport(v protocol.Value) Export {
	x := Export{
		Open: v.Get("open").Bool(), Format: v.Get("format").Str(), Call: legible(v.Get("call").Str()), Whole: v.Get("whole").Bool(), Redact: v.Get("redact").Bool(),
		Busy: v.Get("busy").Bool(),
	}
	m := v.Get("made")
	x.Missing, x.Bytes, x.Events, x.Stubs = m.Get("missing").Bool(), number(m.Get("bytes")), number(m.Get("events")), number(m.Get("stubs"))
	x.Removed, x.Pictures = number(m.Get("removed")), number(m.Get("pictures"))
	for _, r := range m.Get("rules").Elems() {
		x.Rules = append(x.Rules, Removed{Rule: r.Get("rule").Str(), At: legible(r.Get("at").Str()), N: number(r.Get("n"))})
	}
	return x
}

// exported asks what to save, and shows what was taken out before anything is.
type exported struct {
	ui.Compo
	H *Host
	X Export
}

// OnMount opens the dialog as one that everything else waits for.
func (c *exported) OnMount(ctx ui.Context) {
	defer rescue("the export")
	ctx.JSSrc().Call("showModal")
}

// Render draws the dialog.
func (c *exported) Render() ui.UI {
	h := c.H
	return ui.Dialog().Class("app-help app-export").Aria("label", h.t("export")).Body(
		ui.Div().Class("app-help-h").Body(
			ui.H2().Text(h.t("export")),
			h.small("export-close", "x", "close"),
		),
		h.safely("the export", c.form),
	)
}

func (c *exported) form() ui.UI {
	h, x := c.H, c.X
	return ui.Div().Body(
		ui.If(x.Call != "", func() ui.UI {
			now := "from"
			if x.Whole {
				now = "whole"
			}
			return c.choice("range", []string{"from", "whole"}, now)
		}),
		c.choice("format", []string{"html", "md", "jsonl"}, x.Format),
		h.check("export-redact", x.Redact, "export_redact"),
		ui.Div().Class("app-export-found").Attr("role", "status").Body(h.safely("what was taken out", c.found)),
		ui.Div().Class("app-panel-row").Body(
			ui.Button().Type("button").Class("app-button app-button-main").Disabled(x.Busy || x.Missing || x.Bytes == 0).
				OnClick(h.on("export-save", ""), ui.EventScope("export-save")).Text(h.t("export_save")),
			ui.Button().Type("button").Class("app-button").OnClick(h.on("export-close", ""), ui.EventScope("export-cancel")).Text(h.t("cancel")),
			ui.Span().Class("app-export-size").Text(c.size()),
		),
	)
}

// choice is a list of one of our words.
func (c *exported) choice(what string, words []string, now string) ui.UI {
	h := c.H
	return ui.Label().Class("app-pick").Body(
		ui.Span().Text(h.t("export_"+what)),
		ui.Select().Class("app-input").OnChange(guard(func(ctx ui.Context, _ ui.Event) {
			h.say("export-"+what, ctx.JSSrc().Get("value").String())
		}), ui.EventScope("export", what)).Body(
			ui.Range(words).Slice(func(i int) ui.UI {
				return ui.Option().Value(words[i]).Selected(words[i] == now).Text(h.t("export_" + words[i]))
			}),
		),
	)
}

func (c *exported) size() string {
	if c.X.Busy || c.X.Bytes == 0 {
		return ""
	}
	return c.H.locale.N("app_export_events", c.X.Events) + ", " + c.H.locale.Bytes(c.X.Bytes)
}

// found says what was taken out, and what was not looked at.
func (c *exported) found() ui.UI {
	h, x := c.H, c.X
	switch {
	case x.Busy:
		return ui.P().Class("ak-dim").Text(h.t("export_busy"))
	case x.Missing:
		return ui.P().Class("app-export-bad").Text(h.t("export_missing"))
	}
	words := h.t("export_not_redacted")
	switch {
	case x.Redact && x.Removed == 0:
		words = h.t("export_none")
	case x.Redact:
		words = h.locale.N("app_export_removed", x.Removed)
	}
	return ui.Div().Body(
		ui.P().Text(words),
		ui.Ul().Class("app-export-rules").Hidden(len(x.Rules) == 0).Body(
			ui.Range(x.Rules).Slice(func(i int) ui.UI {
				r := x.Rules[i]
				return ui.Li().Body(
					ui.Code().Text(r.Rule), ui.Span().Class("app-export-n").Text("×"+h.locale.Num(r.N)),
					ui.Span().Class("ak-dim").Attr("dir", "auto").Text(cut(r.At, 160)),
				)
			}),
		),
		ui.If(x.Redact && x.Pictures > 0, func() ui.UI {
			return ui.P().Class("app-export-bad").Text(h.locale.N("app_export_pictures", x.Pictures))
		}),
		ui.If(x.Stubs > 0, func() ui.UI { return ui.P().Class("app-export-bad").Text(h.locale.N("app_export_stubs", x.Stubs)) }),
	)
}
