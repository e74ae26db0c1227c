// Package imports is what the larger module answers besides: it reads transcripts, whole ones and foreign messages one by one, and
// looks into any JSON.
package imports

import (
	"bytes"
	"strconv"

	"github.com/vitrine-go/vitrine/artifactkit"
	"github.com/vitrine-go/vitrine/artifactkit/protocol"
	"github.com/vitrine-go/vitrine/artifactkit/source"
	"github.com/vitrine-go/vitrine/wasm/kit/calls"
)

// Imports holds the conversations that are read message by message. It is for one thread.
type Imports struct {
	open map[uint64]source.Reader
	last uint64
}

// New makes one with nothing open; its Answer is what a calls.Kit asks.
func New() *Imports { return &Imports{open: map[uint64]source.Reader{}} }

// Pure answers a call that keeps nothing: those of calls.Answer, "import" and "inspection".
func Pure(call string, input, options []byte) []byte {
	o, _ := protocol.Parse(options)
	switch call {
	case "import":
		return imported(input, o.Get("from").Str())
	case "inspection":
		return []byte(artifactkit.InspectPage(input, artifactkit.ParseState(o.Get("state").Raw()), calls.Choices(o)).String())
	}
	return calls.Answer(call, input, options)
}

// Answer answers "import" with a transcript's envelopes, one a line; "inspection" with what an inspector shows of a text; "sniff" with
// {"reader","from"} for the conversation that the message in input begins, or null; "record" with a list of the envelopes that one
// more message makes; "finish" with those that are left at the end. With "pieces" among the options of sniff the input is the
// beginning of a file, and each record is a piece of it, cut anywhere.
func (m *Imports) Answer(call string, input []byte, o protocol.Value) ([]byte, bool) {
	switch call {
	case "import", "inspection":
		return Pure(call, input, []byte(o.Compact())), true
	case "sniff":
		pieces := o.Get("pieces").Bool()
		head := bytes.Clone(input[:min(len(input), source.SniffBytes)])
		if !pieces {
			head = append(head[:min(len(head), source.SniffBytes-1)], '\n')
		}
		s, ok := artifactkit.Transcript(o.Get("from").Str(), head)
		if !ok {
			return []byte("null"), true
		}
		m.last++
		m.open[m.last] = artifactkit.OpenTranscript(s, source.Options{Head: head})
		if pieces {
			m.open[m.last] = source.Pieces(m.open[m.last])
		}
		dst := strconv.AppendUint([]byte(`{"reader":`), m.last, 10)
		return append(protocol.AppendString(append(dst, `,"from":`...), s.Name), '}'), true
	case "record", "finish":
		id, _ := strconv.ParseUint(o.Get("reader").Compact(), 10, 64)
		r, ok := m.open[id]
		if !ok {
			return []byte(`{"error":"no such reader"}`), true
		}
		out := []byte{'['}
		emit := func(e source.Envelope) {
			if len(out) > 1 {
				out = append(out, ',')
			}
			out = e.AppendJSON(out)
		}
		if call == "record" {
			r.Record(input, emit)
		} else {
			r.End(emit)
			delete(m.open, id)
		}
		return append(out, ']'), true
	}
	return nil, false
}

// imported reads a transcript and answers its envelopes, one a line.
func imported(input []byte, from string) []byte {
	head := input[:min(len(input), source.SniffBytes)]
	s, ok := artifactkit.Transcript(from, head)
	if !ok {
		return []byte(`{"error":"no format that is known here begins like this"}`)
	}
	out := []byte{}
	artifactkit.Import(s, bytes.NewReader(input), source.Options{Head: head}, func(e source.Envelope) {
		if len(out) > 0 {
			out = append(out, '\n')
		}
		out = e.AppendJSON(out)
	})
	return out
}
