// Package export writes a transcript, or a part of it, as a file to give away: a page without script, Markdown, or its events. The command
// and the page write the same bytes.
package export

import (
	"bufio"
	"io"

	"github.com/vitrine-go/vitrine/artifactkit"
	"github.com/vitrine-go/vitrine/artifactkit/markup"
	"github.com/vitrine-go/vitrine/artifactkit/source"
	"github.com/vitrine-go/vitrine/internal/redact"
)

// Options say what is written.
type Options struct {
	Format   string // html, md or jsonl
	From, To string // calls that it begins and ends with; "" is the transcript's own beginning and end
	Calls    []string
	Redactor *redact.Redactor // nil removes nothing
	Locale   string
	Open     bool // the session may go on: what still runs is not said to be interrupted
	Withhold markup.Withheld
}

// Export takes the events of a transcript in order. It is used once, by one goroutine.
type Export struct {
	o      Options
	sel    *selection
	stream *redact.Stream
	out    *bufio.Writer
	page   *artifactkit.PlainPage // nil for events
	line   []byte
	events int
}

// New makes an export that writes to w.
func New(o Options, w io.Writer) *Export {
	x := &Export{o: o, out: bufio.NewWriterSize(w, 256<<10)}
	if o.Format != "jsonl" {
		x.page = artifactkit.NewPlainPage(artifactkit.Options{Locale: o.Locale, Withhold: o.Withhold})
	}
	emit := x.take
	if o.Redactor != nil {
		x.stream = redact.NewStream(o.Redactor, emit)
		emit = x.stream.Put
	}
	x.sel = newSelection(o.From, o.To, o.Calls, emit)
	return x
}

// Put takes the next event.
func (x *Export) Put(e source.Envelope) { x.sel.put(e) }

func (x *Export) take(e source.Envelope) {
	x.events++
	if x.page != nil {
		x.page.Append(e)
		return
	}
	x.line = append(e.AppendJSON(x.line[:0]), '\n')
	x.out.Write(x.line) // an error stays and is Flush's
}

// End says that no event will come any more; the error names calls that were asked for and did not come. What was removed is complete now.
func (x *Export) End() error {
	if x.stream != nil {
		x.stream.Flush()
	}
	return x.sel.missing()
}

// Write writes the file, after End. Partial says that the beginning of the session was not there to be put.
func (x *Export) Write(partial bool) error {
	if x.page == nil {
		return x.out.Flush()
	}
	if !x.o.Open {
		x.page.Close()
	}
	x.page.Partial, x.page.Removed = partial, x.Found().Total
	write := x.page.WriteHTML
	if x.o.Format == "md" {
		write = x.page.WriteMarkdown
	}
	if err := write(x.out); err != nil {
		return err
	}
	return x.out.Flush()
}

// Found is what was removed.
func (x *Export) Found() redact.Found {
	if x.o.Redactor == nil {
		return redact.Found{}
	}
	return x.o.Redactor.Found()
}

// Events counts what is in the file.
func (x *Export) Events() int { return x.events }
