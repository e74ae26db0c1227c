package diff

import (
	"strings"

	"znkr.io/diff"
	"znkr.io/diff/textdiff"

	"github.com/vitrine-go/vitrine/artifactkit/highlight"
	"github.com/vitrine-go/vitrine/artifactkit/kind/internal/field"
	"github.com/vitrine-go/vitrine/artifactkit/limits"
	"github.com/vitrine-go/vitrine/artifactkit/protocol"
)

// compare makes the list of two texts. Where all lines of one side end with LF and all of the other with CR LF, it compares
// without them and says so: a view in which everything changed would show nothing.
func (v *view) compare(oldSet, newSet bool) {
	f := v.start(file{old: v.path, new: v.path})
	switch {
	case !oldSet, v.old == "" && v.new != "" && v.verb == "":
		f.change = created
	case !newSet, v.new == "" && v.verb == "":
		f.change = deleted
	}
	if v.old == v.new {
		return
	}
	if len(v.old) > limits.DiffInput || len(v.new) > limits.DiffInput || lines(v.old)+lines(v.new) > limits.DiffCompared {
		v.replaced = true
		v.records = append(v.records, record{op: hunk, old: 1, new: 1})
		v.all(removed, v.old)
		v.all(added, v.new)
		return
	}
	old, new := v.old, v.new
	if a, b := endings(old), endings(new); a != 0 && b != 0 && a != b {
		f.endings, f.toCRLF = true, b == crlf
		old, new = strings.ReplaceAll(old, "\r\n", "\n"), strings.ReplaceAll(new, "\r\n", "\n")
	}
	v.texts(old, new, false)
	v.both = sides{newText(old), newText(new)}
	v.sections(v.path)
	v.fill()
}

// texts adds the hunks between two texts to the last file. A missing newline at the end says something only when the other side
// has one; exact says it always, as a patch must.
func (l *list) texts(old, new string, exact bool) {
	oldEnd, newEnd := ended(old), ended(new)
	oldLines, newLines := int32(lines(old)), int32(lines(new))
	last := int32(0)
	options := []textdiff.Option{diff.Context(3), textdiff.IndentHeuristic()}
	if oldLines+newLines > limits.DiffExact {
		options = append(options, diff.Fast())
	}
	hunks := textdiff.Hunks(old, new, options...)
	for _, h := range hunks {
		l.records = append(l.records, record{op: hunk, old: int32(h.LineNoX) + 1, new: int32(h.LineNoY) + 1, gap: int32(h.LineNoY) - last})
		for _, e := range h.Edits {
			old, new := int32(e.LineNoX)+1, int32(e.LineNoY)+1
			switch e.Op {
			case diff.Match:
				l.add(context, strings.TrimSuffix(e.Line, "\n"), old, new)
			case diff.Delete:
				l.add(removed, strings.TrimSuffix(e.Line, "\n"), old, 0)
			case diff.Insert:
				l.add(added, strings.TrimSuffix(e.Line, "\n"), 0, new)
			}
			r := &l.records[len(l.records)-1]
			r.noEOL = (exact || oldEnd != newEnd) && (!oldEnd && r.old == oldLines || !newEnd && r.new == newLines)
		}
		last = int32(h.EndLineNoY)
	}
	if left := newLines - last; left > 0 && len(hunks) > 0 {
		l.records = append(l.records, record{op: gap, gap: left, old: oldLines + 1, new: newLines + 1})
	}
}

const (
	lf   = 1
	crlf = 2
)

// endings is how all lines of a text end; 0 when they differ or there are none.
func endings(s string) int {
	switch n := strings.Count(s, "\n"); {
	case n == 0:
		return 0
	case strings.Count(s, "\r\n") == n:
		return crlf
	case !strings.Contains(s, "\r"):
		return lf
	}
	return 0
}

// ended tells whether a text ends with a newline; an empty one has no line that could lack it.
func ended(s string) bool { return s == "" || strings.HasSuffix(s, "\n") }

func lines(s string) int {
	n := strings.Count(s, "\n")
	if !ended(s) {
		n++
	}
	return n
}

// all adds a whole text as added or removed, up to the bound.
func (v *view) all(o op, s string) {
	for n := int32(1); s != ""; n++ {
		if len(v.records) >= limits.DiffRecords {
			v.left += lines(s)
			return
		}
		line, rest, _ := strings.Cut(s, "\n")
		v.add(o, line, n, n)
		s = rest
	}
}

// hunks makes the list of hunks that come decoded: [{oldStart, oldLines, newStart, newLines, lines: [" a", "-b", "+c"]}].
func (l *list) hunks(in protocol.Value, path string) bool {
	if in.Type() != protocol.Array {
		return false
	}
	p := parser{list: l}
	for _, h := range in.Elems() {
		lines := h.Get("lines")
		if lines.Type() != protocol.Array {
			continue
		}
		if len(l.files) == 0 {
			l.start(file{old: path, new: path})
		}
		p.begin(count(h, "oldStart"), endless, count(h, "newStart"), endless, "")
		for _, line := range lines.Elems() {
			if len(l.records) >= limits.DiffRecords {
				l.left++
			} else if s := field.Scalar(line); !p.line(s) {
				p.odd(s)
			}
		}
	}
	return len(l.files) > 0
}

func count(h protocol.Value, key string) int32 {
	if n, ok := field.Unbox(h.Get(key)).Int(); ok && n > 0 && n < 1<<30 {
		return int32(n)
	}
	return 0
}

// long is how much is said of the line that tells where a hunk is.
const long = 100

// sections says for each hunk of code in which function it is: as in git, the nearest line above that begins at the margin.
func (v *view) sections(path string) {
	if lang := highlight.ForFile(path); lang == "" || lang == "markdown" || lang == "json" {
		return
	}
	old := v.both.old
	at, found := int32(1), int32(0)
	for i := range v.records {
		r := &v.records[i]
		if r.op != hunk {
			continue
		}
		for ; at < r.old; at++ {
			if c := old.text[old.at[at-1]]; c == '_' || c == '$' || c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' {
				found = at
			}
		}
		if found > 0 {
			r.text, _ = field.Cut(strings.TrimRight(old.line(found), " \t\r"), long)
		}
	}
}
