package transcript

import (
	"github.com/vitrine-go/vitrine/artifactkit/kind"
	"github.com/vitrine-go/vitrine/artifactkit/markup"
	"github.com/vitrine-go/vitrine/artifactkit/protocol"
)

// pictures are those of a message, drawn by the kind of images; without that kind, or without an image, there is nothing to draw.
func (th *thread) pictures(images protocol.Value, at, role string) {
	if images.Type() != protocol.Array || images.Len() == 0 {
		return
	}
	k, ok := th.t.o.Card.Kind("image")
	if !ok {
		return
	}
	view, why := k.Open(images, "")
	if why != nil {
		return
	}
	class := markup.Class("ak-msg ak-pictures")
	if role == "user" {
		class = markup.Class("ak-msg ak-pictures ak-pictures-user")
	}
	th.note(at, func(b *block, m mode) markup.Node {
		// A message has no state of its own, so its pictures have no controls.
		return markup.El(markup.Div, m.attrs(b.key(), class), markup.Static(view.Node(kind.State{}, kind.Env{Scope: th.t.o.Scope.Sub("m", b.n), Locale: th.t.o.Locale})))
	})
}
