package schemacheck_test

import (
	"bytes"
	"encoding/json"
	"strings"
	"testing"

	"github.com/vitrine-go/vitrine/artifactkit/display"
	"github.com/vitrine-go/vitrine/artifactkit/internal/vectest"
	"github.com/vitrine-go/vitrine/artifactkit/protocol"
	"github.com/vitrine-go/vitrine/wasm/kit/imports"
)

const dir = "../../../docs/schema"

func vectors(t *testing.T) []vectest.Vector {
	t.Helper()
	all, err := vectest.Load("../..")
	if err != nil {
		t.Fatal(err)
	}
	return all
}

// TestSchemasSayWhatTheAccessorsSay asks of every vector's input: has it an artifact that is valid, and a display without a fault?
func TestSchemasSayWhatTheAccessorsSay(t *testing.T) {
	all, asked, beyond := loadSchemas(t, dir), 0, 0
	for _, v := range vectors(t) {
		root, why := protocol.Parse(v.Input)
		if v.Calls[0] != "inspect" || why != nil || root.Type() != protocol.Object {
			continue
		}
		t.Run(v.Name, func(t *testing.T) {
			said, fits := accepted(root), conforms(t, all, root)
			reason, excused := v.Want("schema.txt")
			asked++
			switch {
			case excused && strings.TrimSpace(reason) == "":
				t.Error("schema.txt does not say what a schema cannot express")
			case excused && said == fits:
				t.Errorf("schema.txt is stale: both say %v", said)
			case excused:
				beyond++
			case said != fits:
				t.Errorf("the accessors say %v, the schemas %v", said, fits)
			}
		})
	}
	if asked < 150 || beyond == 0 {
		t.Errorf("%d vectors were asked, %d of them beyond a schema", asked, beyond)
	}
}

// accepted is the verdict of the accessors on the artifact and the display of a text.
func accepted(root protocol.Value) bool {
	_, why := protocol.ArtifactOf(root, protocol.AnyVersion)
	shown := root.At("extra", "display")
	if !shown.IsSet() {
		shown = root.Get("display")
	}
	_, faults := display.Read(shown, display.Facts{})
	return why == nil && len(faults) == 0
}

// conforms is the verdict of the schemas on the same parts.
func conforms(t *testing.T, all schemas, root protocol.Value) bool {
	t.Helper()
	doc, err := decode(root.Raw())
	if err != nil {
		t.Fatal(err)
	}
	o := doc.(map[string]any)
	if o["schema"] == protocol.Schema && o["value"] == nil && o["artifact"] == nil {
		return len(all.faults("artifact.json", doc)) == 0
	}
	fits := len(all.faults("result.json", doc)) == 0
	extra, _ := o["extra"].(map[string]any)
	codeagent, _ := extra["codeagent"].(map[string]any)
	if a := o["artifact"]; a != nil && codeagent["artifact"] == nil {
		fits = fits && len(all.faults("artifact.json", a)) == 0
	}
	if extra["display"] == nil {
		fits = fits && len(all.faults("display.json", o["display"])) == 0
	}
	return fits
}

// TestWhatIsWrittenConforms holds every event and every result that adaptation writes, and every envelope of an importer, to its schema.
func TestWhatIsWrittenConforms(t *testing.T) {
	all := loadSchemas(t, dir)
	for _, v := range vectors(t) {
		t.Run(v.Name, func(t *testing.T) {
			switch v.Calls[0] {
			case "inspect":
				var a struct{ Event, Result json.RawMessage }
				if err := json.Unmarshal(imports.Pure("adapt", v.Input, v.Options), &a); err != nil {
					t.Fatal(err)
				}
				if !bytes.Equal(a.Event, []byte("null")) {
					hold(t, all, "event.json", a.Event)
				}
			case "import":
				for line := range bytes.Lines(imports.Pure("import", v.Input, v.Options)) {
					hold(t, all, "envelope.json", line)
				}
			case "result":
				if r := imports.Pure("result", v.Input, v.Options); !bytes.HasPrefix(r, []byte(`{"error"`)) {
					hold(t, all, "result.json", r)
				}
			}
		})
	}
}

func hold(t *testing.T, all schemas, file string, text []byte) {
	t.Helper()
	doc, err := decode(text)
	if err != nil {
		t.Fatal(err)
	}
	for _, fault := range all.faults(file, doc) {
		t.Errorf("%s %s\n%.300s", file, fault, text)
	}
}

// TestTheCheckFindsFaults proves that the check of this package refuses what it should, a keyword it does not know included.
func TestTheCheckFindsFaults(t *testing.T) {
	all := loadSchemas(t, dir)
	for _, c := range []struct{ name, file, text string }{
		{"a member is missing", "event.json", `{"id":null}`},
		{"a wrong type", "artifact.json", `{"schema":"codeagent.tool-artifact","version":1,"kind":7,"status":"s","payload":{}}`},
		{"a fraction", "artifact.json", `{"schema":"codeagent.tool-artifact","version":1.5,"kind":"k","status":"s","payload":{}}`},
		{"zero", "artifact.json", `{"schema":"codeagent.tool-artifact","version":0e5,"kind":"k","status":"s","payload":{}}`},
		{"a small exponent", "artifact.json", `{"schema":"codeagent.tool-artifact","version":1e-999999999999999999999,"kind":"k","status":"s","payload":{}}`},
		{"an id with a space", "envelope.json", `{"id":"a b","type":"x","event":{}}`},
		{"a result that is no event", "envelope.json", `{"id":"a","type":"tool_result","event":{}}`},
		{"dependencies", "display.json", `{"html":{"html":"x","dependencies":[1]}}`},
		{"a style that nobody knows", "display.json", `{"open_style":"bold"}`},
	} {
		doc, err := decode([]byte(c.text))
		if err != nil {
			t.Fatal(err)
		}
		if len(all.faults(c.file, doc)) == 0 {
			t.Errorf("%s: %s takes %s", c.name, c.file, c.text)
		}
	}
	odd := schemas{"odd.json": map[string]any{"minimumLength": json.Number("1")}}
	if len(odd.faults("odd.json", "x")) == 0 {
		t.Error("a keyword that is not known is passed over")
	}
}
