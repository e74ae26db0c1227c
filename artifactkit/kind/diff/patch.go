package diff

import (
	"strconv"
	"strings"

	"github.com/vitrine-go/vitrine/artifactkit/limits"
)

// parser reads a patch line by line: unified diffs of one or many files, with git's extensions, and what people and models make
// of them (wrong counts, hunks without numbers, no file names). Nothing is dropped without a word: what cannot be read as part of
// the patch is kept as a line of its own.
type parser struct {
	list             *list
	inHunk, skip     bool
	loose            bool  // V4A or bare lines: a line with a sign needs no hunk before it
	oldLeft, newLeft int32 // lines that the hunk's head still promises
	old, new         int32 // numbers of the next lines, 0 when not known
	end              int32 // number behind the last line of the hunk before, in the new file
}

// endless is the promise of a hunk whose head counts no lines.
const endless = 1 << 30

// parse reads a patch; false when nothing in it is one. path is the file of bare lines.
func (l *list) parse(text, path string) bool {
	if len(text) > limits.DiffPatch {
		cut := strings.LastIndexByte(text[:limits.DiffPatch], '\n') + 1
		l.left = lines(text[cut:])
		text = text[:cut]
	}
	p := parser{list: l, loose: bare(text)}
	found := p.loose
	if p.loose {
		p.file(file{old: path, new: path})
	}
	for text != "" {
		if len(l.records) >= limits.DiffRecords {
			l.left += lines(text)
			break
		}
		line, rest, _ := strings.Cut(text, "\n")
		if next, after, ok := names(line, rest); ok && p.ready(after) {
			p.names(line[4:], next)
			text, found = after, true
			continue
		}
		text = rest
		if p.inHunk {
			if p.line(line) {
				continue
			}
			if p.open() && !heads(line) {
				p.odd(line)
				continue
			}
			p.close()
		}
		if p.head(line) {
			found = true
		}
	}
	p.close()
	if !found {
		*l = list{}
	}
	return found
}

// names tells whether two lines are the names of a file.
func names(line, rest string) (next, after string, ok bool) {
	if !strings.HasPrefix(line, "--- ") || !strings.HasPrefix(rest, "+++ ") {
		return "", "", false
	}
	next, after, _ = strings.Cut(rest, "\n")
	return next[4:], after, true
}

// ready tells whether the names of a file may stand here, and are no changed lines that begin with dashes and pluses.
func (p *parser) ready(after string) bool {
	switch {
	case p.skip:
		return true
	case p.loose:
		return len(p.list.files) == 0 || strings.HasPrefix(after, "@@ -")
	case !p.inHunk, p.oldLeft <= 0 && p.newLeft <= 0:
		return true
	case p.oldLeft > endless/2:
		return strings.HasPrefix(after, "@@")
	}
	return false
}

// open tells whether the hunk's head promises more lines.
func (p *parser) open() bool {
	return p.inHunk && p.oldLeft < endless/2 && (p.oldLeft > 0 || p.newLeft > 0)
}

// close ends a hunk.
func (p *parser) close() {
	if p.inHunk && p.oldLeft < endless/2 && (p.oldLeft != 0 || p.newLeft != 0) {
		p.list.last().miscounted = true
	}
	p.inHunk = false
}

// heads tells whether a line begins something new, also where the hunk before promises more.
func heads(line string) bool {
	for _, s := range []string{"diff ", "Index: ", "@@", "*** "} {
		if strings.HasPrefix(line, s) {
			return true
		}
	}
	return false
}

// odd keeps a line inside a hunk that has no sign. How many lines it stands for is not known, so those behind it have no numbers.
func (p *parser) odd(line string) {
	p.list.records = append(p.list.records, record{op: meta, text: strings.TrimSuffix(line, "\r")})
	p.list.last().odd++
	p.old, p.new = 0, 0
}

// file begins the next file.
func (p *parser) file(f file) *file {
	p.close()
	p.end, p.skip = 0, false
	return p.list.start(f)
}

// hunkHead reads " -12,3 +14,4 @@ section". Without numbers the lines have none.
func (p *parser) hunkHead(s string) {
	ranges, section, _ := strings.Cut(strings.TrimPrefix(s, " "), "@@")
	var n [4]int32
	known := true
	parts := strings.Fields(ranges)
	for i, sign := range []string{"-", "+"} {
		if i >= len(parts) {
			known = false
			break
		}
		start, count, ok := numbers(parts[i], sign)
		known = known && ok
		n[2*i], n[2*i+1] = start, count
	}
	if !known {
		if p.join(strings.TrimSpace(strings.TrimSuffix(strings.TrimSpace(s), "@@"))) {
			return
		}
		if len(parts) > 0 && strings.TrimSpace(section) == "" {
			section = s
		}
		n = [4]int32{0, endless, 0, endless}
	}
	p.begin(n[0], n[1], n[2], n[3], strings.TrimSpace(section))
}

// numbers reads "-12,3".
func numbers(s, sign string) (start, count int32, ok bool) {
	s, ok = strings.CutPrefix(s, sign)
	first, length, two := strings.Cut(s, ",")
	if !two {
		length = "1"
	}
	a, err1 := strconv.ParseInt(first, 10, 31)
	b, err2 := strconv.ParseInt(length, 10, 31)
	ok = ok && err1 == nil && err2 == nil && a >= 0 && b >= 0 && a < endless/2 && b < endless/2
	return int32(a), int32(b), ok
}

// begin opens a hunk. An empty side is said to begin at the line before.
func (p *parser) begin(old, oldLines, new, newLines int32, section string) {
	if old == 0 && oldLines == 0 && new > 0 || old > 0 && oldLines == 0 {
		old++
	}
	if new == 0 && newLines == 0 && old > 0 || new > 0 && newLines == 0 {
		new++
	}
	r := record{op: hunk, text: section, old: old, new: new}
	if new > p.end && new > 0 {
		r.gap = new - max(p.end, 1)
	}
	p.list.records = append(p.list.records, r)
	p.list.last().started = true
	p.inHunk, p.old, p.new, p.oldLeft, p.newLeft, p.end = true, old, new, oldLines, newLines, new
}

// line takes a line of a hunk; false when it is none.
func (p *parser) line(s string) bool {
	if n := p.list.last().parents; n > 0 {
		return p.combinedLine(s, n)
	}
	done := p.oldLeft <= 0 && p.newLeft <= 0
	if strings.TrimSuffix(s, "\r") == "" {
		if done {
			return false
		}
		s = " " + s // editors eat the space of an empty line
	}
	var o op
	switch s[0] {
	case ' ':
	case '+':
		o = added
	case '-':
		if done && s == "-- " { // the signature of git format-patch
			return false
		}
		o = removed
	case '\\':
		p.noEOL()
		return true
	default:
		return false
	}
	p.list.add(o, s[1:], p.old, p.new)
	p.step(o != added, o != removed)
	return true
}

// noEOL marks the line before as the last of its file.
func (p *parser) noEOL() {
	if r := &p.list.records[len(p.list.records)-1]; r.op <= removed {
		r.noEOL = true
	}
}

// step counts a line on the sides it is on.
func (p *parser) step(old, new bool) {
	count := func(on bool, left, number *int32) {
		if on {
			*left--
			if *number > 0 && *number < endless {
				*number++
			}
		}
	}
	count(old, &p.oldLeft, &p.old)
	count(new, &p.newLeft, &p.new)
	p.end = p.new
}
