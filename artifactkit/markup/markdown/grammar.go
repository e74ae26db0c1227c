package markdown

import (
	"bytes"
	"sync"

	"github.com/yuin/goldmark/ast"
	"github.com/yuin/goldmark/extension"
	"github.com/yuin/goldmark/parser"
	"github.com/yuin/goldmark/text"
	"github.com/yuin/goldmark/util"

	"github.com/vitrine-go/vitrine/artifactkit/limits"
)

// grammar is goldmark's parser with bounds around the parts that are superlinear. Priorities are those of goldmark's own sets.
var grammar = sync.OnceValue(func() parser.Parser {
	return parser.NewParser(
		parser.WithBlockParsers(
			util.Prioritized(parser.NewSetextHeadingParser(), 100),
			util.Prioritized(parser.NewThematicBreakParser(), 200),
			util.Prioritized(level{parser.NewListParser()}, 300),
			util.Prioritized(parser.NewListItemParser(), 400),
			util.Prioritized(parser.NewCodeBlockParser(), 500),
			util.Prioritized(parser.NewATXHeadingParser(), 600),
			util.Prioritized(parser.NewFencedCodeBlockParser(), 700),
			util.Prioritized(level{parser.NewBlockquoteParser()}, 800),
			util.Prioritized(parser.NewHTMLBlockParser(), 900),
			util.Prioritized(level{newNote()}, 950),
			util.Prioritized(parser.NewParagraphParser(), 1000)),
		parser.WithInlineParsers(
			util.Prioritized(extension.NewTaskCheckBoxParser(), 0),
			util.Prioritized(code{parser.NewCodeSpanParser()}, 100),
			util.Prioritized(noteMark{}, 150),
			util.Prioritized(span{parser.NewLinkParser()}, 200),
			util.Prioritized(parser.NewAutoLinkParser(), 300),
			util.Prioritized(parser.NewRawHTMLParser(), 400),
			util.Prioritized(span{emphasis{}}, 500),
			util.Prioritized(span{extension.NewStrikethroughParser()}, 500),
			util.Prioritized(extension.NewLinkifyParser(), 999)),
		parser.WithParagraphTransformers(
			util.Prioritized(definitions{parser.LinkReferenceParagraphTransformer}, 100),
			util.Prioritized(table{extension.NewTableParagraphTransformer()}, 200)),
	)
})

// level bounds how deep quotes and lists are nested: the parser walks all open ones for every line, blank lines too.
type level struct{ parser.BlockParser }

var levelKey = parser.NewContextKey()

// levels is how deep a document of so many lines may be nested.
func levels(lines int) int {
	return max(limits.MarkdownDepth/8, min(limits.MarkdownDepth, limits.MarkdownSteps/max(lines, 1)))
}

// Open opens a quote or a list unless it would be too deep; then its marker stays a word.
func (l level) Open(parent ast.Node, reader text.Reader, pc parser.Context) (ast.Node, parser.State) {
	most, _ := pc.Get(levelKey).(int)
	depth := 0
	for n := parent; n != nil; n = n.Parent() {
		if depth++; depth > 2*most { // a list is two nodes deep, itself and its item
			return nil, parser.NoChildren
		}
	}
	return l.BlockParser.Open(parent, reader, pc)
}

// span bounds the brackets and the emphasis marks of one paragraph: the parser looks for the partner of each among all.
type span struct{ parser.InlineParser }

var spansKey = parser.NewContextKey()

// Parse reads a mark unless the paragraph had too many; then it stays a character.
func (s span) Parse(parent ast.Node, block text.Reader, pc parser.Context) ast.Node {
	n, _ := pc.Get(spansKey).(int)
	if n >= limits.MarkdownSpans {
		return nil
	}
	pc.Set(spansKey, n+1)
	line, _ := block.PeekLine()
	half := len(line) > 1 && line[0] == ']' && (line[1] == '(' || line[1] == '[')
	if half && spent(pc) {
		return nil
	}
	node := s.InlineParser.Parse(parent, block, pc)
	if half && node == nil {
		spend(parent, line, pc)
	}
	return node
}

// CloseBlock ends the paragraph.
func (s span) CloseBlock(parent ast.Node, block text.Reader, pc parser.Context) {
	pc.Set(spansKey, 0)
	if c, ok := s.InlineParser.(parser.CloseBlocker); ok {
		c.CloseBlock(parent, block, pc)
	}
}

// code bounds the search for the partners of backticks.
type code struct{ parser.InlineParser }

// Parse reads a code span; when too much was searched in vain the backtick stays a character.
func (c code) Parse(parent ast.Node, block text.Reader, pc parser.Context) ast.Node {
	if spent(pc) {
		return nil
	}
	line, _ := block.PeekLine()
	node := c.InlineParser.Parse(parent, block, pc)
	if _, ok := node.(*ast.CodeSpan); !ok {
		spend(parent, line, pc)
	}
	return node
}

// A mark without a partner costs a search through the rest of its paragraph. The searches of a document are added up.
var searchKey = parser.NewContextKey()

func spent(pc parser.Context) bool {
	n, _ := pc.Get(searchKey).(int)
	return n > limits.MarkdownSearch
}

// lineCost is what passing to the next line costs, in bytes of the same line.
const lineCost = 100

func spend(paragraph ast.Node, line []byte, pc parser.Context) {
	n, _ := pc.Get(searchKey).(int)
	if l := paragraph.Lines(); l.Len() > 0 {
		n += l.At(l.Len()-1).Stop - l.At(0).Start + lineCost*l.Len()
	}
	pc.Set(searchKey, n+len(line))
}

// definitions bounds the link definitions of one paragraph.
type definitions struct{ parser.ParagraphTransformer }

// Transform takes definitions out of a paragraph unless it has too many lines for them; then they stay words.
func (d definitions) Transform(p *ast.Paragraph, reader text.Reader, pc parser.Context) {
	defined := 0
	for i := range p.Lines().Len() {
		line := p.Lines().At(i)
		defined += bytes.Count(line.Value(reader.Source()), []byte("]:"))
	}
	if defined > 0 && defined <= limits.MarkdownDefinitions {
		d.ParagraphTransformer.Transform(p, reader, pc)
	}
}

// table bounds the cells of all tables of a document: short rows are filled up to the width of the head.
type table struct{ parser.ParagraphTransformer }

var cellsKey = parser.NewContextKey()

// Transform makes a paragraph a table unless there would be too many cells; then it stays a paragraph.
func (t table) Transform(p *ast.Paragraph, reader text.Reader, pc parser.Context) {
	width := 0
	for i := range p.Lines().Len() {
		line := p.Lines().At(i)
		if b := line.Value(reader.Source()); len(bytes.Trim(b, "|:- \t\r\n")) == 0 {
			width = max(width, bytes.Count(b, []byte("|"))+1)
		}
	}
	cells, _ := pc.Get(cellsKey).(int)
	cells += width * p.Lines().Len()
	if width == 0 || cells > limits.MarkdownCells {
		return
	}
	pc.Set(cellsKey, cells)
	t.ParagraphTransformer.Transform(p, reader, pc)
}
