package markup

// Static is the tree without its controls, for a page on which no script listens: buttons, inputs and bars are left out, and so is
// everything that only serves them.
func Static(n Node) Node {
	if n.kind == nodeElement && n.control() {
		return Node{}
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
	for _, a := range n.attrs {
		if a.name == "data-ak-controls" {
			return true
		}
	}
	return false
}
