package card

import (
	"github.com/vitrine-go/vitrine/artifactkit/kind"
	"github.com/vitrine-go/vitrine/artifactkit/markup"
	"github.com/vitrine-go/vitrine/artifactkit/protocol"
)

// Drawn is what a host draws in place of a result's own view. The zero Drawn leaves the card as it is.
type Drawn struct {
	Artifact []byte      // an artifact of version 1 as JSON, drawn by its kind
	Node     markup.Node // or a tree, which wins: HTML in it comes through package trusted or not at all
	// Alone has a transcript draw it in place of the whole row, once the call has its result: without a card round it, behind the rows of
	// its run, in the order in which results came. The row goes on with its other calls. Elsewhere it changes nothing, and neither does it
	// in a run of more than 64 calls.
	Alone bool
}

// own is a view that the host drew.
type own struct{ node markup.Node }

func (o own) Node(kind.State, kind.Env) markup.Node { return o.node }

// Bare is what the host drew by itself, for one that stands alone.
func (c *Card) Bare(st kind.State, env kind.Env) markup.Node {
	env.Title = c.Title
	return markup.El(markup.Div, markup.Attrs(markup.Class("ak-alone")), c.view.Node(st, env))
}

// drawn asks the host, and says whether it drew the card. What is forwarded and copied stays what came in.
func (c *Card) drawn() bool {
	if c.options.Draw == nil {
		return false
	}
	d := c.options.Draw(c.From, c.Adapted)
	if !d.Node.Empty() {
		if c.Adapted.Artifact.V1() {
			c.Status = c.Adapted.Artifact.Status
			if c.IsError {
				c.Status = "error"
			}
		} else {
			c.choose(c.Adapted.Artifact) // a version that is not drawn says so, whoever draws the card
		}
		c.view, c.inside, c.told, c.Alone = own{d.Node}, nil, false, d.Alone
		return true
	}
	if d.Artifact == nil {
		return false
	}
	v, why := protocol.Parse(d.Artifact)
	if why == nil {
		art, refused := protocol.ArtifactOf(v, protocol.Versions{})
		if why = refused; art.Exists() {
			c.Kind, c.Status = art.Kind, art.Status
			if art.HasTitle {
				c.Title = art.Title
			}
			if art.HasIcon {
				c.Icon = art.Icon
			}
			c.choose(art)
			c.Alone = d.Alone
			return true
		}
		if why == nil {
			why = &protocol.Reason{Code: protocol.BadSchema}
		}
	}
	c.Adapted.Notes = append(c.Adapted.Notes, protocol.Reason{Code: why.Code, Message: "What the host's renderer gave is no artifact of version 1; the result is drawn as it came."})
	return false
}
