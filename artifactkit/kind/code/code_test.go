package code_test

import (
	"strings"
	"testing"
	"time"

	"github.com/vitrine-go/vitrine/artifactkit/kind"
	"github.com/vitrine-go/vitrine/artifactkit/kind/code"
	"github.com/vitrine-go/vitrine/artifactkit/kind/internal/kindtest"
	"github.com/vitrine-go/vitrine/artifactkit/markup"
)

func TestCode(t *testing.T) {
	tests := []struct{ name, payload, html string }{
		{"lines have numbers that are no text", `{"text":"a\n\nb"}`,
			`<div class="ak-codeview"><pre class="ak-pre ak-code" dir="ltr" tabindex="0" role="group" aria-label="Code"><code><span class="ak-ln" data-ak-n="1">a
</span><span class="ak-ln" data-ak-n="2">
</span><span class="ak-ln" data-ak-n="3">b
</span></code></pre></div>`},
		{"the file's name tells the language", `{"text":"x = 1","filename":"a/b.py"}`,
			`<div class="ak-codeview"><div class="ak-file"><bdi class="ak-path">a/b.py</bdi> </div><pre class="ak-pre ak-code" dir="ltr" tabindex="0" role="group" aria-label="Code"><code><span class="ak-ln" data-ak-n="1">x = <span class="ak-h-n">1</span>
</span></code></pre></div>`},
		{"output is terminal text", `{"text":"a","lang":"r","filename":"a.R","output":"\u001b[32mok\u001b[0m"}`,
			`<div class="ak-codeview"><div class="ak-file"><bdi class="ak-path">a.R</bdi> <span class="ak-lang">r</span></div><pre class="ak-pre ak-code" dir="ltr" tabindex="0" role="group" aria-label="Code"><code><span class="ak-ln" data-ak-n="1">a
</span></code></pre><div class="ak-part">Output</div><pre class="ak-pre ak-term" tabindex="0" role="group" aria-label="Output"><span class="ak-fg-2">ok</span></pre></div>`},
		{"without text it is the value", `{"lang":"brainfuck"}`,
			`<div class="ak-codeview"><div class="ak-file"><span class="ak-lang">brainfuck</span></div><pre class="ak-pre ak-code" dir="ltr" tabindex="0" role="group" aria-label="Code"><code><span class="ak-ln" data-ak-n="1">the value
</span></code></pre></div>`},
		{"CR LF is a newline", `{"text":"a\r\nb"}`,
			`<div class="ak-codeview"><pre class="ak-pre ak-code" dir="ltr" tabindex="0" role="group" aria-label="Code"><code><span class="ak-ln" data-ak-n="1">a
</span><span class="ak-ln" data-ak-n="2">b
</span></code></pre></div>`},
		{"empty code says so", `{"text":""}`, `<div class="ak-codeview"><p class="ak-empty">No output</p></div>`},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			if got := kindtest.HTML(kindtest.Open(t, code.Kind, tt.payload), ""); got != tt.html {
				t.Errorf("got  %s\nwant %s", got, tt.html)
			}
		})
	}
}

func TestPlainTextIsTheCodeWithoutNumbers(t *testing.T) {
	src := "func a() {\n\tb() // c\n}\n"
	v := kindtest.Open(t, code.Kind, `{"text":`+kindtest.Quote(src)+`,"lang":"go"}`)
	if got := kindtest.Text(v, ""); got != src {
		t.Errorf("got %q, want %q", got, src)
	}
	if _, _, body, ok := v.(kind.Extractor).Extract("text", kind.State{}); !ok || string(body) != src {
		t.Errorf("extract: got %q", body)
	}
}

func TestWithoutHighlightingThereAreNoTokens(t *testing.T) {
	v := kindtest.Open(t, code.Kind, `{"text":"if","lang":"go"}`)
	if got := markup.Write(v.Node(kind.State{}, kind.Env{})).String(); strings.Contains(got, "ak-h-") {
		t.Errorf("got %s", got)
	}
}

func TestCodeAndOutputArePagedByThemselves(t *testing.T) {
	long := kindtest.Quote(strings.Repeat("x\n", 2000))
	v := kindtest.Open(t, code.Kind, `{"text":`+long+`,"output":`+long+`}`)
	u := v.(kind.Updater)
	st := u.Update(u.Update(kind.State{}, "more:2"), "more:output:3")
	if got, want := st.JSON(), `{"more":2,"more_output":3}`; got != want {
		t.Errorf("got %s, want %s", got, want)
	}
	got := kindtest.Text(v, st.JSON())
	if !strings.Contains(got, "lines 501–1,000 of 2,000") || !strings.Contains(got, "lines 1,001–1,500 of 2,000") {
		t.Error("the pages are missing")
	}
}

func TestEveryFieldIsEscaped(t *testing.T) {
	evil := kindtest.Quote(kindtest.Evil)
	kindtest.Escaped(t, code.Kind, `{"text":`+evil+`}`, true)
	kindtest.Escaped(t, code.Kind, `{"text":`+evil+`,"lang":"go"}`, true)
	kindtest.Escaped(t, code.Kind, `{"text":"a","lang":`+evil+`}`, true)
	kindtest.Escaped(t, code.Kind, `{"text":"a","filename":"f","lang":`+evil+`}`, true)
	kindtest.Escaped(t, code.Kind, `{"text":"a","filename":`+evil+`}`, true)
	kindtest.Escaped(t, code.Kind, `{"text":"a","output":`+evil+`}`, true)
}

func TestMalformed(t *testing.T) {
	kindtest.Reason(t, code.Kind, `{"text":{"a":1}}`, "/text")
	// What is no text in the other fields is passed over.
	if got := kindtest.Text(kindtest.Open(t, code.Kind, `{"text":"a","lang":[1,[2]],"filename":{"a":1},"output":[[1]]}`), ""); got != "a\n" {
		t.Errorf("got %q", got)
	}
}

func TestViewsAreBounded(t *testing.T) {
	tokens := kindtest.Quote(strings.Repeat(strings.Repeat("1 ", 50)+"\n", 900))
	colours := kindtest.Quote(strings.Repeat("\x1b[31mx\x1b[32my\n", 100_000))
	kindtest.Bounded(t, "tokens and colours", code.Kind, `{"text":`+tokens+`,"lang":"go","output":`+colours+`}`, 2*time.Second, "more:1", "more:output:1")
	long := kindtest.Quote(strings.Repeat(strings.Repeat("x", 3000)+"\n", 3000))
	kindtest.Bounded(t, "long lines", code.Kind, `{"text":`+long+`,"output":`+long+`}`, 2*time.Second, "more:1", "more:output:1")
	kindtest.Bounded(t, "a line of 200,000 characters", code.Kind, `{"text":`+kindtest.Quote(strings.Repeat("a1", 100_000))+`,"lang":"go"}`, time.Second)
}

func FuzzCode(f *testing.F) {
	kindtest.Fuzz(f, code.Kind, `{"text":"if a {}","lang":"go","filename":"a.go","output":"\u001b[1mx"}`)
}

func TestLongLinesBreakOnRequest(t *testing.T) {
	v := kindtest.Open(t, code.Kind, `{"text":"`+strings.Repeat("word ", 40)+`","filename":"src/page.html"}`)
	if html := kindtest.HTML(v, ""); !strings.Contains(html, `data-ak-action="wrap" aria-pressed="false"`) || strings.Contains(html, "ak-wrap") {
		t.Errorf("at first: %s", html)
	}
	st := v.(kind.Updater).Update(kind.State{}, "wrap")
	if html := kindtest.HTML(v, st.JSON()); !strings.Contains(html, `aria-pressed="true"`) || !strings.Contains(html, "ak-code ak-wrap") {
		t.Errorf("in %s: %s", st.JSON(), html)
	}
	if got := v.(kind.Updater).Update(st, "wrap").JSON(); got != "{}" {
		t.Errorf("twice: got %s", got)
	}
	if html := kindtest.HTML(kindtest.Open(t, code.Kind, `{"text":"short"}`), ""); strings.Contains(html, "ak-bar") || strings.Contains(html, "ak-file") {
		t.Errorf("a short text has a bar: %s", html)
	}
	if _, name, _, _ := v.(kind.Extractor).Extract("text", st); name != "page.html.txt" {
		t.Errorf("saved as %q", name)
	}
}

func TestHugeCodeIsBounded(t *testing.T) {
	kindtest.Bounded(t, "200,000 characters on one line", code.Kind, `{"text":`+kindtest.Quote(strings.Repeat(`\`, 200_000))+`,"lang":"js"}`, time.Second, "wrap")
	kindtest.Bounded(t, "10 MB", code.Kind, `{"text":`+kindtest.Quote(strings.Repeat("x := f(1) // y\n", 700_000))+`,"lang":"go"}`, 3*time.Second, "more:1000", "wrap")
}
