package artifactkit_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/vitrine-go/vitrine/artifactkit"
	"github.com/vitrine-go/vitrine/artifactkit/limits"
	"github.com/vitrine-go/vitrine/artifactkit/protocol"
)

// FuzzForward sends artifacts of versions to come, whatever is in them, through everything that forwards (EV-1, ACC-5, CH-3):
// they come out token for token, and are never drawn.
func FuzzForward(f *testing.F) {
	f.Add("2", `{"rows":[1.0,1e2,"\u00e9\/"],"rows":[]}`, `"next":[null, {"a":1,"a":2}],`, "text", "error")
	f.Add("17.0", `[]`, ``, "error", "success")
	f.Add("0.2e1", `{"text":"a <b> & c"}`, `"icon":"x","title":"\u202e",`, "acme/map", "denied")
	f.Add("1e308", `{"deep":[[[[[[]]]]]]}`, `"status ":7,`, "table", "needs_input")
	f.Fuzz(func(t *testing.T, version, payload, more, kind, status string) {
		artifact := fmt.Sprintf(`{%s"kind":%s,"schema":"codeagent.tool-artifact","payload":%s,"version":%s,"status":%s}`,
			more, quote(kind), payload, version, quote(status))
		v, why := protocol.Parse([]byte(artifact))
		if why != nil || len(artifact) > 1<<16 {
			return
		}
		bare, why := protocol.ArtifactOf(v, protocol.AnyVersion)
		if why != nil || bare.V1() {
			return
		}
		want := v.Compact()
		result := `{"value":"the value","extra":{"sources":[ 1.0 ],"codeagent":{"artifact":` + artifact + `,"more":{}}},"request":{"id":"c1","name":"n"}}`
		event := `{"id":"c1","name":"n","display":null,"value":"the value","is_error":false,"artifact":` + artifact + `}`
		for _, in := range []string{artifact, result, event} {
			if root, _ := protocol.Parse([]byte(in)); protocol.Bounds(root) != nil {
				continue
			}
			got, why := artifactkit.ArtifactOf([]byte(in), protocol.AnyVersion)
			same(t, "the accessor", string(got.AppendJSON(nil)), want)
			same(t, "another status", string(got.WithStatus("error").AppendJSON(nil)), want)
			if why != nil {
				t.Fatal(why.Message)
			}
			if none, why := artifactkit.ArtifactOf([]byte(in), artifactkit.Versions{}); none.Exists() || why == nil || why.Code != protocol.UnsupportedVersion {
				t.Fatalf("a consumer of version 1 got %v, %v", none, why)
			}
			a, _ := artifactkit.Adapt([]byte(in), artifactkit.Options{})
			out, _ := protocol.Parse(a.Event)
			same(t, "the event", out.Get("artifact").Compact(), want)
			again, _ := artifactkit.ArtifactOf(a.Result, protocol.AnyVersion)
			same(t, "the result", string(again.AppendJSON(nil)), want)
			inspected, _ := protocol.Parse(artifactkit.InspectJSON([]byte(in), protocol.AnyVersion, artifactkit.Options{}))
			same(t, "inspect", inspected.Get("artifact").Compact(), want)
			doc := artifactkit.Open([]byte(in), artifactkit.Options{})
			_, _, raw, _ := doc.Extract("raw", artifactkit.State{})
			same(t, "what is copied", string(raw), want)
			if view := doc.Render(artifactkit.State{}); view.Kind != "text" || view.Reason == nil || view.Reason.Code != protocol.UnsupportedVersion {
				t.Fatalf("a version that is not known was drawn as %s with the reason %v", view.Kind, view.Reason)
			}
		}
		root, _ := protocol.Parse([]byte(result))
		edited, _ := protocol.Parse(protocol.AppendEdited(nil, root, protocol.Set([]byte(`"x"`), "extra", "display"), protocol.Delete("extra", "codeagent", "more")))
		same(t, "an edit beside it", edited.At("extra", "codeagent", "artifact").Compact(), want)
		failed, _ := artifactkit.Adapt([]byte(strings.Replace(result, `"request"`, `"error":"it failed","request"`, 1)), artifactkit.Options{})
		if out, _ := protocol.Parse(failed.Event); protocol.Bounds(root) == nil {
			same(t, "a failed call", out.Get("artifact").Compact(), want)
		}
	})
}

func quote(s string) string { return string(protocol.AppendString(nil, s)) }

func same(t *testing.T, what, got, want string) {
	t.Helper()
	if got != want {
		t.Fatalf("%s changed the artifact\n from %s\n   to %s", what, want, got)
	}
}

func TestForwardingHasItsBounds(t *testing.T) {
	deep := strings.Repeat("[", limits.PayloadDepth+1) + strings.Repeat("]", limits.PayloadDepth+1)
	in := `{"value":"the value","artifact":{"schema":"codeagent.tool-artifact","version":2,"kind":"text","status":"success","payload":` + deep + `}}`
	if a, why := artifactkit.ArtifactOf([]byte(in), protocol.AnyVersion); a.Exists() || why == nil || why.Code != protocol.TooDeep {
		t.Errorf("got %v, %v, want too_deep", a, why)
	}
}
