package engine_test

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/vitrine-go/vitrine/app/engine"
)

func look(t *testing.T, e *engine.Engine, call, input string) (key, html, text string) {
	t.Helper()
	var a struct{ Key, HTML, Text, Error string }
	if out := e.Answer(call, []byte(input)); out != nil {
		if err := json.Unmarshal(out, &a); err != nil || a.Error != "" {
			t.Fatalf("%s answered %q: %v", call, out, err)
		}
	}
	return a.Key, a.HTML, a.Text
}

func TestATextIsLookedInto(t *testing.T) {
	e := engine.New(engine.Options{})
	if key, _, _ := look(t, e, "inspectAct", `{"action":"sort:0"}`); key != "" {
		t.Errorf("got the part %q before there is a text", key)
	}
	table := `{"value":"v","extra":{"codeagent":{"artifact":{"schema":"codeagent.tool-artifact","version":1,"kind":"table","status":"success","payload":{"df":[{"a":2},{"a":1}]}}}}}`
	key, html, _ := look(t, e, "inspect", "\n"+table)
	if key != "inspect" || !strings.Contains(html, "kind table") {
		t.Errorf("got %q %.300s, want the whole", key, html)
	}
	if key, html, _ = look(t, e, "inspectAct", `{"action":"sort:0","value":""}`); key != "inspect-card" || strings.Index(html, ">1</td>") > strings.Index(html, ">2</td>") {
		t.Errorf("got %q %.300s, want the card, sorted", key, html)
	}
	if _, _, text := look(t, e, "inspectExtract", `{"action":"copy:tsv"}`); text != "a\n1\n2\n" {
		t.Errorf("got %q, want the rows as they stand", text)
	}
	if _, html, _ = look(t, e, "inspect", "mcp\n"+`{"content":[{"type":"text","text":"<b>"}]}`); !strings.Contains(html, "<strong>mcp</strong>") || strings.Contains(html, "<b>") {
		t.Errorf("got %.300s, want a result of mcp", html)
	}
	if _, html, _ = look(t, e, "inspect", "no first line"); !strings.Contains(html, "not_json") {
		t.Errorf("got %.300s, want an empty text", html)
	}
}

func TestACallIsLookedInto(t *testing.T) {
	e := engine.New(engine.Options{})
	ask(t, e, "feed", call1)
	if key, _, _ := look(t, e, "inspectCall", `{"call":"c1"}`); key != "" {
		t.Error("a call without a result was looked into")
	}
	ask(t, e, "feed", result1)
	if _, html, _ := look(t, e, "inspectCall", `{"call":"c1"}`); !strings.Contains(html, "run_sql") || !strings.Contains(html, "select 1") {
		t.Errorf("got %.300s, want the event and its request", html)
	}
	if key, _, _ := look(t, e, "inspectCall", `{"call":"none"}`); key != "" {
		t.Error("a call that is not there was looked into")
	}
}
