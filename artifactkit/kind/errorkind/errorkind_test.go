package errorkind_test

import (
	"strings"
	"testing"
	"time"

	"github.com/vitrine-go/vitrine/artifactkit/kind"
	"github.com/vitrine-go/vitrine/artifactkit/kind/errorkind"
	"github.com/vitrine-go/vitrine/artifactkit/kind/internal/kindtest"
	"github.com/vitrine-go/vitrine/artifactkit/protocol"
)

func box(headline string) string {
	return `<div class="ak-err" dir="auto"><b>` + headline + `</b></div>`
}

func TestError(t *testing.T) {
	pre := func(s string) string {
		return `<pre class="ak-pre ak-term" tabindex="0" role="group" aria-label="Detail">` + s + `</pre>`
	}
	tests := []struct{ name, payload, html string }{
		{"a message", `{"message":"No station within 50 km."}`, box("No station within 50 km.")},
		{"a detail is terminal text", `{"message":"a","detail":"\u001b[31mb\u001b[0m\n"}`, box("a") + pre(`<span class="ak-fg-1">b</span>`)},
		{"the first line is the headline", `{"message":"panic: x\n\ngoroutine 1\n  main"}`, box("panic: x") + pre("goroutine 1\n  main")},
		{"colours go from the headline", `{"message":"\u001b[31mred\u001b[0m"}`, box("red")},
		{"an empty message is the value", `{"message":" ","detail":""}`, box("the value")},
		{"no message is the value", `{}`, box("the value")},
		{"an object with a message", `{"message":{"code":5,"message":"deep"}}`, box("deep")},
		{"any other object is shown as it is", `{"message":{"code":5}}`, box(`{&#34;code&#34;:5}`)},
		{"a boxed message", `{"message":["a"],"detail":{}}`, box("a")},
		{"several messages", `{"message":["a","b"]}`, box("a") + pre("b")},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			want := `<div class="ak-errview">` + tt.html + `</div>`
			if got := kindtest.HTML(kindtest.Open(t, errorkind.Kind, tt.payload), ""); got != want {
				t.Errorf("got  %s\nwant %s", got, want)
			}
		})
	}
}

func TestAnErrorWithoutAnyWordSaysThatItFailed(t *testing.T) {
	v, _ := protocol.Parse([]byte(`[]`))
	view, why := errorkind.Kind.Open(v, "")
	if why != nil {
		t.Fatal(*why)
	}
	if got, want := kindtest.Text(view, ""), "failed\n"; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
}

func TestEveryFieldIsEscaped(t *testing.T) {
	evil := kindtest.Quote(kindtest.Evil)
	kindtest.Escaped(t, errorkind.Kind, `{"message":`+evil+`}`, true)
	kindtest.Escaped(t, errorkind.Kind, `{"message":"a\n`+evil[1:]+`}`, true)
	kindtest.Escaped(t, errorkind.Kind, `{"message":"a","detail":`+evil+`}`, true)
	kindtest.Escaped(t, errorkind.Kind, `{"message":{`+evil+`:`+evil+`}}`, true)
}

func TestExtractIsMessageAndDetail(t *testing.T) {
	v := kindtest.Open(t, errorkind.Kind, `{"message":"a\nb","detail":"\u001b[1mc"}`)
	if _, _, body, ok := v.(kind.Extractor).Extract("text", kind.State{}); !ok || string(body) != "a\nb\n\nc" {
		t.Errorf("got %q", body)
	}
}

func TestViewsAreBounded(t *testing.T) {
	long := kindtest.Quote(strings.Repeat("\x1b[31mx\x1b[32my\n", 300_000))
	kindtest.Bounded(t, "long texts", errorkind.Kind, `{"message":`+long+`,"detail":`+long+`}`, 3*time.Second, "more:1", "more:detail:2")
	kindtest.Bounded(t, "a line of 200,000 characters", errorkind.Kind, `{"message":`+kindtest.Quote(strings.Repeat("\u202e", 200_000))+`}`, time.Second)
}

func FuzzError(f *testing.F) {
	kindtest.Fuzz(f, errorkind.Kind, `{"message":"a\nb","detail":"c"}`, `{"message":{"message":"x"}}`)
}

func TestHintsAreForWhatAMessageStates(t *testing.T) {
	for message, want := range map[string]string{
		"Error: EACCES: permission denied, open '/etc/shadow'": "did not allow",
		"open data.csv: no such file or directory":             "does not exist",
		"bash: rg: command not found":                          "not installed",
		"request failed: HTTP 429 Too Many Requests":           "no more requests",
		"context deadline exceeded":                            "longer than was allowed",
		"dial tcp 127.0.0.1:5432: connect: connection refused": "Nothing listens",
		"3 tests failed":             "",
		"the timedoutness of things": "",
		"TIMED OUT":                  "longer than was allowed",
		"found 1429 of 5000":         "",
		"denoents are fine":          "",
	} {
		got := kindtest.HTML(kindtest.Open(t, errorkind.Kind, `{"message":`+kindtest.Quote(message)+`}`), "")
		if has := strings.Contains(got, "ak-hint"); has != (want != "") || !strings.Contains(got, want) {
			t.Errorf("%q: want %q in %s", message, want, got)
		}
	}
}

func TestALongTraceIsFolded(t *testing.T) {
	short, long := strings.Repeat("at f\n", 5), strings.Repeat("at f\n", 50)
	if html := kindtest.HTML(kindtest.Open(t, errorkind.Kind, `{"message":"m","detail":`+kindtest.Quote(short)+`}`), ""); strings.Contains(html, "<details") {
		t.Errorf("a short one is folded: %s", html)
	}
	v := kindtest.Open(t, errorkind.Kind, `{"message":"m","detail":`+kindtest.Quote(long)+`}`)
	if html := kindtest.HTML(v, ""); !strings.Contains(html, "<summary>Detail · 50 lines</summary>") {
		t.Errorf("a long one is not: %.300s", html)
	}
}
