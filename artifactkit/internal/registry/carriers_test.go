package registry_test

import (
	"bytes"
	"encoding/json"
	"strings"
	"testing"

	"github.com/vitrine-go/vitrine/artifactkit/adapt"
	"github.com/vitrine-go/vitrine/artifactkit/internal/registry"
	"github.com/vitrine-go/vitrine/artifactkit/protocol"
)

const carried = `{"schema":"codeagent.tool-artifact","version":3,"kind":"acme/map","status":"success","icon":null,"title":"T","payload":{"at":[46.78,-92.1]}}`

// FuzzCarriers asks every format about every text (CH-4, CAR-1). None panics; an answer is one JSON object, the same every time,
// that adaptation takes as the protocol's; and every text of the input stands in it somewhere, but for the words by which a format
// names its shapes.
func FuzzCarriers(f *testing.F) {
	for _, s := range []string{
		`{"content":[{"type":"text","text":"18 degrees"},{"type":"image","data":"iVBORw0KGgo=","mimeType":"image/png"}],"_meta":{"codeagent/artifact":` + carried + `,"codeagent/display":{"label":"L"}}}`,
		`{"content":[{"type":"text","text":"for you","annotations":{"audience":["user"]}},{"type":"text","text":"for it","annotations":{"audience":["assistant"]}}],"isError":true}`,
		`{"type":"tool_result","tool_use_id":"t1","content":[{"type":"text","text":"hello"}],"is_error":true}`,
		`{"type":"function_call_output","call_id":"c1","output":"{\"value\":\"v\",\"extra\":{\"codeagent\":{\"artifact\":{}}}}"}`,
		`{"type":"tool","content":"hello","tool_call_id":"c1","name":"n","artifact":` + carried + `}`,
		`{"type":"tool-weather","state":"output-available","toolCallId":"c1","input":{"q":1},"output":{"codeagent":` + carried + `}}`,
		`{"output_type":"display_data","data":{"text/plain":["a","b"],"image/png":"iVBORw0KGgo="},"metadata":{}}`,
		`{"kind":"artifact-update","artifact":{"artifactId":"a","parts":[{"kind":"data","data":{},"metadata":{"mediaType":"application/vnd.codeagent.tool-artifact+json"}}]}}`,
		`{"version":1,"class":"ellmer::ContentToolResult","props":{"value":"v","error":null,"extra":{},"request":null}}`,
		`{"content_type":"tool_result","value":["a","b"],"model_format":"auto","error":null,"extra":null,"request":{"id":"1","name":"n"}}`,
		`{"functionResponse":{"name":"n","response":{"output":"text"}}}`,
	} {
		f.Add([]byte(s))
	}
	f.Fuzz(func(t *testing.T, in []byte) {
		root, why := protocol.Parse(in)
		if why != nil || len(in) > 1<<16 {
			return
		}
		for _, s := range registry.Sources() {
			if s.Result == nil {
				continue
			}
			out, ok := s.Result(root)
			if !ok {
				continue
			}
			again, _ := s.Result(root)
			v, why := protocol.Parse(out)
			if why != nil || v.Type() != protocol.Object || !json.Valid(out) || !bytes.Equal(out, again) {
				t.Fatalf("%s: %s became %s, then %s", s.Name, in, out, again)
			}
			if !adapt.Claims(v) {
				t.Fatalf("%s: %s is no result of the protocol", s.Name, out)
			}
			adapt.Adapt(v, adapt.Options{})
			kept := &strings.Builder{}
			everything(v, kept)
			all := kept.String()
			texts(root, func(text string) {
				if !holds(all, text) {
					t.Fatalf("%s: %s became %s, which has lost %q", s.Name, in, out, text)
				}
			})
		}
	})
}

// shapes are the members in which formats name their shapes.
var shapes = map[string]bool{"type": true, "class": true, "content_type": true, "model_format": true, "role": true, "kind": true, "object": true, "output_type": true, "state": true}

// texts calls for every string in a value that is no name of a shape; names of members are none.
func texts(v protocol.Value, f func(string)) {
	if v.Type() == protocol.String {
		f(v.Str())
	}
	for _, e := range v.Elems() {
		texts(e, f)
	}
	for name, m := range v.Members() {
		if !shapes[name] {
			texts(m, f)
		}
	}
}

// holds tells whether a text stands in another, as it is or inside JSON that is a text itself.
func holds(all, text string) bool {
	for range 3 {
		if strings.Contains(all, text) {
			return true
		}
		quoted := string(protocol.AppendString(nil, text))
		text = quoted[1 : len(quoted)-1]
	}
	return false
}

// everything writes every string in a value.
func everything(v protocol.Value, to *strings.Builder) {
	if v.Type() == protocol.String {
		to.WriteString(v.Str() + "\n")
	}
	for _, e := range v.Elems() {
		everything(e, to)
	}
	for _, m := range v.Members() {
		everything(m, to)
	}
}
