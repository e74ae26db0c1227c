package artifactkit

import (
	"github.com/vitrine-go/vitrine/artifactkit/adapt"
	"github.com/vitrine-go/vitrine/artifactkit/card"
)

// Renderers are a host's own views: of the results of a tool, by its name, and of a kind of payload, by the artifact's kind. The
// tool's is asked first. They change what is drawn and nothing else: events, copies and downloads stay what came in.
type Renderers struct {
	Tools map[string]Renderer
	Kinds map[string]Renderer
}

// Renderer draws a result. It is called while a result is opened, must give the same for the same result, and may be called by
// several goroutines. A panic in it is the host's own. Neither an artifact nor a tree can carry raw HTML: that takes package
// trusted, whose one function says what the caller vouches for. A kind's renderer is asked about version 1 only.
type Renderer func(Adapted) Drawn

// Drawn is what a Renderer gives: an artifact of version 1 as JSON, which its kind draws, or a tree of package markup, which
// wins. The zero Drawn leaves the result to the next renderer and at last to its kind.
type Drawn = card.Drawn

// draw is the question that a card asks, nil when there is nobody to ask.
func (r Renderers) draw() func(string, adapt.Adapted) Drawn {
	if len(r.Tools) == 0 && len(r.Kinds) == 0 {
		return nil
	}
	return func(from string, a adapt.Adapted) (d Drawn) {
		seen := Adapted{a.Event(), a.Result(), a.Notes, from}
		if ask := r.Tools[a.Tool]; ask != nil {
			d = ask(seen)
		}
		if ask := r.Kinds[a.Artifact.Kind]; ask != nil && a.Artifact.V1() && d.Artifact == nil && d.Node.Empty() {
			d = ask(seen)
		}
		return d
	}
}
