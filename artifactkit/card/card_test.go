package card_test

import (
	"regexp"
	"strings"
	"testing"

	"github.com/vitrine-go/vitrine/artifactkit"
	"github.com/vitrine-go/vitrine/artifactkit/card"
	"github.com/vitrine-go/vitrine/artifactkit/kind"
	"github.com/vitrine-go/vitrine/artifactkit/limits"
	"github.com/vitrine-go/vitrine/artifactkit/locale"
	"github.com/vitrine-go/vitrine/artifactkit/markup"
)

func open(text string) *card.Card { return card.OpenText([]byte(text), artifactkit.CardOptions()) }

func draw(c *card.Card) (html, text string) {
	n := c.Node(kind.State{}, kind.Env{Locale: locale.For("en")})
	return markup.Write(n).String(), markup.Plain(n)
}

// result is a codeagent result with an artifact: its members behind the schema, and a display.
func result(value, artifact, display string) string {
	return `{"value":"` + value + `","extra":{"codeagent":{"artifact":{"schema":"codeagent.tool-artifact",` + artifact + `}},"display":` + display + `}}`
}

// inEnglish are words that no catalog has translated, without what arrived: paths, and the value.
var inEnglish = regexp.MustCompile(`[a-z]{3,}`)

// Whatever is wrong, a reader is told in the language of the interface, and what was made for the place alone is left to the inspector.
func TestReasonsAreInTheLanguageOfTheInterface(t *testing.T) {
	for _, c := range []struct{ code, text string }{
		{"bad_kind", result("V", `"version":1,"kind":"hologram","status":"success","payload":{}`, `null`)},
		{"unsupported_version", result("V", `"version":7,"kind":"text","status":"success","payload":{}`, `null`)},
		{"bad_payload", result("V", `"version":1,"kind":"table","status":"success","payload":{"columns":5}`, `null`)},
		{"bad_version", result("V", `"version":"1","kind":"text","status":"success","payload":{}`, `null`)},
		{"bad_status", result("V", `"version":1,"kind":"text","status":"","payload":{}`, `null`)},
		{"bad_icon", result("V", `"version":1,"kind":"text","status":"success","icon":7,"payload":{}`, `null`)},
		{"duplicate_key", result("V", `"version":1,"version":1,"kind":"text","status":"success","payload":{}`, `null`)},
		{"too_deep", result("V", `"version":1,"kind":"text","status":"success","payload":`+strings.Repeat("[", 80)+strings.Repeat("]", 80), `null`)},
		{"not_json", "V <"},
	} {
		for _, tag := range []string{"en", "de", "zh-CN", locale.PseudoTag} {
			got := open(c.text)
			if got.Reason == nil || string(got.Reason.Code) != c.code {
				t.Errorf("%s: got the reason %+v", c.code, got.Reason)
				continue
			}
			l := locale.For(tag)
			wants := l.T("code_" + c.code)
			if tag == "en" {
				wants = got.Reason.Message
			}
			html := markup.Write(got.Node(kind.State{}, kind.Env{Locale: l})).String()
			_, note, _ := strings.Cut(html, `role="note">`)
			note, _, _ = strings.Cut(note, "</div>")
			text := markup.Plain(got.Node(kind.State{}, kind.Env{Locale: l}))
			if !strings.Contains(text, wants) {
				t.Errorf("%s in %s: got %s, want %q", c.code, tag, text, wants)
			}
			_, note, _ = strings.Cut(note, "</span><span>")
			note, _, _ = strings.Cut(note, "<")
			if tag == locale.PseudoTag && (note == "" || inEnglish.MatchString(note)) {
				t.Errorf("%s: %q has words that are in no catalog", c.code, note)
			}
		}
	}
}

// PL-2, TR-6: whatever is wrong, the portable value stands there with the reason, and the payload below it.
func TestFallbackSaysWhy(t *testing.T) {
	for _, c := range []struct {
		name, text   string
		kind         string
		code, path   string
		shows, lacks []string
	}{
		{"a kind that is not drawn", result("18 degrees", `"version":1,"kind":"hologram","status":"success","payload":{"secret":7}`, `null`),
			"text", "bad_kind", "/extra/codeagent/artifact/kind", []string{"18 degrees", `no view for the kind "hologram"`, "Data", "secret"}, nil},
		{"a version of the future", result("18 degrees", `"version":7,"kind":"text","status":"success","payload":{"text":"seven"}`, `null`),
			"text", "unsupported_version", "/extra/codeagent/artifact/version", []string{"18 degrees", "version 7", "version 1 is drawn here", "Data", "seven"}, nil},
		{"a version of 309 digits is cut", result("v", `"version":1e308,"kind":"text","status":"success","payload":{}`, `null`),
			"text", "unsupported_version", "/extra/codeagent/artifact/version", []string{"version 1000"}, []string{strings.Repeat("0", 60)}},
		{"a payload that cannot be read", result("18 degrees", `"version":1,"kind":"table","status":"success","payload":{"columns":5,"rows":"none"}`, `null`),
			"text", "bad_payload", "/extra/codeagent/artifact/payload/columns", []string{"18 degrees", "Data", "none"}, nil},
		{"a malformed artifact", result("18 degrees", `"version":"1","kind":"text","status":"success","payload":{"text":"inner"}`, `null`),
			"text", "bad_version", "/extra/codeagent/artifact/version", []string{"18 degrees"}, []string{"inner"}},
		{"no JSON", "18 degrees <b>", "text", "not_json", "", []string{"18 degrees <b>", "the text as it is"}, nil},
		{"invalid UTF-8", "a\xffb", "text", "not_json", "", []string{"a\ufffdb"}, nil},
		{"nothing at all", "", "text", "not_json", "", []string{"the text ends early"}, nil},
	} {
		t.Run(c.name, func(t *testing.T) {
			got := open(c.text)
			if got.Kind != c.kind || got.Reason == nil || string(got.Reason.Code) != c.code || got.Reason.Path != c.path {
				t.Errorf("got %s %+v, want %s %s %s", got.Kind, got.Reason, c.kind, c.code, c.path)
			}
			_, text := draw(got)
			for _, want := range c.shows {
				if !strings.Contains(text, want) {
					t.Errorf("%q is not shown: %s", want, text)
				}
			}
			for _, not := range c.lacks {
				if strings.Contains(text, not) {
					t.Errorf("%q is shown: %s", not, text)
				}
			}
		})
	}
}

func TestResultWithoutArtifactIsItsValueWithoutAReason(t *testing.T) {
	for name, text := range map[string]string{
		"a value alone":   `{"value":"18 degrees"}`,
		"a string":        `"18 degrees"`,
		"lines of a text": `["18 degrees"]`,
	} {
		c := open(text)
		if _, shown := draw(c); c.Kind != "text" || c.Reason != nil || c.Value != "18 degrees" || !strings.Contains(shown, "18 degrees") {
			t.Errorf("%s: got %s %v %q: %s", name, c.Kind, c.Reason, c.Value, shown)
		}
	}
}

func TestJSONThatNobodyClaimsIsATreeWithItsText(t *testing.T) {
	c := open(`{"a": [1, true]}`)
	if c.From != "json" || c.Kind != "tree" || c.Value != `{"a":[1,true]}` || c.Reason != nil {
		t.Errorf("got %s %s %q %v", c.From, c.Kind, c.Value, c.Reason)
	}
}

// ART-10: head and tail of a text over the bound are shown, and what was left out; a text counts by its quoted form too.
func TestLongTextKeepsHeadAndTail(t *testing.T) {
	long := func(piece string, over int) string {
		return "head " + strings.Repeat(piece, over/len(piece)) + " tail"
	}
	for _, c := range []struct{ name, text string }{
		{"over the bound", long("log line\n", limits.Result+1)},
		{"under it, and over it as a JSON string", long("\x1b[1m\x1b[0m\x1b[2m", limits.Result/2)},
		{"JSON that nobody claims, over it when quoted", `{"head ":"` + strings.Repeat(`\\`, limits.Result/4) + "\",\n\" tail\":0}"},
	} {
		got := open(c.text)
		if got.From != "text" || got.Reason == nil {
			t.Errorf("%s: taken for %s, reason %v", c.name, got.From, got.Reason)
		}
		html, text := draw(got)
		for _, want := range []string{"head ", " tail"} {
			if !strings.Contains(text, want) {
				t.Errorf("%s: %q is not shown: %.300s", c.name, want, text)
			}
		}
		if !strings.Contains(got.Value, "bytes left out") {
			t.Errorf("%s: the text does not say what is missing", c.name)
		}
		if len(html) > 4*limits.TextBytes {
			t.Errorf("%s: the view has %d bytes", c.name, len(html))
		}
	}
}

func TestWithoutAnyKindTheTextIsStillThere(t *testing.T) {
	none := card.Options{Kind: func(string) (kind.Kind, bool) { return kind.Kind{}, false }}
	c := card.OpenText([]byte(result("a < b", `"version":1,"kind":"table","status":"success","payload":{}`, `null`)), none)
	if html, _ := draw(c); !strings.Contains(html, "a &lt; b") || c.Reason == nil {
		t.Errorf("got %v: %s", c.Reason, html)
	}
}

func TestForeignResultsComeThroughTheHostsDoor(t *testing.T) {
	const mcp = `{"content":[{"type":"text","text":"hi"}]}`
	if c := open(mcp); c.From != "mcp" || c.Value != "hi" {
		t.Errorf("got %s %q, want mcp", c.From, c.Value)
	}
	shut := artifactkit.CardOptions()
	shut.Result = nil
	if c := card.OpenText([]byte(mcp), shut); c.From != "json" || c.Kind != "tree" {
		t.Errorf("without a door: got %s %s, want a tree of json", c.From, c.Kind)
	}
}

func TestRawIsTheArtifactOrTheWholeText(t *testing.T) {
	for _, c := range []struct{ name, text, file, begins string }{
		{"an artifact", result("v", `"version":1,"kind":"text","status":"success","payload":{"text":"t"}`, `null`), "artifact.json", `{"schema":"codeagent.tool-artifact","version":1`},
		{"a future artifact as it came", result("v", `"version":7,"kind":"text","status":"success","payload":{}`, `null`), "artifact.json", `{"schema":"codeagent.tool-artifact","version":7`},
		{"JSON that nobody claims", `{"a": 1}`, "result.json", `{"a":1}`},
	} {
		mime, file, body, ok := open(c.text).Extract("raw", kind.State{})
		if !ok || mime != "application/json" || file != c.file || !strings.HasPrefix(string(body), c.begins) {
			t.Errorf("%s: got %s %s %s, want %s %s", c.name, mime, file, body, c.file, c.begins)
		}
	}
}

// DI-2: an artifact of kind error is the banner, also when it sets the first line of a long message apart.
func TestAnErrorIsToldOnce(t *testing.T) {
	for _, in := range []string{
		`{"content":[{"type":"text","text":"3 tests failed:\n  parse\n  print"}],"isError":true}`,
		`{"value":"","error":"3 tests failed:\n  parse\n  print"}`,
	} {
		if _, text := draw(open(in)); strings.Count(text, "3 tests failed:") != 1 {
			t.Errorf("%s: got %q", in, text)
		}
	}
}
