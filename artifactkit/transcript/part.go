package transcript

import (
	"strconv"

	"github.com/vitrine-go/vitrine/artifactkit/markup"
)

// part is an element of its own in the document.
type part interface {
	key() string
	up() part    // the part whose slot it stands in, or of whose element it is a piece; nil at the top
	shown() bool // whether it is in the document when up is
	node(m mode) markup.Node
}

// mode says for whom is drawn.
type mode uint8

const (
	live mode = iota // parts and controls, for a host that listens
	page             // no script: rows are details elements, everything is there
)

// attrs are the attributes of a part's root element: its key where a host listens, and the others.
func (m mode) attrs(key string, more ...markup.Attr) []markup.Attr {
	if m == page {
		return more
	}
	return append(markup.Attrs(markup.Data("part", key)), more...)
}

// slot marks an element that takes more parts.
func (m mode) slot(key string) markup.Attr {
	if m == page {
		return markup.Attr{}
	}
	return markup.Data("slot", key)
}

func keyOf(letter byte, n int) string { return string(strconv.AppendInt([]byte{letter}, int64(n), 10)) }

// mounted tells whether a part is in the document of a host that has applied every operation.
func mounted(p part) bool {
	for ; p != nil; p = p.up() {
		if !p.shown() {
			return false
		}
	}
	return true
}
