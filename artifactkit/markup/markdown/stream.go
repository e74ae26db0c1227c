package markdown

import (
	"bytes"
	"maps"

	"github.com/yuin/goldmark/ast"

	"github.com/vitrine-go/vitrine/artifactkit/limits"
	"github.com/vitrine-go/vitrine/artifactkit/markup"
)

// Stream draws a document that arrives in pieces. A top-level block that another block follows is finished: it is drawn once and
// never changes; only what stands behind it is drawn again. The blocks of a complete stream are those of Render, but that a
// finished block does not see link definitions that come after it, and that a stream which grows beyond the bounds shows the rest
// as text and keeps what it drew.
type Stream struct {
	o        Options
	finished []markup.Node
	used     drawer // what finished blocks leave behind: definitions, ids, counts

	tail   []byte // the source behind the finished blocks
	tried  int    // complete lines of the tail, in bytes, that were searched for a boundary
	size   int    // of the whole source
	asText bool   // a bound was met: the tail is shown as text
	left   int    // bytes that are not even kept

	open []markup.Node // the blocks of the tail; nil when it must be drawn again
}

// NewStream begins a document.
func NewStream(o Options) *Stream { return &Stream{o: o, used: drawer{o: o}} }

// Write appends source text.
func (s *Stream) Write(src string) {
	if src == "" {
		return
	}
	s.open = nil
	s.size += len(src)
	if s.asText && len(s.tail)+len(src) > limits.TextBytes {
		s.left += len(src) // no one sees it, and a stream may go on for ever
		return
	}
	s.tail = append(s.tail, src...)
	s.asText = s.asText || s.size > limits.Markdown
	if !s.asText {
		s.settle()
	}
}

// Blocks are the blocks so far, those of Wrap. The first Finished of them stay what they are.
func (s *Stream) Blocks() []markup.Node {
	if s.open == nil {
		d := s.drawer()
		if s.asText {
			s.open = d.plain(string(s.tail), s.left)
		} else {
			s.open = d.document(string(s.tail), s.used.refs)
		}
	}
	n := len(s.finished)
	return append(s.finished[:n:n], s.open...)
}

// Finished is how many blocks will not change any more.
func (s *Stream) Finished() int { return len(s.finished) }

// drawer is one that goes on where the finished blocks ended.
func (s *Stream) drawer() drawer {
	return drawer{o: s.o, slugs: maps.Clone(s.used.slugs), notes: maps.Clone(s.used.notes), marked: maps.Clone(s.used.marked), elements: s.used.elements, bytes: s.used.bytes}
}

// settle moves what is finished out of the tail. Only complete lines can finish a block: "1" ends a list that "1. b" continues.
// A long tail is searched when it grew by an eighth, so that a stream costs a small multiple of its length.
func (s *Stream) settle() {
	end := bytes.LastIndexByte(s.tail, '\n') + 1
	if end-s.tried <= s.tried/8 {
		return
	}
	s.tried = end
	cut := boundary(s.tail[:end])
	if cut == 0 {
		return
	}
	d := s.drawer()
	blocks := d.document(string(s.tail[:cut]), s.used.refs)
	if d.over() {
		s.asText = true
		return
	}
	s.finished = append(s.finished, blocks...)
	s.used = d
	s.tail = append([]byte(nil), s.tail[cut:]...)
	s.tried -= cut
}

// boundary is where the last top-level block of a source begins; 0 when it has no other. CommonMark never opens a closed block
// again, so all before it is final. Extensions are not as strict: a table's lines can read as a paragraph when nothing follows
// them, so what stands before the boundary must be the same blocks alone.
func boundary(src []byte) int {
	doc, _ := parse(src, nil, nil)
	last := doc.LastChild()
	if last == nil || last == doc.FirstChild() {
		return 0
	}
	cut := start(last, src)
	alone, _ := parse(src[:cut], nil, nil)
	b := alone.FirstChild()
	for a := doc.FirstChild(); a != last; a = a.NextSibling() {
		if b == nil || a.Kind() != b.Kind() {
			return 0
		}
		b = b.NextSibling()
	}
	if b != nil {
		return 0
	}
	return cut
}

// start is the first byte of the line on which a block begins.
func start(n ast.Node, src []byte) int {
	at := min(max(n.Pos(), 0), len(src))
	return bytes.LastIndexByte(src[:at], '\n') + 1
}
