package artifactkit

import (
	"bufio"
	"bytes"
	"encoding/hex"
	"errors"
	"fmt"
	"io"

	"github.com/vitrine-go/vitrine/artifactkit/internal/digest"
	"github.com/vitrine-go/vitrine/artifactkit/limits"
	"github.com/vitrine-go/vitrine/artifactkit/protocol"
	"github.com/vitrine-go/vitrine/artifactkit/source"
)

// Reading is what became of a file.
type Reading struct {
	From   string // what it was taken for
	Report source.Report
}

// ErrUnknown says that a text is neither JSON nor a transcript of a known format.
var ErrUnknown = errors.New("neither a transcript of a known format nor one JSON text")

// ReadEvents reads a file to events, whatever it is: a transcript of a known format, streamed, or one result through every
// door, which becomes one tool_result. The same input gives the same ids.
func ReadEvents(r io.Reader, from string, o source.Options, emit func(source.Envelope)) (Reading, error) {
	br := bufio.NewReaderSize(r, source.SniffBytes)
	head, err := br.Peek(source.SniffBytes)
	if err != nil && !errors.Is(err, io.EOF) {
		return Reading{}, err
	}
	if s, ok := Transcript(from, head); ok {
		o.Head = bytes.Clone(head)
		return Reading{s.Name, Import(s, br, o, emit)}, nil
	}
	data, err := io.ReadAll(io.LimitReader(br, limits.Result+1))
	if err != nil {
		return Reading{}, err
	}
	a, why := Adapt(data, Options{From: from})
	if why != nil {
		return Reading{}, fmt.Errorf("%w: %s", ErrUnknown, why.Message)
	}
	sum := digest.Sum(data)
	emit(source.Envelope{ID: a.From + ":" + hex.EncodeToString(sum[:12]) + ":1", Type: "tool_result", Event: a.Event, Source: a.From})
	return Reading{a.From, source.Report{Lines: 1, Events: 1, Results: 1}}, nil
}

// TranscriptTitle is the title in an "open" event, "" without one.
func TranscriptTitle(e source.Envelope) string {
	if e.Type != "open" {
		return ""
	}
	v, _ := protocol.Parse(e.Event)
	return v.Get("title").Str()
}
