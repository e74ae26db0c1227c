package transcript

import (
	"github.com/vitrine-go/vitrine/artifactkit/limits"
	"github.com/vitrine-go/vitrine/artifactkit/markup"
)

// prompt is what a reader finds a prompt again by: the number of its block, and how it begins.
type prompt struct {
	n    int
	head string
}

const (
	promptAnchor     = "prompt"
	contentsClusters = 90
)

func (t *Transcript) promptScope(n int) markup.Scope { return t.o.Scope.Sub("q", n) }

// Contents is the list of prompts, each a link to its place in Page. A transcript of few prompts has none.
func (t *Transcript) Contents() markup.Node {
	if len(t.prompts) < limits.PageContents {
		return markup.Node{}
	}
	kids := make([]markup.Node, len(t.prompts))
	for i, p := range t.prompts {
		kids[i] = markup.El(markup.Li, nil, markup.LocalLink(t.promptScope(p.n), promptAnchor, markup.Isolated(p.head)))
	}
	l := t.o.Locale
	return markup.El(markup.Section, markup.Attrs(markup.Class("ak-contents"), markup.Const("role", "navigation"), markup.Label(l.T("contents"))),
		markup.El(markup.Details, markup.Attrs(markup.Flag("open", len(t.prompts) <= limits.PageContentsOpen)),
			markup.El(markup.Summary, nil, markup.Text(l.T("contents")), markup.Text(" "),
				markup.El(markup.Span, markup.Attrs(markup.Class("ak-n")), markup.Text(l.Num(len(t.prompts))))),
			markup.El(markup.Ol, nil, kids...)))
}
