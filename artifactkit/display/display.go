package display

import (
	"strconv"

	"github.com/vitrine-go/vitrine/artifactkit/limits"
	"github.com/vitrine-go/vitrine/artifactkit/protocol"
)

// BodyKind says which field of the display supplies the body of the card.
type BodyKind uint8

// The kinds of body in their order of precedence (DI-2). None leaves the body to the artifact, and without one to the value.
const (
	None BodyKind = iota
	HTML
	Markdown
	Text
)

// Facts are what is known about the result beside its display.
type Facts struct {
	HasArtifact bool
	Kind        string // of the artifact
	Rich        bool   // DI-4: the kind is framed and may go full screen
	Status      string // as shown
	Title       string // of the artifact
	Value       string // portable text
	Error       string // text of the error

	Path string // JSON Pointer to the display, in front of the paths of reasons
	// PlainText gives the text content of HTML. Nil leaves the HTML source as the text, which is safe and ugly.
	PlainText func(html string) string
}

// Display is a display with its defaults. The Has fields tell what the producer gave from what was projected (DI-4).
type Display struct {
	Title        string // "" when neither display nor artifact have one
	Label        string
	ValuePreview string
	Icon         string // a name, "" when not given: the artifact's or the tool's counts

	HasTitle, HasLabel, HasPreview bool
	HasOpen                        bool

	ShowRequest bool
	Open        bool
	FullScreen  bool
	OpenStyle   string // framed or minimal

	Body       BodyKind
	BodySource string // of the body's kind; "" may be given
	Footer     string // HTML, "" when there is none

	Ignored []string // names of unknown fields, the first few
}

// Read reads a display (DI-1 to DI-5). It does not fail: a field of a wrong type is dropped with a reason and the default counts.
// What is no object is no display; of members that are there twice the last counts.
func Read(d protocol.Value, f Facts) (Display, []protocol.Reason) {
	r := reader{d: d, f: f}
	if d.Type() != protocol.Object {
		if d.IsSet() && !(d.Type() == protocol.Array && d.Len() == 0) { // R writes an empty list as []
			r.drop("", d, "an object")
		}
		r.d = protocol.Value{}
	}
	out := r.fields()
	out.project(f)
	return out, r.reasons
}

func (r *reader) fields() Display {
	out := Display{ShowRequest: true, FullScreen: r.f.Rich, OpenStyle: "minimal", Ignored: r.unknown()}
	if r.f.Rich {
		out.OpenStyle = "framed"
	}
	out.Title, out.HasTitle = r.words("title")
	out.Label, out.HasLabel = r.text("label")
	out.ValuePreview, out.HasPreview = r.text("value_preview")
	out.Icon, _ = r.words("icon")
	r.boolean("show_request", &out.ShowRequest)
	out.HasOpen = r.boolean("open", &out.Open)
	r.boolean("full_screen", &out.FullScreen)
	r.style(&out.OpenStyle)
	for _, b := range []struct {
		kind BodyKind
		key  string
		read func(string) (string, bool)
	}{{HTML, "html", r.html}, {Markdown, "markdown", r.text}, {Text, "text", r.text}} {
		if s, ok := b.read(b.key); ok && out.Body == None {
			out.Body, out.BodySource = b.kind, s
		}
	}
	out.Footer, _ = r.html("footer")
	return out
}

// project fills what was not given (DI-4). A long value never opens by itself; a failed call does.
func (d *Display) project(f Facts) {
	if !d.HasTitle {
		d.Title = f.Title
	} else if f.PlainText != nil && f.Title != "" && d.Title != f.Title && f.PlainText(d.Title) == f.Title {
		d.Title = f.Title // the artifact's title, which some producers escape for the display
	}
	if !d.HasOpen {
		d.Open = f.Status == "error" || f.Error != ""
	}
	if !d.HasLabel && f.HasArtifact {
		if d.Label = f.Title; d.Label == "" {
			d.Label = titleCase(f.Kind)
		}
		d.Label = Preview(d.Label, limits.LabelGraphemes)
	}
	if !d.HasPreview {
		d.ValuePreview = Preview(f.Value, limits.PreviewGraphemes)
	}
}

type reader struct {
	d       protocol.Value
	f       Facts
	reasons []protocol.Reason
}

// known are the fields that are read, and the legacy ones that only adaptation reads (DI-5).
var known = map[string]bool{
	"title": true, "label": true, "value_preview": true, "icon": true, "show_request": true, "open": true, "full_screen": true,
	"open_style": true, "html": true, "markdown": true, "text": true, "footer": true, "toolcard": true, "right_output": true,
}

func (r *reader) unknown() (names []string) {
	const enough = 8
	for key := range r.d.Members() {
		if !known[key] && len(names) < enough {
			names = append(names, Preview(key, limits.QuoteRunes))
		}
	}
	return names
}

func (r *reader) drop(key string, v protocol.Value, want string) {
	path, what := r.f.Path, "display"
	if key != "" {
		path, what = path+"/"+key, key
	}
	r.reasons = append(r.reasons, protocol.Reason{Code: protocol.BadDisplayField, Path: path,
		Message: "The " + what + " must be " + want + ", it is " + protocol.Describe(v) + "; it is left out."})
}

// text reads a string.
func (r *reader) text(key string) (string, bool) {
	v := r.d.Get(key)
	if v.Type() == protocol.String {
		return v.Str(), true
	}
	if v.IsSet() {
		r.drop(key, v, "a string")
	}
	return "", false
}

// html reads a string or the object that htmltools writes (TR-3), whose html may be empty for "not set" (DI-3).
func (r *reader) html(key string) (string, bool) {
	v := r.d.Get(key)
	inner := v.Get("html")
	if inner.Type() != protocol.String {
		return r.text(key)
	}
	if d := v.Get("dependencies"); d.IsSet() && (d.Type() < protocol.Array || d.Len() > 0) {
		r.reasons = append(r.reasons, protocol.Reason{Code: protocol.BadDisplayField, Path: r.f.Path + "/" + key + "/dependencies",
			Message: "The dependencies of the " + key + " are not loaded."})
	}
	return inner.Str(), inner.Str() != ""
}

// words reads a string, or the text content of the object that htmltools writes.
func (r *reader) words(key string) (string, bool) {
	s, ok := r.html(key)
	if ok && r.d.Get(key).Type() == protocol.Object && r.f.PlainText != nil {
		s = r.f.PlainText(s)
		ok = s != ""
	}
	return s, ok
}

func (r *reader) boolean(key string, to *bool) (given bool) {
	v := r.d.Get(key)
	if v.Type() == protocol.Bool {
		*to = v.Bool()
		return true
	}
	if v.IsSet() {
		r.drop(key, v, "true or false")
	}
	return false
}

func (r *reader) style(to *string) {
	s, ok := r.text("open_style")
	if !ok {
		return
	}
	if s != "framed" && s != "minimal" {
		r.drop("open_style", r.d.Get("open_style"), strconv.Quote("framed")+" or "+strconv.Quote("minimal"))
		return
	}
	*to = s
}
