package artifactkit_test

import (
	"strings"
	"testing"

	"github.com/vitrine-go/vitrine/artifactkit"
	"github.com/vitrine-go/vitrine/artifactkit/protocol"
)

const looked = `{"id":"c1","name":"run_sql","display":{"label":"Sales","open":"yes"},"value":"2 rows","is_error":false,"artifact":{"schema":"codeagent.tool-artifact","version":1,"kind":"table","status":"success","payload":{"df":[{"a":1},{"a":2}]}}}`

func TestInspectSaysWhatBecameOfAText(t *testing.T) {
	for _, c := range []struct {
		name, in, from string
		want, not      []string
	}{
		{"an event", looked, "", []string{"<strong>codeagent</strong>", "as given: version 1, kind table", ">bad_display_field</code>", "<mark>&#34;yes&#34;</mark>", "Line 1, column 63, byte 62", "<code>label</code></th><td dir=\"auto\">Sales</td><td class=\"ak-dim\">given", ">false</td><td class=\"ak-dim\">default"}, []string{"nobody"}},
		{"a foreign result", `{"content":[{"type":"text","text":"18 degrees"}],"isError":false}`, "", []string{"<strong>mcp</strong>", "ak-inspect-yes", "As it was read", "data-ak-action=\"copy:read\""}, []string{"openai"}},
		{"any other JSON", `[1,[2]]`, "", []string{"<strong>json</strong>", "openai", "mcp"}, []string{"ak-inspect-yes", "Display"}},
		{"a format by name that does not claim it", `[1,[2]]`, "mcp", []string{"<strong>json</strong>", "mcp"}, []string{"openai", "ak-inspect-yes"}},
		{"no JSON", "{\n  \"a\": tru\n}", "", []string{"<strong>text</strong>", "nobody", "Line 2, column 8, byte 9", "<mark>t</mark>"}, []string{"Event"}},
		{"an unfinished text", `{"a":1`, "", []string{"<mark>the text ends here</mark>", "column 7"}, nil},
		{"nothing", ``, "", []string{"<mark>the text ends here</mark>", "Line 1, column 1, byte 0", "0 lines"}, nil},
	} {
		t.Run(c.name, func(t *testing.T) {
			got := artifactkit.InspectPage([]byte(c.in), artifactkit.State{}, artifactkit.Options{From: c.from}).String()
			for _, w := range c.want {
				if !strings.Contains(got, w) {
					t.Errorf("got %.1500s\nwant %q in it", got, w)
				}
			}
			for _, n := range c.not {
				if strings.Contains(got, n) {
					t.Errorf("got %.1500s\nwant no %q in it", got, n)
				}
			}
		})
	}
}

func TestAnInspectionLeadsItsCard(t *testing.T) {
	i := artifactkit.Inspect([]byte(looked), []byte(`{"id":"c1","arguments":{"q":"select 1"}}`), artifactkit.Options{})
	first := i.HTML(artifactkit.State{}).String()
	if !strings.Contains(first, "select 1") {
		t.Errorf("got %s, want the request in it", first)
	}
	next := i.Update(artifactkit.State{}, "sort:0")
	if got := i.CardHTML(next).String(); next == (artifactkit.State{}) || !strings.Contains(got, `data-ak-part="inspect-card"`) || strings.Contains(got, "select 1") {
		t.Errorf("got %s for %s, want the card alone, sorted", got, next.JSON())
	}
	for _, word := range []string{"event", "value", "raw", "tsv"} {
		if _, _, body, ok := i.Extract(word, next); !ok || len(body) == 0 {
			t.Errorf("%s is not given out", word)
		}
	}
	if _, _, _, ok := i.Extract("read", next); ok {
		t.Error("the text was not read from another format, yet such a reading is given out")
	}
}

func TestAnInspectionIsBounded(t *testing.T) {
	long := `{"value":"` + strings.Repeat("é", 3<<20) + `","extra":{"codeagent":{"artifact":{"schema":"x"}}}}`
	for name, in := range map[string]string{
		"one long line": long, "deep": strings.Repeat("[", 300_000) + strings.Repeat("]", 300_000), "many lines": "[" + strings.Repeat("1,\r\n", 300_000) + "x]",
		"bytes": strings.Repeat("\xff\x00", 400_000), "over the bound": strings.Repeat(" ", 33<<20),
	} {
		got := artifactkit.InspectPage([]byte(in), artifactkit.State{}, artifactkit.Options{}).String()
		if len(got) > 2<<20 {
			t.Errorf("%s: got %d bytes of markup", name, len(got))
		}
	}
}

func FuzzInspect(f *testing.F) {
	for _, s := range []string{looked, `{`, "\ufeff", "\ufeff[\r\n\r1\n,", `{"a":1,"a":2,"artifact":{"kind":[],"kind":{}}}`, "\xff", `{"content":[{"type":"text","text":"<script>"}]}`} {
		f.Add([]byte(s))
	}
	f.Fuzz(func(t *testing.T, in []byte) {
		if len(in) > 1<<16 {
			return
		}
		got := artifactkit.InspectPage(in, artifactkit.State{}, artifactkit.Options{}).String()
		if strings.Contains(got, "<script") || strings.Contains(got, "\x00") || strings.Count(got, "<mark>") != strings.Count(got, "</mark>") {
			t.Fatalf("got %s", got)
		}
		if _, why := protocol.Parse(in); why != nil && why.Code == protocol.NotJSON && strings.Count(got, "<mark>") == 0 {
			t.Fatalf("%q: the place is not marked in %s", in, got)
		}
	})
}
