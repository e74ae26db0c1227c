package artifactkit

import (
	"bytes"
	"io"

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
		Load: o.RemoteImages == "click", Withhold: o.Withhold,
	})
}

// PlainPage is a transcript as a document without script: for printing, for readers that want no script, and for export.
type PlainPage struct {
	// Partial says on the page that the beginning of the session is no longer kept.
	Partial bool
	// Removed says on the page how many secrets were taken out before.
	Removed int

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
	title, top := p.top()
	return title, markup.Group(top, p.t.Page())
}

// top is what stands above the transcript.
func (p *PlainPage) top() (title string, n markup.Node) {
	l := locale.For(p.o.Locale)
	if title = p.t.Summary().Title; title == "" {
		title = l.T("transcript")
	}
	notes := []markup.Node{markup.El(markup.H1, markup.Attrs(markup.Class("ak-pagetitle"), markup.Dir("auto")), markup.Visible(title))}
	if p.Partial {
		notes = append(notes, note(l.T("partial_session")))
	}
	if p.Removed > 0 {
		notes = append(notes, note(l.N("removed_secrets", p.Removed)))
	}
	return title, markup.Group(append(notes, p.t.Contents())...)
}

func note(text string) markup.Node {
	return markup.El(markup.P, markup.Attrs(markup.Class("ak-note")), markup.Text(text))
}

// Close says that no event will come any more: what still runs is shown as interrupted.
func (p *PlainPage) Close() { p.t.Close() }

// WriteHTML writes the document with its stylesheet inside, a section at a time: the page as a whole is never in memory.
func (p *PlainPage) WriteHTML(w io.Writer) error {
	title, top := p.top()
	l := locale.For(p.o.Locale)
	parts := []markup.HTML{markup.DocumentHead(l.Tag(), l.Dir(), title, Stylesheet()), markup.Write(top)}
	for _, h := range parts {
		if _, err := io.WriteString(w, h.String()); err != nil {
			return err
		}
	}
	for n := range p.t.Sections() {
		if _, err := io.WriteString(w, markup.Write(n).String()); err != nil {
			return err
		}
	}
	_, err := io.WriteString(w, markup.DocumentEnd().String())
	return err
}

// WriteMarkdown writes the transcript as Markdown, a section at a time. No markup of the data is markup there.
func (p *PlainPage) WriteMarkdown(w io.Writer) error {
	_, top := p.top()
	if _, err := io.WriteString(w, markup.Markdown(top)); err != nil {
		return err
	}
	for n := range p.t.Sections() {
		if _, err := io.WriteString(w, "\n"+markup.Markdown(n)); err != nil {
			return err
		}
	}
	return nil
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
