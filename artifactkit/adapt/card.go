package adapt

import (
	"github.com/vitrine-go/vitrine/artifactkit/display"
	"github.com/vitrine-go/vitrine/artifactkit/markup/htmltext"
	"github.com/vitrine-go/vitrine/artifactkit/protocol"
)

// card upgrades the legacy card in the display (AD-3). A card without a kind or a payload is none, and is noted.
func (a *adapter) card() protocol.Artifact {
	c := a.display.Get("toolcard")
	at := under(a.where, "toolcard")
	if c.Type() != protocol.Object {
		if c.IsSet() && !(c.Type() == protocol.Array && c.Len() == 0) { // R writes an empty list as []
			a.note(protocol.NotAnObject, protocol.Pointer(at...), "A legacy card is an object, this is "+c.Type().String()+".")
		}
		return protocol.Artifact{}
	}
	if why := a.cardRefused(c, at); why != nil {
		if a.out.ArtifactReason == nil {
			a.out.ArtifactReason = why
			a.out.Notes = append(a.out.Notes, *why)
		}
		return protocol.Artifact{}
	}
	d, ok := a.draft(c, at)
	if !ok {
		a.incomplete(c, at)
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

// incomplete notes what a card lacks to be upgraded. An empty one lacks nothing: it is how R writes none.
func (a *adapter) incomplete(c protocol.Value, at []string) {
	kind, _ := protocol.Unbox(c.Get("kind"))
	switch {
	case c.Len() == 0:
	case kind.Str() == "":
		a.note(protocol.BadKind, protocol.Pointer(under(at, "kind")...), "The kind must be a string that is not empty, it is "+protocol.Describe(c.Get("kind"))+".")
	default:
		a.note(protocol.BadPayload, protocol.Pointer(under(at, "payload")...), "The payload must be an object or an array, it is "+protocol.Describe(c.Get("payload"))+".")
	}
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
