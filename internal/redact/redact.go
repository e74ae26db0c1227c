package redact

import (
	"strings"
)

// Options say what is removed besides keys. The zero value is fine.
type Options struct {
	Users []string // names of people, removed wherever they stand as a word
}

// Redactor removes secrets and counts them. It is not safe for concurrent use.
type Redactor struct {
	o     Options
	found tally
	place place
	still *Redactor // for texts that are not counted
}

// New makes a Redactor. Names that are too short, or are those of no person, are removed from paths only.
func New(o Options) *Redactor {
	var users []string
	for _, u := range o.Users {
		if len(u) >= 3 && len(u) <= 64 && !nobody[strings.ToLower(u)] {
			users = append(users, u)
		}
	}
	r := &Redactor{o: Options{users}, found: newTally()}
	r.still = &Redactor{o: r.o, found: newTally()}
	return r
}

// mark is what stands in place of a secret.
func mark(rule string) string { return "[removed: " + rule + "]" }

// Text is a text without its secrets. What it answers has none that a second look would find.
func (r *Redactor) Text(s string) string { return r.text(s, 0) }

func (r *Redactor) text(s string, depth int) string {
	if len(s) < 4 {
		return s
	}
	if out, ok := r.inner(s, depth); ok {
		return out
	}
	v := look(s, false)
	out := r.replaced(&v, r.scan(&v))
	if strings.Contains(s, "\x1b]") {
		v = look(out, true)
		out = r.replaced(&v, r.scan(&v))
	}
	return out
}

// replaced writes a text anew without its spans.
func (r *Redactor) replaced(v *view, spans []span) string {
	if len(spans) == 0 {
		return v.src
	}
	var out strings.Builder
	at := 0
	for _, x := range spans {
		start, end := v.source(x.start), v.sourceEnd(x.end)
		if start < at {
			continue
		}
		out.WriteString(v.src[at:start])
		if !x.more {
			out.WriteString(mark(x.rule))
			r.note(x.rule)
		}
		at = end
	}
	out.WriteString(v.src[at:])
	return out.String()
}
