package markup

// HTML is markup that this package wrote. It cannot be made of a string: the zero HTML is empty, the rest comes from Write.
type HTML struct{ s string }

// String is the markup. A Go host hands it to html/template as template.HTML.
func (h HTML) String() string { return h.s }

// Write is the one writer of HTML (TR-7): every tag balanced, every attribute in double quotes, every value escaped.
func Write(n Node) HTML { return HTML{string(appendHTML(nil, n))} }

func appendHTML(dst []byte, n Node) []byte {
	switch n.kind {
	case nodeText:
		return appendText(dst, n.text)
	case nodeRaw:
		return append(dst, n.text...)
	case nodeElement:
		name := n.tag.Name()
		dst = append(append(dst, '<'), name...)
		for _, a := range n.attrs {
			if a.name == "" {
				continue
			}
			dst = append(append(dst, ' '), a.name...)
			if !a.bare {
				dst = append(appendText(append(dst, '=', '"'), a.value), '"')
			}
		}
		dst = append(dst, '>')
		if n.tag.void() {
			return dst
		}
		body := len(dst)
		dst = appendKids(dst, n.kids)
		if n.tag == Pre && len(dst) > body && dst[body] == '\n' {
			// A parser drops the first newline of a pre: write it twice.
			dst = append(dst, 0)
			copy(dst[body+1:], dst[body:])
		}
		return append(append(append(dst, '<', '/'), name...), '>')
	}
	return appendKids(dst, n.kids)
}

func appendKids(dst []byte, kids []Node) []byte {
	for _, k := range kids {
		dst = appendHTML(dst, k)
	}
	return dst
}
