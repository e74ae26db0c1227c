package artifactkit

import (
	"bytes"

	"github.com/vitrine-go/vitrine/artifactkit/locale"
	"github.com/vitrine-go/vitrine/artifactkit/markup"
	"github.com/vitrine-go/vitrine/artifactkit/protocol"
	"github.com/vitrine-go/vitrine/artifactkit/source"
	"github.com/vitrine-go/vitrine/artifactkit/transcript"
)

// NewTranscript makes an empty transcript that draws with the kinds that are linked in.
func NewTranscript(o Options) *transcript.Transcript {
	return transcript.New(transcript.Options{
		Card: o.card(), Locale: locale.For(o.Locale), Scope: markup.NewScope(o.Scope), Highlight: o.Highlight,
		Load: o.RemoteImages == "click",
	})
}

// PlainPage is a transcript as a document without script: for printing, for readers that want no script, and for export.
type PlainPage struct {
	// Partial says on the page that the beginning of the session is no longer kept.
	Partial bool

	t *transcript.Transcript
	o Options
}

// NewPlainPage makes an empty page.
func NewPlainPage(o Options) *PlainPage { return &PlainPage{t: NewTranscript(o), o: o} }

// Append takes the next event.
func (p *PlainPage) Append(e source.Envelope) { p.t.Append(e) }

// AppendLines takes envelopes, one JSON object a line; a line that is none is passed over.
func (p *PlainPage) AppendLines(lines []byte) {
	for line := range bytes.Lines(lines) {
		v, why := protocol.Parse(line)
		if why != nil {
			continue
		}
		if e, why := source.ParseEnvelope(v); why == nil {
			p.Append(e)
		}
	}
}

// body is the heading and the transcript.
func (p *PlainPage) body() (title string, n markup.Node) {
	l := locale.For(p.o.Locale)
	if title = p.t.Summary().Title; title == "" {
		title = l.T("transcript")
	}
	var note markup.Node
	if p.Partial {
		note = markup.El(markup.P, markup.Attrs(markup.Class("ak-note")), markup.Text(l.T("partial_session")))
	}
	return title, markup.Group(
		markup.El(markup.H1, markup.Attrs(markup.Class("ak-pagetitle"), markup.Dir("auto")), markup.Visible(title)),
		note, p.t.Contents(), p.t.Page())
}

// HTML is the document with its stylesheet at an address; "" puts the stylesheet inside, and the policy with it.
func (p *PlainPage) HTML(stylesheet string) markup.HTML {
	title, n := p.body()
	l := locale.For(p.o.Locale)
	if stylesheet == "" {
		return markup.Document(l.Tag(), l.Dir(), title, Stylesheet(), markup.Write(n))
	}
	return markup.LinkedDocument(l.Tag(), l.Dir(), title, stylesheet, markup.Write(n))
}

// TranscriptPage draws envelopes, one JSON object a line, as the body of a plain page.
func TranscriptPage(lines []byte, o Options) markup.HTML {
	p := NewPlainPage(o)
	p.AppendLines(lines)
	_, n := p.body()
	return markup.Write(n)
}
