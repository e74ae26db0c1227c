package transcript

import (
	"github.com/vitrine-go/vitrine/artifactkit/card"
	"github.com/vitrine-go/vitrine/artifactkit/markup"
)

// status is where a call stands.
type status uint8

const (
	running status = iota
	success
	failed
	denied
	interrupted // its result never came (EV-5)
	needsInput
	other // a word of the producer's, shown as it is (ART-4)
	statuses
)

func statusOf(word string) status {
	switch word {
	case "success":
		return success
	case "error":
		return failed
	case "denied":
		return denied
	case "interrupted":
		return interrupted
	case "needs_input":
		return needsInput
	}
	return other
}

var (
	statusKeys = [other]string{"status_running", "status_success", "status_error", "status_denied", "status_interrupted", "status_needs_input"}
	countKeys  = [other]string{denied: "n_denied", interrupted: "n_interrupted", needsInput: "n_needs_input", failed: "n_failed"}
)

// word is the status of a call in words.
func (t *Transcript) word(c *call) string {
	if c.status == other {
		return cut(card.StatusText(c.facts.status, t.o.Locale), nameClusters)
	}
	return t.o.Locale.T(statusKeys[c.status])
}

// tally counts calls by status.
type tally [statuses]int

func (n *tally) move(from, to status) { n[from]--; n[to]++ }

// note is a status at the end of a row: a failure in the colour of failures, the rest quiet.
func statusNote(words string, s status) markup.Node {
	class := markup.Class("ak-n")
	if s == failed {
		class = markup.Class("ak-bad")
	}
	return markup.El(markup.Span, markup.Attrs(class), markup.Visible(words))
}

// glyph draws what stands before a row. A spinner has words for those who do not see it turn; a check mark and its like have
// the status word, so that no state is told by colour or shape alone (TR-9).
type glyph struct {
	icon  string // bundled name; "" is a dot
	tone  status // failed and success colour it
	spin  bool
	words string // for those who do not see it, "" when a note beside it says it
}

func (g glyph) node(t *Transcript) markup.Node {
	class := markup.Class("ak-g")
	pic := markup.Icon(g.icon)
	switch {
	case g.spin:
		pic, g.words = markup.El(markup.Span, markup.Attrs(markup.Class("ak-spin"))), t.o.Locale.T("running")
	case g.tone == failed:
		class = markup.Class("ak-g ak-g-bad")
	case g.tone == success:
		class = markup.Class("ak-g ak-g-ok")
	}
	kids := []markup.Node{pic}
	if g.words != "" {
		kids = append(kids, markup.El(markup.Span, markup.Attrs(markup.Class("ak-sr")), markup.Text(g.words)))
	}
	return markup.El(markup.Span, markup.Attrs(class), kids...)
}

// statusIcon is the glyph of a row in a list when nothing says more.
func statusIcon(s status) string {
	switch s {
	case success:
		return "check"
	case failed:
		return "exclamation-circle"
	case denied, interrupted:
		return "slash-circle"
	case needsInput:
		return "person"
	}
	return ""
}
