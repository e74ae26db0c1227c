// Package card turns one result, from any door, into what a person sees of it: what it was taken for, the view of its
// payload, and the fallbacks with their reasons. It does not fail: it degrades to the portable value (TR-6).
package card

import (
	"strings"
	"unicode/utf8"

	"github.com/vitrine-go/vitrine/artifactkit/adapt"
	"github.com/vitrine-go/vitrine/artifactkit/display"
	"github.com/vitrine-go/vitrine/artifactkit/kind"
	"github.com/vitrine-go/vitrine/artifactkit/limits"
	"github.com/vitrine-go/vitrine/artifactkit/locale"
	"github.com/vitrine-go/vitrine/artifactkit/markup"
	"github.com/vitrine-go/vitrine/artifactkit/markup/htmltext"
	"github.com/vitrine-go/vitrine/artifactkit/protocol"
)

// Options are what the facade wires in and what a host decides before a result is opened.
type Options struct {
	// Kind looks up a kind of payload. "text" and "tree" must be there: they are the fallbacks.
	Kind func(name string) (kind.Kind, bool)
	// Result reads a foreign single result to a codeagent result and names the format (CH-4). Nil: only the protocol's shapes.
	Result func(root protocol.Value) (result []byte, from string, ok bool)
	// Draw is asked how the host draws a result of its own; from is what the result was taken for. Nil: never.
	Draw func(from string, a adapt.Adapted) Drawn
	// HTMLAsText shows display.html and display.footer as text, as the protocol's seed does (TR-3).
	HTMLAsText bool
	// Eager rebuilds display.html when the card is opened, so that Lost names what is wrong with it before anything is drawn.
	Eager  bool
	Locale locale.Locale
}

// Card is one opened result. It is read-only: the changing part is the State that the host keeps.
type Card struct {
	Value   string // the portable text
	Error   string // text of the error, "" without one
	IsError bool
	Kind    string // the kind that is drawn: the artifact's, or "text" or "tree" after a fallback
	Status  string // as shown: success, error, denied, …
	Title   string // "" when there is none
	Icon    string // name
	Label   string // DI-1, or its projection; Display.HasLabel tells which
	Preview string // DI-1 value_preview, or its projection; Display.HasPreview tells which
	From    string // what it was taken for
	Tool    string // name of the tool, "" if unknown
	ID      string // id of the call, "" if unknown
	Alone   bool   // the host draws it in place of a transcript's row
	Display display.Display
	Adapted adapt.Adapted
	Reason  *protocol.Reason // why what is shown is not the artifact that was claimed, nil if it is
	// Lost are the parts that cannot be drawn of what is shown: a picture, the HTML of the display. The view says so in their place.
	Lost []protocol.Reason

	root    protocol.Value
	sources protocol.Value // what it rests on
	view    kind.View      // the view of Kind
	inside  kind.View      // the payload as a tree, when its kind is not drawn
	told    bool           // the view says the error in its own words
	made    *rebuilt       // display.html, with Options.Eager
	options Options
}

// OpenText opens a JSON text through every door (CH-4). A text that is no JSON, or over the bound, is shown as text.
func OpenText(data []byte, o Options) *Card {
	v, why := protocol.Parse(data)
	if why != nil {
		return openPlain(data, why, o)
	}
	return Open(v, o)
}

// Open opens a parsed result: a codeagent result, event, artifact or legacy card; else what a foreign format makes of it; else
// any JSON, whose value is its compact text and whose body is its tree.
func Open(v protocol.Value, o Options) *Card {
	if adapt.Claims(v) {
		return open(v, "codeagent", o)
	}
	if o.Result != nil {
		if result, from, ok := o.Result(v); ok {
			if r, why := protocol.Parse(result); why == nil {
				return open(r, from, o)
			}
		}
	}
	return openAny(v, o)
}

func open(v protocol.Value, from string, o Options) *Card {
	c := &Card{root: v, From: from, options: o}
	c.Adapted = adapt.Adapt(v, adapt.Options{})
	a := &c.Adapted
	c.Value, c.Error, c.IsError, c.Tool, c.ID, c.Icon = a.Value, a.Error, a.IsError, a.Tool, a.ID, a.Icon
	art := a.Artifact
	c.Kind, c.Status, c.Title = art.Kind, art.Status, art.Title
	c.Reason = a.ArtifactReason
	hosts := c.drawn()
	if !hosts {
		c.choose(art)
	}
	k, _ := o.Kind(c.Kind)
	var notes []protocol.Reason
	c.Display, notes = display.Read(a.Display, display.Facts{
		HasArtifact: a.HasArtifact, Kind: c.Kind, Rich: k.Rich, Status: c.Status, Title: c.Title, Value: c.Value, Error: c.Error,
		Path: a.DisplayPath, PlainText: htmltext.Line,
	})
	c.Adapted.Notes = append(c.Adapted.Notes, notes...)
	if hosts { // what the host draws wins over a body of the display
		c.Display.Body, c.Display.BodySource = display.None, ""
	}
	if c.Display.Title != "" {
		c.Title = c.Display.Title
	}
	if c.Display.Icon != "" {
		c.Icon = c.Display.Icon
	}
	c.Label, c.Preview = c.Display.Label, c.Display.ValuePreview
	c.Found(v.At("extra", "codeagent", "sources"))
	c.lost()
	return c
}

// choose picks the view: the artifact's own if its version and kind are drawn, else the portable value with the reason (PL-2).
func (c *Card) choose(art protocol.Artifact) {
	if c.IsError {
		c.Status = "error"
	}
	if !c.Adapted.HasArtifact || art.Version != "1" {
		if c.Adapted.HasArtifact && c.Reason == nil {
			c.Reason = &protocol.Reason{Code: protocol.UnsupportedVersion, Path: art.Path + "/version",
				Message: "The result says version " + display.Preview(art.Version, limits.QuoteRunes) + "; version 1 is drawn here."}
			c.inside = c.tree(art.Payload)
		}
		c.Kind = "text"
		c.view = c.text(c.Value)
		return
	}
	k, ok := c.options.Kind(art.Kind)
	if !ok {
		c.Reason = &protocol.Reason{Code: protocol.BadKind, Path: art.Path + "/kind", Message: "There is no view for the kind " + protocol.Quote(art.Kind) + "."}
		c.Kind, c.view, c.inside = "text", c.text(c.Value), c.tree(art.Payload)
		return
	}
	view, why := k.Open(art.Payload, c.Value)
	if why != nil {
		c.Reason = &protocol.Reason{Code: why.Code, Path: art.Path + "/payload" + why.Path, Message: why.Message}
		c.Kind, c.view, c.inside = "text", c.text(c.Value), c.tree(art.Payload)
		return
	}
	c.view = c.tabular(view)
	c.told = c.Kind == "error" && tells(view, c.Error)
}

// tells is whether the text of a view holds an error's text, however it breaks the lines: a view may set its first one apart.
func tells(view kind.View, text string) bool {
	x, ok := view.(kind.Extractor)
	if !ok {
		return false
	}
	_, _, body, _ := x.Extract("text", kind.State{})
	words := func(s string) string { return strings.Join(strings.Fields(s), " ") }
	return strings.Contains(words(string(body)), words(markup.Terminal(text).Text()))
}

// openAny opens JSON that nobody claims.
func openAny(v protocol.Value, o Options) *Card {
	shell := protocol.AppendString([]byte(`{"value":`), v.Compact())
	r, why := protocol.Parse(append(shell, '}'))
	if why != nil { // its text is over the bound once more when quoted
		return openPlain(v.Raw(), why, o)
	}
	o.Draw = nil // it is nobody's, so it is not the host's either
	c := open(r, "json", o)
	c.Kind, c.view, c.root = "tree", c.tree(v), v
	return c
}

// openPlain shows what is no JSON: all of it, or head and tail of what is over the bound, as it is or as a JSON string.
func openPlain(data []byte, why *protocol.Reason, o Options) *Card {
	text, shell, ok := quoted(data)
	if !ok {
		half := limits.TextBytes
		head, tail := data[:half:half], data[len(data)-half:]
		between := "\n… " + o.Locale.N("bytes_left_out", len(data)-2*half) + " …\n"
		text, shell, _ = quoted(append(append(head, between...), tail...))
	}
	r, _ := protocol.Parse(shell)
	o.Draw = nil
	c := open(r, "text", o)
	c.Kind, c.view, c.Reason = "text", c.text(text), why
	return c
}

// quoted is a text as valid UTF-8 and as the value of a result; ok is false when that is over the bound.
func quoted(data []byte) (text string, result []byte, ok bool) {
	if len(data) > limits.Result {
		return "", nil, false
	}
	if text = string(data); !utf8.ValidString(text) {
		text = string([]rune(text))
	}
	result = append(protocol.AppendString([]byte(`{"value":`), text), '}')
	return text, result, len(result) <= limits.Result
}

func (c *Card) text(s string) kind.View {
	return c.fallback("text", append(protocol.AppendString([]byte(`{"text":`), s), '}'))
}

func (c *Card) tree(v protocol.Value) kind.View { return c.tabular(c.fallback("tree", v.Raw())) }

// fallback opens a payload of our own making by a kind that takes anything.
func (c *Card) fallback(name string, payload []byte) kind.View {
	k, ok := c.options.Kind(name)
	if !ok {
		return plain(c.Value)
	}
	v, why := protocol.Parse(payload)
	if why != nil {
		return plain(c.Value)
	}
	view, why := k.Open(v, c.Value)
	if why != nil {
		return plain(c.Value)
	}
	return view
}

// plain is the last view: the text as it is, cut to what a view carries.
type plain string

func (p plain) Node(_ kind.State, env kind.Env) markup.Node { return plainBlock(string(p), env) }

// Update answers an action in a control of this card; the state of an action that nobody knows stays as it is.
func (c *Card) Update(st kind.State, action string) kind.State {
	if next, ok := c.toggled(st, action); ok {
		return next
	}
	for _, v := range []kind.View{c.view, c.inside} {
		if u, ok := v.(kind.Updater); ok {
			st = u.Update(st, action)
		}
	}
	return st
}

// Extract gives out what "copy:..." or "download:..." asks for: raw (the artifact, or the whole of what nobody claims),
// value, or a word of the kind, or of the tree below it.
func (c *Card) Extract(what string, st kind.State) (mime, name string, body []byte, ok bool) {
	switch what {
	case "value":
		return "text/plain", "value.txt", []byte(c.Value), true
	case "raw":
		if c.Adapted.HasArtifact && c.From != "json" {
			return "application/json", "artifact.json", c.Adapted.Artifact.AppendJSON(nil), true
		}
		return "application/json", "result.json", c.root.AppendCompact(nil), true
	}
	for _, v := range []kind.View{c.view, c.inside} {
		if x, is := v.(kind.Extractor); is {
			if mime, name, body, ok = x.Extract(what, st); ok {
				return mime, name, body, true
			}
		}
	}
	return "", "", nil, false
}
