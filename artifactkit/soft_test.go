package artifactkit_test

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/vitrine-go/vitrine/artifactkit"
	"github.com/vitrine-go/vitrine/artifactkit/limits"
	"github.com/vitrine-go/vitrine/artifactkit/protocol"
)

const good = `"schema":"codeagent.tool-artifact","version":1,"kind":"text","status":"success","payload":{"text":"from the payload"}`

// result is a result with the portable text "the value" and an artifact of these members; those of good count where they are not said.
func result(members string) string {
	return `{"value":"the value","extra":{"codeagent":{"artifact":` + members + `}}}`
}

// with is good with one member in place of its own.
func with(member string) string {
	name, _, _ := strings.Cut(member, ":")
	var kept []string
	for _, m := range []string{`"schema":"codeagent.tool-artifact"`, `"version":1`, `"kind":"text"`, `"status":"success"`, `"payload":{"text":"from the payload"}`} {
		if !strings.HasPrefix(m, name+":") {
			kept = append(kept, m)
		}
	}
	return result("{" + strings.Join(append(kept, member), ",") + "}")
}

// TestEveryRefusalShowsTheValueAndAReason has an input for each code with which an artifact is refused (TR-6, ART-9).
func TestEveryRefusalShowsTheValueAndAReason(t *testing.T) {
	deep := func(n int) string { return strings.Repeat("[", n) + strings.Repeat("]", n) }
	for _, c := range []struct {
		code protocol.Code
		in   string
	}{
		{protocol.NotJSON, `the value, and no JSON`},
		{protocol.NotJSON, `{"value":"the value"`},
		{protocol.NotAnObject, result(`"x"`)},
		{protocol.NotAnObject, result(`[1]`)},
		{protocol.BadSchema, with(`"schema":"codeagent.tool-artifact "`)},
		{protocol.BadVersion, with(`"version":"1"`)},
		{protocol.BadVersion, with(`"version":1e400`)},
		{protocol.UnsupportedVersion, with(`"version":2`)},
		{protocol.BadKind, with(`"kind":""`)},
		{protocol.BadKind, with(`"kind":"acme/map"`)},
		{protocol.BadStatus, with(`"status":false`)},
		{protocol.BadIcon, with(`"icon":7`)},
		{protocol.BadTitle, with(`"title":["a","b"]`)},
		{protocol.BadPayload, with(`"payload":"text"`)},
		{protocol.BadPayload, `{"value":"the value","artifact":{"schema":"codeagent.tool-artifact","version":1,"kind":"table","status":"success","payload":{"rows":1}}}`},
		{protocol.DuplicateKey, result(`{` + good + `,"kind":"text"}`)},
		{protocol.DuplicateKey, `{"value":"the value","extra":{},"extra":{"codeagent":{"artifact":{` + good + `}}}}`},
		{protocol.BoxedScalar, with(`"version":[2]`)},
		{protocol.TooDeep, with(`"payload":` + deep(limits.PayloadDepth+1))},
		{protocol.TooLarge, with(`"payload":{"n":` + strings.Repeat("9", limits.NumberDigits+1) + `}`)},
		{protocol.TooLarge, `{"value":"the value` + strings.Repeat(" and more", limits.Result/9) + `"}`},
	} {
		r := artifactkit.Open([]byte(c.in), artifactkit.Options{}).Render(artifactkit.ParseState(nil))
		if r.Reason == nil || r.Reason.Code != c.code {
			t.Errorf("%.120s: got the reason %+v, want %s", c.in, r.Reason, c.code)
			continue
		}
		if !strings.Contains(r.Text, "the value") || !strings.Contains(r.Text, r.Reason.Message) {
			t.Errorf("%s: got %.300q, want the value and %q", c.code, r.Text, r.Reason.Message)
		}
		if html := r.HTML.String(); !strings.Contains(html, `role="note"`) {
			t.Errorf("%s: the reason is no note: %.300s", c.code, html)
		}
	}
}

// TestEveryRepairIsNoted has an input for each code with which something is mended, left out or made (ART-9); the card goes on.
func TestEveryRepairIsNoted(t *testing.T) {
	for _, c := range []struct {
		code     protocol.Code
		in, want string
	}{
		{protocol.StatusRepaired, `{"artifact":{"schema":"codeagent.tool-artifact","version":1,"kind":"error","status":"success","payload":{"message":"it broke"}}}`, "it broke"},
		{protocol.Unboxed, with(`"title":["Named"]`), "Named"},
		{protocol.Synthesized, `{"value":"the value","extra":{}}`, "the value"},
		{protocol.LegacyCard, `{"value":"the value","extra":{"display":{"toolcard":{"kind":"text","payload":{"text":"of the card"}}}}}`, "of the card"},
		{protocol.BadDisplayField, `{"value":"the value","extra":{"display":{"title":7}}}`, "the value"},
	} {
		var a struct {
			Notes []struct{ Code, Message string }
		}
		if err := json.Unmarshal(artifactkit.AdaptJSON([]byte(c.in), artifactkit.Options{}), &a); err != nil {
			t.Fatal(err)
		}
		found := false
		for _, n := range a.Notes {
			found = found || n.Code == string(c.code) && n.Message != ""
		}
		if !found {
			t.Errorf("%s: got the notes %+v", c.code, a.Notes)
		}
		if r := artifactkit.Open([]byte(c.in), artifactkit.Options{}).Render(artifactkit.ParseState(nil)); !strings.Contains(r.Text, c.want) {
			t.Errorf("%s: got %q, want %q in it", c.code, r.Text, c.want)
		}
	}
}

// TestWhatCannotBeDrawnSaysWhy has what a card shows in part: pictures and foreign HTML. The view says it in place, the reason in code.
func TestWhatCannotBeDrawnSaysWhy(t *testing.T) {
	image := func(payload string) string {
		return `{"value":"the value","artifact":{"schema":"codeagent.tool-artifact","version":1,"kind":"image","status":"success","payload":` + payload + `}}`
	}
	html := func(src string) string { return `{"value":"the value","extra":{"display":{"html":"` + src + `"}}}` }
	for _, c := range []struct {
		code            protocol.Code
		path, in, words string
	}{
		{protocol.BadBase64, "/artifact/payload/images/0", image(`{"images":[{"b64":"!!"}]}`), "the data is not base64"},
		{protocol.BadBase64, "/artifact/payload/0", image(`["!!"]`), "the data is not base64"},
		{protocol.BadBase64, "/artifact/payload", image(`{"data":"!!"}`), "the data is not base64"},
		{protocol.BadPayload, "/artifact/payload/images/0", image(`{"images":[{"b64":"aGVsbG8="}]}`), "of no known image type"},
		{protocol.BadHTML, "/extra/display/html", html(`<script>x</script>`), "Nothing in this HTML can be shown as HTML"},
		{protocol.TooDeep, "/extra/display/html", html(strings.Repeat("<div>", limits.HTMLDepth+1) + "the value"), "nested too deeply"},
	} {
		r := artifactkit.Open([]byte(c.in), artifactkit.Options{}).Render(artifactkit.ParseState(nil))
		if !strings.Contains(r.Text, "the value") || !strings.Contains(r.Text, c.words) {
			t.Errorf("%.90s: got %q, want the value and %q", c.in, r.Text, c.words)
		}
		if r.Reason == nil || r.Reason.Code != c.code || r.Reason.Path != c.path || r.Reason.Message == "" {
			t.Errorf("%.90s: got the reason %+v, want %s %s", c.in, r.Reason, c.code, c.path)
		}
		a, why := artifactkit.Adapt([]byte(c.in), artifactkit.Options{})
		if why != nil || len(a.Notes) == 0 || a.Notes[len(a.Notes)-1] != *r.Reason {
			t.Errorf("%.90s: got the notes %+v, want the reason among them", c.in, a.Notes)
		}
	}
	if r := artifactkit.Open([]byte(html(`<script>x</script>`)), artifactkit.Options{HTML: "text"}).Render(artifactkit.ParseState(nil)); r.Reason != nil {
		t.Errorf("HTML that the host wants as text: got the reason %+v", r.Reason)
	}
}
