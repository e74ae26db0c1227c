package adapt_test

import (
	"strings"
	"testing"

	"github.com/vitrine-go/vitrine/artifactkit/adapt"
	"github.com/vitrine-go/vitrine/artifactkit/limits"
)

// MK-1, MK-3, MK-4.
func TestNewMakesAResultWithItsArtifact(t *testing.T) {
	for _, c := range []struct{ name, spec, want string }{
		{"only a value", `{"value":"x"}`, `{"value":"x","extra":{"codeagent":{"artifact":{"schema":"codeagent.tool-artifact","version":1,"kind":"text","status":"success","icon":null,"title":null,"payload":[]}}}}`},
		{"everything", `{"value":"2 rows","kind":"table","title":"a < b","icon":"table","status":"success","payload":{"columns":["id"],"rows":[[1.0]]}}`,
			`{"value":"2 rows","extra":{"codeagent":{"artifact":{"schema":"codeagent.tool-artifact","version":1,"kind":"table","status":"success","icon":"table","title":"a < b","payload":{"columns":["id"],"rows":[[1.0]]}}}}}`},
		{"an error always is one", `{"value":"failed","kind":"error","status":"success","payload":{"message":"failed"}}`,
			`{"value":"failed","extra":{"codeagent":{"artifact":{"schema":"codeagent.tool-artifact","version":1,"kind":"error","status":"error","icon":null,"title":null,"payload":{"message":"failed"}}}}}`},
		{"a diff that failed stays a diff", `{"value":"v","kind":"diff","status":"error","payload":{"old":"o","new":"n"}}`,
			`{"value":"v","extra":{"codeagent":{"artifact":{"schema":"codeagent.tool-artifact","version":1,"kind":"diff","status":"error","icon":null,"title":null,"payload":{"old":"o","new":"n"}}}}}`},
		{"Markdown goes into the display", `{"value":"v","title":null,"markdown":"**b**","display":{"label":"L","markdown":"old"}}`,
			`{"value":"v","extra":{"codeagent":{"artifact":{"schema":"codeagent.tool-artifact","version":1,"kind":"text","status":"success","icon":null,"title":null,"payload":[]}},"display":{"label":"L","markdown":"**b**"}}}`},
	} {
		s, err := adapt.ParseSpec(parse(t, c.spec))
		if err != nil {
			t.Errorf("%s: %v", c.name, err)
			continue
		}
		got, err := adapt.New(s)
		if err != nil || string(got) != c.want {
			t.Errorf("%s: %v\n got %s\nwant %s", c.name, err, got, c.want)
			continue
		}
		if a := adapted(t, string(got)); len(a.Notes) > 0 || string(a.Result()) != c.want {
			t.Errorf("%s: what is made needs adaptation: %v", c.name, a.Notes)
		}
	}
}

// MK-2.
func TestNewNamesTheMemberThatIsWrong(t *testing.T) {
	deep := strings.Repeat("[", limits.PayloadDepth+1) + strings.Repeat("]", limits.PayloadDepth+1)
	for spec, want := range map[string]string{
		`[]`: "specification", `{}`: "value", `{"value":1}`: "value", `{"value":["a"]}`: "value", `{"value":null}`: "value", `{"value":"x","kind":"bogus"}`: "kind",
		`{"value":"x","kind":5}`: "kind", `{"value":"x","status":"denied"}`: "status", `{"value":"x","payload":"text"}`: "payload", `{"value":"x","payload":` + deep + `}`: "payload",
		`{"value":"x","title":["a"]}`: "title", `{"value":"x","icon":{}}`: "icon", `{"value":"x","markdown":1}`: "markdown", `{"value":"x","display":[]}`: "display", `{"value":"x","titel":"a"}`: "titel",
	} {
		s, err := adapt.ParseSpec(parse(t, spec))
		if err == nil {
			_, err = adapt.New(s)
		}
		if err == nil || !strings.Contains(err.Error(), want) || !strings.HasPrefix(err.Error(), "make a result: ") {
			t.Errorf("%.60s: %v, want an error that names %s", spec, err, want)
		}
	}
	if _, err := adapt.New(adapt.Spec{Payload: []byte("{")}); err == nil || !strings.Contains(err.Error(), "payload") {
		t.Errorf("a payload that is no JSON: %v", err)
	}
	if _, err := adapt.New(adapt.Spec{Value: strings.Repeat("a", limits.Result)}); err == nil {
		t.Error("a result over the bound was made")
	}
}
