package diff

import (
	"cmp"
	"strconv"

	"github.com/vitrine-go/vitrine/artifactkit/kind/internal/field"
	"github.com/vitrine-go/vitrine/artifactkit/limits"
	"github.com/vitrine-go/vitrine/artifactkit/markup"
)

// plain is the page as text: a unified diff, with what was left out in words.
func (d *drawing) plain(from, to int) string {
	dst := []byte(nil)
	for i := from; i < to; i++ {
		dst = d.line(dst, i, limits.LineRunes)
		if r := &d.records[i]; r.op == head {
			for _, s := range d.remarks(&d.files[r.old]) {
				dst = append(append(dst, s...), '\n')
			}
		}
	}
	left := d.left
	if to < len(d.records) {
		left += len(d.records) - to
	}
	if left > 0 {
		dst = append(append(dst, d.l.N("lines_left_out", left)...), '\n')
	}
	return markup.Spelled(string(dst))
}

// unified appends the records from..to as a unified diff. most cuts lines, 0 does not.
func (l *list) unified(dst []byte, from, to, most int) []byte {
	for i := from; i < to; i++ {
		dst = l.line(dst, i, most)
	}
	return dst
}

// header is the head of a file as git writes it: no more than what happened needs.
func (f *file) header(dst []byte) []byte {
	say := func(parts ...string) {
		for _, s := range parts {
			dst = append(dst, s...)
		}
		dst = append(dst, '\n')
	}
	moved := f.change == renamed || f.change == copied
	empty := f.lines == 0 && !f.binary
	if f.path() == "" || empty && f.change == modified && f.oldMode == "" {
		return dst
	}
	old, new := "a/"+f.old, "b/"+f.new
	switch {
	case f.parents > 0:
		say("diff --cc ", f.path())
	case moved, empty && f.oldMode+f.newMode != "", f.oldMode != "" && f.newMode != "":
		say("diff --git a/", cmp.Or(f.old, f.new), " b/", cmp.Or(f.new, f.old))
	}
	if f.oldMode != "" && f.newMode != "" {
		say("old mode ", f.oldMode)
		say("new mode ", f.newMode)
	}
	switch {
	case f.change == created:
		old = devNull
		if empty && f.newMode != "" {
			say("new file mode ", f.newMode)
		}
	case f.change == deleted:
		new = devNull
		if empty && f.oldMode != "" {
			say("deleted file mode ", f.oldMode)
		}
	case moved:
		if f.similar != "" {
			say("similarity index ", f.similar)
		}
		word := "rename"
		if f.change == copied {
			word = "copy"
		}
		say(word, " from ", f.old)
		say(word, " to ", f.new)
	}
	if f.old == "" {
		old = devNull
	}
	if f.new == "" {
		new = devNull
	}
	switch {
	case f.binary:
		say("Binary files ", old, " and ", new, " differ")
	case !empty, (f.change == created || f.change == deleted) && f.oldMode+f.newMode == "":
		say("--- ", old)
		say("+++ ", new)
	}
	return dst
}

func (l *list) line(dst []byte, i, most int) []byte {
	r := &l.records[i]
	text := r.text
	if most > 0 {
		if head, left := field.Cut(text, most); left > 0 {
			text = head + "…"
		}
	}
	combined := false
	if at := l.fileAt(i); at >= 0 {
		combined = l.files[at].parents > 0
	}
	switch r.op {
	case gap:
		return dst
	case head:
		return l.files[r.old].header(dst)
	case hunk:
		if !combined {
			dst = l.hunkHeader(dst, i)
			if text != "" {
				dst = append(dst, ' ')
			}
		}
		return append(append(dst, text...), '\n')
	case added:
		if !combined {
			dst = append(dst, '+')
		}
	case removed:
		if !combined {
			dst = append(dst, '-')
		}
	case context:
		if !combined {
			dst = append(dst, ' ')
		}
	}
	dst = append(append(dst, text...), '\n')
	if r.noEOL {
		dst = append(dst, "\\ No newline at end of file\n"...)
	}
	return dst
}

// hunkHeader writes the numbers of a hunk. Its lines are counted: what its head said need not be so.
func (l *list) hunkHeader(dst []byte, i int) []byte {
	r := &l.records[i]
	dst = append(dst, "@@"...)
	if r.old == 0 && r.new == 0 {
		return dst
	}
	old, new := 0, 0
	for k := i + 1; k < len(l.records) && l.records[k].op <= removed; k++ {
		if l.records[k].op != added {
			old++
		}
		if l.records[k].op != removed {
			new++
		}
	}
	return append(dst, " -"+place(r.old, old)+" +"+place(r.new, new)+" @@"...)
}

// place is the range of a hunk; an empty one begins at the line before, and a single line is not counted.
func place(start int32, n int) string {
	switch n {
	case 0:
		return strconv.Itoa(max(0, int(start)-1)) + ",0"
	case 1:
		return strconv.Itoa(int(start))
	}
	return strconv.Itoa(int(start)) + "," + strconv.Itoa(n)
}
