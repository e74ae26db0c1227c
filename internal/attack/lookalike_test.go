package attack_test

import (
	"net/url"
	"strings"
	"testing"

	"golang.org/x/net/html"

	"github.com/vitrine-go/vitrine/artifactkit"
	"github.com/vitrine-go/vitrine/internal/attack"
)

// TestLookalikes looks at every link that is drawn of the texts of that class, in Markdown, HTML and a terminal's output: one that
// speaks of the bank and leads elsewhere says where.
func TestLookalikes(t *testing.T) {
	cases, err := attack.Cases()
	if err != nil {
		t.Fatal(err)
	}
	links := 0
	for _, c := range cases {
		if c.Class != "lookalike" {
			continue
		}
		for _, place := range []string{`{"value":§}`, `{"value":"","extra":{"display":{"markdown":§}}}`, `{"value":"","extra":{"display":{"html":§}}}`} {
			in := attack.In(place, c.Text)
			out := artifactkit.Open([]byte(in), artifactkit.Options{}).Render(artifactkit.State{}).HTML.String()
			for to, words := range anchors(t, out) {
				links++
				u, err := url.Parse(to)
				if err != nil {
					t.Errorf("%s: %v", c, err)
					continue
				}
				at := u.Hostname()
				if u.Scheme == "mailto" {
					at = u.Opaque
				}
				bank := strings.Contains(strings.NewReplacer("。", ".", "\u0430", "a").Replace(strings.ToLower(words)), "bank.example")
				if (bank && strings.TrimPrefix(at, "www.") != "bank.example" || u.User != nil) && !strings.Contains(words, "("+at+")") {
					t.Errorf("%s: %q leads to %s and does not say so", c, words, to)
				}
			}
		}
	}
	if links < 20 {
		t.Errorf("%d links were drawn, want 20 at least", links)
	}
}

// anchors are the links of some markup: address and words.
func anchors(t *testing.T, markup string) map[string]string {
	t.Helper()
	doc, err := html.Parse(strings.NewReader(markup))
	if err != nil {
		t.Fatal(err)
	}
	found := map[string]string{}
	for n := range doc.Descendants() {
		if n.Type != html.ElementNode || n.Data != "a" {
			continue
		}
		for _, a := range n.Attr {
			if a.Key == "href" && !strings.HasPrefix(a.Val, "#") {
				var words strings.Builder
				for d := range n.Descendants() {
					if d.Type == html.TextNode {
						words.WriteString(d.Data)
					}
				}
				found[a.Val] += words.String()
			}
		}
	}
	return found
}
