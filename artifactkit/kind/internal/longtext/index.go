package longtext

import "strings"

// stride is how many lines lie between two offsets that are remembered.
const stride = 64

// index finds the beginning of any line in a text at the cost of a few lines, in little memory.
type index struct {
	text   string
	lines  int
	widest int      // bytes of the longest line
	marks  []uint32 // where every stride-th line begins
}

// newIndex counts the lines. One newline at the end of the text ends its last line.
func newIndex(text string) index {
	x := index{text: strings.TrimSuffix(text, "\n")}
	if text == "" {
		return x
	}
	x.lines = 1
	x.marks = append(x.marks, 0)
	for at := 0; ; {
		n := strings.IndexByte(x.text[at:], '\n')
		if n < 0 {
			x.widest = max(x.widest, len(x.text)-at)
			return x
		}
		x.widest = max(x.widest, n)
		at += n + 1
		if x.lines%stride == 0 {
			x.marks = append(x.marks, uint32(at))
		}
		x.lines++
	}
}

// start is where line i begins; behind the last line it is the end of the text.
func (x index) start(i int) int {
	if i >= x.lines {
		return len(x.text)
	}
	at := int(x.marks[i/stride])
	for i %= stride; i > 0; i-- {
		at += strings.IndexByte(x.text[at:], '\n') + 1
	}
	return at
}

// end is where the line that begins at start ends, its newline not counted.
func (x index) end(start int) int {
	if n := strings.IndexByte(x.text[start:], '\n'); n >= 0 {
		return start + n
	}
	return len(x.text)
}
