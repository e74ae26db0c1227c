package inspect

import (
	"slices"

	"github.com/vitrine-go/vitrine/artifactkit/limits"
	"github.com/vitrine-go/vitrine/artifactkit/protocol"
)

// note is one thing that was refused, mended or lost, and where it stands.
type note struct {
	protocol.Reason
	at   place
	near string // the part of the path that is there, when not all of it is
	here bool   // at is set
}

// gather collects the reasons, what is shown in place of the artifact first, and finds the places of the first of them.
func (x *Inspection) gather(root protocol.Value) {
	all := x.card.Adapted.Notes
	if why := x.card.Reason; why != nil {
		if i := slices.Index(all, *why); i != 0 {
			all = append([]protocol.Reason{*why}, all...)
		}
	}
	for i, why := range all {
		if why.Code == protocol.Synthesized && !x.claimed() { // what nobody claims is no artifact's place
			continue
		}
		if i > 0 && slices.Contains(all[:min(i, limits.InspectPlaces)], why) {
			continue
		}
		x.notes = append(x.notes, note{Reason: why})
	}
	found := x.notes[:min(len(x.notes), limits.InspectPlaces)]
	var spans []place
	for i := range found {
		if found[i].find(x.read, root) {
			spans = append(spans, found[i].at)
		}
	}
	locate(x.read, spans)
	for i := range found {
		if found[i].here {
			found[i].at, spans = spans[0], spans[1:]
		}
	}
}

// find sets the span that a reason speaks of: where the text stops to be JSON, the second of two members with one name, the value
// at the path, or the nearest round it. A reason about the text as a whole has none.
func (n *note) find(text []byte, root protocol.Value) bool {
	switch {
	case n.Code == protocol.NotJSON && n.Path == "" && !root.Exists():
		if at := protocol.Fault(text); at >= 0 {
			n.at, n.here = place{from: at, to: at}, true
		}
		return n.here
	case !root.Exists(), n.Code == protocol.Synthesized: // what was made stands nowhere
		return false
	}
	v, rest := root.Follow(n.Path)
	if rest == "" && n.Code == protocol.DuplicateKey {
		n.at.from, n.at.to, n.here = v.Doubled()
		return n.here
	}
	if n.Path == "" || rest == n.Path {
		return false
	}
	n.near = n.Path[:len(n.Path)-len(rest)]
	n.at.from, n.at.to = v.Span()
	n.here = true
	return true
}
