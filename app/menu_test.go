package app_test

import (
	"strings"
	"testing"
	"time"

	ui "github.com/maxence-charriere/go-app/v10/pkg/app"

	"github.com/vitrine-go/vitrine/app"
	"github.com/vitrine-go/vitrine/artifactkit/locale"
	"github.com/vitrine-go/vitrine/artifactkit/markup"
)

func TestTheMenuHasNothingThatIsWithheld(t *testing.T) {
	for _, c := range []struct {
		names         string
		gone, present []string
	}{
		{"", nil, []string{"link", "value", "artifact", "arguments", "markdown", "inspect", "export"}},
		{"json", []string{"artifact", "arguments", "inspect"}, []string{"link", "value", "markdown", "export"}},
		{"copies", []string{"value", "artifact", "arguments", "markdown"}, []string{"link", "inspect", "export"}},
		{"exports", []string{"export"}, []string{"link", "value", "inspect"}},
	} {
		w, err := markup.ParseWithheld(c.names)
		if err != nil {
			t.Fatal(err)
		}
		h := app.New(app.Outside{Send: func([]byte) {}, Wake: func() {}, Now: time.Now, Locale: locale.For("en"), Withhold: w})
		h.Answer("frame", []byte(`{"view":"session","session":"abc","conn":{"state":"live"}}`))
		root := h.Root()
		e := ui.NewTestEngine()
		if err := e.Load(root); err != nil {
			t.Fatal(err)
		}
		e.ConsumeAll()
		page := ui.HTMLString(root)
		for _, what := range c.gone {
			if strings.Contains(page, `data-do="`+what+`"`) {
				t.Errorf("%s withheld: %s is in the menu", c.names, what)
			}
		}
		for _, what := range c.present {
			if !strings.Contains(page, `data-do="`+what+`"`) {
				t.Errorf("%s withheld: %s is not in the menu", c.names, what)
			}
		}
		if has := strings.Contains(page, "Export…"); has != (w&markup.WithheldExports == 0) {
			t.Errorf("%s withheld: the panel has its export: %v", c.names, has)
		}
	}
}
