package card_test

import (
	"strings"
	"testing"

	"github.com/vitrine-go/vitrine/artifactkit"
	"github.com/vitrine-go/vitrine/artifactkit/card"
	"github.com/vitrine-go/vitrine/artifactkit/kind"
	"github.com/vitrine-go/vitrine/artifactkit/locale"
	"github.com/vitrine-go/vitrine/artifactkit/markup"
)

func drawIn(c *card.Card, st kind.State) string {
	return markup.Write(c.Node(st, kind.Env{Locale: locale.For("en")})).String()
}

func follow(c *card.Card, actions ...string) kind.State {
	st := kind.State{}
	for _, a := range actions {
		st = c.Update(st, a)
	}
	return st
}

const twoRows = `"version":1,"kind":"table","status":"success","payload":{"df":[{"a":1},{"a":2}]}`

// DI-1: full screen where the display wants it, or by default for kinds that are rich.
func TestFullScreenIsForRichKindsUnlessTheDisplaySaysOtherwise(t *testing.T) {
	for _, c := range []struct {
		name, text string
		want       bool
	}{
		{"a table", result("v", twoRows, `null`), true},
		{"a text", result("v", drawn, `null`), false},
		{"a text that wants it", result("v", drawn, `{"full_screen":true}`), true},
		{"a table that does not", result("v", twoRows, `{"full_screen":false}`), false},
	} {
		got := open(c.text)
		if has := strings.Contains(drawIn(got, kind.State{}), `data-ak-action="fullscreen"`); has != c.want {
			t.Errorf("%s: the button is there: %v, want %v", c.name, has, c.want)
		}
		st := follow(got, "fullscreen")
		html := drawIn(got, st)
		if full := strings.Contains(html, "ak-full"); full != c.want {
			t.Errorf("%s: drawn over the page: %v, want %v", c.name, full, c.want)
		}
		if c.want && !strings.Contains(html, `aria-pressed="true"`) {
			t.Errorf("%s: the button does not say that it is on", c.name)
		}
		if back := got.Update(st, "fullscreen"); back.JSON() != "{}" {
			t.Errorf("%s: twice: got %s", c.name, back.JSON())
		}
	}
}

func TestAStaticCardHasNoControls(t *testing.T) {
	c := open(result("v", twoRows, `null`))
	html := markup.Write(markup.Static(c.Node(follow(c, "tools"), kind.Env{Locale: locale.For("en")}))).String()
	for _, not := range []string{"<button", "data-ak-action", "Copy", "Full screen"} {
		if strings.Contains(html, not) {
			t.Errorf("%s is left: %s", not, html)
		}
	}
}

func TestWaysToCopyAreThereOnRequest(t *testing.T) {
	c := open(result("18 degrees", twoRows, `null`))
	if html := drawIn(c, kind.State{}); strings.Contains(html, "copy:raw") {
		t.Errorf("they are there unasked: %s", html)
	}
	html := drawIn(c, follow(c, "tools"))
	for _, want := range []string{"copy:value", "copy:raw", "download:raw", "Copy JSON"} {
		if !strings.Contains(html, want) {
			t.Errorf("%s is missing: %s", want, html)
		}
	}
	if html := drawIn(open(`{"value":"18 degrees"}`), kind.State{}); strings.Contains(html, `data-ak-action="tools"`) {
		t.Errorf("a text without an artifact has more than one way: %s", html)
	}
}

func TestRowsInATreeBecomeATableAndATreeAgain(t *testing.T) {
	c := open(`{"name":"stations","rows":[{"id":2,"city":"Duluth"},{"id":1,"city":"Osceola"}]}`)
	if html := drawIn(c, kind.State{}); !strings.Contains(html, `data-ak-action="mode:table:/rows"`) {
		t.Fatalf("no way to a table: %s", html)
	}
	st := follow(c, "mode:table:/rows")
	html := drawIn(c, st)
	if !strings.Contains(html, "<table") || !strings.Contains(html, "Osceola") || !strings.Contains(html, "mode:tree") {
		t.Errorf("no table: %s", html)
	}
	sorted := c.Update(st, "sort:0")
	if strings.Index(drawIn(c, sorted), "Osceola") > strings.Index(drawIn(c, sorted), "Duluth") {
		t.Errorf("the table is not sorted in %s", sorted.JSON())
	}
	if _, _, body, ok := c.Extract("csv", sorted); !ok || !strings.Contains(string(body), "Osceola") {
		t.Errorf("csv: %v %q", ok, body)
	}
	if _, _, body, ok := c.Extract("text", sorted); !ok || !strings.HasPrefix(string(body), `{"name"`) {
		t.Errorf("the whole: %v %q", ok, body)
	}
	if back := c.Update(sorted, "mode:tree").JSON(); back != "{}" {
		t.Errorf("back: got %s", back)
	}
	for _, action := range []string{"mode:table", "mode:table:/name", "mode:table:/none", "mode:tablet"} {
		if got := follow(c, action).JSON(); got != "{}" {
			t.Errorf("%s: got %s", action, got)
		}
	}
	if html := drawIn(c, kind.ParseState([]byte(`{"table":{"at":"/none","view":7}}`))); !strings.Contains(html, "ak-tree") {
		t.Errorf("a state that asks for no rows: %s", html)
	}
}

// TestTheTreeBelowGivesOutWhatItsControlsSay: the payload of a kind that is not drawn stands as a tree under the value, with controls
// of its own.
func TestTheTreeBelowGivesOutWhatItsControlsSay(t *testing.T) {
	c := card.OpenText([]byte(`{"value":"v","artifact":{"schema":"codeagent.tool-artifact","version":1,"kind":"acme/map","status":"success","payload":{"a":[1,2]}}}`), artifactkit.CardOptions())
	st := c.Update(kind.State{}, "at:/a")
	for _, c2 := range []struct{ word, want string }{{"path", "/a"}, {"node", "[1,2]"}, {"text", "v"}, {"value", "v"}} {
		if _, _, body, ok := c.Extract(c2.word, st); !ok || string(body) != c2.want {
			t.Errorf("%s: got %q, %v, want %q", c2.word, body, ok, c2.want)
		}
	}
}
