package diff

import (
	"strings"

	"znkr.io/diff"
	"znkr.io/diff/textdiff"

	"github.com/vitrine-go/vitrine/artifactkit/kind/internal/field"
	"github.com/vitrine-go/vitrine/artifactkit/limits"
	"github.com/vitrine-go/vitrine/artifactkit/protocol"
)

// start begins a file.
func (l *list) start(f file) *file {
	f.first = len(l.records)
	l.records = append(l.records, record{op: head, old: int32(len(l.files))})
	l.files = append(l.files, f)
	return &l.files[len(l.files)-1]
}

// add appends a changed or unchanged line to the last file.
func (l *list) add(o op, text string, old, new int32) {
	f := &l.files[len(l.files)-1]
	switch o {
	case added:
		f.adds++
		old = 0
	case removed:
		f.dels++
		new = 0
	}
	f.lines++
	if strings.HasSuffix(text, "\r") {
		f.crlf++
	}
	l.records = append(l.records, record{op: o, text: text, old: old, new: new})
}

// compare makes the list of two texts.
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
	if len(v.old) > limits.DiffInput || len(v.new) > limits.DiffInput {
		v.replaced = true
		v.records = append(v.records, record{op: hunk, old: 1, new: 1})
		v.all(removed, v.old)
		v.all(added, v.new)
		return
	}
	// A missing newline at the end says something only when the other side has one.
	oldEnd, newEnd := ended(v.old), ended(v.new)
	oldLines, newLines := int32(lines(v.old)), int32(lines(v.new))
	last := int32(0)
	options := []textdiff.Option{diff.Context(3), textdiff.IndentHeuristic()}
	if oldLines+newLines > limits.DiffExact {
		options = append(options, diff.Fast())
	}
	for _, h := range textdiff.Hunks(v.old, v.new, options...) {
		v.records = append(v.records, record{op: hunk, old: int32(h.LineNoX) + 1, new: int32(h.LineNoY) + 1, gap: int32(h.LineNoY) - last})
		for _, e := range h.Edits {
			old, new := int32(e.LineNoX)+1, int32(e.LineNoY)+1
			switch e.Op {
			case diff.Match:
				v.add(context, strings.TrimSuffix(e.Line, "\n"), old, new)
			case diff.Delete:
				v.add(removed, strings.TrimSuffix(e.Line, "\n"), old, 0)
			case diff.Insert:
				v.add(added, strings.TrimSuffix(e.Line, "\n"), 0, new)
			}
			r := &v.records[len(v.records)-1]
			r.noEOL = oldEnd != newEnd && (!oldEnd && r.old == oldLines || !newEnd && r.new == newLines)
		}
		last = int32(h.EndLineNoY)
	}
	if left := newLines - last; left > 0 {
		v.records = append(v.records, record{op: gap, gap: left})
	}
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
func (v *view) hunks(list protocol.Value) bool {
	if list.Type() != protocol.Array {
		return false
	}
	p := parser{list: &v.list}
	for _, h := range list.Elems() {
		lines := h.Get("lines")
		if lines.Type() != protocol.Array {
			continue
		}
		if len(v.files) == 0 {
			v.start(file{old: v.path, new: v.path})
		}
		p.begin(count(h, "oldStart"), 1<<30, count(h, "newStart"), 1<<30, "")
		for _, l := range lines.Elems() {
			if len(v.records) >= limits.DiffRecords {
				v.left++
			} else if !p.line(field.Scalar(l)) {
				p.line(" " + field.Scalar(l)) // without a sign it is context
			}
		}
	}
	return len(v.files) > 0
}

func count(h protocol.Value, key string) int32 {
	if n, ok := field.Unbox(h.Get(key)).Int(); ok && n > 0 && n < 1<<30 {
		return int32(n)
	}
	return 0
}
