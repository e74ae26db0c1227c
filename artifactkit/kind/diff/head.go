package diff

import (
	"github.com/vitrine-go/vitrine/artifactkit/kind/internal/field"
	"github.com/vitrine-go/vitrine/artifactkit/markup"
)

// file draws the records from..to of one file, under its head where they are its first; at is -1 for what stands before all files.
func (d *drawing) file(at, from, to int) markup.Node {
	if at < 0 {
		return d.lines(at, from, to)
	}
	f := &d.files[at]
	if d.records[from].op == head {
		from++
	}
	notes := d.notes(f)
	if len(d.files) == 1 {
		return markup.Group(markup.El(markup.Div, markup.Attrs(markup.Class("ak-file")), append(d.title(f), d.bar())...), notes, d.lines(at, from, to))
	}
	return markup.El(markup.Details, markup.Attrs(markup.Class("ak-one"), d.env.Scope.Anchor(fileAnchor(at)), markup.Flag("open", true)),
		markup.El(markup.Summary, markup.Attrs(markup.Class("ak-file")), markup.El(markup.H4, nil, d.title(f)...)),
		notes, d.lines(at, from, to))
}

// title says what happened to a file: a verb or word, its path, where it came from, how much changed.
func (d *drawing) title(f *file) []markup.Node {
	verb := d.word(f)
	if len(d.files) == 1 && d.v.verb != "" {
		verb = d.v.verb
	}
	var kids []markup.Node
	if verb != "" {
		kids = append(kids, markup.El(markup.Span, markup.Attrs(markup.Class("ak-verb")), d.b.Visible(field.Name(verb))), markup.Text(" "))
	}
	if p := f.path(); p != "" && (p != d.env.Title || f.adds+f.dels == 0 || len(d.files) > 1) {
		kids = append(kids, markup.El(markup.Bdi, markup.Attrs(markup.Class("ak-path")), d.b.Visible(field.Name(p))), markup.Text(" "))
	}
	if f.old != "" && f.new != "" && f.old != f.new {
		kids = append(kids, markup.El(markup.Span, markup.Attrs(markup.Class("ak-was")), d.b.Visible("← "+field.Name(f.old)), markup.Text(d.similar(f))), markup.Text(" "))
	}
	if f.adds+f.dels > 0 {
		kids = append(kids, d.counts(f.adds, f.dels))
	}
	return kids
}

// similar says how much of a file that was moved is the same.
func (d *drawing) similar(f *file) string {
	if f.similar == "" || len(f.similar) > 4 {
		return ""
	}
	return " " + d.l.T("similar", f.similar)
}

func (d *drawing) word(f *file) string {
	switch f.change {
	case created:
		return d.l.T("file_new")
	case deleted:
		return d.l.T("file_deleted")
	case renamed:
		return d.l.T("file_renamed")
	case copied:
		return d.l.T("file_copied")
	}
	return ""
}

// notes are what a file's lines do not say.
func (d *drawing) notes(f *file) markup.Node {
	var kids []markup.Node
	for _, s := range append(d.states(f), d.remarks(f)...) {
		kids = append(kids, markup.El(markup.Span, nil, markup.Text(s)))
	}
	if kids == nil {
		return markup.Node{}
	}
	return markup.El(markup.Div, markup.Attrs(markup.Class("ak-gap ak-remarks")), kids...)
}

// states are what the head of a patch says beside the names.
func (d *drawing) states(f *file) (out []string) {
	switch m := f.newMode + f.oldMode; {
	case f.oldMode != "" && f.newMode != "" && f.oldMode != f.newMode:
		out = append(out, d.l.T("mode_changed", mode(f.oldMode), mode(f.newMode)))
	case len(m) == 6 && m != "100644":
		out = append(out, d.l.T("mode_is", mode(m)))
	}
	if f.binary {
		s := d.l.T("binary_file")
		if f.size > 0 {
			s += ", " + d.l.Bytes(f.size)
		}
		out = append(out, s)
	}
	if f.empty() && f.change == created {
		out = append(out, d.l.T("empty_file"))
	}
	if f.parents > 0 {
		out = append(out, d.l.N("combined_diff", f.parents))
	}
	return out
}

// remarks are what no patch says.
func (d *drawing) remarks(f *file) (out []string) {
	if f.endings {
		was, now := "CR LF", "LF"
		if f.toCRLF {
			was, now = now, was
		}
		out = append(out, d.l.T("endings_changed", was, now))
		if f.lines == 0 {
			out = append(out, d.l.T("no_other_changes"))
		}
	}
	if f.empty() && f.change == modified && f.oldMode == "" {
		out = append(out, d.l.T("no_changes"))
	}
	if f.miscounted && f.odd == 0 {
		out = append(out, d.l.T("hunk_counts"))
	}
	if f.odd > 0 {
		out = append(out, d.l.N("unread_lines", f.odd))
	}
	return out
}

// empty tells whether nothing but its head is known of a file.
func (f *file) empty() bool { return f.lines == 0 && !f.binary && !f.endings && f.odd == 0 }

// mode is the mode of a file as git writes it, cut to what one is.
func mode(s string) string {
	s, _ = field.Cut(s, 6)
	return markup.Spelled(s)
}
