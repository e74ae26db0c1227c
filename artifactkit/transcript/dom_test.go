package transcript_test

import (
	"fmt"
	"html"
	"slices"
	"strings"
	"testing"

	"github.com/vitrine-go/vitrine/artifactkit/transcript"
)

// A document as small as can be: enough to apply operations to and to ask questions about. It reads only what our own writer
// writes and fails on anything else.
type el struct {
	name  string
	attrs []attr
	kids  []*el
	text  string // of a text node, whose name is ""
	up    *el
}

type attr struct{ name, value string }

func (e *el) get(name string) (string, bool) {
	for _, a := range e.attrs {
		if a.name == name {
			return a.value, true
		}
	}
	return "", false
}

func (e *el) attr(name string) string { v, _ := e.get(name); return v }

func (e *el) is(class string) bool {
	for _, c := range strings.Fields(e.attr("class")) {
		if c == class {
			return true
		}
	}
	return false
}

func (e *el) each(f func(*el) bool) {
	for _, k := range e.kids {
		if k.name != "" && f(k) {
			k.each(f)
		}
	}
}

// words is the text, parts that are hidden from everyone or from those who listen left out.
func (e *el) words() string {
	var b strings.Builder
	var walk func(*el)
	walk = func(e *el) {
		if e.name == "" {
			b.WriteString(e.text)
			return
		}
		if e.attr("aria-hidden") == "true" {
			return
		}
		for _, k := range e.kids {
			walk(k)
		}
	}
	walk(e)
	return strings.Join(strings.Fields(b.String()), " ")
}

func (e *el) first(class string) *el {
	var got *el
	e.each(func(k *el) bool {
		if got == nil && k.is(class) {
			got = k
		}
		return got == nil
	})
	return got
}

var void = map[string]bool{"br": true, "hr": true, "img": true, "input": true, "wbr": true, "col": true}

func parseHTML(s string) (*el, error) {
	root := &el{name: "#"}
	at := root
	for s != "" {
		if s[0] != '<' {
			i := strings.IndexByte(s, '<')
			if i < 0 {
				i = len(s)
			}
			if strings.ContainsRune(s[:i], '>') {
				return nil, fmt.Errorf("a bare > in %q", s[:i])
			}
			at.kids = append(at.kids, &el{text: html.UnescapeString(s[:i]), up: at})
			s = s[i:]
			continue
		}
		i := strings.IndexByte(s, '>')
		if i < 0 {
			return nil, fmt.Errorf("an open tag %.40q", s)
		}
		tag := s[1:i]
		s = s[i+1:]
		if name, ok := strings.CutPrefix(tag, "/"); ok {
			if at.name != name {
				return nil, fmt.Errorf("</%s> closes <%s>", name, at.name)
			}
			at = at.up
			continue
		}
		name, rest, _ := strings.Cut(tag, " ")
		e := &el{name: name, up: at}
		for rest != "" {
			end := strings.IndexAny(rest, "= ")
			if end < 0 {
				end = len(rest)
			}
			a := attr{name: rest[:end]}
			rest = rest[end:]
			if strings.HasPrefix(rest, `="`) {
				v, more, ok := strings.Cut(rest[2:], `"`)
				if !ok {
					return nil, fmt.Errorf("an open attribute in <%s>", tag)
				}
				a.value, rest = html.UnescapeString(v), more
			}
			e.attrs = append(e.attrs, a)
			rest = strings.TrimPrefix(rest, " ")
		}
		at.kids = append(at.kids, e)
		if !void[name] {
			at = e
		}
	}
	if at != root {
		return nil, fmt.Errorf("<%s> is not closed", at.name)
	}
	return root, nil
}

func (e *el) write(b *strings.Builder) {
	if e.name == "" {
		b.WriteString(html.EscapeString(e.text))
		return
	}
	if e.name != "#" {
		b.WriteString("<" + e.name)
		for _, a := range e.attrs {
			b.WriteString(" " + a.name + `="` + html.EscapeString(a.value) + `"`)
		}
		b.WriteString(">")
	}
	for _, k := range e.kids {
		k.write(b)
	}
	if e.name != "#" {
		b.WriteString("</" + e.name + ">")
	}
}

func (e *el) String() string {
	var b strings.Builder
	e.write(&b)
	return b.String()
}

// doc is a host's document: it applies operations as the page's helper does, and takes none that misses its target.
type doc struct {
	host  *el
	parts map[string]*el
	slots map[string]*el
}

func newDoc() *doc {
	host := &el{name: "#"}
	return &doc{host, map[string]*el{}, map[string]*el{"": host}}
}

func (d *doc) index(e *el, on bool) {
	do := func(e *el) {
		for name, m := range map[string]map[string]*el{"data-ak-part": d.parts, "data-ak-slot": d.slots} {
			if key, ok := e.get(name); ok && on {
				m[key] = e
			} else if ok && m[key] == e {
				delete(m, key)
			}
		}
	}
	do(e)
	e.each(func(k *el) bool { do(k); return true })
}

func (d *doc) apply(c transcript.Changes) error {
	for _, op := range c.Ops {
		if op.Verb == "off" || op.Verb == "on" {
			if err := d.sift(op); err != nil {
				return err
			}
			continue
		}
		root, err := parseHTML(op.HTML.String())
		if err != nil {
			return fmt.Errorf("%s %s: %w", op.Verb, op.Key, err)
		}
		if len(root.kids) != 1 || root.kids[0].attr("data-ak-part") != op.Key {
			return fmt.Errorf("%s %s: not one element with its key: %.80s", op.Verb, op.Key, op.HTML)
		}
		e := root.kids[0]
		switch op.Verb {
		case "add":
			slot := d.slots[op.Parent]
			if slot == nil || d.parts[op.Key] != nil {
				return fmt.Errorf("add %s: slot %q is there: %v, part is there: %v", op.Key, op.Parent, slot != nil, d.parts[op.Key] != nil)
			}
			e.up = slot
			slot.kids = append(slot.kids, e)
		case "set":
			old := d.parts[op.Key]
			if old == nil {
				return fmt.Errorf("set %s: no such part", op.Key)
			}
			d.index(old, false)
			for i, k := range old.up.kids {
				if k == old {
					old.up.kids[i] = e
				}
			}
			e.up = old.up
		default:
			return fmt.Errorf("verb %q", op.Verb)
		}
		d.index(e, true)
	}
	return nil
}

// sift marks a part that a filter hides, or takes the mark away.
func (d *doc) sift(op transcript.Op) error {
	e := d.parts[op.Key]
	if e == nil {
		return fmt.Errorf("%s %s: no such part", op.Verb, op.Key)
	}
	e.attrs = slices.DeleteFunc(e.attrs, func(a attr) bool { return a.name == "data-ak-off" })
	if op.Verb == "off" {
		e.attrs = append(e.attrs, attr{"data-ak-off", ""})
	}
	return nil
}

// lint holds markup against what holds for all of ours: known elements and attributes, ids once, references that lead somewhere.
func lint(t testing.TB, root *el) {
	t.Helper()
	ids := map[string]bool{}
	var refs []string
	root.each(func(e *el) bool {
		if strings.Contains(" script style iframe object embed form svg math base meta link ", " "+e.name+" ") {
			t.Errorf("<%s> in the markup", e.name)
		}
		for _, a := range e.attrs {
			if strings.HasPrefix(a.name, "on") || a.name == "style" || a.name == "srcdoc" || strings.ContainsAny(a.name, `"'<>/`) {
				t.Errorf("attribute %q of <%s>", a.name, e.name)
			}
			switch a.name {
			case "id":
				if ids[a.value] {
					t.Errorf("id %q twice", a.value)
				}
				ids[a.value] = true
			case "aria-controls":
				refs = append(refs, a.value)
			}
		}
		return true
	})
	for _, r := range refs {
		if !ids[r] {
			t.Errorf("aria-controls leads nowhere: %q", r)
		}
	}
}
