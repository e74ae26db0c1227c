package diff

import (
	"strings"

	"github.com/vitrine-go/vitrine/artifactkit/limits"
)

// text is a text whose lines are found by number.
type text struct {
	text string
	at   []int32 // where each line begins; the end is the last
}

func newText(s string) text {
	t := text{text: s, at: make([]int32, 0, lines(s)+1)}
	for at := 0; at < len(s); {
		t.at = append(t.at, int32(at))
		n := strings.IndexByte(s[at:], '\n')
		if n < 0 {
			break
		}
		at += n + 1
	}
	t.at = append(t.at, int32(len(s)))
	return t
}

func (t text) lines() int32 { return int32(len(t.at)) - 1 }

// line is line n, counted from 1, without its newline; "" when there is none.
func (t text) line(n int32) string {
	if n < 1 || n > t.lines() {
		return ""
	}
	return strings.TrimSuffix(t.text[t.at[n-1]:t.at[n]], "\n")
}

// sides are the whole texts before and after. The zero sides are not known.
type sides struct{ old, new text }

// known tells whether the lines between hunks can be shown.
func (s sides) known() bool { return len(s.new.at) > 1 && len(s.old.at) > 1 }

// few is how many unchanged lines are rather shown than said to be there.
const few = 2

// fit takes the texts that came beside a patch of one file for the lines between its hunks, if every line of the patch stands in
// them under its number.
func (v *view) fit(set bool) {
	if !set || len(v.files) != 1 || v.left > 0 || v.files[0].parents > 0 || len(v.old) > limits.DiffInput || len(v.new) > limits.DiffInput {
		return
	}
	both := sides{newText(v.old), newText(v.new)}
	next, shift := int32(1), int32(0)
	for i := range v.records {
		r := &v.records[i]
		switch {
		case r.op == head:
			continue
		case r.op == hunk && (r.new < next || r.new > both.new.lines()+1 || r.old+shift != r.new), r.op == meta:
			return
		case r.op == hunk:
			continue
		case r.op != added && (r.old < 1 || r.old > both.old.lines() || both.old.line(r.old) != r.text):
			return
		case r.op != removed && (r.new < 1 || r.new > both.new.lines() || both.new.line(r.new) != r.text):
			return
		}
		switch r.op {
		case added:
			shift++
		case removed:
			shift--
		}
		next = max(next, r.new+1)
	}
	if both.old.lines()+shift != both.new.lines() {
		return
	}
	v.both = both
	if n := both.new.lines() + 1; n > next {
		v.records = append(v.records, record{op: gap, gap: n - next, old: both.old.lines() + 1, new: n})
	}
	v.fill()
}

// fill shows gaps of a few lines: to say that they are there would take as much room.
func (v *view) fill() {
	if v.both.known() {
		v.list = v.opened(nil)
	}
}
