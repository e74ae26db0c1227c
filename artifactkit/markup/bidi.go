package markup

import (
	"fmt"
	"strings"
)

// Visible is text whose bidi controls and invisible characters are drawn as marks (TR-8): for code, diffs, titles, labels and
// names, where a reordering character only deceives.
func Visible(s string) Node {
	if strings.IndexFunc(s, invisible) < 0 {
		return Text(s)
	}
	var kids []Node
	start := 0
	for i, r := range s {
		if !invisible(r) {
			continue
		}
		if start < i {
			kids = append(kids, Text(s[start:i]))
		}
		kids = append(kids, El(Span, Attrs(Class("ak-ctl")), Text(fmt.Sprintf("[U+%04X]", r))))
		start = i + len(string(r))
	}
	return Group(append(kids, Text(s[start:]))...)
}

// Isolated is Visible in a <bdi>, for a text among others on a line.
func Isolated(s string) Node { return El(Bdi, nil, Visible(s)) }

func invisible(r rune) bool {
	switch {
	case r >= 0x202a && r <= 0x202e, r >= 0x2066 && r <= 0x2069: // embeddings, overrides, isolates
		return true
	case r == 0x200e, r == 0x200f, r == 0x061c: // marks
		return true
	case r == 0x200b, r == 0x2060, r == 0xfeff, r == 0x00ad: // zero-width space, word joiner, BOM, soft hyphen
		return true
	case r >= 0xe0000 && r <= 0xe007f: // tags
		return true
	}
	return false
}
