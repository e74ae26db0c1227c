package diff

import (
	"strconv"

	"github.com/vitrine-go/vitrine/artifactkit/kind/internal/field"
	"github.com/vitrine-go/vitrine/artifactkit/limits"
	"github.com/vitrine-go/vitrine/artifactkit/markup"
)

// plain is the page as text: a unified diff, with what was left out in words.
func (d drawing) plain(from, to int) string {
	dst := d.unified(nil, from, to, limits.LineRunes)
	if f := d.files; len(f) == 1 && f[0].lines == 0 && f[0].change == modified && !f[0].binary {
		dst = append(append(dst, d.l.T("no_changes")...), '\n')
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
func (v *view) unified(dst []byte, from, to, most int) []byte {
	for i := from; i < to; i++ {
		dst = v.line(dst, i, most)
	}
	return dst
}

func (f *file) header(dst []byte) []byte {
	if f.path() == "" || f.lines == 0 && f.change == modified && !f.binary {
		return dst
	}
	if f.lines == 0 && (f.change == renamed || f.change == copied) {
		word := "rename"
		if f.change == copied {
			word = "copy"
		}
		return append(dst, word+" from "+f.old+"\n"+word+" to "+f.new+"\n"...)
	}
	name := func(prefix, s string) string {
		if s == "" {
			return devNull
		}
		return prefix + s
	}
	old, new := name("a/", f.old), name("b/", f.new)
	switch f.change {
	case created:
		old = devNull
	case deleted:
		new = devNull
	}
	if f.binary {
		return append(dst, "Binary files "+old+" and "+new+" differ\n"...)
	}
	return append(dst, "--- "+old+"\n+++ "+new+"\n"...)
}

func (v *view) line(dst []byte, i, most int) []byte {
	r := &v.records[i]
	text := r.text
	if most > 0 {
		if head, left := field.Cut(text, most); left > 0 {
			text = head + "…"
		}
	}
	switch r.op {
	case gap:
		return dst
	case head:
		return v.files[r.old].header(dst)
	case hunk:
		old, new := 0, 0
		for _, l := range v.records[i+1:] {
			if l.op > removed {
				break
			}
			if l.op != added {
				old++
			}
			if l.op != removed {
				new++
			}
		}
		dst = append(dst, "@@"...)
		if r.old > 0 || r.new > 0 {
			dst = append(dst, " -"+place(r.old, old)+" +"+place(r.new, new)+" @@"...)
		}
		if text != "" {
			dst = append(append(dst, ' '), text...)
		}
		return append(dst, '\n')
	case added:
		dst = append(dst, '+')
	case removed:
		dst = append(dst, '-')
	case context:
		dst = append(dst, ' ')
	}
	dst = append(append(dst, text...), '\n')
	if r.noEOL {
		dst = append(dst, "\\ No newline at end of file\n"...)
	}
	return dst
}

// place is the range of a hunk; an empty one begins at the line before.
func place(start int32, n int) string {
	if n == 0 {
		start--
	}
	return strconv.Itoa(max(0, int(start))) + "," + strconv.Itoa(n)
}
