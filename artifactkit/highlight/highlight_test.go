package highlight_test

import (
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/vitrine-go/vitrine/artifactkit/highlight"
	"github.com/vitrine-go/vitrine/artifactkit/limits"
	"github.com/vitrine-go/vitrine/artifactkit/markup"
)

var span = regexp.MustCompile(`<span class="ak-h-(.)">((?s:.*?))</span>`)

// short writes the tokens as c{…}.
func short(n markup.Node) string {
	s := span.ReplaceAllString(markup.Write(n).String(), "$1{$2}")
	return strings.NewReplacer("&#34;", `"`, "&#39;", "'", "&lt;", "<", "&gt;", ">", "&amp;", "&", "&#96;", "`").Replace(s)
}

func TestLanguages(t *testing.T) {
	tests := []struct{ lang, in, want string }{
		{"go", "func f() { return \"a\\\"b\" + `c` } // end", "k{func} f() { k{return} s{\"a\\\"b\"} + s{`c`} } c{// end}"},
		{"golang", "x := 0x1F + 1.5e-3 /* a\nb */ + nil", "x := n{0x1F} + n{1.5e-3} c{/* a\nb */} + n{nil}"},
		{"py", "@app\ndef f(x): # hi\n  return rf'a' + None", "k{@app}\nk{def} f(x): c{# hi}\n  k{return} s{rf'a'} + n{None}"},
		{"python", "'''a\n''' \"open\nx = 1", "s{'''a\n'''} s{\"open}\nx = n{1}"},
		{"ts", "const a = /a\"[/]/g, b = c / d; // x", "k{const} a = s{/a\"[/]/g}, b = c / d; c{// x}"},
		{"js", "`a\n${b}` + $x", "s{`a\n${b}`} + $x"},
		{"json", `{"a": "b", "n": -1.5e3, "t": true}`, `{k{"a"}: s{"b"}, k{"n"}: n{-1.5e3}, k{"t"}: n{true}}`},
		{"bash", "if [ $A = \"x\" ]; then echo a#b ${C} # end\nfi", "k{if} [ n{$A} = s{\"x\"} ]; k{then} echo a#b n{${C}} c{# end}\nk{fi}"},
		{"console", "$ export A=1\nif this is output\n", "c{$} k{export} A=n{1}\nif this is output\n"},
		{"R", "x <- function(a.b) TRUE # c\nr\"(a\")\"", "x <- k{function}(a.b) n{TRUE} c{# c}\ns{r\"(a\")\"}"},
		{"sql", "SELECT 'it''s' FROM t -- c\nWHERE a = 1", "k{SELECT} s{'it'}s{'s'} k{FROM} t c{-- c}\nk{WHERE} a = n{1}"},
		{"css", "@media print { a:hover { color: #fff /* c */ } }", "k{@media} print { a:hover { k{color}: k{#fff} c{/* c */} } }"},
		{"css", ".a { margin: 0 auto; background: url(\"x\") }\nb::before { content: 'x;}' }", ".a { k{margin}: n{0} auto; k{background}: url(s{\"x\"}) }\nb::before { k{content}: s{'x;}'} }"},
		{"toml", "[tool.x] # c\nname = \"a\"\nport = 8_000\n# end", "k{[tool.x]} c{# c}\nk{name} = s{\"a\"}\nk{port} = n{8_000}\nc{# end}"},
		{"toml", "a = \"\"\"\nb = 1\n\"\"\"\nc = true", "k{a} = s{\"\"\"\nb = 1\n\"\"\"}\nk{c} = n{true}"},
		{"html", "<script>if (a < b) x = 'y'</script>", "k{<script}k{>}k{if} (a < b) x = s{'y'}k{</script}k{>}"},
		{"html", "<style>a { color: red }</style>", "k{<style}k{>}a { k{color}: red }k{</style}k{>}"},
		{"diff", "--- a\n+++ b\n@@ -1 +1 @@\n same\n-old\n+new", "c{--- a}\nc{+++ b}\nk{@@ -1 +1 @@}\n same\nd{-old}\ns{+new}"},
		{"md", "# Head\n- a `b` **c** [d](e)\n> q\n```go\nfunc\n```\nend", "k{# Head}\nn{-} a s{`b`} k{**c**} [d]n{(e)}\nc{> q}\nc{```go}\nk{func}\nc{```}\nend"},
		{"markdown", "```console\n$ export A\nout\n", "c{```console}\nc{$} k{export} A\nout\n"},
		{"ruby", "def a?(x)\n  @b = :c # d\nend", "k{def} a?(x)\n  k{@b} = k{:c} c{# d}\nk{end}"},
		{"php", "<?php function f($a) { return \"b\"; } // c", "<?php k{function} f(n{$a}) { k{return} s{\"b\"}; } c{// c}"},
		{"kotlin", "fun f(a: String): Int = 1 // c", "k{fun} f(a: String): Int = n{1} c{// c}"},
		{"swift", "let s = \"\"\"\na\n\"\"\"; func f() {}", "k{let} s = s{\"\"\"\na\n\"\"\"}; k{func} f() {}"},
		{"cpp", "template<class T> auto f() { return nullptr; }", "k{template}<k{class} T> k{auto} f() { k{return} n{nullptr}; }"},
		{"csharp", "public async Task F() => await g();", "k{public} k{async} Task F() => k{await} g();"},
		{"html", "<!-- c --><a href=\"x\">&lt; b</a>", "c{<!-- c -->}k{<a} n{href}=s{\"x\"}k{>}n{&lt;} bk{</a}k{>}"},
		{"xml", "<a <b>", "k{<a} k{<b}k{>}"},
		{"yaml", "a: 1 # c\n- b: 'x'\n  url: http://x\nplain text\n", "k{a}: n{1} c{# c}\n- k{b}: s{'x'}\n  k{url}: http://x\nplain text\n"},
		{"rust", "fn f<'a>(x: &'a str) -> char { 'b' } r#\"a\"b\"#", "k{fn} f<'a>(x: &'a k{str}) -> k{char} { s{'b'} } s{r#\"a\"b\"#}"},
		{"c", "#include <a.h>\nint x = 'c'; /* open", "k{#include} <a.h>\nk{int} x = s{'c'}; c{/* open}"},
		{"language-java", "class A { int x = 1L; }", "k{class} A { k{int} x = n{1L}; }"},
		{"brainfuck", "func \"a\" 1", "func \"a\" 1"},
		{"", "func", "func"},
	}
	for _, tt := range tests {
		if got := short(highlight.Node(tt.in, tt.lang)); got != tt.want {
			t.Errorf("%s: got  %s\nwant %s", tt.lang, got, tt.want)
		}
	}
}

func TestForFile(t *testing.T) {
	for name, want := range map[string]string{
		"a/b/main.go": "go", `C:\x\App.TSX`: "javascript", "Dockerfile": "dockerfile", "Makefile": "dockerfile", "a.tar.gz": "", "": "", "go": "go", "x.": "",
	} {
		if got := highlight.ForFile(name); got != want {
			t.Errorf("%q: got %q, want %q", name, got, want)
		}
	}
}

func TestMarkupInCodeIsEscapedAndControlsAreMarks(t *testing.T) {
	got := markup.Write(highlight.Node("// \u202e</span><script>", "go")).String()
	want := `<span class="ak-h-c">// <span class="ak-ctl">[U+202E]</span>&lt;/span&gt;&lt;script&gt;</span>`
	if got != want {
		t.Errorf("got %s, want %s", got, want)
	}
}

func TestCodeOverTheBoundsIsPlain(t *testing.T) {
	for name, in := range map[string]string{
		"bytes": strings.Repeat("if ", limits.HighlightBytes/3+1),
		"lines": strings.Repeat("if\n", limits.HighlightLines+1),
	} {
		if n := highlight.Node(in, "go").Count(); n != 0 {
			t.Errorf("%s: got %d elements, want none", name, n)
		}
	}
}

var hostile = []string{
	"/*", "(/[", "'", "\"", "`", "r#\"", "r\"(", "<a", "<!--", "&", "${", "$", "#", "a: ", "a:", "\\", "[[", "'a", "\u00e9'", "\x00", "{\"a\"", "0x", "1e+", "-",
	"(/[(/[ ", "@", "](", "**", "```\n", "```go\n", "<script>", "</", "{a:", "{", "[a\n", "a=\"\"\"\n", "--", "'''", "\"\"\"", "\xff",
}

// Every language over text that repeats what opens something: linear, and within the budget of elements.
func TestScannersAreLinear(t *testing.T) {
	start := time.Now()
	for _, lang := range []string{"go", "python", "js", "json", "bash", "console", "r", "sql", "css", "html", "yaml", "toml", "rust", "c", "ruby", "php", "lua", "make", "diff", "markdown"} {
		for _, h := range hostile {
			n := highlight.Node(strings.Repeat(h, limits.HighlightBytes/len(h)), lang)
			if c := n.Count(); c > limits.Marks {
				t.Errorf("%s over %q: got %d elements", lang, h, c)
			}
		}
	}
	if took := time.Since(start); took > 60*time.Second {
		t.Errorf("took %v", took)
	}
}

func FuzzNode(f *testing.F) {
	f.Add("func a() { \"x\" } // b", uint8(0))
	langs := []string{"go", "python", "js", "json", "bash", "console", "r", "sql", "css", "html", "yaml", "toml", "rust", "c", "ruby", "php", "lua", "make", "diff", "markdown"}
	f.Fuzz(func(t *testing.T, s string, lang uint8) {
		n := highlight.Node(s, langs[int(lang)%len(langs)])
		if got, want := markup.Plain(markup.El(markup.Pre, nil, n)), markup.Plain(markup.El(markup.Pre, nil, markup.Visible(s))); got != want {
			t.Errorf("the text changed: got %q, want %q", got, want)
		}
	})
}
