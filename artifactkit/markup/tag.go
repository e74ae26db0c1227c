package markup

// Tag is one of the elements that may be written. The zero Tag is span.
type Tag uint8

// The elements: those of TR-3 for foreign HTML, and those our own controls need.
const (
	Span Tag = iota
	P
	Br
	Hr
	H1
	H2
	H3
	H4
	H5
	H6
	B
	Strong
	I
	Em
	S
	Del
	Ins
	U
	Sub
	Sup
	Code
	Pre
	Kbd
	Samp
	Var
	Blockquote
	Q
	Cite
	Ul
	Ol
	Li
	Dl
	Dt
	Dd
	Table
	Caption
	Colgroup
	Col
	Thead
	Tbody
	Tfoot
	Tr
	Th
	Td
	A
	Img
	Figure
	Figcaption
	Div
	Details
	Summary
	Abbr
	Time
	Mark
	Small
	Ruby
	Rt
	Rp
	Wbr
	Bdi
	Bdo
	foreignEnd // the elements above are those that foreign HTML may use
	Article
	Section
	Header
	Footer
	Button
	Input
)

var tagNames = [...]string{
	"span", "p", "br", "hr", "h1", "h2", "h3", "h4", "h5", "h6", "b", "strong", "i", "em", "s", "del", "ins", "u", "sub", "sup", "code", "pre", "kbd",
	"samp", "var", "blockquote", "q", "cite", "ul", "ol", "li", "dl", "dt", "dd", "table", "caption", "colgroup", "col", "thead", "tbody", "tfoot", "tr",
	"th", "td", "a", "img", "figure", "figcaption", "div", "details", "summary", "abbr", "time", "mark", "small", "ruby", "rt", "rp", "wbr", "bdi", "bdo",
	"", "article", "section", "header", "footer", "button", "input",
}

// Name is the element's name in HTML.
func (t Tag) Name() string { return tagNames[t] }

// ForeignTag looks up an element that foreign HTML may use (TR-3).
func ForeignTag(name string) (Tag, bool) {
	for i, n := range tagNames[:foreignEnd] {
		if n == name {
			return Tag(i), true
		}
	}
	return 0, false
}

func (t Tag) void() bool {
	switch t {
	case Br, Hr, Col, Img, Wbr, Input:
		return true
	}
	return false
}

// block tells whether plain text breaks the line around the element.
func (t Tag) block() bool {
	switch t {
	case P, Hr, H1, H2, H3, H4, H5, H6, Pre, Blockquote, Ul, Ol, Li, Dl, Dt, Dd, Table, Caption, Tr, Figure, Figcaption, Div, Details, Summary, Article,
		Section, Header, Footer:
		return true
	}
	return false
}
