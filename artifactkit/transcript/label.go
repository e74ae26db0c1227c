package transcript

import (
	"strconv"
	"strings"

	"github.com/vitrine-go/vitrine/artifactkit/display"
	"github.com/vitrine-go/vitrine/artifactkit/limits"
	"github.com/vitrine-go/vitrine/artifactkit/protocol"
)

// Clusters that a row carries of a title or a name, and of an intent. The page cuts further, to its width.
const (
	nameClusters   = 120
	intentClusters = 240
)

// label is what tells a call from its neighbours.
type label struct {
	text string
	code bool // arguments or a tool's name, not a producer's words
}

// label takes the first there is: the label of the result; its title, where a list's rows differ by it; the arguments; the name
// of the tool. A single call with a title needs none of the latter.
func (c *call) label() label {
	single, title := c.g.single(), c.seg.title()
	switch {
	case single && c.facts.label != "" && strings.HasSuffix(title, c.facts.label):
		return label{} // the title says it already
	case c.facts.label != "":
		return label{text: c.facts.label}
	case !single && c.facts.title != "" && c.facts.title != title:
		return label{text: c.facts.title}
	case single && title != "":
		return label{}
	case c.preview != "":
		return label{c.preview, true}
	case single:
		return label{}
	}
	return label{c.tool, true}
}

// maxArguments is how many arguments a preview names.
const maxArguments = 3

// argumentPreview is "key: value, key: value" of the first arguments that are scalars, in the order they came. Keys that begin
// with "_" or "." are not meant for people. Clients that send the arguments as JSON text are read through it.
func argumentPreview(v protocol.Value) string {
	if v.Type() == protocol.String {
		inner, why := protocol.Parse([]byte(v.Str()))
		if why != nil {
			return ""
		}
		v = inner
	}
	var b strings.Builder
	n := 0
	put := func(key string, m protocol.Value) bool {
		var s string
		switch m.Type() {
		case protocol.String:
			s = m.Str()
		case protocol.Number, protocol.Bool:
			s = string(m.Raw())
		}
		if m.Type() < protocol.Bool || m.Type() > protocol.String || strings.HasPrefix(key, "_") || strings.HasPrefix(key, ".") {
			return true
		}
		if n > 0 {
			b.WriteString(", ")
		}
		b.WriteString(cut(key, limits.ArgumentGraphemes) + ": " + cut(s, limits.ArgumentGraphemes))
		n++
		return n < maxArguments
	}
	for k, m := range v.Members() {
		if !put(k, m) {
			break
		}
	}
	for i, m := range v.Elems() {
		if !put(strconv.Itoa(i), m) {
			break
		}
	}
	return cut(b.String(), limits.ArgumentGraphemes)
}

// name makes one line of a title or a tool's name.
func name(s string) string { return cut(s, nameClusters) }

// cut is one line of at most n grapheme clusters, the … included.
func cut(s string, n int) string { return display.Preview(s, n) }

// idOf is the id of a call; some producers count.
func idOf(v protocol.Value) string { return v.Str() + v.Num() }
