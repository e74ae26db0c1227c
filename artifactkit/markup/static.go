package markup

import "slices"

// Static is the tree without its controls, for a page on which no script listens: buttons, inputs and bars are left out, and so is
// everything that only serves them. Of a control whose words are content the words stay.
func Static(n Node) Node {
	if n.kind == nodeElement {
		if n.attr("data-ak-content") {
			n = El(Span, []Attr{n.class()}, n.kids...)
		} else if n.control() {
			return Node{}
		}
		n.attrs = inert(n.attrs)
	}
	if len(n.kids) == 0 {
		return n
	}
	kids := make([]Node, 0, len(n.kids))
	for _, k := range n.kids {
		if k = Static(k); k.kind == nodeElement || !k.Empty() {
			kids = append(kids, k)
		}
	}
	n.kids = kids
	return n
}

// control tells whether an element is a control or holds nothing else.
func (n Node) control() bool {
	if n.tag == Button || n.tag == Input {
		return true
	}
	return n.attr("data-ak-controls")
}

func (n Node) attr(name string) bool {
	return slices.ContainsFunc(n.attrs, func(a Attr) bool { return a.name == name })
}

func (n Node) class() Attr {
	for _, a := range n.attrs {
		if a.name == "class" {
			return a
		}
	}
	return Attr{}
}

// inert leaves out the actions of what is no control by itself, such as a picture that opens on a click.
func inert(attrs []Attr) []Attr {
	if !slices.ContainsFunc(attrs, func(a Attr) bool { return a.name == "data-ak-action" }) {
		return attrs
	}
	out := make([]Attr, 0, len(attrs))
	for _, a := range attrs {
		if a.name != "data-ak-action" {
			out = append(out, a)
		}
	}
	return out
}
