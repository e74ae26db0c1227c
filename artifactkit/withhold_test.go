package artifactkit_test

import (
	"bytes"
	"strings"
	"testing"

	"github.com/vitrine-go/vitrine/artifactkit"
	"github.com/vitrine-go/vitrine/artifactkit/markup"
	"github.com/vitrine-go/vitrine/artifactkit/protocol"
	"github.com/vitrine-go/vitrine/artifactkit/source"
)

const everything = `{"value":"see https://a.example/x","extra":{"codeagent":{"artifact":{"schema":"codeagent.tool-artifact","version":1,"kind":"table","status":"success","icon":null,"title":null,"payload":{"df":[{"city":"Duluth","url":"https://a.example/t"}]}}},"display":{"markdown":"[go](https://a.example/m) and <https://b.example/>, [here](#x)","footer":"<a href='https://c.example/'>c</a>"}}}`

func TestWhatIsWithheldIsNotInTheBytes(t *testing.T) {
	lines := []byte(`{"id":"1","type":"message","event":{"role":"assistant","markdown":"[go](https://a.example/m)"}}
{"id":"2","type":"tool_request","event":{"id":"c","name":"f","arguments":{"a":1}}}
{"id":"3","type":"tool_result","event":{"id":"c","name":"f","value":"x","is_error":false,"artifact":{"schema":"codeagent.tool-artifact","version":1,"kind":"table","status":"success","icon":null,"title":null,"payload":{"df":[{"url":"https://a.example/t"}]}}}}`)
	open := artifactkit.ParseState([]byte(`{"tools":true}`))
	for _, c := range []struct {
		names         string
		gone, present []string
	}{
		{"", nil, []string{`href="https:`, `"copy:`, `"download:`, `:raw"`}},
		{"links", []string{`href="http`, `target="_blank"`}, []string{`"copy:`, `"download:`, `>go<`}},
		{"copies", []string{`"copy:`}, []string{`href="https:`, `"download:`}},
		{"downloads", []string{`"download:`}, []string{`href="https:`, `"copy:`}},
		{"json", []string{`:raw"`}, []string{`href="https:`, `"copy:`, `"download:`}},
		{"copies,downloads", []string{`"copy:`, `"download:`, `"tools"`}, []string{`href="https:`}},
		{"links, copies,downloads,json,exports", []string{`href="http`, `"copy:`, `"download:`}, []string{`>go<`}},
	} {
		w, err := markup.ParseWithheld(c.names)
		if err != nil {
			t.Fatal(err)
		}
		o := artifactkit.Options{Withhold: w}
		tr := artifactkit.NewTranscript(o)
		var ops strings.Builder
		page := artifactkit.NewPlainPage(o)
		page.AppendLines(lines)
		for line := range bytes.Lines(lines) {
			v, _ := protocol.Parse(line)
			e, why := source.ParseEnvelope(v)
			if why != nil {
				t.Fatal(why)
			}
			for _, op := range tr.Append(e).Ops {
				ops.WriteString(op.HTML.String())
			}
		}
		for _, op := range tr.Act("h1", "toggle", "").Ops {
			ops.WriteString(op.HTML.String())
		}
		hosts := map[string]string{
			"a result":       artifactkit.Open([]byte(everything), o).Render(open).HTML.String(),
			"the inspector":  artifactkit.Inspect([]byte(everything), nil, o).HTML(open).String(),
			"the plain page": page.HTML("").String(),
			"a transcript":   ops.String(),
		}
		for host, got := range hosts {
			if c.names == "" && (!strings.Contains(got, `href="https:`) || host != "the plain page" && !strings.Contains(got, `"copy:`)) {
				t.Errorf("%s has nothing to withhold: %s", host, got)
			}
			for _, s := range c.gone {
				if strings.Contains(got, s) {
					t.Errorf("%s withheld from %s: %s is in it", c.names, host, s)
				}
			}
		}
		for _, s := range c.present {
			if !strings.Contains(hosts["a result"], s) {
				t.Errorf("%s withheld: %s is not in the result", c.names, s)
			}
		}
	}
}

func TestWhatIsWithheldIsNotGivenOut(t *testing.T) {
	for _, c := range []struct {
		names string
		raw   bool
		tsv   bool
	}{{"", true, true}, {"json", false, true}, {"copies", true, true}, {"copies,downloads", false, false}} {
		w, _ := markup.ParseWithheld(c.names)
		d := artifactkit.Open([]byte(everything), artifactkit.Options{Withhold: w})
		if _, _, _, ok := d.Extract("raw", artifactkit.State{}); ok != c.raw {
			t.Errorf("%q: raw is given out: %v", c.names, ok)
		}
		if _, _, _, ok := d.Extract("json", artifactkit.State{}); ok != c.raw {
			t.Errorf("%q: the rows as JSON are given out: %v", c.names, ok)
		}
		if _, _, _, ok := d.Extract("tsv", artifactkit.State{}); ok != c.tsv {
			t.Errorf("%q: tsv is given out: %v", c.names, ok)
		}
		tree := artifactkit.Open([]byte(`{"a":{"b":1}}`), artifactkit.Options{Withhold: w})
		if _, _, _, ok := tree.Extract("node:/a", artifactkit.State{}); ok != c.raw {
			t.Errorf("%q: a node is given out: %v", c.names, ok)
		}
	}
	if _, err := markup.ParseWithheld("links,everything"); err == nil {
		t.Error("a name that is none is taken")
	}
}
