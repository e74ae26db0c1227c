package artifactkit_test

import (
	"fmt"
	"strings"

	"github.com/vitrine-go/vitrine/artifactkit"
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
