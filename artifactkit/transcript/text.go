package transcript

import (
	"strings"

	"github.com/vitrine-go/vitrine/artifactkit/markup"
)

// around is a text of the catalog before and behind its {0}, where an element of its own stands.
func (t *Transcript) around(key string) (before, after string) {
	before, after, _ = strings.Cut(t.o.Locale.T(key, "\x00"), "\x00")
	return before, after
}

// spoken is a text that came from outside, for a sentence that is read aloud: one line, what would reorder it made visible.
func spoken(s string) string {
	return strings.TrimSpace(markup.Plain(markup.Visible(name(s))))
}
