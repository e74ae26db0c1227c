package trusted_test

import (
	"testing"

	"github.com/vitrine-go/vitrine/artifactkit/markup"
	"github.com/vitrine-go/vitrine/artifactkit/trusted"
)

// TR-2.
func TestMarkupOfTheHostIsWrittenAsItIs(t *testing.T) {
	n := markup.El(markup.P, nil, markup.Text("<i>"), trusted.HTMLThatTheHostVouchesFor("<i>mine</i>"), markup.Text("</i>"))
	if got, want := markup.Write(n).String(), "<p>&lt;i&gt;<i>mine</i>&lt;/i&gt;</p>"; got != want {
		t.Errorf("got %s, want %s", got, want)
	}
	if got, want := markup.Plain(n), "<i></i>\n"; got != want {
		t.Errorf("as text: got %q, want %q: it has no text of its own", got, want)
	}
}
