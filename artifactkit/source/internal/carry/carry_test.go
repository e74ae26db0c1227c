package carry_test

import (
	"strconv"
	"strings"
	"testing"

	"github.com/vitrine-go/vitrine/artifactkit/protocol"
	"github.com/vitrine-go/vitrine/artifactkit/source/internal/carry"
)

const artifact = `{"schema":"codeagent.tool-artifact","version":9,"payload":{}}`

func parse(t *testing.T, text string) protocol.Value {
	t.Helper()
	v, why := protocol.Parse([]byte(text))
	if why != nil {
		t.Fatal(why.Message)
	}
	return v
}

// CAR-1.
func TestOf(t *testing.T) {
	for name, c := range map[string]struct {
		in                       string
		artifact, display, whole bool
	}{
		"an artifact":                       {artifact, true, false, false},
		"what stands under codeagent":       {`{"artifact":` + artifact + `,"display":{"title":"T"}}`, true, true, false},
		"what stands under extra":           {`{"codeagent":{"artifact":` + artifact + `},"display":{"title":"T"},"sources":[1]}`, true, true, false},
		"a whole result":                    {`{"value":"v","extra":{"codeagent":{"artifact":` + artifact + `}},"more":1}`, true, false, true},
		"a result with a display alone":     {`{"value":"v","extra":{"display":{"title":"T"}}}`, false, true, true},
		"the result of an MCP tool":         {`{"content":[],"_meta":{"codeagent/artifact":` + artifact + `,"codeagent/display":{}}}`, true, true, false},
		"an artifact right under codeagent": {`{"codeagent":` + artifact + `}`, true, false, false},
		"an artifact that is malformed":     {`{"codeagent":{"artifact":{"schema":7}}}`, true, false, false},
	} {
		got, ok := carry.Of(parse(t, c.in))
		if !ok || got.Artifact.Exists() != c.artifact || got.Display.Exists() != c.display || got.Result.Exists() != c.whole {
			t.Errorf("%s: %v, artifact %v, display %v, whole %v", name, ok, got.Artifact.Exists(), got.Display.Exists(), got.Result.Exists())
		}
	}
	for _, in := range []string{
		`7`, `"x"`, `[]`, `{}`, `{"artifact":"a file","display":1}`, `{"artifact":{"schema":"other"}}`, `{"artifact":` + artifact + `,"price":1}`, `{"codeagent":"yes"}`, `{"codeagent":{}}`,
		`{"value":1,"extra":2}`, `{"value":1,"extra":{},"currency":"EUR"}`, `{"schema":"codeagent"}`,
	} {
		if _, ok := carry.Of(parse(t, in)); ok {
			t.Errorf("%s was taken for a carrier", in)
		}
	}
}

func TestText(t *testing.T) {
	result := `{"value":"v","extra":{"codeagent":{"artifact":` + artifact + `}}}`
	for in, want := range map[string]bool{
		result: true, " \n" + result + "\n": true, strconv.Quote(result): true, strconv.Quote(strconv.Quote(result)): false, result[:40]: false, "codeagent": false, "": false, `"codeagent`: false,
		`{"extra":1}`: false, strings.Repeat("[", 100): false,
	} {
		if _, ok := carry.Text(in); ok != want {
			t.Errorf("%.60q: %v", in, ok)
		}
	}
}
