package artifactkit_test

import (
	"encoding/json"
	"errors"
	"math"
	"strings"
	"testing"
	"time"

	"github.com/vitrine-go/vitrine/artifactkit"
	"github.com/vitrine-go/vitrine/artifactkit/limits"
)

type order struct {
	City  string  `json:"city"`
	N     int     `json:"n"`
	Price float64 `json:"price,omitempty"`
	Note  *string `json:"note,omitempty"`
}

// TestFromGoTakesWhatAToolReturns has the cases of MK-5.
func TestFromGoTakesWhatAToolReturns(t *testing.T) {
	for _, c := range []struct {
		name                              string
		v                                 any
		kind, status, title, value, inner string
	}{
		{"structs are rows", []order{{City: "Duluth", N: 1, Price: math.NaN()}, {City: "Fargo", N: 2}}, "table", "success", "Table result",
			`[{"city":"Duluth","n":1,"price":"NaN"},{"city":"Fargo","n":2}]`, `{"columns":["city","n","price","note"],"rows":[{"city":"Duluth","n":1,"price":"NaN"},{"city":"Fargo","n":2}]}`},
		{"maps are rows, their columns as they come", []map[string]any{{"b": 1, "a": "x"}, {"c": nil}}, "table", "success", "Table result",
			`[{"a":"x","b":1},{"c":null}]`, `{"columns":["a","b","c"],"rows":[{"a":"x","b":1},{"c":null}]}`},
		{"so are records without a common type", []any{order{City: "Duluth"}, map[string]int{"x": 1}}, "table", "success", "Table result",
			`[{"city":"Duluth","n":0},{"x":1}]`, `{"columns":["city","n","x"],"rows":[{"city":"Duluth","n":0},{"x":1}]}`},
		{"raw JSON is read like any other", json.RawMessage(`[ {"n": 1.0} ]`), "table", "success", "Table result", `[{"n":1.0}]`, `{"columns":["n"],"rows":[{"n":1.0}]}`},
		{"no rows still have columns", []order{}, "table", "success", "Table result", `[]`, `{"columns":["city","n","price","note"],"rows":[]}`},
		{"nor does a list that is nil lose them", []*order(nil), "table", "success", "Table result", `[]`, `{"columns":["city","n","price","note"],"rows":[]}`},
		{"a list with a hole is no table", []*order{nil}, "text", "success", "Structured result", `[null]`, `{"text":"[\n  null\n]","lang":"json"}`},
		{"text stays text", "3 < 4\n", "text", "success", "", "3 < 4\n", `{"text":"3 < 4\n"}`},
		{"bytes of text are text", []byte("déjà"), "text", "success", "", "déjà", `{"text":"déjà"}`},
		{"other bytes are base64", []byte{0xff}, "text", "success", "", "/w==", `{"text":"/w=="}`},
		{"what writes itself as text is text", time.Date(2026, 3, 14, 9, 0, 0, 0, time.UTC), "text", "success", "", "2026-03-14T09:00:00Z", `{"text":"2026-03-14T09:00:00Z"}`},
		{"an object is structured", struct {
			OK     bool  `json:"ok"`
			Values []int `json:"values"`
		}{true, []int{1, 2, 3}}, "text", "success", "Structured result", `{"ok":true,"values":[1,2,3]}`, `{"text":"{\n  \"ok\": true,\n  \"values\": [\n    1,\n    2,\n    3\n  ]\n}","lang":"json"}`},
		{"a list of words is structured", []string{"a", "b"}, "text", "success", "Structured result", `["a","b"]`, `{"text":"[\n  \"a\",\n  \"b\"\n]","lang":"json"}`},
		{"an empty list of anything is structured", []any{}, "text", "success", "Structured result", `[]`, `{"text":"[]","lang":"json"}`},
		{"nothing is null", nil, "text", "success", "Structured result", `null`, `{"text":"null","lang":"json"}`},
		{"an error is one", errors.New("no station"), "error", "error", "", "no station", `{"message":"no station"}`},
		{"a function has no JSON", map[string]any{"secret": "DO_NOT_ECHO", "fn": func() {}}, "error", "error", "", "The result has no JSON: it holds a func.", `{"message":"The result has no JSON: it holds a func."}`},
	} {
		r := artifactkit.FromGo(c.v)
		a, why := artifactkit.ArtifactOf(r.JSON(), artifactkit.Versions{})
		if why != nil {
			t.Errorf("%s: %s", c.name, why.Message)
			continue
		}
		value := artifactkit.ValueOf(r.JSON(), "")
		if got, want := []string{a.Kind, a.Status, a.Title, value, a.Payload.Compact()}, []string{c.kind, c.status, c.title, c.value, c.inner}; strings.Join(got, "\n") != strings.Join(want, "\n") {
			t.Errorf("%s\n got %q\nwant %q", c.name, got, want)
		}
		if adapted, _ := artifactkit.Adapt(r.JSON(), artifactkit.Options{}); len(adapted.Notes) > 0 || string(adapted.Result) != string(r.JSON()) {
			t.Errorf("%s: what was made needs adaptation: %v", c.name, adapted.Notes)
		}
		if again := artifactkit.FromGo(r); string(again.JSON()) != string(r.JSON()) {
			t.Errorf("%s: a result became another: %s", c.name, again.JSON())
		}
		if view := render(string(r.JSON()), artifactkit.Options{}); view.Reason != nil || view.Kind != c.kind {
			t.Errorf("%s: the view is a %s with the reason %v", c.name, view.Kind, view.Reason)
		}
	}
}

func TestFromGoIsBounded(t *testing.T) {
	huge := strings.Repeat("a", limits.Result/2)
	deep := any(1)
	for range limits.PayloadDepth {
		deep = []any{deep}
	}
	for name, v := range map[string]any{"long text": huge, "long bytes": []byte(huge), "a long error": errors.New(huge + huge), "rows over the bound": []map[string]string{{"a": huge}}, "an object over the bound": map[string]string{"a": huge}, "too deep": deep} {
		r := artifactkit.FromGo(v)
		a, why := artifactkit.ArtifactOf(r.JSON(), artifactkit.Versions{})
		if why != nil || a.Kind != "error" || len(r.JSON()) > 2*limits.TextBytes+1000 {
			t.Errorf("%s: got a %s of %d bytes, %v", name, a.Kind, len(r.JSON()), why)
		}
	}
}
