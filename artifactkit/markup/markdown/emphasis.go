package markdown

import (
	"unicode"
	"unicode/utf8"

	"github.com/yuin/goldmark/ast"
	"github.com/yuin/goldmark/parser"
	"github.com/yuin/goldmark/text"
	"github.com/yuin/goldmark/util"
)

// emphasis reads * and _ as CommonMark does, but that a Chinese, Japanese or Korean character beside a mark counts like a space
// when the other neighbour is punctuation. Those languages put no spaces between words; by the letter of CommonMark the marks
// around a quoted or bracketed word stay visible there.
type emphasis struct{}

// Trigger is the marks.
func (emphasis) Trigger() []byte { return []byte{'*', '_'} }

// Parse reads a run of marks.
func (emphasis) Parse(_ ast.Node, block text.Reader, pc parser.Context) ast.Node {
	before := block.PrecendingCharacter()
	line, segment := block.PeekLine()
	d := parser.ScanDelimiter(line, before, 1, marks{})
	if d == nil {
		return nil
	}
	if rest := line[d.OriginalLength:]; len(rest) > 0 {
		after, _ := utf8.DecodeRune(rest)
		flank(d, before, after)
	}
	d.Segment = segment.WithStop(segment.Start + d.OriginalLength)
	block.Advance(d.OriginalLength)
	pc.PushDelimiter(d)
	return d
}

// flank lets a mark open or close where only an East Asian neighbour stands instead of a space. An underscore keeps its own rule:
// it works at the edge of a word only.
func flank(d *parser.Delimiter, before, after rune) {
	if d.Char != '*' || util.IsSpaceRune(before) || util.IsSpaceRune(after) {
		return
	}
	if eastAsian(before) && util.IsPunctRune(after) || eastAsian(after) && util.IsPunctRune(before) {
		d.CanOpen, d.CanClose = true, true
	}
}

func eastAsian(r rune) bool {
	return unicode.In(r, unicode.Han, unicode.Hiragana, unicode.Katakana, unicode.Hangul, unicode.Bopomofo) ||
		r >= 0x3000 && r <= 0x303f || r >= 0xff00 && r <= 0xffef
}

// marks is what goldmark's emphasis does with a pair.
type marks struct{}

func (marks) IsDelimiter(b byte) bool                          { return b == '*' || b == '_' }
func (marks) CanOpenCloser(open, close *parser.Delimiter) bool { return open.Char == close.Char }
func (marks) OnMatch(consumes int) ast.Node                    { return ast.NewEmphasis(consumes) }
