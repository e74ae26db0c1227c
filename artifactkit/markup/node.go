// Package markup holds the one node tree that everything is drawn with and the only code that can make HTML of it.
// A tree is built from tags, attributes and text; names are constants of our own code and values are escaped in one place,
// so no caller can write a tag, an attribute name or an unescaped character. The same tree is written as plain text.
package markup

import (
	"slices"
	"strconv"
	"strings"
	"unicode"
)

// constant can only be an untyped constant of the calling code: a name can never come from data.
type constant string

// Node is a text, an element, or a run of nodes. The zero Node is nothing. Nodes are read-only once made.
type Node struct {
	kind  nodeKind
	tag   Tag
	text  string
	attrs []Attr
	kids  []Node
}

type nodeKind uint8

const (
	nodeFragment nodeKind = iota // kids only; the zero Node
	nodeText
	nodeElement
	nodeRaw // trusted HTML of the host (package trusted)
	nodeAlt // kids in HTML, text in plain text
)

// Text is a text node. Anything may be in it: it is coerced and escaped when it is written.
func Text(s string) Node { return Node{kind: nodeText, text: s} }

// Group is a run of nodes without an element of its own.
func Group(kids ...Node) Node { return Node{kids: kids} }

// El is an element. Nil attributes and empty nodes are fine.
func El(tag Tag, attrs []Attr, kids ...Node) Node {
	return Node{kind: nodeElement, tag: tag, attrs: attrs, kids: kids}
}

// Alt is html in HTML and text in plain text, for what has no words of its own: an icon, an image, a gutter sign.
func Alt(html Node, text string) Node {
	return Node{kind: nodeAlt, text: text, kids: []Node{html}}
}

// With is an element with more attributes; a node that is no element stays what it is.
func (n Node) With(attrs ...Attr) Node {
	if n.kind == nodeElement {
		n.attrs = append(n.attrs[:len(n.attrs):len(n.attrs)], attrs...)
	}
	return n
}

// Empty tells whether the node would write nothing in HTML.
func (n Node) Empty() bool {
	switch n.kind {
	case nodeElement:
		return false
	case nodeText, nodeRaw:
		return n.text == ""
	}
	for _, k := range n.kids {
		if !k.Empty() {
			return false
		}
	}
	return true
}

// Shows tells whether anything of the node is seen: an image, a line, or words of more than white space and characters of no width.
func (n Node) Shows() bool {
	switch {
	case n.kind == nodeElement && (n.tag == Img || n.tag == Hr), n.kind == nodeRaw && n.text != "":
		return true
	case n.kind == nodeText:
		return strings.IndexFunc(n.text, func(r rune) bool { return unicode.IsGraphic(r) && !unicode.IsSpace(r) }) >= 0
	}
	return slices.ContainsFunc(n.kids, Node.Shows)
}

// Count is the number of elements in the tree, the bound of a view.
func (n Node) Count() int {
	c := 0
	if n.kind == nodeElement {
		c = 1
	}
	for _, k := range n.kids {
		c += k.Count()
	}
	return c
}

// Attr is one attribute. It is made by the functions of this package only.
type Attr struct {
	name, value string
	bare        bool // written without a value
}

// Attrs is a short way to write a list of attributes.
func Attrs(a ...Attr) []Attr { return a }

// Class is a class attribute with constant names: Class("ak-row ak-open").
func Class(names constant) Attr { return Attr{name: "class", value: string(names)} }

// ClassIf is Class(names) when on, else no attribute.
func ClassIf(on bool, names constant) Attr {
	if !on {
		return Attr{}
	}
	return Class(names)
}

// ClassN is a class with a number behind a constant stem: ClassN("ak-fg-", 3).
func ClassN(base constant, stem constant, n int) Attr {
	v := string(stem) + strconv.Itoa(n)
	if base != "" {
		v = string(base) + " " + v
	}
	return Attr{name: "class", value: v}
}

// Data is data-ak-<name>, for the hosts' one listener.
func Data(name constant, value string) Attr {
	return Attr{name: "data-ak-" + string(name), value: value}
}

// Action marks a control: verb, and an argument behind a colon if there is one (design of view state and actions).
func Action(verb constant, arg string) Attr {
	if arg == "" {
		return Data("action", string(verb))
	}
	return Data("action", string(verb)+":"+arg)
}

// Controls marks an element that only serves controls: it is left out of static pages and of plain text.
func Controls() Attr { return Attr{name: "data-ak-controls", bare: true} }

// Content marks a control whose words are part of what is shown, such as the name of a node in a tree: static pages keep the words.
func Content() Attr { return Attr{name: "data-ak-content", bare: true} }

// Aria is aria-<name>.
func Aria(name constant, value string) Attr { return Attr{name: "aria-" + string(name), value: value} }

// Const is an attribute whose name and value are both constants: Const("role", "status"), Const("type", "button").
func Const(name, value constant) Attr { return Attr{name: string(name), value: string(value)} }

// Num is a numeric attribute: Num("colspan", 2).
func Num(name constant, n int) Attr { return Attr{name: string(name), value: strconv.Itoa(n)} }

// Flag is an attribute without a value: Flag("hidden", on). Off, it is not written.
func Flag(name constant, on bool) Attr {
	if !on {
		return Attr{}
	}
	return Attr{name: string(name), bare: true}
}

// Label, Tooltip, AltText and Datetime carry text in an attribute. In words the characters that reorder or hide are spelled (TR-8).
func Label(s string) Attr       { return Attr{name: "aria-label", value: Spelled(s)} }
func Tooltip(s string) Attr     { return Attr{name: "title", value: Spelled(s)} }
func AltText(s string) Attr     { return Attr{name: "alt", value: Spelled(s)} }
func Value(s string) Attr       { return Attr{name: "value", value: s} }
func Placeholder(s string) Attr { return Attr{name: "placeholder", value: Spelled(s)} }
func Datetime(s string) Attr    { return Attr{name: "datetime", value: s} }

// Lang is the language of the text, a BCP 47 tag; anything else gives no attribute.
func Lang(tag string) Attr {
	for i := 0; i < len(tag); i++ {
		if c := tag[i]; !(c == '-' || c >= '0' && c <= '9' || c >= 'A' && c <= 'Z' || c >= 'a' && c <= 'z') {
			return Attr{}
		}
	}
	if tag == "" || len(tag) > 35 {
		return Attr{}
	}
	return Attr{name: "lang", value: tag}
}

// Dir is the text direction: "ltr", "rtl", "auto".
func Dir(d constant) Attr { return Attr{name: "dir", value: string(d)} }

// Scope prefixes every id of one fragment, so that two cards in one document never collide (TR-11).
// The zero Scope is "ak". NewScope keeps only letters, digits and hyphens.
type Scope struct{ s string }

// NewScope makes a scope of a host's word.
func NewScope(s string) Scope {
	b := make([]byte, 0, len(s))
	for i := 0; i < len(s) && len(b) < 64; i++ {
		if c := s[i]; c == '-' || c >= '0' && c <= '9' || c >= 'A' && c <= 'Z' || c >= 'a' && c <= 'z' {
			b = append(b, c)
		}
	}
	return Scope{string(b)}
}

// Sub is the scope of a part: Sub("c", 3) of "ak" is "ak-c3".
func (s Scope) Sub(stem constant, n int) Scope {
	return Scope{s.String() + "-" + string(stem) + strconv.Itoa(n)}
}

// String is the prefix itself.
func (s Scope) String() string {
	if s.s == "" {
		return "ak"
	}
	return s.s
}

// ID is the id attribute of a part of this scope; Ref names the same part in another attribute, as aria-controls does.
func (s Scope) ID(part constant) Attr {
	return Attr{name: "id", value: s.String() + "-" + string(part)}
}

// Anchor is the id of a place that is named by data, a heading of a document; it is what LocalLink(s, part) points to.
func (s Scope) Anchor(part string) Attr { return Attr{name: "id", value: s.String() + "-" + part} }

// Ref is an attribute that names the part with ID(part).
func (s Scope) Ref(name, part constant) Attr {
	return Attr{name: string(name), value: s.String() + "-" + string(part)}
}
