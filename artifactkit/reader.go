package artifactkit

import "github.com/vitrine-go/vitrine/artifactkit/source"

// OpenTranscript starts reading a transcript of a known format whose records come one at a time, as those of a file that still grows
// do. Import reads one that is there as a whole. The same records give the same events either way; those that only End
// gives are about what never came.
func OpenTranscript(s source.Source, o source.Options) source.Reader {
	if o.Adapt == nil {
		o.Adapt = event
	}
	return s.Open(o)
}
