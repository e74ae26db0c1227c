package inspect

import (
	"bytes"
	"slices"
	"unicode/utf8"
)

// place is a stretch of a text: bytes [from, to), and the line and column of its beginning as an editor counts them, from 1. A line
// ends with a line feed, a carriage return, or both together; a column is a character, not a byte, and a byte order mark is none.
type place struct {
	from, to     int
	line, column int
	start        int // where its line begins
}

// locate sets lines and columns, in one walk through the text however many places there are.
func locate(text []byte, places []place) {
	order := make([]*place, len(places))
	for i := range places {
		order[i] = &places[i]
	}
	slices.SortStableFunc(order, func(a, b *place) int { return a.from - b.from })
	begin := len(text) - len(bytes.TrimPrefix(text, []byte(bom)))
	w := walk{text: text, line: 1, start: begin, at: begin, column: 1}
	for _, p := range order {
		w.to(p.from)
		p.line, p.start, p.column = w.line, w.start, w.column
	}
}

const bom = "\ufeff"

// walk goes through a text and counts: it stands at a byte, in a line that begins at another.
type walk struct {
	text        []byte
	line, start int
	at, column  int
}

// to goes on to a byte.
func (w *walk) to(at int) {
	for {
		end, after := lineEnd(w.text, w.at)
		if after == end || after > at {
			break
		}
		w.line, w.start, w.at, w.column = w.line+1, after, after, 1
	}
	if at > w.at {
		w.column += utf8.RuneCount(w.text[w.at:at])
		w.at = at
	}
}

// lineEnd is where the line that holds a byte ends, and where the next one begins; both the end of the text when it is the last.
func lineEnd(text []byte, at int) (end, after int) {
	i := bytes.IndexAny(text[at:], "\r\n")
	if i < 0 {
		return len(text), len(text)
	}
	end = at + i
	if text[end] == '\r' && end+1 < len(text) && text[end+1] == '\n' {
		return end, end + 2
	}
	return end, end + 1
}

// reach is how far a line's other end is looked for where only what stands nearby is shown.
const reach = 64 << 10

// lineBefore is where the line before the one that begins at start begins; ok is false for the first, and for one that is longer
// than reach.
func lineBefore(text []byte, start int) (at int, ok bool) {
	end := start - 1
	if end < 0 || text[end] != '\n' && text[end] != '\r' { // a byte order mark ends no line
		return 0, false
	}
	if end > 0 && text[end] == '\n' && text[end-1] == '\r' {
		end--
	}
	floor := max(0, end-reach)
	i := bytes.LastIndexAny(text[floor:end], "\r\n")
	if i < 0 && floor > 0 {
		return 0, false
	}
	return floor + i + 1, true
}
