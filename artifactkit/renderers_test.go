package artifactkit_test

import (
	"strings"
	"testing"

	"github.com/vitrine-go/vitrine/artifactkit"
	"github.com/vitrine-go/vitrine/artifactkit/markup"
	"github.com/vitrine-go/vitrine/artifactkit/protocol"
	"github.com/vitrine-go/vitrine/artifactkit/source"
	"github.com/vitrine-go/vitrine/artifactkit/trusted"
)

// heading draws a result as one heading with its portable text.
func heading(a artifactkit.Adapted) artifactkit.Drawn {
	return artifactkit.Drawn{Node: markup.El(markup.H2, nil, markup.Text("mine: "+artifactkit.ValueOf(a.Event, "")))}
}

func gives(artifact string) artifactkit.Renderer {
	return func(artifactkit.Adapted) artifactkit.Drawn { return artifactkit.Drawn{Artifact: []byte(artifact)} }
}

func pass(artifactkit.Adapted) artifactkit.Drawn { return artifactkit.Drawn{} }

func event(kind string, version, extra string) string {
	return `{"id":"c1","name":"query","display":` + extra + `,"value":"<b>v</b>","is_error":false,"artifact":{"schema":"codeagent.tool-artifact","version":` + version +
		`,"kind":"` + kind + `","status":"success","icon":null,"title":"Orders","payload":{"text":"from the payload"}}}`
}

func TestRenderersDrawInPlaceOfTheKind(t *testing.T) {
	tool := func(r artifactkit.Renderer) artifactkit.Renderers {
		return artifactkit.Renderers{Tools: map[string]artifactkit.Renderer{"query": r}}
	}
	kind := func(name string, r artifactkit.Renderer) artifactkit.Renderers {
		return artifactkit.Renderers{Kinds: map[string]artifactkit.Renderer{name: r}}
	}
	both := tool(pass)
	both.Kinds = map[string]artifactkit.Renderer{"text": heading}
	const code = `{"schema":"codeagent.tool-artifact","version":1,"kind":"code","status":"denied","title":"Made","payload":{"text":"x := <1>"}}`
	for _, c := range []struct {
		name, in     string
		r            artifactkit.Renderers
		kind, status string
		shows, lacks string
		code         protocol.Code
	}{
		{"a tool's, as a tree", event("text", "1", "null"), tool(heading), "text", "success", "<h2>mine: &lt;b&gt;v&lt;/b&gt;</h2>", "from the payload", ""},
		{"a kind's, as a tree", event("text", "1", "null"), kind("text", heading), "text", "success", "<h2>mine: ", "from the payload", ""},
		{"a kind that is not drawn here", event("acme/map", "1", "null"), kind("acme/map", heading), "acme/map", "success", "<h2>mine: ", "from the payload", ""},
		{"another tool's is not asked", event("text", "1", "null"), artifactkit.Renderers{Tools: map[string]artifactkit.Renderer{"other": heading}}, "text", "success", "from the payload", "mine", ""},
		{"who gives nothing leaves it to the next", event("text", "1", "null"), both, "text", "success", "<h2>mine: ", "from the payload", ""},
		{"who gives nothing leaves it to the kind", event("text", "1", "null"), tool(pass), "text", "success", "from the payload", "mine", ""},
		{"an artifact, drawn by its kind", event("text", "1", "null"), tool(gives(code)), "code", "denied", "x := &lt;1&gt;", "from the payload", ""},
		{"an artifact that is none is passed over", event("text", "1", "null"), tool(gives(`{"schema":"x"}`)), "text", "success", "from the payload", "", ""},
		{"an artifact that is no JSON is passed over", event("text", "1", "null"), tool(gives(`<h1>`)), "text", "success", "from the payload", "<h1>", ""},
		{"it wins over a body of the display", event("text", "1", `{"markdown":"of the display"}`), tool(heading), "text", "success", "<h2>mine: ", "of the display", ""},
		{"a failed call stays failed", strings.Replace(event("text", "1", "null"), `"is_error":false`, `"is_error":true`, 1), tool(gives(code)), "code", "error", "x := ", "", ""},
		{"a version that is not drawn still says so", event("text", "7", "null"), tool(heading), "text", "success", "<h2>mine: ", "from the payload", protocol.UnsupportedVersion},
		{"a kind's is asked about version 1 only", event("text", "7", "null"), kind("text", heading), "text", "success", "&lt;b&gt;v", "mine", protocol.UnsupportedVersion},
		{"a malformed artifact keeps its reason", event("", "1", "null"), tool(heading), "text", "success", "<h2>mine: ", "", protocol.BadKind},
		{"what is nobody's is not the host's", `{"a":1}`, kind("text", heading), "tree", "success", "", "mine", ""},
		{"nor is what is no JSON", `{`, kind("text", heading), "text", "success", "", "mine", protocol.NotJSON},
	} {
		got := render(c.in, artifactkit.Options{Renderers: c.r})
		html := got.HTML.String()
		if got.Kind != c.kind || got.Status != c.status || !strings.Contains(html, c.shows) || c.lacks != "" && strings.Contains(html, c.lacks) {
			t.Errorf("%s: got %s %s %s", c.name, got.Kind, got.Status, html)
		}
		if code := (protocol.Code)(""); got.Reason != nil && got.Reason.Code != c.code || got.Reason == nil && c.code != code {
			t.Errorf("%s: got the reason %v, want %q", c.name, got.Reason, c.code)
		}
		plain, _ := artifactkit.Adapt([]byte(c.in), artifactkit.Options{})
		drawn, _ := artifactkit.Adapt([]byte(c.in), artifactkit.Options{Renderers: c.r})
		if string(plain.Event) != string(drawn.Event) || string(plain.Result) != string(drawn.Result) {
			t.Errorf("%s: a renderer changed what is forwarded: %s", c.name, drawn.Event)
		}
	}
}

func TestRendererIsToldWhatTheResultWasTakenFor(t *testing.T) {
	var from string
	r := artifactkit.Renderers{Kinds: map[string]artifactkit.Renderer{"text": func(a artifactkit.Adapted) artifactkit.Drawn {
		from = a.From
		return artifactkit.Drawn{}
	}}}
	render(`{"content":[{"type":"text","text":"hello"}]}`, artifactkit.Options{Renderers: r})
	if from != "mcp" {
		t.Errorf("got %q, want mcp", from)
	}
}

func TestARendererThatGivesNoArtifactIsNoted(t *testing.T) {
	a, _ := artifactkit.Adapt([]byte(event("text", "1", "null")), artifactkit.Options{Renderers: artifactkit.Renderers{Tools: map[string]artifactkit.Renderer{"query": gives(`{}`)}}})
	if len(a.Notes) != 1 || a.Notes[0].Code != protocol.BadSchema || !strings.Contains(a.Notes[0].Message, "renderer") {
		t.Errorf("got the notes %+v", a.Notes)
	}
}

func TestOnlyTheTrustedDoorLetsTheHostsHTMLThrough(t *testing.T) {
	r := artifactkit.Renderers{Tools: map[string]artifactkit.Renderer{"query": func(artifactkit.Adapted) artifactkit.Drawn {
		return artifactkit.Drawn{Node: trusted.HTMLThatTheHostVouchesFor("<meter value=1></meter>")}
	}}}
	if html := render(event("text", "1", "null"), artifactkit.Options{Renderers: r}).HTML.String(); !strings.Contains(html, "<meter value=1></meter>") {
		t.Errorf("got %s", html)
	}
}

// In a transcript they draw too: a tool's by its name, a kind's by the artifact's, whether events come one by one or the row is opened later.
func TestRenderersDrawInATranscript(t *testing.T) {
	o := artifactkit.Options{Renderers: artifactkit.Renderers{
		Tools: map[string]artifactkit.Renderer{"query": heading},
		Kinds: map[string]artifactkit.Renderer{"acme/map": gives(`{"schema":"codeagent.tool-artifact","version":1,"kind":"code","status":"success","title":"A <chart>","payload":{"text":"sea := true"}}`)},
	}}
	events := []source.Envelope{
		{ID: "1", Type: "tool_request", Event: []byte(`{"id":"c1","name":"query","arguments":{},"intent":null,"annotations":{"title":"Asking"}}`)},
		{ID: "2", Type: "tool_result", Event: []byte(event("text", "1", "null"))},
		{ID: "3", Type: "message", Event: []byte(`{"role":"assistant","markdown":"Then."}`)},
		{ID: "4", Type: "tool_result", Event: []byte(strings.NewReplacer(`"c1"`, `"c2"`, "query", "plan").Replace(event("acme/map", "1", "null")))},
		{ID: "5", Type: "tool_result", Event: []byte(strings.NewReplacer(`"c1"`, `"c3"`, "query", "read").Replace(event("text", "1", "null")))},
	}
	o.Renderers.Tools["alone"] = func(a artifactkit.Adapted) artifactkit.Drawn {
		d := heading(a)
		d.Alone = true
		return d
	}
	events = append(events, source.Envelope{ID: "6", Type: "tool_result", Event: []byte(strings.NewReplacer(`"c1"`, `"c4"`, "query", "alone", "<b>v</b>", "by itself").Replace(event("text", "1", "null")))})
	tr := artifactkit.NewTranscript(o)
	for _, e := range events {
		tr.Append(e)
	}
	tr.Act("root", "expand-all", "")
	page := artifactkit.NewPlainPage(o)
	for _, e := range events {
		page.Append(e)
	}
	for name, html := range map[string]string{"live": markup.Write(tr.Node()).String(), "the plain page": page.HTML("").String()} {
		for _, want := range []string{"<h2>mine: &lt;b&gt;v&lt;/b&gt;</h2>", "sea := ", "A &lt;chart&gt;", "from the payload"} {
			if strings.Count(html, want) == 0 {
				t.Errorf("%s: %q is not there: %s", name, want, html)
			}
		}
		if !strings.Contains(html, `<div class="ak-alone"><h2>mine: by itself</h2></div>`) {
			t.Errorf("%s: what takes the place of a row is not there: %s", name, html)
		}
		if strings.Count(html, "mine: ") != 2 {
			t.Errorf("%s: another tool's result is drawn by the renderer", name)
		}
	}
}
