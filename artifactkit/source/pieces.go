package source

import (
	"bytes"

	"github.com/vitrine-go/vitrine/artifactkit/limits"
	"github.com/vitrine-go/vitrine/artifactkit/protocol"
)

// Pieces is a Reader of what comes bit by bit, cut anywhere: each Record is one piece of the transcript, and the envelopes are those that
// Read makes of the whole. Only the line that has not ended is kept, or the whole of a format that is one document. A piece is never
// answered with a reason, since it is no record.
func Pieces(r Reader) Reader {
	_, whole := r.(Whole)
	return &pieces{reader: r, whole: whole}
}

type pieces struct {
	reader Reader
	whole  bool
	begun  bool   // the first line is behind us
	rest   []byte // of a line that has not ended, or of the document
	long   bool   // the line has more than is read, and is passed over
}

// Record takes a piece; what it holds on to is a copy.
func (p *pieces) Record(piece []byte, emit func(Envelope)) *protocol.Reason {
	if p.whole {
		p.rest = append(p.rest, piece[:min(len(piece), limits.Result+1-len(p.rest))]...)
		return nil
	}
	for {
		line, more, ended := bytes.Cut(piece, []byte{'\n'})
		if len(p.rest)+len(line) >= limits.Result+1 {
			p.long, p.rest = true, nil
		}
		switch {
		case !ended && !p.long:
			p.rest = append(p.rest, line...)
		case ended && !p.long && len(p.rest) > 0:
			p.line(append(p.rest, line...), emit)
			p.rest = p.rest[:0]
		case ended && !p.long:
			p.line(line, emit)
		}
		if !ended {
			return nil
		}
		p.begun, p.long, piece = true, false, more
	}
}

func (p *pieces) line(line []byte, emit func(Envelope)) {
	if !p.begun {
		line = bytes.TrimPrefix(line, byteOrderMark)
	}
	if line = bytes.TrimRight(line, "\r\n"); len(bytes.TrimSpace(line)) > 0 {
		p.reader.Record(line, emit)
	}
}

func (p *pieces) End(emit func(Envelope)) {
	switch {
	case p.whole && len(bytes.TrimSpace(p.rest)) > 0:
		p.reader.Record(p.rest, emit)
	case !p.whole && !p.long:
		p.line(p.rest, emit)
	}
	p.rest = nil
	p.reader.End(emit)
}
