package adapt_test

import (
	"strings"
	"testing"

	"github.com/vitrine-go/vitrine/artifactkit/protocol"
)

// TestEveryCombinationIsAdaptedOnce puts odd parts together in every way: no combination may fail, change when it is adapted
// again, rewrite a future artifact, or leave an error without its status.
func TestEveryCombinationIsAdaptedOnce(t *testing.T) {
	artifacts := []string{
		"", "null", `"x"`, "42", "[]", "{}", v1, strings.Replace(v1, `"code"`, `"error"`, 1), strings.Replace(v1, `"version":1`, `"version":2`, 1),
		strings.Replace(v1, `"version":1`, `"version":[1]`, 1), strings.Replace(v1, `"version":1`, `"version":"1"`, 1), strings.Replace(v1, `"C"`, `["a","b"]`, 1),
		`{"kind":"code","payload":{}}`, `{"kind":["error"],"icon":{},"payload":[],"status":7}`, `{"kind":"code","kind":"text","payload":{}}`,
	}
	displays := []string{"", "null", `"x"`, "[]", "{}", `{"toolcard":"x","right_output":1}`, `{"toolcard":{"kind":"error","title":"<b>x","payload":[]}}`, `{"title":"<p>","toolcard":{"kind":"k","status":"","payload":{}},"toolcard":{}}`}
	values := []string{"", "null", `""`, `"v"`, `["a","@@ -1"]`, `{"a":[1]}`, "1.50"}
	errors := []string{"", "null", "{}", `"boom"`, `""`, "7", `{"message":"m"}`}
	requests := []string{"", "null", `{"id":"r","name":"Bash"}`, `{"id":[1],"name":{}}`, `"x"`}
	join := func(pairs ...string) string {
		var parts []string
		for i := 0; i < len(pairs); i += 2 {
			if pairs[i+1] != "" {
				parts = append(parts, `"`+pairs[i]+`":`+pairs[i+1])
			}
		}
		return "{" + strings.Join(parts, ",") + "}"
	}
	n := 0
	for i, art := range artifacts {
		for j, show := range displays {
			for k, value := range values {
				for l, fail := range errors {
					if (i+j+k+l)%5 > 0 {
						continue
					}
					n++
					req := requests[(i+j+k+l)%len(requests)]
					for _, in := range []string{
						join("value", value, "error", fail, "request", req, "extra", join("codeagent", join("artifact", art, "s", "[1.0]"), "display", show, "z", "1e0")),
						join("id", `"e"`, "display", show, "value", value, "is_error", []string{"true", "false", "", "[true]", "7", "null", `"x"`}[l], "artifact", art),
					} {
						a := adapted(t, in)
						if !a.HasArtifact || a.Artifact.V1() && (a.Artifact.Kind == "error" || parse(t, string(a.Event())).Get("is_error").Bool()) && a.Artifact.Status != "error" {
							t.Fatalf("%s\n gives %s", in, a.Event())
						}
						given, why := protocol.ArtifactOf(parse(t, in), protocol.AnyVersion)
						if why == nil && given.Exists() && !given.V1() && string(a.Artifact.AppendJSON(nil)) != art {
							t.Fatalf("%s\n changes the future artifact to %s", in, a.Artifact.AppendJSON(nil))
						}
						if event := adapted(t, string(a.Event())); string(event.Event()) != string(a.Event()) {
							t.Fatalf("%s\n gives %s\n and that %s", in, a.Event(), event.Event())
						}
					}
				}
			}
		}
	}
	if n < 1000 {
		t.Errorf("%d combinations", n)
	}
}
