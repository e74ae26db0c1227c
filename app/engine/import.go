package engine

import (
	"bytes"
	"strconv"

	"github.com/vitrine-go/vitrine/artifactkit"
	"github.com/vitrine-go/vitrine/artifactkit/limits"
	"github.com/vitrine-go/vitrine/artifactkit/protocol"
	"github.com/vitrine-go/vitrine/artifactkit/source"
	"github.com/vitrine-go/vitrine/artifactkit/transcript"
)

// importer reads a file that comes in pieces: a transcript of a format that is known, envelopes one a line, or one result. It
// decides by the beginning, and holds no more than a line of what is read by lines.
type importer struct {
	name string
	take func([]source.Envelope) transcript.Changes // what becomes of the events of a piece
	last func() transcript.Changes                  // after the last of them

	held    []byte // what is not worked off yet
	decided bool
	whole   bool          // one document: held until the end
	reader  source.Reader // nil: envelopes, or a result at the end
	line    int           // lines seen
	long    bool          // the line at hand is over the bound

	events, skipped int
	first           string // why the first of the skipped was
	batch           []source.Envelope
}

func (in *importer) emit(env source.Envelope) {
	in.events++
	in.batch = append(in.batch, env)
}

func (in *importer) skip(why *protocol.Reason) {
	if in.skipped++; in.first == "" {
		in.first = "line " + strconv.Itoa(in.line) + ": " + why.Message
	}
}

// step is how much one call works off of what has gathered, in bytes, besides a piece of its own size: the first look at a
// file gathers more than the page can stand still for.
const step = 8 << 10

// chunk takes the next piece. More tells that another call, even without a piece, has work to do.
func (in *importer) chunk(piece []byte) (c transcript.Changes, more bool) {
	in.held = append(in.held, piece...)
	if !in.decided {
		in.decide(false)
	}
	more = in.work(max(len(piece), step), false)
	return in.flush(), more
}

// end takes what is left. The notice says what became of a file that did not come in whole.
func (in *importer) end() (transcript.Changes, *notice) {
	if !in.decided {
		in.decide(true)
	}
	in.work(len(in.held), true)
	if in.reader != nil {
		in.reader.End(in.emit)
	}
	c := in.flush()
	last := in.last()
	c.Ops, c.Announce = append(c.Ops, last.Ops...), ""
	switch {
	case in.events == 0 && in.long:
		return c, &notice{"file_too_large", []string{strconv.Itoa(limits.Result >> 20)}}
	case in.events == 0:
		return c, &notice{"file_nothing", []string{in.first}}
	case in.skipped > 0:
		return c, &notice{"file_skipped", []string{strconv.Itoa(in.skipped), in.first}}
	}
	return c, nil
}

func (in *importer) flush() transcript.Changes {
	batch := in.batch
	in.batch = nil
	return in.take(batch)
}

// decide looks at the beginning, as much as there is. A format that claims a shorter one claims the longer one too; where none
// does, all that a format may look at must be there, and the whole first line.
func (in *importer) decide(last bool) {
	in.held = bytes.TrimPrefix(in.held, []byte("\ufeff"))
	head := in.held[:min(len(in.held), source.SniffBytes)]
	if s, ok := artifactkit.Transcript("", head); ok {
		in.reader = s.Open(source.Options{Name: in.name, Head: bytes.Clone(head)})
		_, in.whole = in.reader.(source.Whole)
		in.decided = true
		return
	}
	line, _, more := bytes.Cut(bytes.TrimLeft(in.held, "\r\n\t "), []byte("\n"))
	if !last && (len(head) < source.SniffBytes || !more && len(in.held) <= limits.Result) {
		return
	}
	_, isEnvelope := envelope(line)
	in.whole = !more || !isEnvelope
	in.decided = true
}

// work works off lines of about so many bytes, but for a line that may go on; more tells that there are others.
func (in *importer) work(bytesOf int, last bool) (more bool) {
	if !in.decided {
		return false
	}
	if in.whole {
		switch {
		case len(in.held) > limits.Result:
			in.held, in.long = in.held[:0], true
		case last && !in.long:
			in.document(in.held)
		}
		return false
	}
	rest := in.held
	for len(rest) > 0 {
		line, after, ended := bytes.Cut(rest, []byte("\n"))
		if !ended && !last {
			break
		}
		if more = len(in.held)-len(rest) >= bytesOf && !last; more {
			break
		}
		in.one(bytes.TrimSpace(line))
		rest = after
	}
	if !more && len(rest) > limits.Result {
		rest, in.long = nil, true
	}
	in.held = append(in.held[:0], rest...)
	return more
}

// one takes one line.
func (in *importer) one(line []byte) {
	in.line++
	switch {
	case in.long:
		in.long = false
		in.skip(&protocol.Reason{Code: protocol.TooLarge, Message: "The line is longer than what is read."})
	case len(line) == 0:
	case in.reader != nil:
		if why := in.reader.Record(bytes.Clone(line), in.emit); why != nil {
			in.skip(why)
		}
	default:
		if env, ok := envelope(bytes.Clone(line)); ok {
			in.emit(env)
		} else {
			in.skip(&protocol.Reason{Code: protocol.NotJSON, Message: "This is no event."})
		}
	}
}

// document takes a whole file: a transcript, or a single result, through every door.
func (in *importer) document(data []byte) {
	in.line = 1
	data = bytes.TrimSpace(bytes.Clone(data))
	if len(data) == 0 {
		return
	}
	if in.reader != nil {
		if why := in.reader.Record(data, in.emit); why != nil {
			in.skip(why)
		}
		return
	}
	if env, ok := envelope(data); ok {
		in.emit(env)
		return
	}
	a, why := artifactkit.Adapt(data, artifactkit.Options{})
	if why == nil {
		in.emit(source.Envelope{ID: "file:1", Type: "tool_result", Event: a.Event})
		return
	}
	if n := in.results(data); n == 0 {
		in.skip(why)
	}
}

// results takes one result a line, and tells how many there were.
func (in *importer) results(data []byte) (n int) {
	if !bytes.ContainsRune(data, '\n') {
		return 0
	}
	for line := range bytes.Lines(data) {
		if line = bytes.TrimSpace(line); len(line) == 0 {
			continue
		}
		a, why := artifactkit.Adapt(line, artifactkit.Options{})
		if why != nil {
			if n == 0 {
				return 0
			}
			in.skip(why)
			continue
		}
		n++
		in.emit(source.Envelope{ID: "file:" + strconv.Itoa(n), Type: "tool_result", Event: a.Event})
	}
	return n
}
