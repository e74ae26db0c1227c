package artifactkit_test

import (
	"strings"
	"testing"

	"github.com/vitrine-go/vitrine/artifactkit"
)

const table = `{"id":"c1","name":"query","display":null,"value":"2 rows","is_error":false,"artifact":{"schema":"codeagent.tool-artifact","version":1,"kind":"table","status":"success","icon":"table","title":"Orders","payload":{"columns":["city","n"],"rows":[["Duluth",1],["Fargo",2]]}}}`

func render(text string, o artifactkit.Options) artifactkit.Rendered {
	return artifactkit.Open([]byte(text), o).Render(artifactkit.State{})
}

func TestFromChoosesTheDoor(t *testing.T) {
	const mcp = `{"content":[{"type":"text","text":"hello"}]}`
	for _, c := range []struct{ name, text, from, want string }{
		{"automatic takes an MCP result", mcp, "", "mcp"},
		{"auto is another word for it", mcp, "auto", "mcp"},
		{"a format that is named", mcp, "mcp", "mcp"},
		{"codeagent alone leaves foreign JSON a tree", mcp, "codeagent", "json"},
		{"a format that is not there reads nothing", mcp, "nobody", "json"},
		{"a format without single results reads nothing", mcp, "claudecode", "json"},
		{"the protocol's own shapes need no format", table, "mcp", "codeagent"},
		{"what is no JSON is text", "hello", "mcp", "text"},
	} {
		if got := render(c.text, artifactkit.Options{From: c.from}).From; got != c.want {
			t.Errorf("%s: got %s, want %s", c.name, got, c.want)
		}
		a, why := artifactkit.Adapt([]byte(c.text), artifactkit.Options{From: c.from})
		if why == nil && a.From != c.want {
			t.Errorf("%s: Adapt took it for %s, want %s", c.name, a.From, c.want)
		}
	}
}

func TestStaticHasNoControls(t *testing.T) {
	const control = "data-ak-action"
	moving, still := render(table, artifactkit.Options{}), render(table, artifactkit.Options{Static: true})
	if !strings.Contains(moving.HTML.String(), control) {
		t.Error("a view has no control, so the test says nothing")
	}
	if strings.Contains(still.HTML.String(), control) || strings.Contains(still.HTML.String(), "<button") {
		t.Errorf("a static view has controls: %s", still.HTML)
	}
	if moving.Text != still.Text {
		t.Errorf("the text differs: got %q, want %q", still.Text, moving.Text)
	}
}

func TestDisplayHTMLIsRebuiltOrShownAsText(t *testing.T) {
	const result = `{"value":"v","extra":{"display":{"html":"<b onclick=x>bold</b>"}}}`
	if got := render(result, artifactkit.Options{}).HTML.String(); !strings.Contains(got, "<b>bold</b>") || strings.Contains(got, "onclick") {
		t.Errorf("rebuilt: got %s", got)
	}
	if got := render(result, artifactkit.Options{HTML: "text"}).HTML.String(); !strings.Contains(got, "&lt;b onclick=x&gt;bold") {
		t.Errorf("as text: got %s", got)
	}
}

func TestScopeIsThePrefixOfEveryId(t *testing.T) {
	const doc = `{"value":"v","extra":{"display":{"markdown":"# Head\n\nnote[^1]\n\n[^1]: foot"}}}`
	html := render(doc, artifactkit.Options{Scope: "mine"}).HTML.String()
	ids := strings.Split(html, ` id="`)[1:]
	if len(ids) == 0 {
		t.Error("there is no id, so the test says nothing")
	}
	for _, piece := range ids {
		if !strings.HasPrefix(piece, "mine") {
			t.Errorf("got the id %.20q, want a prefix of mine", piece)
		}
	}
}

func TestExtractGivesOutWhatIsCopied(t *testing.T) {
	doc := artifactkit.Open([]byte(table), artifactkit.Options{})
	for _, c := range []struct{ what, mime, begins string }{
		{"value", "text/plain", "2 rows"},
		{"raw", "application/json", `{"schema":"codeagent.tool-artifact"`},
		{"tsv", "text/tab-separated-values", "city\tn\n"},
	} {
		mime, name, body, ok := doc.Extract(c.what, artifactkit.State{})
		if !ok || !strings.HasPrefix(mime, c.mime) || !strings.HasPrefix(string(body), c.begins) || name == "" {
			t.Errorf("%s: got %s %q %.40q %v, want %s %q", c.what, mime, name, body, ok, c.mime, c.begins)
		}
	}
	if _, _, _, ok := doc.Extract("the moon", artifactkit.State{}); ok {
		t.Error("a word that nobody knows gave something out")
	}
}

func TestStateOfAnotherViewDoesNoHarm(t *testing.T) {
	doc := artifactkit.Open([]byte(table), artifactkit.Options{})
	first := doc.Render(artifactkit.State{}).HTML
	for _, text := range []string{``, `[]`, `{"page":-1}`, `{"page":1e99}`, `{"page":"two"}`, `{"sort":{"a":[]}}`, `{"page":1`} {
		if got := doc.Render(artifactkit.ParseState([]byte(text))).HTML; got != first {
			t.Errorf("%s: the view differs from the first one: %s", text, got)
		}
	}
}

func TestAccessorsOfWhatIsNoJSON(t *testing.T) {
	if a, why := artifactkit.ArtifactOf([]byte("{"), artifactkit.Versions{}); why == nil || why.Code != "not_json" || a.Exists() {
		t.Errorf("ArtifactOf: got %v %v, want not_json", a, why)
	}
	if got := artifactkit.ValueOf([]byte("{"), "def"); got != "def" {
		t.Errorf("ValueOf: got %q, want def", got)
	}
	if a, why := artifactkit.Adapt([]byte("{"), artifactkit.Options{}); why == nil || a.Event != nil {
		t.Errorf("Adapt: got %s %v, want a reason", a.Event, why)
	}
}

func TestAnswersAreOneJSONObject(t *testing.T) {
	for _, c := range []struct {
		name, got, want string
	}{
		{"inspect of no JSON", string(artifactkit.InspectJSON([]byte("x"), artifactkit.Versions{}, artifactkit.Options{})),
			`{"artifact":null,"value":"","reason":{"code":"not_json","path":"","message":"Not JSON at byte 0: a value is missing."},"from":null}`},
		{"inspect of JSON that nobody claims", string(artifactkit.InspectJSON([]byte(`{"a":1}`), artifactkit.Versions{}, artifactkit.Options{})),
			`{"artifact":null,"value":"{\"a\":1}","reason":null,"from":"json"}`},
		{"adapt of no JSON", string(artifactkit.AdaptJSON([]byte("x"), artifactkit.Options{})),
			`{"event":null,"result":null,"notes":[{"code":"not_json","path":"","message":"Not JSON at byte 0: a value is missing."}],"from":null}`},
	} {
		if c.got != c.want {
			t.Errorf("%s:\n got %s\nwant %s", c.name, c.got, c.want)
		}
	}
}

func TestNewNamesWhatIsWrong(t *testing.T) {
	for _, c := range []struct {
		name, want string
		opt        artifactkit.Option
	}{
		{"an unknown kind", "kind", artifactkit.Kind("hologram")},
		{"an unknown status", "status", artifactkit.Status("denied")},
		{"a payload that is no JSON", "payload", artifactkit.Payload([]byte("{"))},
		{"a payload that is a scalar", "payload", artifactkit.Payload([]byte("7"))},
		{"a display that is no object", "display", artifactkit.Display([]byte("[]"))},
	} {
		r, err := artifactkit.New("v", c.opt)
		if err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: got %v, want an error that names %s", c.name, err, c.want)
		}
		if got := string(r.JSON()); got != "null" {
			t.Errorf("%s: the result beside an error is %s, want null", c.name, got)
		}
	}
}

func TestNewSetsEveryMember(t *testing.T) {
	r, err := artifactkit.New("v", artifactkit.Kind("diff"), artifactkit.Status("error"), artifactkit.Title("a < b"), artifactkit.Icon("git"),
		artifactkit.Payload([]byte(`{"old": "o", "new": "n"}`)), artifactkit.Markdown("**b**"), artifactkit.Display([]byte(`{"label":"L"}`)))
	if err != nil {
		t.Fatal(err)
	}
	want := `{"value":"v","extra":{"codeagent":{"artifact":{"schema":"codeagent.tool-artifact","version":1,"kind":"diff","status":"error","icon":"git","title":"a < b","payload":{"old":"o","new":"n"}}},"display":{"label":"L","markdown":"**b**"}}}`
	if got, err := r.MarshalJSON(); err != nil || string(got) != want {
		t.Errorf("got %s %v\nwant %s", got, err, want)
	}
}
