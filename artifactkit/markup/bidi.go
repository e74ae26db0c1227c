package markup

// visibleMarks is how many marks one text draws as elements; behind them they are plain text.
const visibleMarks = 64

// Visible is text whose bidi controls and invisible characters are drawn as marks (TR-8): for code, diffs, titles, labels and
// names, where a reordering character only deceives.
func Visible(s string) Node { return NewBudget(visibleMarks).Visible(s) }

// Isolated is Visible in a <bdi>, for a text among others on a line.
func Isolated(s string) Node { return El(Bdi, nil, Visible(s)) }

func invisible(r rune) bool {
	switch {
	case reorders(r):
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

// reorders tells the embeddings, overrides and isolates, which move what stands round them.
func reorders(r rune) bool { return r >= 0x202a && r <= 0x202e || r >= 0x2066 && r <= 0x2069 }
