package markup_test

import (
	"strings"
	"testing"

	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"

	. "github.com/vitrine-go/vitrine/artifactkit/markup"
)

func TestTextIsCoercedThenEscaped(t *testing.T) {
	for _, c := range []struct{ name, in, want string }{
		{"the five characters and the backtick", "<a href=\"x\">'&`", "&lt;a href=&#34;x&#34;&gt;&#39;&amp;&#96;"},
		{"an entity is text", "&lt;b&gt;", "&amp;lt;b&amp;gt;"},
		{"tab and newline stay", "a\tb\nc", "a\tb\nc"},
		{"CR LF is one newline, a lone CR is replaced", "a\r\nb\rc", "a\nb\ufffdc"},
		{"NUL, C0, DEL and C1 are replaced", "\x00\x1b\x7f\u0085", "\ufffd\ufffd\ufffd\ufffd"},
		{"bad UTF-8 is replaced byte by byte", "a\xff\xc3b", "a\ufffd\ufffdb"},
		{"non-characters are replaced", "\ufffe\ufdd0", "\ufffd\ufffd"},
		{"other scripts pass", "Grüße 世界 🌍", "Grüße 世界 🌍"},
	} {
		if got := Write(Text(c.in)).String(); got != c.want {
			t.Errorf("%s: got %q, want %q", c.name, got, c.want)
		}
		attr := Write(El(Span, Attrs(Tooltip(c.in)))).String()
		if want := `<span title="` + c.want + `"></span>`; attr != want {
			t.Errorf("%s, in an attribute: got %q, want %q", c.name, attr, want)
		}
	}
}

func TestWriterBalancesAndKeepsAPresFirstNewline(t *testing.T) {
	n := Group(El(P, nil, Text("a"), El(Br, nil)), El(Pre, nil, Text("\nx")), El(Button, Attrs(Flag("hidden", true), Flag("open", false), Class("c"))))
	want := "<p>a<br></p><pre>\n\nx</pre><button hidden class=\"c\"></button>"
	if got := Write(n).String(); got != want {
		t.Errorf("got %q, want %q", got, want)
	}
}

func TestPlainTextHasLinesCellsAndNoControls(t *testing.T) {
	n := El(Article, nil,
		El(Header, nil, Text("  Title "), Text("here "), El(Button, nil, Text("Copy"))),
		El(Table, nil, El(Tr, nil, El(Th, nil, Text("a")), El(Th, nil, Text("b"))), El(Tr, nil, El(Td, nil, Text("1")), El(Td, nil, Text("2")))),
		El(Pre, nil, Text("x  y\n  z\n")),
		El(P, Attrs(Flag("hidden", true)), Text("gone")),
		El(P, nil, Alt(El(Span, nil), "[image]"), Text(" after")))
	want := "Title here\na\tb\n1\t2\nx  y\n  z\n[image] after\n"
	if got := Plain(n); got != want {
		t.Errorf("got %q, want %q", got, want)
	}
	if got := Plain(Text("")); got != "" {
		t.Errorf("nothing gives %q", got)
	}
}

func TestOnlyAbsoluteHTTPAndMailAreLinks(t *testing.T) {
	for _, s := range []string{"https://example.org/a?b=c#d", "HTTP://example.org", " http://example.org ", "mailto:a@example.org"} {
		if _, ok := SafeURL(s); !ok {
			t.Errorf("%q is refused", s)
		}
	}
	for _, s := range []string{
		"javascript:alert(1)", "JaVaScRiPt:alert(1)", " javascript:alert(1)", "java\nscript:alert(1)", "java\tscript:x", "data:text/html,x", "vbscript:x",
		"//example.org", "/path", "path", "#frag", "", "http:example.org", "http://", "https:\\\\example.org", "file:///etc/passwd", "blob:x", "tel:1",
		"http://exa\u0000mple", "http://a b", "https://exa\u202emple.org\u0085", "mailto:", "\u0001javascript:x", "javascript&colon;alert(1)",
	} {
		if u, ok := SafeURL(s); ok {
			t.Errorf("%q is taken as %q", s, u)
		}
	}
	u, _ := SafeURL("https://user@example.org:8443/x")
	if got := u.Host(); got != "example.org:8443" {
		t.Errorf("Host = %q", got)
	}
}

func TestBidiControlsAreMarks(t *testing.T) {
	got := Write(Visible("a\u202eb\u200bc")).String()
	want := `a<span class="ak-ctl">[U+202E]</span>b<span class="ak-ctl">[U+200B]</span>c`
	if got != want {
		t.Errorf("got %q, want %q", got, want)
	}
}

func TestPictureTakesBytesOfKnownTypesOnly(t *testing.T) {
	if got := Write(Picture("image/png", "iVBORw0KGgo=", `"x`)).String(); got != `<img src="data:image/png;base64,iVBORw0KGgo=" alt="&#34;x">` {
		t.Errorf("got %q", got)
	}
	for _, c := range [][2]string{{"text/html", "aaaa"}, {"image/png", `a"onerror=`}, {"image/png;x", "aaaa"}} {
		if n := Picture(c[0], c[1], ""); !n.Empty() {
			t.Errorf("%v gives %q", c, Write(n))
		}
	}
}

func TestScopeKeepsLettersDigitsAndHyphens(t *testing.T) {
	s := NewScope(`x" onclick=1`)
	if got := Write(El(Span, Attrs(s.Sub("c", 3).ID("body")))).String(); got != `<span id="xonclick1-c3-body"></span>` {
		t.Errorf("got %q", got)
	}
	if got := (Scope{}).String(); got != "ak" {
		t.Errorf("the zero scope is %q", got)
	}
}

func TestStaticHasNoControls(t *testing.T) {
	n := El(Div, nil, El(P, nil, Text("x"), El(Button, nil, Text("Copy"))), El(Input, nil))
	if got := Write(Static(n)).String(); got != "<div><p>x</p></div>" {
		t.Errorf("got %q", got)
	}
}

// FuzzText holds that text stays text: a parser reads back exactly the cleaned string, in content and in an attribute.
func FuzzText(f *testing.F) {
	for _, s := range []string{"<script>alert(1)</script>", "\x00\r\n&amp;", "a\xffb", "]]>", "<!--", "`=\"'"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		out := Write(El(Pre, Attrs(Tooltip(s)), Text(s))).String()
		nodes, err := html.ParseFragment(strings.NewReader(out), &html.Node{Type: html.ElementNode, Data: "div", DataAtom: atom.Div})
		if err != nil || len(nodes) != 1 || nodes[0].Data != "pre" || len(nodes[0].Attr) != 1 {
			t.Fatalf("%q is read as %d nodes", out, len(nodes))
		}
		text := ""
		if c := nodes[0].FirstChild; c != nil {
			if c.Type != html.TextNode || c.NextSibling != nil {
				t.Fatalf("%q holds more than text", out)
			}
			text = c.Data
		}
		if want := Clean(s); text != want || nodes[0].Attr[0].Val != want {
			t.Fatalf("text %q, attribute %q, want %q", text, nodes[0].Attr[0].Val, want)
		}
	})
}

func TestThePageTitleReordersNothing(t *testing.T) {
	for _, page := range []HTML{
		Document("en", "", "\u202e</title><script>\x00", "", HTML{}), LinkedDocument("en", "", "\u202e</title><script>\x00", "/s.css", HTML{}),
	} {
		if got, want := page.String(), "<title>[U+202E]&lt;/title&gt;&lt;script&gt;\ufffd</title>"; !strings.Contains(got, want) {
			t.Errorf("got %s, want %s in it", got, want)
		}
	}
}
