// Package engine is the transcript behind the page: events and files in, operations on the document out. It is text in, text
// out, so that the wasm program only carries its answers across, and every call is tested natively.
package engine

import (
	"bytes"

	"github.com/vitrine-go/vitrine/artifactkit"
	"github.com/vitrine-go/vitrine/artifactkit/locale"
	"github.com/vitrine-go/vitrine/artifactkit/markup"
	"github.com/vitrine-go/vitrine/artifactkit/protocol"
	"github.com/vitrine-go/vitrine/artifactkit/source"
	"github.com/vitrine-go/vitrine/artifactkit/transcript"
)

// Options are a host's choices.
type Options struct {
	Locale   locale.Locale
	Withhold markup.Withheld // what readers do not get
}

// Engine holds the one transcript that the page shows. It is not safe for concurrent use.
type Engine struct {
	o  Options
	t  *transcript.Transcript
	in *importer // nil while no file is read

	looked *looking // nil before anything is
	out    *exporter
}

// New makes an engine with an empty transcript.
func New(o Options) *Engine {
	e := &Engine{o: o}
	e.reset()
	return e
}

func (e *Engine) reset() {
	e.t = transcript.New(transcript.Options{Card: artifactkit.CardOptions(), Locale: e.o.Locale, Highlight: true, Ways: true, Withhold: e.o.Withhold})
	e.in = nil
}

// Summary counts what is shown.
func (e *Engine) Summary() transcript.Summary { return e.t.Summary() }

// feed takes envelopes, one a line, as a server delivers them. A line that is none is passed over, as an unknown event is.
func (e *Engine) feed(lines []byte) transcript.Changes {
	var all []source.Envelope
	for line := range bytes.Lines(lines) {
		if env, ok := envelope(bytes.TrimSpace(line)); ok {
			all = append(all, env)
		}
	}
	return e.t.AppendAll(all)
}

func envelope(line []byte) (source.Envelope, bool) {
	v, why := protocol.Parse(line)
	if why != nil {
		return source.Envelope{}, false
	}
	env, why := source.ParseEnvelope(v)
	return env, why == nil
}

// appendSummary appends the summary as the page's loader reads it; the title is for the window, where nothing can mark what
// reorders.
func appendSummary(dst []byte, s transcript.Summary) []byte {
	dst = protocol.AppendString(append(dst, `{"title":`...), markup.Spelled(markup.Clean(s.Title)))
	for _, m := range []struct {
		name string
		n    int
	}{{"calls", s.Calls}, {"failed", s.Failed}, {"running", s.Running}, {"messages", s.Messages}, {"skipped", s.Skipped}, {"fitting", s.Fitting}} {
		dst = append(append(append(dst, ',', '"'), m.name...), '"', ':')
		dst = appendInt(dst, m.n)
	}
	return append(dst, '}')
}
