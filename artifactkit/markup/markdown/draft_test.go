package markdown_test

import (
	"strings"
	"testing"

	"github.com/vitrine-go/vitrine/artifactkit/markup"
	"github.com/vitrine-go/vitrine/artifactkit/markup/markdown"
)

func TestDraft(t *testing.T) {
	for _, c := range []example{
		{"complete text", "a *b* c", `<p dir="auto">a <em>b</em> c</p>`},
		{"open strong emphasis", "a **b c", `<p dir="auto">a <strong>b c</strong></p>`},
		{"with a space at the end", "a **b ", `<p dir="auto">a <strong>b</strong></p>`},
		{"half closed", "a **b*", `<p dir="auto">a <strong>b</strong></p>`},
		{"emphasis in emphasis", "**a *b", `<p dir="auto"><strong>a <em>b</em></strong></p>`},
		{"a mark with nothing behind it", "a **", `<p dir="auto">a</p>`},
		{"multiplication", "2 * 3 = 6", `<p dir="auto">2 * 3 = 6</p>`},
		{"an underscore in a word", "my_name", `<p dir="auto">my_name</p>`},
		{"struck out", "~~a", `<p dir="auto"><del>a</del></p>`},
		{"open code", "a `b **c", `<p dir="auto">a <code>b **c</code></p>`},
		{"open code of two backticks", "a ``b`", `<p dir="auto">a <code>b</code></p>`},
		{"half a link", "see **[the docs](https://e.exa", `<p dir="auto">see <strong>the docs</strong></p>`},
		{"half an image", "see ![a chart](https://e", `<p dir="auto">see a chart</p>`},
		{"a link", "[a](https://e.example)", `<p dir="auto"><a href="https://e.example"` + elsewhere + `>a</a></p>`},
		{"an open bracket", "a[0", `<p dir="auto">a[0</p>`},
		{"a list that begins is no underline", "Steps:\n-", `<p dir="auto">Steps:</p>`},
		{"an item that begins", "- a\n-", `<ul><li dir="ltr">a</li></ul>`},
		{"a fence that begins", "a\n``", `<p dir="auto">a</p>`},
		{"an item", "- a **b", `<ul><li dir="ltr">a <strong>b</strong></li></ul>`},
		{"a heading", "# a **b", `<h4 class="ak-h1" dir="auto" id="ak-m-a-b">a <strong>b</strong></h4>`},
		{"an open fence stays as it is", "```\na **b", "<pre class=\"ak-code\" dir=\"ltr\" tabindex=\"0\" role=\"group\" aria-label=\"Code\"><code>a **b\n</code></pre>"},
		{"marks in an open fence too", "```\n-", "<pre class=\"ak-code\" dir=\"ltr\" tabindex=\"0\" role=\"group\" aria-label=\"Code\"><code>-\n</code></pre>"},
		{"a finished paragraph stays as it is", "a **b\n\n", `<p dir="auto">a **b</p>`},
		{"a backslash waits", "a\\", `<p dir="auto">a</p>`},
	} {
		s := markdown.NewStream(markdown.Options{})
		s.Write(c.in)
		got := markup.Write(markup.Group(s.Draft()...)).String()
		if got != c.want {
			t.Errorf("%s:\nin   %q\ngot  %s\nwant %s", c.name, c.in, got, c.want)
		}
	}
}

func TestADraftOfWhatIsFinishedIsTheDocument(t *testing.T) {
	s := markdown.NewStream(markdown.Options{})
	for _, p := range parts {
		s.Write(p + "\n\n")
	}
	s.Write("The end.\n\n")
	if got, want := markup.Write(markup.Group(s.Draft()...)).String(), markup.Write(markup.Group(s.Blocks()...)).String(); got != want {
		t.Errorf("got  %s\nwant %s", got, want)
	}
}

func FuzzDraft(f *testing.F) {
	for _, p := range parts {
		f.Add(p + "\n" + p)
	}
	f.Add("**a [b](c `d ~~e _f \\")
	f.Fuzz(func(t *testing.T, src string) {
		s := markdown.NewStream(markdown.Options{})
		s.Write(src)
		before := markup.Write(markup.Group(s.Blocks()...)).String()
		s.Draft()
		if got := markup.Write(markup.Group(s.Blocks()...)).String(); got != before {
			t.Errorf("%q: drawing a draft changed the document", src)
		}
		s.Write(strings.Repeat("\n", 2))
		if got, want := markup.Write(markdown.Wrap(s.Blocks()...)).String(), markup.Write(markdown.Render(src+"\n\n", markdown.Options{})).String(); got != want && !strings.Contains(src, "]:") {
			t.Errorf("%q:\ngot  %s\nwant %s", src, got, want)
		}
	})
}
