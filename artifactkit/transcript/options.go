package transcript

import (
	"github.com/vitrine-go/vitrine/artifactkit/card"
	"github.com/vitrine-go/vitrine/artifactkit/kind"
	"github.com/vitrine-go/vitrine/artifactkit/locale"
	"github.com/vitrine-go/vitrine/artifactkit/markup"
)

// Grouping says which calls of a loop share a row.
type Grouping string

// The groupings. A tool may ask for another one than the transcript's, except where that is None.
const (
	ByTool Grouping = "tool" // one row for each tool; the default
	All    Grouping = "all"  // one row for the loop
	None   Grouping = "none" // one row for each call
)

func (g Grouping) valid() bool { return g == ByTool || g == All || g == None }

// Options are a host's choices. The zero value is safe, but draws results as text: Card wires in the kinds.
type Options struct {
	Card      card.Options    // how results are opened; its Locale is set from Locale
	Locale    locale.Locale   // words
	Scope     markup.Scope    // prefix of every id
	Highlight bool            // colour code
	Load      bool            // a reader may load remote images one by one (TR-5)
	Withhold  markup.Withheld // what readers do not get
	Grouping  Grouping        // "" or a word that is none: ByTool
	// Ways draws what leads through a long transcript, for a host that answers it: a line for each loop that can stand for its rows,
	// and at each call a button with the action "menu".
	Ways bool
}

func (o Options) filled() Options {
	if !o.Grouping.valid() {
		o.Grouping = ByTool
	}
	if o.Card.Kind == nil {
		o.Card.Kind = func(string) (kind.Kind, bool) { return kind.Kind{}, false }
	}
	o.Card.Locale = o.Locale
	return o
}
