package transcript

import (
	"github.com/vitrine-go/vitrine/artifactkit/markup"
	"github.com/vitrine-go/vitrine/artifactkit/markup/markdown"
)

type stream struct {
	p   *prose
	src string
}

func newStream(p *prose) stream { return stream{p: p} }

func (s *stream) write(text string) {
	s.src += text
	p := s.p
	isNew := len(p.pieces) == 0
	if isNew {
		p.pieces = append(p.pieces, &piece{of: p, tag: markup.Div})
	}
	q := p.pieces[0]
	q.body = markdown.Render(s.src, markdown.Options{})
	if isNew {
		p.t().add(q)
	} else {
		p.t().set(q)
	}
}
func (s *stream) finish() {}
