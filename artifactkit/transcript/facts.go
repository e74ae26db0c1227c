package transcript

import (
	"github.com/vitrine-go/vitrine/artifactkit/card"
	"github.com/vitrine-go/vitrine/artifactkit/display"
	"github.com/vitrine-go/vitrine/artifactkit/protocol"
)

// factsOf reads a row's facts off a result. The title is the producer's own for this result: an artifact's title heads its card
// and is what the row's label says, since the row itself is named by what was done. An icon is the display's, else the artifact's.
func factsOf(c *card.Card) facts {
	f := facts{
		preview: cut(c.Preview, nameClusters),
		icon:    c.Display.Icon,
		status:  c.Status,
		kind:    c.Kind,
		open:    c.Display.Open,
		request: c.Display.ShowRequest,
	}
	if c.Display.HasTitle {
		f.title = name(c.Display.Title)
		if given := c.Adapted.Display.Get("title"); synthesized(c) && given.Type() == protocol.String {
			f.title = name(given.Str()) // as it came, not as the artifact made of it says
		}
	}
	// A label that only repeats the kind, the tool or the title tells nothing; the arguments do.
	title := c.Adapted.Artifact.Title
	if c.Display.HasLabel || title != "" && title != c.Tool && title != f.title && !synthesized(c) {
		f.label = name(c.Label)
	}
	// Adaptation gives every artifact an icon by the tool's name; that one is the tool's and not this result's.
	if icon := c.Adapted.Artifact.Icon; f.icon == "" && icon != display.ToolIcon(c.Tool) {
		f.icon = icon
	}
	return f
}

// synthesized tells whether the artifact was made of the value (AD-4): then it says nothing that the value does not.
func synthesized(c *card.Card) bool {
	for _, n := range c.Adapted.Notes {
		if n.Code == protocol.Synthesized {
			return true
		}
	}
	return false
}

// icon of a segment: what the definition of its tool says, else the icon that goes with the tool's name (AD-9).
func (s *segment) icon() string {
	if s.pictured != nil {
		return s.pictured.icon
	}
	if icon := display.ToolIcon(s.tool); icon != display.ToolIcon("") {
		return icon
	}
	return ""
}
