package card

import (
	"strings"

	"github.com/vitrine-go/vitrine/artifactkit/display"
	"github.com/vitrine-go/vitrine/artifactkit/kind"
	"github.com/vitrine-go/vitrine/artifactkit/locale"
	"github.com/vitrine-go/vitrine/artifactkit/markup"
	"github.com/vitrine-go/vitrine/artifactkit/markup/sanitize"
	"github.com/vitrine-go/vitrine/artifactkit/protocol"
)

// rebuilt is foreign HTML after the policy (TR-3), with the reason when it is shown as text.
type rebuilt struct {
	src   string
	words locale.Locale
	node  markup.Node
	why   *protocol.Reason
}

func rebuild(src string, l locale.Locale) *rebuilt {
	n, why := sanitize.Policy{Locale: l}.Node(src)
	return &rebuilt{src, l, n, why}
}

// lost gathers what cannot be drawn although the artifact is shown, and adds it to the notes (ART-9).
func (c *Card) lost() {
	if n, ok := c.view.(kind.Noter); ok {
		for _, why := range n.Notes() {
			why.Path = c.Adapted.Artifact.Path + "/payload" + why.Path
			c.Lost = append(c.Lost, why)
		}
	}
	if src := c.Display.BodySource; c.options.Eager && !c.options.HTMLAsText && c.Display.Body == display.HTML && strings.TrimSpace(src) != "" {
		if c.made = rebuild(src, c.options.Locale); c.made.why != nil {
			why := *c.made.why
			why.Path = c.Adapted.DisplayPath + "/html"
			c.Lost = append(c.Lost, why)
		}
	}
	c.Adapted.Notes = append(c.Adapted.Notes, c.Lost...)
}

// FirstReason is why the artifact is not what is shown, else the first part that could not be drawn; nil when all of it is.
func (c *Card) FirstReason() *protocol.Reason {
	if c.Reason == nil && len(c.Lost) > 0 {
		return &c.Lost[0]
	}
	return c.Reason
}
