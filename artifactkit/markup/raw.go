package markup

import "github.com/vitrine-go/vitrine/artifactkit/internal/rawhtml"

var _ = func() bool {
	rawhtml.Node = func(html string) any { return Node{kind: nodeRaw, text: html} }
	return true
}()
