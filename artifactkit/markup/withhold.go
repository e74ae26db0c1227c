package markup

import (
	"fmt"
	"slices"
	"strings"
)

// Withheld is what a host takes away from its readers: it is absent from what is written. The zero Withheld takes nothing away.
type Withheld uint8

// What can be withheld.
const (
	WithheldLinks     Withheld = 1 << iota // addresses elsewhere that can be followed: their words stay
	WithheldCopies                         // controls that copy
	WithheldDownloads                      // controls that save files
	WithheldJSON                           // the JSON behind a view, to copy or to save, and the page's inspector
	WithheldExports                        // the page's export of what it shows
)

var withheldNames = []struct {
	name string
	w    Withheld
}{{"links", WithheldLinks}, {"copies", WithheldCopies}, {"downloads", WithheldDownloads}, {"json", WithheldJSON}, {"exports", WithheldExports}}

// ParseWithheld reads names with commas between them: links, copies, downloads, json, exports. "" is nothing; a name that is none is an error.
func ParseWithheld(names string) (Withheld, error) {
	var out Withheld
next:
	for name := range strings.SplitSeq(names, ",") {
		if name = strings.TrimSpace(name); name == "" {
			continue
		}
		for _, known := range withheldNames {
			if known.name == name {
				out |= known.w
				continue next
			}
		}
		return 0, fmt.Errorf("%q cannot be withheld: links, copies, downloads, json and exports can", name)
	}
	return out, nil
}

// Takes tells whether a word of Extract is not given out: JSON by its words, with or without what stands behind a colon, and everything
// where neither copies nor downloads are left.
func (w Withheld) Takes(word string) bool {
	word, _, _ = strings.Cut(word, ":")
	both := WithheldCopies | WithheldDownloads
	return w&both == both || w&WithheldJSON != 0 && slices.Contains([]string{"raw", "artifact", "arguments", "event", "read", "node", "json"}, word)
}

// Without is the tree without what is withheld, and without bars and menus that held nothing else.
func Without(n Node, w Withheld) Node {
	if w == 0 {
		return n
	}
	if n.kind == nodeElement {
		if n.tag == A && w&WithheldLinks != 0 && n.leaves() {
			n = El(Span, slices.DeleteFunc(slices.Clone(n.attrs), func(a Attr) bool { return a.name == "href" || a.name == "target" || a.name == "rel" }), n.kids...)
		}
		if n.tag == Button && w.action(n.value("data-ak-action")) {
			return Node{}
		}
	}
	if len(n.kids) == 0 {
		return n
	}
	kids := make([]Node, 0, len(n.kids))
	for _, k := range n.kids {
		if k = Without(k, w); k.kind == nodeElement || !k.Empty() {
			kids = append(kids, k)
		}
	}
	if n.kind == nodeElement && n.attr("data-ak-controls") && len(kids) < len(n.kids) && !controls(kids) {
		return Node{}
	}
	n.kids = kids
	return n
}

// action tells whether what a control does is withheld.
func (w Withheld) action(action string) bool {
	verb, word, _ := strings.Cut(action, ":")
	switch verb {
	case "copy":
		return w&WithheldCopies != 0 || w.Takes(word)
	case "download":
		return w&WithheldDownloads != 0 || w.Takes(word)
	case "tools": // what opens the row of ways to copy and save
		return w&(WithheldCopies|WithheldDownloads) == WithheldCopies|WithheldDownloads
	}
	return false
}

// controls tells whether something is left that does something.
func controls(kids []Node) bool {
	return slices.ContainsFunc(kids, func(k Node) bool {
		return k.kind == nodeElement && (k.tag == Button || k.tag == Input || k.tag == A) || controls(k.kids)
	})
}

// leaves tells whether a link leads away from the document.
func (n Node) leaves() bool { return !strings.HasPrefix(n.value("href"), "#") }

func (n Node) value(name string) string {
	for _, a := range n.attrs {
		if a.name == name {
			return a.value
		}
	}
	return ""
}
