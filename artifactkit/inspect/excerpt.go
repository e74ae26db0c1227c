package inspect

import (
	"bytes"
	"strconv"
	"unicode/utf8"

	"github.com/vitrine-go/vitrine/artifactkit/limits"
	"github.com/vitrine-go/vitrine/artifactkit/locale"
	"github.com/vitrine-go/vitrine/artifactkit/markup"
)

// line is one line of an excerpt, in three stretches, the middle one marked.
type line struct {
	number      int
	from, to    int // bytes that are shown
	mark, until int // of them the marked ones; mark is -1 without any
	head, tail  bool
	here        bool // nothing is marked but the place before mark
}

// excerpt is the lines round a place: some before it, those it covers up to a bound, some behind. Of a long line it is what stands
// round the place.
func excerpt(text []byte, p place) []line {
	var out []line
	start, n := p.start, p.line
	for range limits.InspectBefore {
		at, ok := lineBefore(text, start)
		if !ok {
			break
		}
		start, n = at, n-1
	}
	last := p.line + limits.InspectBehind
	text = text[:min(len(text), p.from+reach)]
	for {
		at := start
		if n == p.line {
			at = p.from
		}
		end, after := lineEnd(text, at)
		out = append(out, window(text, start, end, n, p))
		if after == end || n >= last || n-p.line >= limits.InspectLines {
			return out
		}
		if after < p.to && n >= p.line {
			last = n + 1 + limits.InspectBehind // the place goes on
		}
		start, n = after, n+1
	}
}

// window is what is shown of the line [start, end).
func window(text []byte, start, end, number int, p place) line {
	if start == 0 && bytes.HasPrefix(text, []byte(bom)) {
		start = min(len(bom), end)
	}
	l := line{number: number, from: start, to: end, mark: -1}
	from := start
	if number >= p.line && p.from <= end && (p.to > start || number == p.line) {
		l.mark, l.until = max(p.from, start), min(p.to, end)
		l.here = p.from == p.to
		if l.here && l.mark < end { // a place of no length takes the character that stands there
			_, size := utf8.DecodeRune(text[l.mark:end])
			l.until = l.mark + size
		} else if l.here {
			l.until = l.mark
		}
		from = back(text, l.mark, start, limits.InspectRunes/3)
	}
	l.from, l.head = from, from > start
	l.to = ahead(text, l.from, end, limits.InspectRunes)
	l.tail = l.to < end
	if l.mark >= 0 {
		l.until = min(l.until, l.to)
	}
	return l
}

// back is n characters before a byte, or floor; ahead n behind it, or ceiling. Both end between characters.
func back(text []byte, at, floor, n int) int {
	for ; n > 0 && at > floor; n-- {
		_, size := utf8.DecodeLastRune(text[floor:at])
		at -= size
	}
	return at
}

func ahead(text []byte, at, ceiling, n int) int {
	for ; n > 0 && at < ceiling; n-- {
		_, size := utf8.DecodeRune(text[at:ceiling])
		at += size
	}
	return at
}

// excerptNode draws the lines with their numbers, which the stylesheet shows, so that they are not copied.
func excerptNode(text []byte, p place, l locale.Locale) markup.Node {
	var kids []markup.Node
	dots := markup.El(markup.Span, markup.Attrs(markup.Class("ak-cut")), markup.Text("…"))
	for _, x := range excerpt(text, p) {
		var run []markup.Node
		if x.head {
			run = append(run, dots)
		}
		if x.mark < 0 {
			run = append(run, markup.Visible(string(text[x.from:x.to])))
		} else {
			marked := markup.Visible(string(text[x.mark:x.until]))
			if x.mark == x.until {
				marked = markup.Text(l.T("inspect_end"))
			}
			run = append(run, markup.Visible(string(text[x.from:x.mark])), markup.El(markup.Mark, nil, marked), markup.Visible(string(text[x.until:x.to])))
		}
		if x.tail {
			run = append(run, dots)
		}
		kids = append(kids, markup.El(markup.Span, markup.Attrs(markup.Class("ak-ln"), markup.Data("n", strconv.Itoa(x.number))), append(run, markup.Text("\n"))...))
	}
	return markup.El(markup.Pre, markup.Attrs(markup.Class("ak-pre ak-code ak-wrap ak-in-excerpt"), markup.Dir("ltr")), markup.El(markup.Code, nil, kids...))
}
