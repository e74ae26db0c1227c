package source

import (
	"bytes"
	"fmt"
	"io"
	"strconv"

	"github.com/vitrine-go/vitrine/artifactkit/limits"
	"github.com/vitrine-go/vitrine/artifactkit/protocol"
)

// Skip is a record that was passed over, with the reason.
type Skip struct {
	Line   int
	Reason protocol.Reason
}

// MarshalJSON writes {"line", "reason": {"code", "path", "message"}}.
func (s Skip) MarshalJSON() ([]byte, error) {
	return append(s.Reason.AppendJSON(append(strconv.AppendInt([]byte(`{"line":`), int64(s.Line), 10), `,"reason":`...)), '}'), nil
}

// Report says what became of a transcript: Lines is Read plus Blank plus Skipped.
type Report struct {
	Lines   int `json:"lines"`
	Read    int `json:"read"`
	Blank   int `json:"blank"`
	Skipped int `json:"skipped"`

	Events  int `json:"events"`  // envelopes
	Calls   int `json:"calls"`   // tool requests
	Results int `json:"results"` // tool results

	Skips []Skip `json:"skips,omitempty"` // the first limits.Skips of those skipped
	Err   error  `json:"-"`               // reading broke off here; nil at the end of the transcript
}

// Read reads a whole transcript and hands over its envelopes in order. A record that cannot be read costs that record. Memory does
// not grow with the transcript, unless the format is one document (Whole).
func Read(src Source, r io.Reader, o Options, emit func(Envelope)) Report {
	var rep Report
	count := func(e Envelope) {
		rep.Events++
		switch e.Type {
		case "tool_request":
			rep.Calls++
		case "tool_result":
			rep.Results++
		}
		emit(e)
	}
	reader := src.Open(o)
	if _, whole := reader.(Whole); whole {
		rep.whole(reader, r, count)
	} else {
		rep.Err = Lines(r, func(n int, line []byte, why *protocol.Reason, last bool) {
			rep.Lines++
			switch {
			case why != nil:
			case len(bytes.TrimSpace(line)) == 0:
				rep.Blank++
				return
			default:
				why = reader.Record(line, count)
				if why != nil && why.Code == protocol.NotJSON && last {
					why.Message = "The last line is cut off. " + why.Message
				}
			}
			rep.record(n, why)
		})
	}
	reader.End(count)
	return rep
}

func (rep *Report) whole(reader Reader, in io.Reader, emit func(Envelope)) {
	data, err := io.ReadAll(io.LimitReader(in, limits.Result+1))
	if err != nil {
		rep.Err = fmt.Errorf("reading the transcript: %w", err)
		return
	}
	rep.Lines = 1
	if len(bytes.TrimSpace(data)) == 0 {
		rep.Blank = 1
		return
	}
	why := reader.Record(data, emit)
	if list, ok := reader.(Listed); ok {
		if items := list.Items(); items.Lines > 0 {
			rep.Lines, rep.Read, rep.Skipped, rep.Skips = items.Lines, items.Read, items.Skipped, items.Skips
			return
		}
	}
	rep.record(1, why)
}

func (rep *Report) record(n int, why *protocol.Reason) {
	if why == nil {
		rep.Read++
		return
	}
	rep.Skipped++
	if len(rep.Skips) < limits.Skips {
		rep.Skips = append(rep.Skips, Skip{n, *why})
	}
}
