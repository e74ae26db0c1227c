package card_test

import (
	"strings"
	"testing"

	"github.com/vitrine-go/vitrine/artifactkit"
	"github.com/vitrine-go/vitrine/artifactkit/card"
	"github.com/vitrine-go/vitrine/artifactkit/locale"
)

const drawn = `"version":1,"kind":"text","status":"success","icon":"table","title":"Orders","payload":{"text":"from the payload"}`

// DI-2: html before markdown before text before the payload, which stays one click away.
func TestDisplaySuppliesTheBody(t *testing.T) {
	for _, c := range []struct {
		name, display string
		want          string
		behind        bool
	}{
		{"none", `null`, "from the payload", false},
		{"hints without a body", `{"label":"L"}`, "from the payload", false},
		{"text", `{"text":"<i>as it is</i>"}`, `<pre class="ak-text">&lt;i&gt;as it is&lt;/i&gt;</pre>`, true},
		{"markdown wins over text", `{"text":"t","markdown":"**bold**"}`, "<strong>bold</strong>", true},
		{"html wins over both", `{"text":"t","markdown":"m","html":"<em>soft</em>"}`, "<em>soft</em>", true},
		{"html is rebuilt", `{"html":"<em onclick=\"x\">soft</em><script>bad</script>"}`, "<em>soft</em>", true},
		{"html of a wrong type is left out", `{"html":7,"text":"the text"}`, "the text", true},
		{"a body that is empty says so", `{"text":""}`, "No output", true},
		{"markdown brings no HTML", `{"markdown":"<img src=x onerror=y>"}`, "&lt;img", true},
	} {
		html, _ := draw(open(result("v", drawn, c.display)))
		if !strings.Contains(html, c.want) {
			t.Errorf("%s: %q is missing: %s", c.name, c.want, html)
		}
		if got := strings.Contains(html, "Structured view"); got != c.behind {
			t.Errorf("%s: the structured view stands behind: got %v, want %v", c.name, got, c.behind)
		}
		if strings.Contains(html, "onclick") || strings.Contains(html, "<script") || strings.Contains(html, "<img") {
			t.Errorf("%s: foreign markup came through: %s", c.name, html)
		}
	}
}

func TestHostMayWantHTMLAsText(t *testing.T) {
	o := artifactkit.CardOptions()
	o.HTMLAsText = true
	html, _ := draw(card.OpenText([]byte(result("v", drawn, `{"html":"<em>soft</em>","footer":"<b>foot</b>"}`)), o))
	for _, want := range []string{"&lt;em&gt;soft", "&lt;b&gt;foot"} {
		if !strings.Contains(html, want) {
			t.Errorf("%q is missing: %s", want, html)
		}
	}
}

// DI-2, TR-9.
func TestErrorStandsAboveTheBody(t *testing.T) {
	for _, c := range []struct {
		name, text string
		banner     string
		failed     bool
	}{
		{"a failed call", `{"value":"asked for 31 N","error":"no <station>"}`, "<b>no &lt;station&gt;</b>", true},
		{"an error with a body of its own", `{"value":"v","error":"broken","extra":{"display":{"text":"own body"}}}`, "<b>broken</b>", true},
		{"an error without any value", `{"error":"broken"}`, "broken", true},
		{"an event says only that it failed", `{"id":"1","name":"t","display":null,"value":"v","is_error":true,"artifact":null}`, "", true},
		{"no error", `{"value":"v"}`, "", false},
	} {
		got := open(c.text)
		html, _ := draw(got)
		if got.IsError != c.failed || (got.Status == "error") != c.failed || strings.Contains(html, "ak-failed") != c.failed {
			t.Errorf("%s: got failed=%v status %s: %s", c.name, got.IsError, got.Status, html)
		}
		if !strings.Contains(html, c.banner) {
			t.Errorf("%s: %q is missing: %s", c.name, c.banner, html)
		}
		if c.banner != "" && strings.Contains(html, "ak-own") && strings.Index(html, c.banner) > strings.Index(html, "ak-own") {
			t.Errorf("%s: the error stands below the body: %s", c.name, html)
		}
	}
	// An artifact of kind error is the banner: its text is not said twice.
	html, _ := draw(open(`{"value":"","error":"once","extra":{"codeagent":{"artifact":{"schema":"codeagent.tool-artifact","version":1,"kind":"error","status":"error","payload":{"message":"once"}}}}}`))
	if n := strings.Count(html, "once"); n != 1 {
		t.Errorf("the error is said %d times: %s", n, html)
	}
}

// CAR-3.
func TestWhatIsForTheModelIsFolded(t *testing.T) {
	const with = `"version":1,"kind":"text","status":"success","payload":{"text":"for people","for_model":"a <hint>"}`
	html, _ := draw(open(result("v", with, `null`)))
	if !strings.Contains(html, "<summary>For the model</summary>") || !strings.Contains(html, "a &lt;hint&gt;") {
		t.Errorf("got %s", html)
	}
	if html, _ := draw(open(result("v", drawn, `null`))); strings.Contains(html, "For the model") {
		t.Errorf("without one: %s", html)
	}
	// Below a kind that is not drawn the whole payload stands open: no second copy.
	if html, _ := draw(open(result("v", strings.Replace(with, `"text"`, `"hologram"`, 1), `null`))); strings.Contains(html, "<summary>For the model") {
		t.Errorf("below the data: %s", html)
	}
}

func TestHeadNamesTheResult(t *testing.T) {
	for _, c := range []struct{ name, text, title, icon, status string }{
		{"the artifact's own", result("v", drawn, `null`), "Orders", "table", "success"},
		{"the display's before the artifact's", result("v", drawn, `{"title":"a <b> & c","icon":"cloud"}`), "a <b> & c", "cloud", "success"},
		{"a status without words of its own", result("v", strings.Replace(drawn, `"success"`, `"half <done>"`, 1), `null`), "Orders", "table", "half <done>"},
		{"the tool's name and icon", `{"value":"v","request":{"id":"1","name":"Bash"}}`, "Bash", "terminal", "success"},
	} {
		got := open(c.text)
		if got.Title != c.title || got.Icon != c.icon || got.Status != c.status {
			t.Errorf("%s: got %q %q %q, want %q %q %q", c.name, got.Title, got.Icon, got.Status, c.title, c.icon, c.status)
		}
		html, text := draw(got)
		if !strings.Contains(text, c.title) || !strings.Contains(text, card.StatusText(c.status, locale.For("en"))) {
			t.Errorf("%s: title or status is not shown: %s", c.name, text)
		}
		if strings.Contains(html, "<b> & c") || strings.Contains(html, "half <done>") {
			t.Errorf("%s: a text was not escaped: %s", c.name, html)
		}
	}
}
