package artifactkit_test

import (
	"errors"
	"io/fs"
	"slices"
	"strings"
	"testing"
	"testing/iotest"

	"github.com/vitrine-go/vitrine/artifactkit"
	"github.com/vitrine-go/vitrine/artifactkit/markup"
	"github.com/vitrine-go/vitrine/artifactkit/source"
)

func TestStyledCarriesItsStyleAndAPageItsPolicy(t *testing.T) {
	h := render(table, artifactkit.Options{Static: true}).HTML
	styled, page := artifactkit.Styled(h).String(), artifactkit.Page(h, artifactkit.Options{Locale: "en"}).String()
	for name, got := range map[string]string{"styled": styled, "page": page} {
		if !strings.Contains(got, "<style>") || !strings.Contains(got, "ak-root") || !strings.Contains(got, h.String()) {
			t.Errorf("%s: the fragment, its root or its style is missing", name)
		}
		if strings.Contains(got, "<script") || strings.Contains(got, "<link") || strings.Contains(got, "@import") {
			t.Errorf("%s asks for something", name)
		}
	}
	if strings.Contains(styled, "<html") {
		t.Error("a fragment is a whole document")
	}
	if !strings.HasPrefix(page, `<!doctype html><html class="ak-root" data-ak-theme="auto" lang="en">`) || !strings.Contains(page, `content="default-src 'none';`) {
		t.Errorf("page: got %.200s", page)
	}
}

func TestAssetsHoldTheStylesheetAndTheListener(t *testing.T) {
	css, err := fs.ReadFile(artifactkit.Assets(), "artifactkit_gen.css")
	if err != nil || string(css) != artifactkit.Stylesheet() || len(css) == 0 {
		t.Errorf("got %d bytes, %v", len(css), err)
	}
	listener, err := fs.ReadFile(artifactkit.Assets(), "listen_gen.mjs")
	if err != nil || !strings.Contains(string(listener), "export function listen(host, act)") || strings.Contains(string(listener), "import ") {
		t.Errorf("the listener has %d bytes, %v, and must stand for itself", len(listener), err)
	}
}

// read reads a file to events.
func read(t *testing.T, text, from string) (artifactkit.Reading, []source.Envelope, error) {
	t.Helper()
	var all []source.Envelope
	got, err := artifactkit.ReadEvents(strings.NewReader(text), from, source.Options{}, func(e source.Envelope) { all = append(all, e) })
	return got, all, err
}

func TestReadEventsTakesWhateverItIsGiven(t *testing.T) {
	const session = `{"type":"user","message":{"role":"user","content":"hi"},"uuid":"00000000-0000-4000-8000-000000000001","timestamp":"2026-03-14T09:14:00Z","sessionId":"00000000-0000-4000-8000-00000000000a"}` + "\n"
	for _, c := range []struct{ name, text, from, wantFrom, wantTypes string }{
		{"one MCP result", `{"content":[{"type":"text","text":"a"}]}`, "auto", "mcp", "tool_result"},
		{"one codeagent event", table, "", "codeagent", "tool_result"},
		{"JSON that nobody claims", `{"a":1}`, "auto", "json", "tool_result"},
		{"a Claude Code session", session, "auto", "claudecode", "open message"},
		{"a Claude Code session by name", session, "claudecode", "claudecode", "open message"},
	} {
		got, all, err := read(t, c.text, c.from)
		if err != nil {
			t.Errorf("%s: %v", c.name, err)
			continue
		}
		var types []string
		for _, e := range all {
			types = append(types, e.Type)
		}
		if got.From != c.wantFrom || strings.Join(types, " ") != c.wantTypes {
			t.Errorf("%s: got %s %v, want %s %s", c.name, got.From, types, c.wantFrom, c.wantTypes)
		}
		if got.Report.Skipped != 0 || got.Report.Events != len(all) {
			t.Errorf("%s: the report says %+v of %d events", c.name, got.Report, len(all))
		}
		_, again, _ := read(t, c.text, c.from)
		if !slices.EqualFunc(all, again, func(a, b source.Envelope) bool { return a.ID == b.ID && a.ID != "" }) {
			t.Errorf("%s: the ids of a second reading differ", c.name)
		}
	}
}

func TestReadEventsSaysWhatItCannotRead(t *testing.T) {
	for _, text := range []string{"", "hello", "{", "\xff\xfe"} {
		if _, all, err := read(t, text, "auto"); !errors.Is(err, artifactkit.ErrUnknown) || len(all) > 0 {
			t.Errorf("%q: got %v and %d events, want ErrUnknown", text, err, len(all))
		}
	}
	broken := errors.New("the disk is gone")
	_, err := artifactkit.ReadEvents(iotest.ErrReader(broken), "auto", source.Options{}, func(source.Envelope) { t.Error("an event of nothing") })
	if !errors.Is(err, broken) {
		t.Errorf("got %v, want the reader's error", err)
	}
}

func TestPlainPageShowsATranscriptWithoutScript(t *testing.T) {
	lines := `{"id":"open","type":"open","event":{"title":"a < b"}}
no envelope
{"id":"m1","type":"message","event":{"role":"user","text":"<script>"}}
{"id":"r1","type":"tool_result","event":` + table + `}
`
	p := artifactkit.NewPlainPage(artifactkit.Options{})
	p.AppendLines([]byte(lines))
	html := p.HTML("").String()
	for _, want := range []string{"<title>a &lt; b</title>", "&lt;script&gt;", "Duluth", "<style>"} {
		if !strings.Contains(html, want) {
			t.Errorf("%q is missing", want)
		}
	}
	for _, not := range []string{"<script", "data-ak-action", "<button"} {
		if strings.Contains(html, not) {
			t.Errorf("the page has %s", not)
		}
	}
	if linked := p.HTML("style.css").String(); !strings.Contains(linked, `href="style.css"`) || strings.Contains(linked, "<style>") {
		t.Error("a stylesheet with an address is not linked")
	}
	whole := len(html)
	if p.Partial = true; len(p.HTML("").String()) <= whole {
		t.Error("a page without its beginning does not say so")
	}
}

func TestATranscriptOffersRemotePicturesAsTheHostAllows(t *testing.T) {
	const ask = `{"role":"user","text":"See","images":[{"src":"https://example.org/map.png"}]}`
	const result = `{"id":"1","name":"Map","display":{"open":true},"value":"","is_error":false,"artifact":{"schema":"codeagent.tool-artifact","version":1,"kind":"image",` +
		`"status":"success","icon":null,"title":null,"payload":{"images":[{"src":"https://example.com/b.png"}]}}}`
	for _, c := range []struct {
		allowed string
		want    bool
	}{{"", false}, {"click", true}} {
		tr := artifactkit.NewTranscript(artifactkit.Options{RemoteImages: c.allowed})
		tr.Append(source.Envelope{ID: "1", Type: "message", Event: []byte(ask)})
		tr.Append(source.Envelope{ID: "2", Type: "tool_result", Event: []byte(result)})
		out := markup.Write(tr.Node()).String()
		if got := strings.Contains(out, `data-ak-action="load:0"`); got != c.want {
			t.Errorf("remote images %q: the control is there: %v, want %v: %s", c.allowed, got, c.want, out)
		}
		for _, host := range []string{"example.org", "example.com"} {
			if !strings.Contains(out, `href="https://`+host) || strings.Contains(out, `src="https:`) {
				t.Errorf("remote images %q: want a link to %s and nothing fetched: %s", c.allowed, host, out)
			}
		}
	}
}
