package artifactkit

import (
	"github.com/vitrine-go/vitrine/artifactkit/adapt"
	"github.com/vitrine-go/vitrine/artifactkit/card"
	"github.com/vitrine-go/vitrine/artifactkit/internal/registry"
	"github.com/vitrine-go/vitrine/artifactkit/kind"
	"github.com/vitrine-go/vitrine/artifactkit/locale"
	"github.com/vitrine-go/vitrine/artifactkit/markup"
	"github.com/vitrine-go/vitrine/artifactkit/protocol"
)

// Names of the protocol's types, so that most callers import this package alone.
type (
	Artifact = protocol.Artifact
	Versions = protocol.Versions
	Reason   = protocol.Reason
	State    = kind.State
)

// ParseState reads a view's state; what is no JSON object is the first view.
func ParseState(text []byte) State { return kind.ParseState(text) }

// Options are a host's choices. The zero value is safe: version 1 only, English, strict bounds, every format asked.
type Options struct {
	From      string // "" or "auto", "codeagent", or the name of a format
	Locale    string // BCP 47 tag
	Scope     string // prefix of every id in the markup, "ak" if empty
	Highlight bool   // colour code
	// HTML says what becomes of display.html: "" is rebuilt from an allow-list, "text" is shown as text.
	HTML string
	// RemoteImages is "click" where a reader may load pictures from elsewhere one by one, by a control in their place; else they are
	// never fetched (TR-5).
	RemoteImages string
	// Static draws no controls, for a page on which no script listens.
	Static bool
	// Withhold is what readers do not get: links that lead elsewhere, copying, saving, the JSON behind a view. It is absent from the
	// markup, and Extract does not give it out.
	Withhold markup.Withheld
	// Renderers are the host's own views.
	Renderers Renderers
}

func (o Options) card() card.Options {
	c := CardOptions()
	c.HTMLAsText, c.Eager, c.Locale, c.Draw = o.HTML == "text", true, locale.For(o.Locale), o.Renderers.draw()
	switch o.From {
	case "", "auto":
	case "codeagent":
		c.Result = nil
	default:
		c.Result = func(root protocol.Value) ([]byte, string, bool) {
			s, ok := registry.Single(o.From)
			if !ok {
				return nil, "", false
			}
			result, ok := s.Result(root)
			return result, s.Name, ok
		}
	}
	return c
}

// CardOptions are the linked kinds and formats, for package transcript and other rooms that open cards themselves.
func CardOptions() card.Options { return card.Options{Kind: registry.Kind, Result: registry.Result} }

// Doc is one opened result. It is decoded once: rendering, updating and extracting read it and never parse again.
type Doc struct {
	card *card.Card
	o    Options
}

// Open reads a JSON text. It does not fail: what is no JSON is shown as text with the reason. data must not change afterwards.
func Open(data []byte, o Options) *Doc { return &Doc{card.OpenText(data, o.card()), o} }

// Rendered is a view of a result.
type Rendered struct {
	HTML   markup.HTML // one <article>, under an .ak-root of the host
	Text   string      // the same view as plain text
	Kind   string      // kind that is drawn
	Status string      // success, error, denied, …
	From   string      // what the result was taken for
	Reason *Reason     // why the artifact that was claimed is not what is shown, or the first part that cannot be drawn; else nil
}

// Render draws the view for a state; the zero State is the first view.
func (d *Doc) Render(st State) Rendered {
	c := d.card
	n := c.Node(st, kind.Env{Scope: markup.NewScope(d.o.Scope), Locale: locale.For(d.o.Locale), Highlight: d.o.Highlight, Load: d.o.RemoteImages == "click"})
	n = markup.Without(d.o.spoken(n), d.o.Withhold)
	text := markup.Plain(n)
	if d.o.Static {
		n = markup.Static(n)
	}
	return Rendered{HTML: markup.Write(n), Text: text, Kind: c.Kind, Status: c.Status, From: c.From, Reason: c.FirstReason()}
}

// Update answers an action such as "page:2" with the next state. An action that the view does not know changes nothing.
func (d *Doc) Update(st State, action string) State { return d.card.Update(st, action) }

// Extract gives out what "copy:…" and "download:…" ask for: "raw", "value", or a word of the kind such as "tsv".
// The name is a suggestion for a file. ok is false for a word that the view does not know.
func (d *Doc) Extract(what string, st State) (mime, name string, body []byte, ok bool) {
	if d.o.Withhold.Takes(what) {
		return "", "", nil, false
	}
	return d.card.Extract(what, st)
}

// ArtifactOf is the accessor (ACC-1 to ACC-5): the artifact of a result, an event or a bare artifact, if its version is in the
// consumer's set. The zero Versions is version 1. Both are zero when nothing claims to be an artifact.
func ArtifactOf(data []byte, v Versions) (Artifact, *Reason) {
	root, why := protocol.Parse(data)
	if why != nil {
		return Artifact{}, why
	}
	return protocol.ArtifactOf(root, v)
}

// ValueOf is the portable text of a result or event, def when there is none (ACC-6). What is no JSON has no value.
func ValueOf(data []byte, def string) string {
	root, why := protocol.Parse(data)
	if why != nil {
		return def
	}
	return protocol.ValueOf(root, def)
}

// Adapted is what adaptation gives: the six-field event, the result with its repaired channels, and what was repaired.
type Adapted struct {
	Event  []byte
	Result []byte
	Notes  []Reason
	From   string
}

// Adapt brings any result into the protocol's shape (AD-1 to AD-9). The reason is set only when data is no JSON that is read.
func Adapt(data []byte, o Options) (Adapted, *Reason) {
	v, why := protocol.Parse(data)
	if why != nil {
		return Adapted{}, why
	}
	c := card.Open(v, o.card())
	return Adapted{c.Adapted.Event(), c.Adapted.Result(), c.Adapted.Notes, c.From}, nil
}

// Claims tells whether a JSON value is of the protocol's own shapes.
func Claims(v protocol.Value) bool { return adapt.Claims(v) }
