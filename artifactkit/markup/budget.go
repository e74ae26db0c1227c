package markup

import (
	"fmt"
	"strings"
)

// Budget counts the small elements that one view may still spend on colours, marks and the like, so that no text makes more
// elements than a page can bear. When it is spent the text goes on without them; nothing of it is lost.
type Budget struct{ left int }

// NewBudget allows n elements.
func NewBudget(n int) *Budget { return &Budget{n} }

// Take spends one element, if there is one left.
func (b *Budget) Take() bool {
	if b.left <= 0 {
		return false
	}
	b.left--
	return true
}

// Visible is the package's Visible within the budget: behind it a mark is plain text, still to be seen.
func (b *Budget) Visible(s string) Node { return b.marked(s, invisible) }

// Prose marks only the characters that reorder what is read. The others have their use in ordinary text and cells.
func (b *Budget) Prose(s string) Node { return b.marked(s, reorders) }

// Spelled is Visible for where no elements are: attributes.
func Spelled(s string) string {
	if strings.IndexFunc(s, invisible) < 0 {
		return s
	}
	var b strings.Builder
	for _, r := range s {
		if invisible(r) {
			b.WriteString(spell(r))
		} else {
			b.WriteRune(r)
		}
	}
	return b.String()
}

func spell(r rune) string { return fmt.Sprintf("[U+%04X]", r) }

func (b *Budget) marked(s string, control func(rune) bool) Node {
	var kids []Node
	start := 0
	for i, r := range s {
		if r < 0xad || !control(r) {
			continue
		}
		mark := Text(spell(r))
		if b.Take() {
			mark = El(Span, Attrs(Class("ak-ctl")), mark)
		}
		if start < i {
			kids = append(kids, Text(s[start:i]))
		}
		kids = append(kids, mark)
		start = i + len(string(r))
	}
	if kids == nil {
		return Text(s)
	}
	return Group(append(kids, Text(s[start:]))...)
}
