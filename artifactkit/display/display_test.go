package display_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/vitrine-go/vitrine/artifactkit/display"
	"github.com/vitrine-go/vitrine/artifactkit/protocol"
)

func parse(t testing.TB, text string) protocol.Value {
	t.Helper()
	v, why := protocol.Parse([]byte(text))
	if why != nil {
		t.Fatalf("Parse(%.60q): %s", text, why.Message)
	}
	return v
}

// plain stands for the parser that the host passes in.
func plain(html string) string {
	return strings.NewReplacer("<b>", "", "</b>", "", "&lt;", "<", "&amp;", "&").Replace(html)
}

var code = display.Facts{HasArtifact: true, Kind: "code", Rich: true, Status: "success", Title: "Code", Value: "x <- 1\ny", Path: "/extra/display", PlainText: plain}

// DI-4.
func TestMissingFieldsAreProjectedFromArtifactAndValue(t *testing.T) {
	for _, c := range []struct {
		name string
		f    display.Facts
		want string
	}{
		{"a rich kind is framed and may go full screen", code, "title=Code label=Code preview=x <- 1 y open=false full=true framed request=true"},
		{"text is minimal", display.Facts{HasArtifact: true, Kind: "text", Status: "success", Title: "Read file.R", Value: "first\nsecond"},
			"title=Read file.R label=Read file.R preview=first second open=false full=false minimal request=true"},
		{"without a title the kind is the label", display.Facts{HasArtifact: true, Kind: "table", Rich: true, Status: "success", Value: "v"},
			"title= label=Table preview=v open=false full=true framed request=true"},
		{"a kind of two words", display.Facts{HasArtifact: true, Kind: "generative_ui", Status: "success"},
			"title= label=Generative Ui preview= open=false full=false minimal request=true"},
		{"a failed call opens", display.Facts{HasArtifact: true, Kind: "error", Rich: true, Status: "error", Value: "e"},
			"title= label=Error preview=e open=true full=true framed request=true"},
		{"a long value does not", display.Facts{HasArtifact: true, Kind: "text", Status: "success", Value: strings.Repeat("a", 5000)},
			"title= label=Text preview=" + strings.Repeat("a", 159) + "… open=false full=false minimal request=true"},
		{"without an artifact nothing makes a label", display.Facts{Status: "success", Value: "v"},
			"title= label= preview=v open=false full=false minimal request=true"},
	} {
		d, why := display.Read(protocol.Value{}, c.f)
		got := fmt.Sprintf("title=%s label=%s preview=%s open=%v full=%v %s request=%v", d.Title, d.Label, d.ValuePreview, d.Open, d.FullScreen, d.OpenStyle, d.ShowRequest)
		if got != c.want || len(why) != 0 || d.HasLabel || d.HasPreview || d.HasTitle || d.Body != display.None {
			t.Errorf("%s:\n got %s %v\nwant %s", c.name, got, why, c.want)
		}
	}
}

// DI-1, DI-5.
func TestGivenFieldsCount(t *testing.T) {
	d, why := display.Read(parse(t, `{"title":"T","label":"L","value_preview":"P","icon":"globe","show_request":false,"open":false,"full_screen":false,
		"open_style":"minimal","text":"body","footer":"<b>f</b>","novel":1,"toolcard":{},"right_output":1}`),
		display.Facts{HasArtifact: true, Kind: "error", Rich: true, Status: "error", Title: "A"})
	got := fmt.Sprint(d.Title, d.Label, d.ValuePreview, d.Icon, d.ShowRequest, d.Open, d.FullScreen, d.OpenStyle, d.BodySource, d.Footer, d.Ignored, d.HasTitle, d.HasLabel, d.HasPreview)
	if want := "TLPglobefalse false falseminimalbody<b>f</b>[novel] true true true"; got != want || len(why) != 0 || d.Body != display.Text {
		t.Errorf("got %s %v, want %s", got, why, want)
	}
}

// DI-2.
func TestBodyIsHTMLThenMarkdownThenText(t *testing.T) {
	for _, c := range []struct {
		in   string
		kind display.BodyKind
		body string
	}{
		{`{}`, display.None, ""},
		{`{"text":"t"}`, display.Text, "t"},
		{`{"text":""}`, display.Text, ""},
		{`{"text":"t","markdown":"m"}`, display.Markdown, "m"},
		{`{"text":"t","markdown":""}`, display.Markdown, ""},
		{`{"text":"t","markdown":"m","html":"<p>h</p>"}`, display.HTML, "<p>h</p>"},
		{`{"html":"","text":"t"}`, display.HTML, ""},
		{`{"html":null,"text":"t"}`, display.Text, "t"},
		{`{"html":{"html":"","dependencies":[]},"text":"t"}`, display.Text, "t"},
		{`{"html":{"html":"<p>h</p>","dependencies":[]},"text":"t"}`, display.HTML, "<p>h</p>"},
		{`{"html":5,"text":"t"}`, display.Text, "t"},
		{`{"html":"first","html":"last"}`, display.HTML, "last"},
	} {
		if d, _ := display.Read(parse(t, c.in), code); d.Body != c.kind || d.BodySource != c.body {
			t.Errorf("%s: %v %q, want %v %q", c.in, d.Body, d.BodySource, c.kind, c.body)
		}
	}
}

// DI-3.
func TestWrongTypesAreDroppedWithAReason(t *testing.T) {
	for _, c := range []struct{ in, want string }{
		{`"text"`, "/extra/display"}, {`[1]`, "/extra/display"}, {`[]`, ""}, {`null`, ""}, {`{}`, ""},
		{`{"title":5}`, "/extra/display/title"}, {`{"title":null}`, ""}, {`{"label":["x"]}`, "/extra/display/label"}, {`{"value_preview":{}}`, "/extra/display/value_preview"},
		{`{"icon":true}`, "/extra/display/icon"}, {`{"open":"yes"}`, "/extra/display/open"}, {`{"show_request":0}`, "/extra/display/show_request"},
		{`{"full_screen":[true]}`, "/extra/display/full_screen"}, {`{"open_style":"not-a-style"}`, "/extra/display/open_style"}, {`{"open_style":1}`, "/extra/display/open_style"},
		{`{"markdown":{"html":"x"}}`, "/extra/display/markdown"}, {`{"text":1.5}`, "/extra/display/text"}, {`{"footer":[]}`, "/extra/display/footer"},
		{`{"html":{"html":5}}`, "/extra/display/html"}, {`{"html":{"html":"x","dependencies":[{"name":"d"}]}}`, "/extra/display/html/dependencies"},
	} {
		d, why := display.Read(parse(t, c.in), code)
		got := ""
		for _, r := range why {
			if r.Code != protocol.BadDisplayField {
				t.Errorf("%s: code %s", c.in, r.Code)
			}
			got += r.Path
		}
		if got != c.want {
			t.Errorf("%s: reasons at %q, want %q", c.in, got, c.want)
		}
		if d.Title != "Code" || d.OpenStyle != "framed" || !d.FullScreen || !d.ShowRequest || d.Open || d.Label != "Code" {
			t.Errorf("%s: the defaults do not count: %+v", c.in, d)
		}
	}
}

// TR-1, TR-3.
func TestTitleAndIconAreTextWhateverTheyCameAs(t *testing.T) {
	for _, c := range []struct{ in, title, icon string }{
		{`{"title":"a < b","icon":"globe"}`, "a < b", "globe"},
		{`{"title":"<b>Bold</b>"}`, "<b>Bold</b>", ""},
		{`{"title":{"html":"<b>Bold</b> &amp; co","dependencies":[]},"icon":{"html":"<b></b>"}}`, "Bold & co", ""},
		{`{"title":{"html":""}}`, "Code", ""},
	} {
		if d, _ := display.Read(parse(t, c.in), code); d.Title != c.title || d.Icon != c.icon {
			t.Errorf("%s: title %q icon %q, want %q %q", c.in, d.Title, d.Icon, c.title, c.icon)
		}
	}
	f := code
	f.Title = "a < b"
	if d, _ := display.Read(parse(t, `{"title":"a &lt; b"}`), f); d.Title != "a < b" {
		t.Errorf("the artifact's own title, escaped for the display, is shown as %q", d.Title)
	}
}

func FuzzDisplay(f *testing.F) {
	for _, s := range []string{`{"title":{"html":"<b>x"},"open":"x","text":""}`, `{"html":{"html":"","dependencies":[]}}`, `[]`, `"\ud800"`, `{"label":"` + strings.Repeat(`e\u0301`, 90) + `"}`, `{"":{},"open_style":"framed"}`} {
		f.Add([]byte(s), "kind", "title", "va\u0301lue")
	}
	f.Fuzz(func(t *testing.T, in []byte, kind, title, value string) {
		v, why := protocol.Parse(in)
		if why != nil {
			return
		}
		facts := display.Facts{HasArtifact: true, Kind: kind, Status: "success", Title: title, Value: value, PlainText: plain}
		d, reasons := display.Read(v, facts)
		if d.OpenStyle != "framed" && d.OpenStyle != "minimal" {
			t.Fatalf("open style %q", d.OpenStyle)
		}
		if !d.HasPreview && strings.ContainsAny(d.ValuePreview, "\n\t") {
			t.Fatalf("preview %q is no line", d.ValuePreview)
		}
		if p := display.Preview(value, 10); display.Preview(p, 10) != p {
			t.Fatalf("the preview %q of a preview is another", p)
		}
		for _, r := range reasons {
			if r.Code != protocol.BadDisplayField || r.Message == "" {
				t.Fatalf("reason %+v", r)
			}
		}
	})
}
