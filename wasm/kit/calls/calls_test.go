package calls_test

import (
	"os"
	"regexp"
	"strings"
	"testing"

	"github.com/vitrine-go/vitrine/artifactkit/protocol"
	"github.com/vitrine-go/vitrine/wasm/kit/calls"
)

const event = `{"id":"1","name":"t","display":null,"value":"a < b","is_error":false,"artifact":null}`

func TestCallsAnswer(t *testing.T) {
	for _, c := range []struct{ name, call, input, options, want string }{
		{"inspect", "inspect", event, `{}`, `"value":"a < b"`},
		{"versions as a number", "inspect", event, `{"versions":2}`, `"value":"a < b"`},
		{"versions as a list", "inspect", event, `{"versions":[1,2]}`, `"value":"a < b"`},
		{"versions that are none", "inspect", event, `{"versions":[0]}`, `{"error":"`},
		{"adapt", "adapt", event, `{}`, `"kind":"text"`},
		{"versions of another type", "inspect", event, `{"versions":true}`, `{"error":"`},
		{"no versions at all", "inspect", event, `{"versions":[]}`, `{"error":"`},
		{"render", "render", event, `{"scope":"x","static":true}`, `a &lt; b`},
		{"value", "value", event, `{}`, `"a < b"`},
		{"a default", "value", `7`, `{"default":"none"}`, `"none"`},
		{"what the larger module answers", "import", `7`, `{}`, `{"error":"no such call"}`},
		{"a host's own artifact", "render", event, `{"drawn":{"tool":"t","artifact":{"schema":"codeagent.tool-artifact","version":1,"kind":"text","status":"success","icon":null,"title":null,"payload":{"text":"of the host"}}}}`, `of the host`},
		{"page", "page", `{"id":"r","type":"tool_result","event":` + event + `}`, `{}`, `a &lt; b`},
		{"result", "result", `{"value":"v","title":"T"}`, ``, `{"value":"v","extra":{"codeagent":{"artifact":{`},
		{"a mistake in a result", "result", `{"value":"v","titel":"T"}`, ``, `{"error":"make a result: unknown member`},
		{"a result of no JSON", "result", `{`, ``, `{"error":"make a result: Not JSON`},
		{"options that are no JSON are none", "value", event, `{`, `"a < b"`},
		{"a call that is none", "dance", event, `{}`, `{"error":"no such call"}`},
	} {
		if got := string(calls.Answer(c.call, []byte(c.input), []byte(c.options))); !strings.Contains(got, c.want) {
			t.Errorf("%s: got %.300s, want %s in it", c.name, got, c.want)
		}
	}
}

// Both sides of the wasm border know a call by its place in a list.
func TestNumbersAreThoseOfTheGlue(t *testing.T) {
	glue, err := os.ReadFile("../../npm/instance.mjs")
	if err != nil {
		t.Fatal(err)
	}
	list := regexp.MustCompile(`CALLS = "([^"]*)"`).FindSubmatch(glue)
	if list == nil {
		t.Fatal("there is no list of calls in instance.mjs")
	}
	if got, want := string(list[1]), strings.Join(calls.Names[:], " "); got != want {
		t.Errorf("got %s\nwant %s", got, want)
	}
	k := calls.New(func(string, []byte, protocol.Value) ([]byte, bool) { return []byte("more"), true })
	for i := range calls.Names {
		if got := string(k.Numbered(uint32(i), []byte(event), []byte(`{}`))); strings.Contains(got, "no such call") {
			t.Errorf("call %d: %s", i, got)
		}
	}
	if got := string(k.Numbered(uint32(len(calls.Names)), nil, nil)); got != `{"error":"no such call"}` {
		t.Errorf("a number that is none: %s", got)
	}
}
