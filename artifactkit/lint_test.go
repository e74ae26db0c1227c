package artifactkit_test

import (
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/vitrine-go/vitrine/artifactkit"
	"github.com/vitrine-go/vitrine/artifactkit/limits"
	"github.com/vitrine-go/vitrine/internal/attack"
)

// lint holds one rendering to what is promised whatever came in: it is not blank, it is text that can be read, and its markup is what
// attack.Judge lets pass.
func lint(t *testing.T, how string, r artifactkit.Rendered, static bool) {
	t.Helper()
	out := r.HTML.String()
	if strings.TrimSpace(r.Text) == "" {
		t.Errorf("%s: the view is blank", how)
	}
	for name, s := range map[string]string{"HTML": out, "text": r.Text} {
		if !utf8.ValidString(s) {
			t.Errorf("%s: the %s is no UTF-8", how, name)
		}
		if i := strings.IndexFunc(s, func(c rune) bool { return c < ' ' && c != '\n' && c != '\t' || c >= 0x7f && c < 0xa0 }); i >= 0 {
			t.Errorf("%s: a control character in the %s: %q", how, name, s[max(0, i-40):min(len(s), i+10)])
		}
	}
	for _, fault := range attack.Judge(out, static) {
		t.Errorf("%s: %s", how, fault)
	}
	most := 5000
	if strings.Contains(out, "ak-prose") { // a body and a footer of a document's size each
		most += 2 * (limits.MarkdownElements + 100)
	}
	if n := strings.Count(out, "<") - strings.Count(out, "</"); n > most || len(out) > 16<<20 {
		t.Errorf("%s: %d elements, want at most %d; %d bytes", how, n, most, len(out))
	}
}
