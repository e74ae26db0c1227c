package markup

import (
	"sort"
	"strings"
)

// Styled is a text with the look of its stretches beside it: terminal output, highlighted code. Any range of it can be drawn,
// so a view shows a window of a long text without walking through what stands before.
type Styled struct {
	text string
	runs []run // ascending; what stands before the first is plain
	pens []pen // pens[0] is plain
	mark func(*Budget, string) Node
}

// run says with which pen the text goes on from an offset.
type run struct{ at, pen uint32 }

type pen struct {
	tag   Tag
	attrs []Attr
	to    URL // of a link
}

// NewStyled makes a text of code whose stretches are set by Pen: pen 0 is plain, pen i has the class classes[i-1].
func NewStyled(text string, classes ...Attr) *Styled {
	s := &Styled{text: text, pens: make([]pen, 1, len(classes)+1), mark: (*Budget).Visible}
	for _, c := range classes {
		s.pens = append(s.pens, pen{tag: Span, attrs: Attrs(c)})
	}
	return s
}

// Pen changes the pen at an offset, which must not lie before an earlier one.
func (s *Styled) Pen(at, i int) {
	n := len(s.runs)
	if n > 0 && s.runs[n-1].at == uint32(at) {
		s.runs[n-1].pen = uint32(i)
		return
	}
	if n > 0 && s.runs[n-1].pen == uint32(i) || n == 0 && i == 0 {
		return
	}
	s.runs = append(s.runs, run{uint32(at), uint32(i)})
}

// Text is the text without its looks.
func (s *Styled) Text() string { return s.text }

// Node draws the bytes from..to, which must lie between characters. When the budget is spent the rest is plain.
func (s *Styled) Node(from, to int, b *Budget) Node {
	var kids []Node
	link, began := pen{}, from // a link may go on in other colours
	end := func(next pen, at int) {
		if next.to != link.to {
			if t := told(link.to, strings.TrimSpace(s.text[began:at])); t != "" {
				kids = append(kids, El(link.tag, link.attrs, Text(t)))
			}
			began = at
		}
		link = next
	}
	i := sort.Search(len(s.runs), func(i int) bool { return s.runs[i].at > uint32(from) })
	for from < to && b.left > 0 {
		until, p := to, uint32(0)
		if i < len(s.runs) {
			until = min(to, int(s.runs[i].at))
		}
		if i > 0 {
			p = s.runs[i-1].pen
		}
		i++
		end(s.pens[p], from)
		n := s.mark(b, s.text[from:until])
		if p > 0 && b.Take() {
			n = El(s.pens[p].tag, s.pens[p].attrs, n)
		}
		kids = append(kids, n)
		from = until
	}
	end(pen{}, from)
	if from < to {
		kids = append(kids, s.mark(b, s.text[from:to]))
	}
	return Group(kids...)
}
