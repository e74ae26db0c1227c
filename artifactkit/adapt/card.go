package adapt

import (
	"github.com/vitrine-go/vitrine/artifactkit/display"
	"github.com/vitrine-go/vitrine/artifactkit/markup/htmltext"
	"github.com/vitrine-go/vitrine/artifactkit/protocol"
)

// card upgrades the legacy card in the display (AD-3). A card without a kind or a payload is none.
func (a *adapter) card() protocol.Artifact {
	c := a.display.Get("toolcard")
	if c.Type() != protocol.Object {
		return protocol.Artifact{}
	}
	at := under(a.where, "toolcard")
	if why := a.cardRefused(c, at); why != nil {
		if a.out.ArtifactReason == nil {
			a.out.ArtifactReason = why
			a.out.Notes = append(a.out.Notes, *why)
		}
		return protocol.Artifact{}
	}
	d, ok := a.draft(c, at)
	if !ok {
		return protocol.Artifact{}
	}
	d.word("icon", &d.icon, protocol.BadIcon)
	if d.icon == nil {
		d.icon = quoted(display.ToolIcon(a.out.Tool))
	}
	if title, ok := htmlTitle(c.Get("title")); ok {
		d.title = quoted(title)
	} else {
		d.word("title", &d.title, protocol.BadTitle)
	}
	art := d.build()
	if art.Exists() {
		a.out.Notes = append(a.out.Notes, d.notes...)
		a.note(protocol.LegacyCard, protocol.Pointer(at...), "The legacy card became an artifact of version 1.")
	}
	return art
}

// cardRefused is why a card may not be upgraded: a member twice, a bound, or a version that is not 1.
func (a *adapter) cardRefused(c protocol.Value, at []string) *protocol.Reason {
	if key, twice := c.Duplicate(); twice {
		return &protocol.Reason{Code: protocol.DuplicateKey, Path: protocol.Pointer(at...), Message: "The member " + protocol.Quote(key) + " stands there twice."}
	}
	if why := protocol.Bounds(a.root); why != nil {
		return why
	}
	if !versioned(c) {
		return nil
	}
	v, _ := protocol.Parse(c.Raw())
	_, why := protocol.ArtifactOf(v, protocol.Versions{})
	if why != nil {
		why.Path = protocol.Pointer(at...) + why.Path
	}
	return why
}

// htmlTitle reads a title that is HTML by contract, a string or what htmltools writes, as its text content (MK-3).
func htmlTitle(v protocol.Value) (string, bool) {
	v, _ = protocol.Unbox(v)
	if v.Type() == protocol.Object {
		v = v.Get("html")
	}
	return htmltext.Line(v.Str()), v.Type() == protocol.String
}
