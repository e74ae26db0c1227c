package diff

import (
	"strings"

	"github.com/vitrine-go/vitrine/artifactkit/highlight"
	"github.com/vitrine-go/vitrine/artifactkit/kind/internal/field"
	"github.com/vitrine-go/vitrine/artifactkit/limits"
	"github.com/vitrine-go/vitrine/artifactkit/markup"
)

// tint is where a line stands in a text that was coloured as a whole: a comment may have begun lines above.
type tint struct {
	text *markup.Styled
	at   int
}

// colour finds the colours of the lines of the page. Where both sides are known each is coloured from its beginning, else from the
// beginning of each hunk.
func (p *page) colour() {
	lang := ""
	if p.env.Highlight && p.file.parents == 0 {
		lang = highlight.ForFile(p.file.path())
	}
	if lang == "" {
		return
	}
	p.paint = make([]tint, p.to-p.from)
	if s := p.v.both; s.known() && colours(s.old) && colours(s.new) {
		old, new := highlight.Styled(s.old.text, lang), highlight.Styled(s.new.text, lang)
		for i := range p.paint {
			switch r := &p.records[p.from+i]; {
			case r.op == removed:
				p.paint[i] = tint{old, int(s.old.at[r.old-1])}
			case r.op <= added:
				p.paint[i] = tint{new, int(s.new.at[r.new-1])}
			}
		}
		return
	}
	for i := p.from; i < p.to; {
		end := i
		for end < p.to && p.records[end].op <= removed {
			end++
		}
		p.side(i, end, lang, added)
		p.side(i, end, lang, removed)
		i = end + 1
	}
}

// colours tells whether a text is within the bounds of highlighting.
func colours(t text) bool {
	return len(t.text) <= limits.HighlightBytes && t.lines() <= limits.HighlightLines
}

// side colours one side of the records from..to, which are lines without a gap between them.
func (p *page) side(from, to int, lang string, side op) {
	var b strings.Builder
	at := make([]int, to-from)
	for i := from; i < to; i++ {
		at[i-from] = b.Len()
		if o := p.records[i].op; o == context || o == side {
			s, _ := visible(p.records[i].text)
			b.WriteString(s)
			b.WriteByte('\n')
		}
	}
	styled := highlight.Styled(b.String(), lang)
	for i := from; i < to; i++ {
		if o := p.records[i].op; o == side || o == context && side == added {
			p.paint[i-p.from] = tint{styled, at[i-from]}
		}
	}
}

// visible is the part of a line that is drawn, and how many characters are cut off.
func visible(s string) (shown string, left int) {
	return field.Cut(strings.TrimSuffix(s, "\r"), limits.LineRunes)
}

// text draws a line with what changed in it marked, and what cannot be seen said: a cut, CR in a file that is not all CR LF, no newline.
func (p *page) text(i int) []markup.Node {
	r := &p.records[i]
	_, line := p.file.signs(r.text)
	s, left := visible(line)
	var pair counterpart
	if p.pairs != nil {
		pair = p.pairs[i-p.from]
	}
	var kids []markup.Node
	at := 0
	for _, c := range pair.spans {
		to := min(c.to, len(s))
		if c.from >= to || !p.b.Take() {
			break
		}
		kids = append(kids, p.piece(i, s, at, c.from))
		if pair.space {
			kids = append(kids, p.blanks(s[c.from:to])...)
		} else {
			kids = append(kids, markup.El(markup.Mark, nil, p.b.Visible(s[c.from:to]))) // colours would not be read on the ground of a mark
		}
		at = to
	}
	kids = append(kids, p.piece(i, s, at, len(s)))
	if left > 0 {
		kids = append(kids, p.tail("… "+p.l.N("characters_left_out", left)))
	}
	if p.file.mixed && strings.HasSuffix(line, "\r") {
		kids = append(kids, p.tail(" CR LF"))
	}
	if r.noEOL {
		kids = append(kids, p.tail(" "+p.l.T("no_newline")))
	}
	return kids
}

// piece draws a part of a line, in colour if it has one.
func (p *page) piece(i int, s string, from, to int) markup.Node {
	if from >= to {
		return markup.Node{}
	}
	if p.paint != nil {
		if t := p.paint[i-p.from]; t.text != nil {
			return t.text.Node(t.at+from, t.at+to, p.tints)
		}
	}
	return p.b.Visible(s[from:to])
}

// tail is words behind a line that are no part of it.
func (p *page) tail(words string) markup.Node {
	if !p.b.Take() {
		return markup.Text(words)
	}
	return markup.El(markup.Span, markup.Attrs(markup.Class("ak-cut")), markup.Text(words))
}

// blanks draws white space that is all that changed in a line so that it can be told apart: the signs are the stylesheet's, the text
// stays what it is.
func (p *page) blanks(s string) (out []markup.Node) {
	for s != "" {
		n := 1
		if s[0] != '\t' {
			for n < len(s) && s[n] == s[0] {
				n++
			}
		}
		sign := strings.Repeat("·", n)
		switch {
		case s[0] == '\t':
			sign = "→"
		case s[0] != ' ': // a space of another kind, of several bytes
			n = len(s)
			sign = ""
		}
		if !p.b.Take() {
			return append(out, p.b.Visible(s))
		}
		out = append(out, markup.El(markup.Mark, markup.Attrs(markup.Class("ak-ws"), markup.Data("ws", sign)), p.b.Visible(s[:n])))
		s = s[n:]
	}
	return out
}
