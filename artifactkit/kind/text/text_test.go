package text_test

import (
	"strings"
	"testing"
	"time"

	"github.com/vitrine-go/vitrine/artifactkit/kind"
	"github.com/vitrine-go/vitrine/artifactkit/kind/internal/kindtest"
	"github.com/vitrine-go/vitrine/artifactkit/kind/text"
)

func TestText(t *testing.T) {
	tests := []struct{ name, payload, html string }{
		{"text keeps its white space", `{"text":"a  b\n\tc\n"}`, `<div class="ak-text"><pre class="ak-pre ak-term" tabindex="0" role="group" aria-label="Output">a  b
	c</pre></div>`},
		{"colours", `{"text":"\u001b[31mred\u001b[0m"}`, `<div class="ak-text"><pre class="ak-pre ak-term" tabindex="0" role="group" aria-label="Output"><span class="ak-fg-1">red</span></pre></div>`},
		{"empty text says so", `{"text":""}`, `<div class="ak-text"><p class="ak-empty">No output</p></div>`},
		{"nothing but white space says so", `{"text":" \n"}`, `<div class="ak-text"><p class="ak-empty">No output</p></div>`},
		{"without text it is the value", `{}`, `<div class="ak-text"><pre class="ak-pre ak-term" tabindex="0" role="group" aria-label="Output">the value</pre></div>`},
		{"an empty payload of R is the value", `[]`, `<div class="ak-text"><pre class="ak-pre ak-term" tabindex="0" role="group" aria-label="Output">the value</pre></div>`},
		{"a boxed text", `{"text":["a"],"lang":{}}`, `<div class="ak-text"><pre class="ak-pre ak-term" tabindex="0" role="group" aria-label="Output">a</pre></div>`},
		{"several texts are lines", `{"text":["a",1,null]}`, `<div class="ak-text"><pre class="ak-pre ak-term" tabindex="0" role="group" aria-label="Output">a
1
NA</pre></div>`},
		{"a number", `{"text":1.50}`, `<div class="ak-text"><pre class="ak-pre ak-term" tabindex="0" role="group" aria-label="Output">1.50</pre></div>`},
		{"with a language it is code", `{"text":"if x","lang":"go"}`,
			`<div class="ak-text"><pre class="ak-pre ak-code" dir="ltr" tabindex="0" role="group" aria-label="Code"><code><span class="ak-ln" data-ak-n="1"><span class="ak-h-k">if</span> x
</span></code></pre></div>`},
		{"the language of output is no code", `{"text":"if x","lang":"text"}`, `<div class="ak-text"><pre class="ak-pre ak-term" tabindex="0" role="group" aria-label="Output">if x</pre></div>`},
		{"a title", `{"text":"a","title":"t<"}`, `<div class="ak-text"><div class="ak-file">t&lt;</div><pre class="ak-pre ak-term" tabindex="0" role="group" aria-label="Output">a</pre></div>`},
		{"other fields change nothing", `{"text":"a","more":{"b":1}}`, `<div class="ak-text"><pre class="ak-pre ak-term" tabindex="0" role="group" aria-label="Output">a</pre></div>`},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			if got := kindtest.HTML(kindtest.Open(t, text.Kind, tt.payload), ""); got != tt.html {
				t.Errorf("got  %s\nwant %s", got, tt.html)
			}
		})
	}
}

func TestTextThatIsNoneIsRefused(t *testing.T) {
	for _, p := range []string{`{"text":{"a":1}}`, `{"text":[["a"]]}`, `{"text":[{}]}`} {
		kindtest.Reason(t, text.Kind, p, "/text")
	}
}

func TestEveryFieldIsEscaped(t *testing.T) {
	evil := kindtest.Quote(kindtest.Evil)
	kindtest.Escaped(t, text.Kind, `{"text":`+evil+`}`, true)
	kindtest.Escaped(t, text.Kind, `{"text":"\u001b[31m`+evil[1:]+`}`, true)
	kindtest.Escaped(t, text.Kind, `{"text":`+evil+`,"lang":"html"}`, false) // in tokens
	kindtest.Escaped(t, text.Kind, `{"text":"a","lang":`+evil+`}`, false)
	kindtest.Escaped(t, text.Kind, `{"text":"a","title":`+evil+`}`, true)
	kindtest.Escaped(t, text.Kind, `{"text":"a",`+evil+`:1}`, false)
}

func lines(n int) string { return kindtest.Quote(strings.Repeat("a line of text\n", n)) }

func TestALongTextShowsHeadAndTailAndThenPages(t *testing.T) {
	v := kindtest.Open(t, text.Kind, `{"text":`+kindtest.Quote("first\n"+strings.Repeat("x\n", 1998)+"last\n")+`}`)
	got := kindtest.Text(v, "")
	if n := strings.Count(got, "\n"); n != 301 || !strings.HasPrefix(got, "first\n") || !strings.HasSuffix(got, "last\n") ||
		!strings.Contains(got, "\n1,700 lines left out\n") {
		t.Errorf("got %d lines: %.100s", n, got)
	}
	if got := kindtest.HTML(v, ""); !strings.Contains(got, `<button class="ak-link" type="button" data-ak-action="more:1">Show more</button>`) {
		t.Error("no button for more")
	}
	st := v.(kind.Updater).Update(kind.State{}, "more:1")
	if got, want := st.JSON(), `{"more":1}`; got != want {
		t.Errorf("state: got %s, want %s", got, want)
	}
	for state, want := range map[string]string{
		`{"more":1}`: "lines 1–500 of 2,000", `{"more":4}`: "lines 1,501–2,000 of 2,000", `{"more":99}`: "lines 1,501–2,000 of 2,000", `{"more":-1}`: "1,700 lines left out",
	} {
		if got := kindtest.Text(v, state); !strings.Contains(got, want) {
			t.Errorf("state %s: %q is missing", state, want)
		}
	}
	for action, want := range map[string]string{"more": `{"more":3}`, "more:0": `{}`, "more:1": `{"more":1}`, "more:x": `{"more":2}`, "more:-1": `{"more":2}`,
		"more:output:3": `{"more":2}`, "page:1": `{"more":2}`, "": `{"more":2}`, "more:99999999999": `{"more":2}`} {
		if got := v.(kind.Updater).Update(kind.ParseState([]byte(`{"more":2}`)), action).JSON(); got != want {
			t.Errorf("%q: got %s, want %s", action, got, want)
		}
	}
}

func TestALongLineIsCutAndSaysSo(t *testing.T) {
	v := kindtest.Open(t, text.Kind, `{"text":`+kindtest.Quote("a\n"+strings.Repeat("é", 200_000)+"\nb")+`}`)
	want := "a\n" + strings.Repeat("é", 2000) + "… 198,000 more characters\nb\n"
	if got := kindtest.Text(v, ""); got != want {
		t.Errorf("got %d bytes, want %d: %.50s", len(got), len(want), got)
	}
}

func TestExtractIsTheWholeTextWithoutEscapes(t *testing.T) {
	v := kindtest.Open(t, text.Kind, `{"text":"\u001b[1ma\u001b[0m\n1%\r2%\n"}`)
	mime, _, body, ok := v.(kind.Extractor).Extract("text", kind.State{})
	if !ok || mime != "text/plain" || string(body) != "a\n2%\n" {
		t.Errorf("got %v %s %q", ok, mime, body)
	}
	if _, _, _, ok := v.(kind.Extractor).Extract("png", kind.State{}); ok {
		t.Error("an unknown word is known")
	}
}

func TestViewsAreBounded(t *testing.T) {
	colours := strings.Repeat("\x1b[31mx\x1b[32my", 1<<16)
	for name, payload := range map[string]string{
		"ten megabytes":                 `{"text":` + lines(700_000) + `}`,
		"ten megabytes of newlines":     `{"text":` + kindtest.Quote(strings.Repeat("\n", 5<<20)+"x") + `}`,
		"a style for each character":    `{"text":` + kindtest.Quote(strings.Repeat(colours[:2000]+"\n", 1000)) + `}`,
		"reordering characters":         `{"text":` + kindtest.Quote(strings.Repeat(strings.Repeat("\u202e", 500)+"\n", 1000)) + `}`,
		"long lines":                    `{"text":` + kindtest.Quote(strings.Repeat(strings.Repeat("z", 2100)+"\n", 2000)) + `}`,
		"code of many tokens":           `{"text":` + kindtest.Quote(strings.Repeat(strings.Repeat("1 ", 100)+"\n", 490)) + `,"lang":"go"}`,
		"long lines of code":            `{"text":` + kindtest.Quote(strings.Repeat(strings.Repeat("1 ", 1100)+"\n", 2000)) + `,"lang":"go"}`,
		"code of reordering characters": `{"text":` + kindtest.Quote(strings.Repeat(strings.Repeat("\u202e", 500)+"\n", 1000)) + `,"lang":"go"}`,
	} {
		kindtest.Bounded(t, name, text.Kind, payload, 3*time.Second, "more:1", "more:2")
	}
	kindtest.Bounded(t, "a line of 200,000 characters", text.Kind, `{"text":`+kindtest.Quote(strings.Repeat(`\`, 200_000))+`}`, time.Second)
}

func FuzzText(f *testing.F) {
	kindtest.Fuzz(f, text.Kind, `{"text":"a\u001b[31mb\r\nc","lang":"go","title":"t"}`, `{"text":["a"]}`, `[]`)
}

func TestLongLinesBreakUnlessTheReaderDoesNotWant(t *testing.T) {
	v := kindtest.Open(t, text.Kind, `{"text":"`+strings.Repeat("word ", 40)+`"}`)
	if html := kindtest.HTML(v, ""); !strings.Contains(html, `data-ak-action="wrap" aria-pressed="false"`) || strings.Contains(html, "ak-nowrap") {
		t.Errorf("at first: %s", html)
	}
	st := v.(kind.Updater).Update(kind.State{}, "wrap")
	if html := kindtest.HTML(v, st.JSON()); !strings.Contains(html, "ak-term ak-nowrap") {
		t.Errorf("in %s: %s", st.JSON(), html)
	}
	if html := kindtest.HTML(kindtest.Open(t, text.Kind, `{"text":"short"}`), ""); strings.Contains(html, "ak-bar") {
		t.Errorf("a short text has a bar: %s", html)
	}
}

func TestHugeTextIsBounded(t *testing.T) {
	kindtest.Bounded(t, "200,000 characters on one line", text.Kind, `{"text":`+kindtest.Quote(strings.Repeat(`\`, 200_000))+`}`, time.Second, "wrap")
	kindtest.Bounded(t, "10 MB", text.Kind, `{"text":`+kindtest.Quote(strings.Repeat("a line of the log\n", 600_000))+`}`, 3*time.Second, "more:1000")
	kindtest.Bounded(t, "10 MB of bars", text.Kind, `{"text":`+kindtest.Quote(strings.Repeat("\x1b[2A\x1b[Ka 10%\n\x1b[Kb 20%\n", 400_000))+`}`, 4*time.Second)
}
