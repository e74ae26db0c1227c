package card

import (
	"slices"
	"strings"

	"github.com/vitrine-go/vitrine/artifactkit/kind"
	"github.com/vitrine-go/vitrine/artifactkit/limits"
	"github.com/vitrine-go/vitrine/artifactkit/markup"
	"github.com/vitrine-go/vitrine/artifactkit/protocol"
)

// names and addresses are the members of a source that say what it is and where, in the order in which they are asked.
var (
	names     = []string{"title", "name", "label", "file", "filename", "path", "id"}
	addresses = []string{"url", "href", "uri", "link"}
)

// Found takes what a result is said to rest on, as it stands in a result under extra.codeagent.sources: a list of names or addresses, or of
// objects that have them. Anything else is passed over. A transcript in which it came apart from the result's event hands it over.
func (c *Card) Found(sources protocol.Value) {
	if sources.IsSet() {
		c.sources = sources
	}
}

// rests lists the sources under the body; an address that may be a link is one.
func (c *Card) rests(env kind.Env) markup.Node {
	all := c.sources.Elems()
	if c.sources.Type() == protocol.String || c.sources.Type() == protocol.Object {
		all = slices.All([]protocol.Value{c.sources})
	}
	var items []markup.Node
	over := 0
	for _, v := range all {
		if len(items) == limits.CardSources {
			over++
			continue
		}
		name, address := v.Str(), v.Str()
		if v.Type() == protocol.Object {
			name, address = first(v, names), first(v, addresses)
		}
		if name == "" {
			name = address
		}
		if strings.TrimSpace(name) == "" {
			continue
		}
		words := markup.Visible(short(name))
		if u, ok := markup.SafeURL(address); ok && u.Host() != "" {
			host := markup.Node{}
			if name != address {
				host = markup.Text(" (" + markup.Spelled(u.Host()) + ")")
			}
			words = markup.Group(markup.Link(u, words), host)
		}
		items = append(items, markup.El(markup.Li, markup.Attrs(markup.Dir("auto")), words))
	}
	if items == nil {
		return markup.Node{}
	}
	if over > 0 {
		items = append(items, markup.El(markup.Li, nil, markup.Text(env.Locale.N("more_items", over))))
	}
	return markup.El(markup.Div, markup.Attrs(markup.Class("ak-sources")),
		markup.El(markup.Span, markup.Attrs(markup.Class("ak-dim")), markup.Text(env.Locale.T("sources"))),
		markup.El(markup.Ul, markup.Attrs(markup.Const("role", "list")), items...))
}

// first is the first of the members that is a text with something in it.
func first(v protocol.Value, keys []string) string {
	for _, k := range keys {
		if s := v.Get(k).Str(); strings.TrimSpace(s) != "" {
			return s
		}
	}
	return ""
}

// short is a name of a line's length.
func short(s string) string {
	r := []rune(s[:min(len(s), 4*limits.CardSourceRunes)])
	if len(r) <= limits.CardSourceRunes {
		return s
	}
	return string(r[:limits.CardSourceRunes]) + "…"
}
