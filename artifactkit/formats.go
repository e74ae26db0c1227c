package artifactkit

import (
	"io"

	"github.com/vitrine-go/vitrine/artifactkit/adapt"
	"github.com/vitrine-go/vitrine/artifactkit/internal/registry"
	"github.com/vitrine-go/vitrine/artifactkit/protocol"
	"github.com/vitrine-go/vitrine/artifactkit/source"
)

// Format is one foreign format that is read.
type Format struct {
	Name, Title string
	Transcripts bool // whole transcripts, else single results only
	Results     bool // single results
}

// Formats lists the formats that are linked in, by name.
func Formats() []Format {
	var out []Format
	for _, s := range registry.Sources() {
		out = append(out, Format{s.Name, s.Title, s.Open != nil, s.Result != nil})
	}
	return out
}

// Transcript finds the format of a transcript: by name, or for "" and "auto" by what its beginning (at most source.SniffBytes) looks like.
func Transcript(from string, head []byte) (source.Source, bool) {
	if from == "" || from == "auto" {
		return registry.Sniff(head)
	}
	s, ok := registry.Source(from)
	return s, ok && s.Open != nil
}

// Import reads a transcript of a known format and hands over its events in order, at memory that does not grow with it.
func Import(s source.Source, r io.Reader, o source.Options, emit func(source.Envelope)) source.Report {
	if o.Adapt == nil {
		o.Adapt = event
	}
	return source.Read(s, r, o, emit)
}

// event is the six-field event of a recorded result.
func event(result []byte) []byte {
	v, why := protocol.Parse(result)
	if why != nil {
		return nil
	}
	return adapt.Adapt(v, adapt.Options{}).Event()
}
