package markdown_test

import (
	"strings"
	"testing"

	"github.com/vitrine-go/vitrine/artifactkit/markup"
	"github.com/vitrine-go/vitrine/artifactkit/markup/markdown"
)

const elsewhere = ` target="_blank" rel="noopener noreferrer nofollow"`

// inside renders Markdown and takes the root off.
func inside(src string, o markdown.Options) string {
	s := markup.Write(markdown.Render(src, o)).String()
	return strings.TrimSuffix(strings.TrimPrefix(s, `<div class="ak-prose">`), `</div>`)
}

type example struct{ name, in, want string }

func run(t *testing.T, cases []example) {
	t.Helper()
	for _, c := range cases {
		if got := inside(c.in, markdown.Options{}); got != c.want {
			t.Errorf("%s:\nin   %q\ngot  %s\nwant %s", c.name, c.in, got, c.want)
		}
	}
}

func TestBlocks(t *testing.T) {
	run(t, []example{
		{"nothing", "", ""},
		{"two paragraphs", "a\nb\n\nc", "<p dir=\"auto\">a\nb</p><p dir=\"auto\">c</p>"},
		{"headings stand below those of a card", "# One\n\nTwo\n---\n\n### Three\n\n###### Six",
			`<h4 class="ak-h1" dir="auto" id="ak-m-one">One</h4><h5 class="ak-h2" dir="auto" id="ak-m-two">Two</h5>` +
				`<h6 class="ak-h3" dir="auto" id="ak-m-three">Three</h6><h6 class="ak-h6" dir="auto" id="ak-m-six">Six</h6>`},
		{"a quote", "> a\n> b", "<blockquote><p dir=\"auto\">a\nb</p></blockquote>"},
		{"a tight list", "- a\n- b", `<ul><li dir="ltr">a</li><li dir="ltr">b</li></ul>`},
		{"a loose list", "- a\n\n- b", `<ul><li dir="ltr"><p dir="auto">a</p></li><li dir="ltr"><p dir="auto">b</p></li></ul>`},
		{"a list that starts at seven", "7) a\n8) b", `<ol start="7"><li dir="ltr">a</li><li dir="ltr">b</li></ol>`},
		{"a rule", "a\n\n***", `<p dir="auto">a</p><hr>`},
		{"a fence with a language", "```Go title=\"x\"\nx := 1 < 2\n```", "<pre class=\"ak-code\" dir=\"ltr\" tabindex=\"0\" role=\"group\" aria-label=\"Code\" data-ak-lang=\"go\"><code>x := 1 &lt; 2\n</code></pre>"},
		{"a fence of R Markdown", "```{r, echo=FALSE}\nx <- 1\n```", "<pre class=\"ak-code\" dir=\"ltr\" tabindex=\"0\" role=\"group\" aria-label=\"Code\" data-ak-lang=\"r\"><code>x &lt;- 1\n</code></pre>"},
		{"an unclosed fence", "~~~\na", "<pre class=\"ak-code\" dir=\"ltr\" tabindex=\"0\" role=\"group\" aria-label=\"Code\"><code>a\n</code></pre>"},
		{"code by indentation keeps leading newlines and amp", "    a && b", "<pre class=\"ak-code\" dir=\"ltr\" tabindex=\"0\" role=\"group\" aria-label=\"Code\"><code>a &amp;&amp; b\n</code></pre>"},
		{"a task list", "- [x] a\n- [ ] b", `<ul><li dir="ltr"><span class="ak-task" role="img" aria-label="Done:">☑</span> a</li>` +
			`<li dir="ltr"><span class="ak-task" role="img" aria-label="To do:">☐</span> b</li></ul>`},
		{"a table", "|a|b|c|\n|:-|:-:|-:|\n|1|`x\\|y`|", `<div class="ak-tablebox" tabindex="0" role="group" aria-label="Table"><table><thead><tr><th dir="auto" class="ak-left" scope="col">a</th>` +
			`<th dir="auto" class="ak-center" scope="col">b</th><th dir="auto" class="ak-right" scope="col">c</th></tr></thead><tbody><tr>` +
			`<td dir="auto" class="ak-left">1</td><td dir="auto" class="ak-center"><code>x|y</code></td><td dir="auto"></td></tr></tbody></table></div>`},
	})
}

func TestInlines(t *testing.T) {
	run(t, []example{
		{"emphasis", "*a* **b** ~~c~~ ***d***", `<p dir="auto"><em>a</em> <strong>b</strong> <del>c</del> <em><strong>d</strong></em></p>`},
		{"code keeps its characters", "`a <- b && \\*`", `<p dir="auto"><code>a &lt;- b &amp;&amp; \*</code></p>`},
		{"escapes and references", `\* &amp; &lt;b&gt; &#65; &copy; &nope; \&amp;`, `<p dir="auto">* &amp; &lt;b&gt; A © &amp;nope; &amp;amp;</p>`},
		{"a hard break", "a  \nb\\\nc", "<p dir=\"auto\">a<br>\nb<br>\nc</p>"},
		{"money is money", "It costs $5 to $10.", `<p dir="auto">It costs $5 to $10.</p>`},
		{"a bare link", "see https://e.example/a_b.", `<p dir="auto">see <a href="https://e.example/a_b"` + elsewhere + `>https://e.example/a_b</a>.</p>`},
		{"a mail address", "<a@b.example>", `<p dir="auto"><a href="mailto:a@b.example"` + elsewhere + `>a@b.example</a></p>`},
		{"a link with a title", `[*a*](https://e.example "t &quot;")`, `<p dir="auto"><a href="https://e.example"` + elsewhere + ` title="t &#34;"><em>a</em></a></p>`},
		{"a link by reference", "[a][r] [r]\n\n[r]: <https://e.example/x y>", `<p dir="auto"><a href="https://e.example/x%20y"` + elsewhere +
			`>a</a> <a href="https://e.example/x%20y"` + elsewhere + `>r</a></p>`},
		{"a link to a heading", "# A & B\n\n[go](#a--b)", `<h4 class="ak-h1" dir="auto" id="ak-m-a--b">A &amp; B</h4><p dir="auto"><a href="#ak-m-a--b">go</a></p>`},
		{"a footnote", "a[^1] b[^1]\n\n[^1]: *note*", `<p dir="auto">a<sup class="ak-noteref" id="ak-note-1-back"><a href="#ak-note-1" aria-label="Footnote 1">1</a></sup> b<sup class="ak-noteref">` +
			`<a href="#ak-note-1" aria-label="Footnote 1">1</a></sup></p><div class="ak-footnote" role="note" dir="ltr" id="ak-note-1"><span class="ak-notelabel">1 </span><em>note</em> ` +
			`<a href="#ak-note-1-back" aria-label="Back to footnote 1 in the text">↩</a></div>`},
		{"a mark without a note is words", "[^1] and [^a-z]", `<p dir="auto">[^1] and [^a-z]</p>`},
		{"a note that nobody marks stays", "[^x]: note", `<div class="ak-footnote" role="note" dir="ltr" id="ak-note-1"><span class="ak-notelabel">x </span>note</div>`},
		{"markup in a label is text", "a[^<b>]\n\n[^<b>]: n", `<p dir="auto">a<sup class="ak-noteref" id="ak-note-1-back"><a href="#ak-note-1" aria-label="Footnote &lt;b&gt;">&lt;b&gt;</a></sup></p>` +
			`<div class="ak-footnote" role="note" dir="ltr" id="ak-note-1"><span class="ak-notelabel">&lt;b&gt; </span>n <a href="#ak-note-1-back" aria-label="Back to footnote &lt;b&gt; in the text">↩</a></div>`},
		{"a note in the words of a link is no link", "[a[^1]](https://e.example)\n\n[^1]: n", `<p dir="auto"><a href="https://e.example"` + elsewhere + `>a[1]</a></p>` +
			`<div class="ak-footnote" role="note" dir="ltr" id="ak-note-1"><span class="ak-notelabel">1 </span>n</div>`},
		{"equal headings have their own ids", "# a\n# a", `<h4 class="ak-h1" dir="auto" id="ak-m-a">a</h4><h4 class="ak-h1" dir="auto" id="ak-m-a-1">a</h4>`},
		{"reordering characters in code are marks", "`a\u202eb`", `<p dir="auto"><code>a<span class="ak-ctl">[U+202E]</span>b</code></p>`},
	})
}

func TestEastAsianText(t *testing.T) {
	run(t, []example{
		{"emphasis around brackets", "中文**（注）**中文", `<p dir="auto">中文<strong>（注）</strong>中文</p>`},
		{"emphasis around quotes", "他说**“好”**了", `<p dir="auto">他说<strong>“好”</strong>了</p>`},
		{"emphasis without spaces", "これは**強調**です", `<p dir="auto">これは<strong>強調</strong>です</p>`},
		{"emphasis before a Korean particle", "**마크다운(Markdown)**은", `<p dir="auto"><strong>마크다운(Markdown)</strong>은</p>`},
		{"a line break between characters is no space", "中文\n换行", `<p dir="auto">中文换行</p>`},
		{"nor before emphasis", "中文\n**换行**", `<p dir="auto">中文<strong>换行</strong></p>`},
		{"between Korean words it is", "한국어\n단어", "<p dir=\"auto\">한국어\n단어</p>"},
		{"between Latin words it is", "中文\nand", "<p dir=\"auto\">中文\nand</p>"},
		{"punctuation elsewhere keeps the rule", "a**“b”**c", `<p dir="auto">a**“b”**c</p>`},
	})
}

func TestRawHTMLIsShownAsText(t *testing.T) {
	run(t, []example{
		{"a block", "<script>\nalert(1)\n</script>\n\n*a*", "<pre class=\"ak-raw\" dir=\"auto\">&lt;script&gt;\nalert(1)\n&lt;/script&gt;</pre><p dir=\"auto\"><em>a</em></p>"},
		{"inline", "a <b onclick=x>b</b> <br>", `<p dir="auto">a &lt;b onclick=x&gt;b&lt;/b&gt; &lt;br&gt;</p>`},
		{"a comment", "a <!-- c --> b", `<p dir="auto">a &lt;!-- c --&gt; b</p>`},
		{"an unclosed comment", "<!-- a\n\n*b*", "<pre class=\"ak-raw\" dir=\"auto\">&lt;!-- a\n\n*b*</pre>"},
		{"a template and a vector graphic", "<svg><style></svg>", `<p dir="auto">&lt;svg&gt;&lt;style&gt;&lt;/svg&gt;</p>`},
		{"in a heading", "# <img src=x onerror=alert(1)>", `<h4 class="ak-h1" dir="auto">&lt;img src=x onerror=alert(1)&gt;</h4>`},
		{"in the language of a fence", "```\"><script>\na\n```", "<pre class=\"ak-code\" dir=\"ltr\" tabindex=\"0\" role=\"group\" aria-label=\"Code\" data-ak-lang=\"&#34;&gt;&lt;script&gt;\"><code>a\n</code></pre>"},
	})
}

func TestAddressesHaveAnAllowList(t *testing.T) {
	for _, to := range []string{
		"javascript:alert(1)", "JaVaScRiPt:alert(1)", "javascript&colon;alert(1)", "java&Tab;script:alert(1)", "java&#10;script:alert(1)", "&#1;javascript:alert(1)",
		"vbscript:x", "data:text/html;base64,PHNjcmlwdD4=", "data:image/svg+xml;base64,PHN2Zz4=", "file:///etc/passwd", "blob:https://e.example/x",
		"//e.example/x", "/x", "x.md", "?q", "ftp://e.example", "intent:x", "https:", "https:x", "\\\\e.example\\x", "mailto:",
	} {
		got := inside("[a]("+to+")", markdown.Options{})
		if strings.Contains(got, "<a") || !strings.Contains(got, ">a</span>") {
			t.Errorf("%s: got %s", to, got)
		}
		got = inside("![a]("+to+")", markdown.Options{})
		if strings.Contains(got, "<img") || strings.Contains(got, "<a") || !strings.Contains(got, ">a</span>") {
			t.Errorf("image %s: got %s", to, got)
		}
	}
	run(t, []example{
		{"an address that is not allowed is the tooltip of its words", "[a](src/x.go)", `<p dir="auto"><span class="ak-nolink" title="src/x.go">a</span></p>`},
		{"a bare address of another kind is text", "ftp://e.example/x", `<p dir="auto"><span class="ak-nolink" title="ftp://e.example/x">ftp://e.example/x</span></p>`},
		{"quotes in an address", `[a](https://e.example/"onclick=x)`, `<p dir="auto"><a href="https://e.example/%22onclick=x"` + elsewhere + `>a</a></p>`},
	})
}

func TestImages(t *testing.T) {
	const png = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=="
	run(t, []example{
		{"a remote image names its host", "![A *b*](https://e.example/i.png)", `<p dir="auto"><span class="ak-remote">A b <a href="https://e.example/i.png"` + elsewhere + `>Image from e.example</a></span></p>`},
		{"a remote image in a link follows it", "[![b](https://e.example/i.png)](https://d.example)", `<p dir="auto"><a href="https://d.example"` + elsewhere +
			`><span>b</span></a> <span class="ak-remote"><a href="https://e.example/i.png"` + elsewhere + `>Image from e.example</a></span></p>`},
		{"a raster image as data is drawn", "![d](data:image/png;base64," + png + ")", `<p dir="auto"><img src="data:image/png;base64,` + png + `" alt="d"></p>`},
	})
}

func TestScopePrefixesEveryID(t *testing.T) {
	got := inside("# a\n\n[b](#a)", markdown.Options{Scope: markup.NewScope("c7")})
	want := `<h4 class="ak-h1" dir="auto" id="c7-m-a">a</h4><p dir="auto"><a href="#c7-m-a">b</a></p>`
	if got != want {
		t.Errorf("got %s, want %s", got, want)
	}
}

func TestHighlightIsAskedForKnownLanguages(t *testing.T) {
	o := markdown.Options{Highlight: func(text, lang string) markup.Node {
		if lang != "go" {
			return markup.Node{}
		}
		return markup.El(markup.B, nil, markup.Text(text))
	}}
	got := inside("```go\na\n```\n\n```x\nb\n```\n\n    c", o)
	if !strings.Contains(got, "<code><b>a\n</b></code>") || !strings.Contains(got, "<code>b\n</code>") || !strings.Contains(got, "<code>c\n</code>") {
		t.Errorf("got %s", got)
	}
}

func TestPlainText(t *testing.T) {
	got := markup.Plain(markdown.Render("# A\n\nb *c*\n\n- d\n- [x] e\n\n1. f\n\n   g\n2. h\n\n|i|j|\n|-|-|\n|1|2|\n\n```\nk\n l\n```", markdown.Options{}))
	want := "A\nb c\n- d\n- [x] e\n1. f\ng\n2. h\ni\tj\n1\t2\nk\n l\n"
	if got != want {
		t.Errorf("got %q, want %q", got, want)
	}
}
