package carrier_test

import (
	"errors"
	"strings"
	"testing"

	"github.com/vitrine-go/vitrine/artifactkit"
	"github.com/vitrine-go/vitrine/artifactkit/carrier"
	"github.com/vitrine-go/vitrine/artifactkit/protocol"
)

// formats are the carriers, the importer that reads each back, and where a host that knows nothing of the protocol finds the value.
var formats = []struct {
	name  string
	write func([]byte) ([]byte, error)
	from  string
	plain func(v protocol.Value) string
	wrap  string // what stands around the carrier on the wire
}{
	{"MCP", carrier.MCP, "mcp", first("content"), `%`},
	{"LangChain", carrier.LangChain, "langchain", func(v protocol.Value) string { return v.Get("content").Str() }, `%`},
	{"AI SDK", carrier.AISDK, "aisdk", first("content"), `{"type":"tool-x","toolCallId":"c1","state":"output-available","input":{},"output":%}`},
	{"OpenAI", carrier.OpenAI, "openai", inText("output"), `%`},
	{"AG-UI", carrier.AGUI, "agui", inText("content"), `%`},
	{"A2A", carrier.A2A, "a2a", first("parts"), `%`},
}

func first(key string) func(protocol.Value) string {
	return func(v protocol.Value) string {
		for _, p := range v.Get(key).Elems() {
			return p.Get("text").Str()
		}
		return ""
	}
}

func inText(key string) func(protocol.Value) string {
	return func(v protocol.Value) string {
		in, _ := protocol.Parse([]byte(v.Get(key).Str()))
		return in.Get("value").Str()
	}
}

func parse(t *testing.T, text []byte) protocol.Value {
	t.Helper()
	v, why := protocol.Parse(text)
	if why != nil {
		t.Fatalf("%s: %s", why.Message, text)
	}
	return v
}

// results are what travels: versions of today and of tomorrow, tokens that a careless writer would change, a failure, a legacy of none.
var results = map[string]string{
	"version 1":        `{"value":"2 rows","error":null,"extra":{"codeagent":{"artifact":{"schema":"codeagent.tool-artifact","version":1,"kind":"table","status":"success","icon":null,"title":"Rows","payload":{"df":[{"a":1.50},{"a":12345678901234567890}]},"x_new":"\u00e9\/"}}},"request":{"id":"c1","name":"query"}}`,
	"a future version": `{"value":"two\nlines","error":null,"extra":{"codeagent":{"artifact":{"version":7.0,"schema":"codeagent.tool-artifact","kind":"acme/board","status":"odd","payload":[1e3,{"k":1,"k":2}],"more":{"deep":[]}}},"display":{"title":"Board","open":true}},"request":{"id":"c1","name":"board"}}`,
	"a failure":        `{"value":"","error":"no such table","extra":{"codeagent":{"artifact":{"schema":"codeagent.tool-artifact","version":1,"kind":"error","status":"error","icon":null,"title":null,"payload":{"message":"no such table"}}}},"request":{"id":"c1","name":"query"}}`,
	"siblings":         `{"value":"v","error":null,"extra":{"codeagent":{"artifact":{"schema":"codeagent.tool-artifact","version":1,"kind":"text","status":"success","icon":null,"title":null,"payload":{"text":"t"}},"sources":[1.0]},"other":{"n":2.50}},"request":{"id":"c1","name":null}}`,
	"an event":         `{"id":"c1","name":"query","display":{"title":"T"},"value":"v","is_error":false,"artifact":{"schema":"codeagent.tool-artifact","version":2,"kind":"acme/x","status":"s","payload":{}}}`,
	"no artifact":      `{"value":"words","error":null,"extra":{},"request":{"id":"c1","name":"n"}}`,
}

// CAR-1, CAR-2.
func TestHostThatIgnoresACarrierLosesNothingAndOneThatReadsItGetsTheSame(t *testing.T) {
	for name, result := range results {
		in := parse(t, []byte(result))
		artifact, _ := protocol.Candidate(in)
		value := protocol.ValueOf(in, "")
		if text, failed := protocol.ErrorOf(in); failed && value == "" {
			value = text
		}
		for _, f := range formats {
			out, err := f.write([]byte(result))
			if err != nil {
				t.Fatal(err)
			}
			if got := f.plain(parse(t, out)); got != value && got != protocol.ValueOf(in, "") {
				t.Errorf("%s, %s: a host without the protocol sees %q, want %q", f.name, name, got, value)
			}
			wire := strings.Replace(f.wrap, "%", string(out), 1)
			back, why := artifactkit.Adapt([]byte(wire), artifactkit.Options{})
			if why != nil || back.From != f.from {
				t.Fatalf("%s, %s: taken for %q, want %q: %s", f.name, name, back.From, f.from, wire)
			}
			root := parse(t, back.Result)
			got, _ := protocol.Candidate(root)
			if artifact.Exists() && got.Compact() != artifact.Compact() {
				t.Errorf("%s, %s: the artifact came back as\n%s\nwant\n%s", f.name, name, got.Compact(), artifact.Compact())
			}
			if got := protocol.ValueOf(root, ""); got != value && got != protocol.ValueOf(in, "") {
				t.Errorf("%s, %s: the value came back as %q, want %q", f.name, name, got, value)
			}
			if got, want := root.At("request", "id").Str(), parse(t, []byte(wire)); f.from != "mcp" && got != "c1" {
				t.Errorf("%s, %s: the call came back as %q: %s", f.name, name, got, want.Compact())
			}
		}
	}
}

// CH-3.
func TestWhatStandsBesideAnArtifactTravelsWhereThereIsRoom(t *testing.T) {
	for _, f := range formats {
		if f.name == "MCP" || f.name == "A2A" {
			continue // they have room for the two channels
		}
		out, err := f.write([]byte(results["siblings"]))
		if err != nil {
			t.Fatal(err)
		}
		for _, want := range []string{"[1.0]", "2.50"} {
			if !strings.Contains(string(out), want) {
				t.Errorf("%s: %s is lost in %s", f.name, want, out)
			}
		}
	}
}

func TestWhatIsNoResultIsRefused(t *testing.T) {
	for _, f := range formats {
		for _, text := range []string{``, `7`, `[]`, `{}`, `{"a":1}`, `{"value`} {
			if out, err := f.write([]byte(text)); !errors.Is(err, carrier.ErrNoResult) {
				t.Errorf("%s: %q became %s", f.name, text, out)
			}
		}
	}
}
