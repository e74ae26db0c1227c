package tree

import (
	"strings"

	"github.com/vitrine-go/vitrine/artifactkit/kind"
	"github.com/vitrine-go/vitrine/artifactkit/kind/internal/control"
	"github.com/vitrine-go/vitrine/artifactkit/kind/internal/field"
	"github.com/vitrine-go/vitrine/artifactkit/limits"
	"github.com/vitrine-go/vitrine/artifactkit/markup"
	"github.com/vitrine-go/vitrine/artifactkit/protocol"
)

// glance is the size in bytes of data that one sees as a whole: it needs no search and nothing to open it all.
const glance = 2000

// bar holds the search and what opens and closes everything, and below it the chosen node.
func (v view) bar(st kind.State, d *drawing) markup.Node {
	l := d.l
	var kids []markup.Node
	words := st.Get(keyFilter).Str()
	if v.root.Type() >= protocol.Array && (len(v.root.Raw()) > glance || words != "") {
		kids = append(kids, control.Field(l.T("tree_find"), markup.Action("filter", ""), words))
		if words == "" {
			kids = append(kids, control.Button(l.T("expand_all"), markup.Action("expand", "*")), control.Button(l.T("collapse_all"), markup.Action("collapse", "")))
		}
	}
	n := markup.Node{}
	if len(kids) > 0 {
		n = control.Bar(l.T("data"), kids...)
	}
	at, ok := v.find(d.at)
	if !d.chosen || !ok || at.ordinal == "" {
		return n
	}
	return markup.Group(n, control.Bar(l.T("tree_chosen"),
		markup.El(markup.Code, markup.Attrs(markup.Class("ak-treepath"), markup.Dir("ltr")), markup.Visible(tail(at.pointer))),
		control.Button(l.T("copy_path"), markup.Action("copy", "path")), control.Button(l.T("copy_node"), markup.Action("copy", "node"))))
}

// tail keeps the end of a path, which tells more than its beginning.
func tail(path string) string {
	if r := []rune(path); len(r) > limits.NameRunes {
		return "…" + string(r[len(r)-limits.NameRunes:])
	}
	return path
}

// searchMax is the longest text that is looked for.
const searchMax = 200

func cutWords(s string) string {
	s, _ = field.Cut(strings.TrimSpace(s), searchMax)
	return s
}

// matches lists the members and elements whose key or value holds the words, each a way to its place.
func (d *drawing) matches(v view, words string) markup.Node {
	words = strings.ToLower(words)
	var kids []markup.Node
	count := 0
	var walk func(n node)
	walk = func(n node) {
		i := 0
		again := func(int, string) bool { return false }
		if count < limits.TreeChildren {
			again = twice(n.value)
		}
		for key, c := range children(n.value) {
			hit := n.value.Type() == protocol.Object && holds(key, words)
			if c.Type() < protocol.Array {
				hit = hit || holds(field.Scalar(c), words)
			}
			if hit {
				count++
			}
			if hit && count <= limits.TreeChildren {
				kids = append(kids, d.match(n.child(i, key, c, again(i, key))))
			}
			if c.Type() >= protocol.Array {
				next := node{value: c}
				if count < limits.TreeChildren {
					next = n.child(i, key, c, again(i, key))
				}
				walk(next)
			}
			i++
		}
	}
	walk(node{value: v.root})
	said := d.l.N("matches", count)
	if count > limits.TreeChildren {
		said = d.l.T("matches_first", d.l.Num(limits.TreeChildren), d.l.Num(count))
	}
	return markup.Group(markup.El(markup.P, markup.Attrs(markup.Class("ak-empty"), markup.Const("role", "status")), markup.Text(said)),
		markup.El(markup.Ul, markup.Attrs(markup.Class("ak-tree ak-found"), markup.Dir("ltr")), kids...))
}

func holds(s, words string) bool { return strings.Contains(strings.ToLower(s), words) }

// match is one line of the list.
func (d *drawing) match(n node) markup.Node {
	s, whole := field.Brief(n.value, previewRunes)
	if !whole {
		s += "…"
	}
	return markup.El(markup.Li, nil, markup.El(markup.Button, markup.Attrs(markup.Class("ak-fold"), markup.Const("type", "button"), markup.Action("show", n.name()), markup.Content()),
		markup.El(markup.Span, markup.Attrs(markup.Class("ak-k")), d.b.Visible(tail(n.pointer)))), markup.Text(" "),
		markup.El(markup.Span, markup.Attrs(markup.Class("ak-peek")), d.b.Visible(s)))
}
