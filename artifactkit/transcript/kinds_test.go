package transcript_test

import (
	"strconv"
	"strings"

	"github.com/vitrine-go/vitrine/artifactkit/adapt"
	"github.com/vitrine-go/vitrine/artifactkit/card"
	"github.com/vitrine-go/vitrine/artifactkit/kind"
	"github.com/vitrine-go/vitrine/artifactkit/markup"
	"github.com/vitrine-go/vitrine/artifactkit/protocol"
)

// testCards draw every kind as its payload's text; the kind "paged" has controls. A value that begins with "mine: " is drawn by the host,
// in place of its row.
var testCards = card.Options{Draw: func(_ string, a adapt.Adapted) card.Drawn {
	if !strings.HasPrefix(a.Value+a.Error, "mine: ") {
		return card.Drawn{}
	}
	return card.Drawn{Node: markup.El(markup.P, nil, markup.Text(a.Value)), Alone: true}
}, Kind: func(name string) (kind.Kind, bool) {
	return kind.Kind{Name: name, Open: func(p protocol.Value, _ string) (kind.View, *protocol.Reason) {
		if name == "paged" {
			return paged(p.Get("pages").Str()), nil
		}
		return plain(p.Compact()), nil
	}}, name != "unheard"
}}

type plain string

func (p plain) Node(kind.State, kind.Env) markup.Node {
	return markup.El(markup.Pre, nil, markup.Text(string(p)))
}

// paged is words, one to a page.
type paged string

func (p paged) Node(st kind.State, env kind.Env) markup.Node {
	words := strings.Fields(string(p))
	n := min(st.Int("page", 0), len(words)-1)
	return markup.El(markup.P, markup.Attrs(env.Scope.ID("page")), markup.Text(words[n]),
		markup.El(markup.Button, markup.Attrs(markup.Action("page", strconv.Itoa(n+1))), markup.Text("Next")))
}

func (p paged) Update(st kind.State, action string) kind.State {
	if n, ok := strings.CutPrefix(action, "page:"); ok {
		return st.With("page", n)
	}
	return st
}

func (p paged) Extract(what string, st kind.State) (mime, name string, body []byte, ok bool) {
	return "text/plain", "page.txt", []byte(strings.Fields(string(p))[st.Int("page", 0)]), what == "text"
}
