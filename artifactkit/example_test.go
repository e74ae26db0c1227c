package artifactkit_test

import (
	"fmt"
	"html/template"
	"io/fs"
	"math"
	"strings"

	"github.com/vitrine-go/vitrine/artifactkit"
	"github.com/vitrine-go/vitrine/artifactkit/markup"
	"github.com/vitrine-go/vitrine/artifactkit/protocol"
	"github.com/vitrine-go/vitrine/artifactkit/source"
)

// A result through the one door: as text, as HTML, and what it was taken for.
func ExampleOpen() {
	doc := artifactkit.Open([]byte(`{"content":[{"type":"text","text":"3 < 4"}],"isError":false}`), artifactkit.Options{Static: true})
	view := doc.Render(artifactkit.State{})
	fmt.Println(view.From, view.Kind, view.Status)
	fmt.Print(view.Text)
	fmt.Println(strings.Contains(view.HTML.String(), "3 &lt; 4"))
	// Output:
	// mcp text success
	// Output done
	// 3 < 4
	// true
}

// What is no JSON is shown as text, and the reason says so.
func ExampleOpen_broken() {
	view := artifactkit.Open([]byte(`{"value":`), artifactkit.Options{}).Render(artifactkit.State{})
	fmt.Println(view.Kind, view.Reason.Code)
	fmt.Println(view.Reason.Message)
	// Output:
	// text not_json
	// Not JSON at byte 9: the text ends early.
}

// A view answers the action of a control with its next state, which the host keeps.
func ExampleDoc_Update() {
	rows := strings.TrimSuffix(strings.Repeat("[0],", 120), ",")
	doc := artifactkit.Open([]byte(`{"schema":"codeagent.tool-artifact","version":1,"kind":"table","status":"success","payload":{"columns":["id"],"rows":[`+rows+`]}}`), artifactkit.Options{})
	second := doc.Update(artifactkit.State{}, "page:2")
	fmt.Println(second.JSON())
	fmt.Println(doc.Update(second, "an action nobody knows").JSON())
	// Output:
	// {"page":2}
	// {"page":2}
}

// The accessor takes results, events and bare artifacts, and only versions that the caller draws.
func ExampleArtifactOf() {
	a, why := artifactkit.ArtifactOf([]byte(`{"value":"2 rows","extra":{"codeagent":{"artifact":{
		"schema":"codeagent.tool-artifact","version":1.0,"kind":"table","status":"success","payload":{"columns":["id"],"rows":[[1],[2]]}}}}}`), artifactkit.Versions{})
	fmt.Println(a.Kind, a.Version, why == nil)
	fmt.Println(a.Payload.Get("rows").Len(), "rows")

	_, why = artifactkit.ArtifactOf([]byte(`{"schema":"codeagent.tool-artifact","version":7,"kind":"hologram","status":"success","payload":{}}`), artifactkit.Versions{})
	fmt.Println(why.Code)
	// Output:
	// table 1 true
	// 2 rows
	// unsupported_version
}

// The portable text is there whatever became of the artifact.
func ExampleValueOf() {
	fmt.Println(artifactkit.ValueOf([]byte(`{"value":"18 °C","artifact":"broken"}`), "nothing"))
	fmt.Println(artifactkit.ValueOf([]byte(`{"value":null}`), "nothing"))
	// Output:
	// 18 °C
	// nothing
}

// Any result becomes the six-field event that hosts forward.
func ExampleAdapt() {
	a, why := artifactkit.Adapt([]byte(`{"value":"no station","error":"no station within 50 km","request":{"id":"c1","name":"weather"}}`), artifactkit.Options{})
	if why != nil {
		fmt.Println(why.Message)
		return
	}
	fmt.Printf("%s\n", a.Event)
	for _, n := range a.Notes {
		fmt.Println(n.Code, n.Message)
	}
	// Output:
	// {"id":"c1","name":"weather","display":null,"value":"no station","is_error":true,"artifact":{"schema":"codeagent.tool-artifact","version":1,"kind":"error","status":"error","icon":"wrench","title":"weather","payload":{"message":"no station"}}}
	// synthesized There was no artifact to use; one was made of the portable text.
}

// A tool makes a result: first the text that stands for itself, then what a person sees.
func ExampleNew() {
	r, err := artifactkit.New("Duluth 18 °C, Fargo 14 °C",
		artifactkit.Kind("table"),
		artifactkit.Title("Weather"),
		artifactkit.Payload([]byte(`{"columns":["city","°C"],"rows":[["Duluth",18],["Fargo",14]]}`)))
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Printf("%s\n", r.JSON())
	fmt.Print(artifactkit.Open(r.JSON(), artifactkit.Options{}).Render(artifactkit.State{}).Text)
	// Output:
	// {"value":"Duluth 18 °C, Fargo 14 °C","extra":{"codeagent":{"artifact":{"schema":"codeagent.tool-artifact","version":1,"kind":"table","status":"success","icon":null,"title":"Weather","payload":{"columns":["city","°C"],"rows":[["Duluth",18],["Fargo",14]]}}}}}
	// Weather done
	// city	°C
	// Duluth	18
	// Fargo	14
	// 2 rows · 2 columns
}

// What a tool returns becomes a result as it is: records a table, text text, anything else JSON.
func ExampleFromGo() {
	type city struct {
		Name string  `json:"city"`
		Temp float64 `json:"temp"`
	}
	r := artifactkit.FromGo([]city{{"Duluth", 18}, {"Fargo", math.NaN()}})
	fmt.Println(artifactkit.ValueOf(r.JSON(), ""))
	fmt.Print(artifactkit.Open(r.JSON(), artifactkit.Options{Static: true}).Render(artifactkit.State{}).Text)

	r = artifactkit.FromGo(map[string]any{"password": "hunter2", "callback": func() {}})
	fmt.Println(artifactkit.ValueOf(r.JSON(), ""))
	// Output:
	// [{"city":"Duluth","temp":18},{"city":"Fargo","temp":"NaN"}]
	// Table result done
	// city	temp
	// Duluth	18
	// Fargo	NaN
	// 2 rows · 2 columns
	// The result has no JSON: it holds a func.
}

// The members of a result as one JSON object, as a tool in another language would write them.
func ExampleNewJSON() {
	r, err := artifactkit.NewJSON([]byte(`{"value": "exit 2", "kind": "error", "payload": {"message": "exit 2"}}`))
	fmt.Println(artifactkit.ValueOf(r.JSON(), ""), err)
	_, err = artifactkit.NewJSON([]byte(`{"value": "v", "kind": "hologram"}`))
	fmt.Println(err)
	// Output:
	// exit 2 <nil>
	// make a result: kind is "hologram", want one of text, table, image, code, diff, error
}

// The markup goes into a template of the host: it is escaped already, and only this type may be handed on so.
func ExampleDoc_Render() {
	view := artifactkit.Open([]byte(`{"value":"<script>alert(1)</script>"}`), artifactkit.Options{Static: true}).Render(artifactkit.State{})
	page := template.Must(template.New("page").Parse("<main class=\"ak-root\">{{.}}</main>"))
	var out strings.Builder
	if err := page.Execute(&out, template.HTML(view.HTML.String())); err != nil {
		fmt.Println(err)
	}
	fmt.Println(strings.Contains(out.String(), "<script>"), strings.Contains(out.String(), "&lt;script&gt;alert(1)&lt;/script&gt;"))
	// Output:
	// false true
}

// A control that copies or saves names what it wants; the host gives the bytes to the clipboard or to a file.
func ExampleDoc_Extract() {
	doc := artifactkit.Open([]byte(`{"schema":"codeagent.tool-artifact","version":1,"kind":"table","status":"success","payload":{"columns":["city","n"],"rows":[["Duluth",1]]}}`), artifactkit.Options{})
	mime, name, body, ok := doc.Extract("tsv", artifactkit.State{})
	fmt.Println(mime, name, ok)
	fmt.Printf("%q\n", body)
	_, _, _, ok = doc.Extract("the moon", artifactkit.State{})
	fmt.Println(ok)
	// Output:
	// text/tab-separated-values table.tsv true
	// "city\tn\nDuluth\t1\n"
	// false
}

// A host draws the results of a tool of its own: as a tree, which escapes, or as an artifact, which its kind draws.
func ExampleRenderer() {
	rating := func(a artifactkit.Adapted) artifactkit.Drawn {
		stars := strings.Repeat("★", len(artifactkit.ValueOf(a.Event, "")))
		return artifactkit.Drawn{Node: markup.El(markup.P, nil, markup.Text(stars+" <of 5>"))}
	}
	doc := artifactkit.Open([]byte(`{"value":"|||","extra":{},"request":{"id":"1","name":"rate"}}`), artifactkit.Options{
		Renderers: artifactkit.Renderers{Tools: map[string]artifactkit.Renderer{"rate": rating}},
	})
	fmt.Println(strings.Contains(doc.Render(artifactkit.State{}).HTML.String(), "<p>★★★ &lt;of 5&gt;</p>"))
	// Output: true
}

// A host that forwards takes every version and changes none.
func ExampleVersions() {
	const future = `{"kind":"hologram","schema":"codeagent.tool-artifact","version":7.0,"status":"success","payload":{}}`
	a, why := artifactkit.ArtifactOf([]byte(future), protocol.AnyVersion)
	fmt.Println(string(a.AppendJSON(nil)) == future, why == nil)

	_, err := protocol.VersionSet(1, 0)
	fmt.Println(err)
	// Output:
	// true true
	// version 0: versions are whole numbers above 0
}

// A session as a document without script: printed, mailed, or served to those who want none.
func ExampleReadEvents() {
	page := artifactkit.NewPlainPage(artifactkit.Options{})
	reading, err := artifactkit.ReadEvents(strings.NewReader(`{"content":[{"type":"text","text":"3 < 4"}]}`), "auto", source.Options{}, page.Append)
	fmt.Println(reading.From, reading.Report.Results, err)
	fmt.Println(strings.Contains(page.HTML("").String(), "3 &lt; 4"))
	// Output:
	// mcp 1 <nil>
	// true
}

// Events in, what changes in the page out; the whole is there at any time.
func ExampleNewTranscript() {
	t := artifactkit.NewTranscript(artifactkit.Options{})
	t.Append(source.Envelope{ID: "1", Type: "message", Event: []byte(`{"role":"user","text":"How warm is it?"}`)})
	changes := t.Append(source.Envelope{ID: "2", Type: "tool_result", Event: []byte(`{"id":"c1","name":"weather","display":null,"value":"18 °C","is_error":false,"artifact":null}`)})
	fmt.Println(len(changes.Ops) > 0, strings.Contains(markup.Write(t.Node()).String(), "How warm is it?"))
	// Output: true true
}

func ExampleAssets() {
	files, err := fs.Glob(artifactkit.Assets(), "*")
	fmt.Println(files, err)
	// Output: [artifactkit_gen.css listen_gen.mjs] <nil>
}

// A fragment for a notebook or a mail carries its style; a page is complete and makes no request.
func ExamplePage() {
	view := artifactkit.Open([]byte(`{"value":"18 °C"}`), artifactkit.Options{Static: true}).Render(artifactkit.State{})
	fmt.Println(strings.HasPrefix(artifactkit.Page(view.HTML, artifactkit.Options{}).String(), "<!doctype html>"))
	fmt.Println(strings.HasPrefix(artifactkit.Styled(view.HTML).String(), `<div class="ak-root"><style>`))
	// Output:
	// true
	// true
}
