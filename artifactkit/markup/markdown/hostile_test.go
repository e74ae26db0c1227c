package markdown_test

import (
	"strings"
	"testing"
	"time"

	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"

	"github.com/vitrine-go/vitrine/artifactkit/limits"
	"github.com/vitrine-go/vitrine/artifactkit/markup"
	"github.com/vitrine-go/vitrine/artifactkit/markup/markdown"
)

// full repeats a piece to a large source, half the largest that is parsed.
func full(piece string) string { return strings.Repeat(piece, limits.Markdown/2/len(piece)) }

func TestHostileInputIsQuickAndBounded(t *testing.T) {
	wide := strings.Repeat("|a", 1000) + "\n" + strings.Repeat("|-", 1000) + "\n"
	for name, in := range map[string]string{
		"list marks on one line":           strings.Repeat("- ", 20_000) + "x",
		"list marks and nothing":           full("- "),
		"numbers on one line":              full("1. "),
		"quote marks on one line":          full("> "),
		"quotes and lists in turn":         full(">\t-\t"),
		"deep lists and blank lines":       strings.Repeat("- ", 64) + "x\n" + full("\n"),
		"lists by indentation":             indented(700),
		"links without an end":             full("[a]("),
		"images without an end":            full("![a]("),
		"references without an end":        full("[a]["),
		"brackets":                         full("["),
		"brackets that close":              full("[a]\n"),
		"nested brackets":                  strings.Repeat("[", 60_000) + strings.Repeat("*a*", 20_000) + strings.Repeat("]", 60_000),
		"titles without an end":            full("[a](b (\n"),
		"definitions":                      full("[a]: b\n"),
		"definitions with open titles":     full("[a]: b\n\""),
		"a definition used often":          "[a]: https://e.example/" + strings.Repeat("x", 40_000) + "\n\n" + strings.Repeat("[a][a]", 8000),
		"an image definition used often":   "[a]: https://e.example/" + strings.Repeat("x", 40_000) + "\n\n" + strings.Repeat("![a]", 8000),
		"a relative definition used often": "[a]: /" + strings.Repeat("x", 40_000) + "\n\n" + strings.Repeat("[a]", 8000),
		"a wide table with short rows":     wide + strings.Repeat("|\n", 2000),
		"many tables":                      full("a|b\n-|-\n\n"),
		"a tall table":                     "a\n-|\n" + full("b\n"),
		"emphasis marks of two kinds":      full("*a_ "),
		"emphasis marks that fit nothing":  full("_a_b*c*"),
		"emphasis in emphasis":             strings.Repeat("*a **b ", 20_000) + strings.Repeat("** *", 20_000),
		"backticks of two lengths":         full("\\\xff\\``"),
		"backticks over many lines":        full("\\``=\n|-"),
		"open tags":                        full("<a "),
		"open comments":                    full("<!--"),
		"open processing instructions":     full("<?"),
		"bare addresses":                   full("(http://a"),
		"mail addresses":                   full("a@b.c "),
		"references to characters":         full("&#"),
		"headings":                         full("#\n"),
		"rules":                            full("***\n"),
		"underlines":                       full("a\n=\n"),
		"backslashes":                      full("\\"),
		"reordering characters":            full("`\u202e`"),
		"zero bytes":                       full("\x00"),
		"beyond the bound":                 strings.Repeat("*a* ", limits.Markdown),
	} {
		start := time.Now()
		n := markdown.Render(in, markdown.Options{})
		out := markup.Write(n).String()
		if d := time.Since(start); d > time.Minute { // only a runaway takes as long, on any machine
			t.Errorf("%s: took %v", name, d)
		}
		if n.Count() > limits.MarkdownElements+100 {
			t.Errorf("%s: got %d elements", name, n.Count())
		}
		if len(out) > 12*limits.MarkdownOutput {
			t.Errorf("%s: got %d bytes", name, len(out))
		}
	}
}

func indented(depth int) string {
	var b strings.Builder
	for i := range depth {
		b.WriteString(strings.Repeat("  ", i) + "- a\n")
	}
	return b.String()
}

func TestBeyondABoundNothingIsLost(t *testing.T) {
	for _, c := range []struct{ name, in, want string }{
		{"a mark too deep is a word", strings.Repeat("> ", 80) + "end", "&gt; &gt; end"},
		{"a bracket too many is a word", strings.Repeat("[", limits.MarkdownSpans) + "[a](https://e.example)", "[[a](https"},
		{"a table too large is a paragraph", strings.Repeat("|a", 1000) + "\n" + strings.Repeat("|-", 1000) + "\n" + strings.Repeat("|b\n", 50), "|a|a|a"},
		{"a definition used too often shows the source", "[a]: https://e.example/" + strings.Repeat("x", 40_000) + "\n\n" + strings.Repeat("[a]\n", 8000), "<pre class=\"ak-raw\" dir=\"auto\">[a]: https"},
		{"a source too long shows its beginning", "# a\n" + strings.Repeat("*b* ", limits.Markdown), "<pre class=\"ak-raw\" dir=\"auto\"># a\n*b*"},
	} {
		if got := inside(c.in, markdown.Options{}); !strings.Contains(got, c.want) {
			t.Errorf("%s: got %.300s, want %s in it", c.name, got, c.want)
		}
	}
}

// made are the elements that Markdown may become.
var made = map[string]bool{
	"a": true, "blockquote": true, "br": true, "code": true, "del": true, "div": true, "em": true, "h4": true, "h5": true, "h6": true, "hr": true, "img": true,
	"li": true, "ol": true, "p": true, "pre": true, "span": true, "strong": true, "table": true, "tbody": true, "td": true, "th": true, "thead": true,
	"tr": true, "ul": true,
}

func FuzzMarkdown(f *testing.F) {
	for _, p := range parts {
		f.Add(p + "\n" + p)
	}
	f.Add("[a](javascript:x) ![b](https://e.example/i) <img src=x onerror=y> [![c](//d)](https://e.example)")
	f.Add("[![a](https://e.example)][r] <https://e.example> www.e.example [*b*](#c)\n\n[r]: mailto:x \"t\"")
	f.Fuzz(check)
}

func TestUnionsOfPartsAreSafe(t *testing.T) {
	pieces := append([]string{"[", "](", ")", "![", "<", ">", "`", "*", "_", "~~", "|", "\n", "\n\n", "https://e.example", "javascript:x", "#h", "\"", "&#0;", "&lt", "\\", "\u202e", "中", " "}, parts...)
	next := uint32(1)
	for range 1500 {
		var b strings.Builder
		for range 16 {
			next = next*1664525 + 1013904223
			b.WriteString(pieces[int(next>>16)%len(pieces)])
		}
		check(t, b.String())
	}
}

// check holds the guarantees of Render for one source.
func check(t *testing.T, src string) {
	t.Helper()
	n := markdown.Render(src, markdown.Options{})
	out := markup.Write(n).String()
	roots, err := html.ParseFragment(strings.NewReader(out), &html.Node{Type: html.ElementNode, Data: "div", DataAtom: atom.Div})
	if err != nil {
		t.Fatalf("parsing the output of %q: %v", src, err)
	}
	elements := 0
	for _, root := range roots {
		elements += onlyMade(t, src, root)
	}
	if got, want := elements, n.Count(); got != want {
		t.Errorf("%q: a parser made %d elements of %d:\n%s", src, got, want, out)
	}
}

func onlyMade(t *testing.T, src string, n *html.Node) (elements int) {
	t.Helper()
	switch n.Type {
	case html.ElementNode:
		elements = 1
		if !made[n.Data] || n.Namespace != "" {
			t.Errorf("%q: got <%s>", src, n.Data)
		}
		for _, a := range n.Attr {
			if !attributeMade(a.Key, a.Val) {
				t.Errorf("%q: got %s=%q", src, a.Key, a.Val)
			}
		}
	case html.TextNode:
	default:
		t.Errorf("%q: got a node of type %v", src, n.Type)
	}
	for c := n.FirstChild; c != nil; c = c.NextSibling {
		elements += onlyMade(t, src, c)
	}
	return elements
}

func attributeMade(key, value string) bool {
	switch key {
	case "class":
		return strings.HasPrefix(value, "ak-")
	case "id":
		return strings.HasPrefix(value, "ak-m-")
	case "href":
		_, ok := markup.SafeURL(value)
		return ok || strings.HasPrefix(value, "#ak-m-")
	case "src":
		_, ok := markup.DataPicture(value, "")
		return ok
	case "alt", "aria-label", "data-ak-lang", "dir", "rel", "role", "scope", "start", "tabindex", "target", "title":
		return true
	}
	return false
}
