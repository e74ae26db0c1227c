package artifactkit

import (
	"embed"
	"io/fs"

	"github.com/vitrine-go/vitrine/artifactkit/locale"
	"github.com/vitrine-go/vitrine/artifactkit/markup"
)

//go:embed assets/artifactkit_gen.css assets/listen_gen.mjs
var assets embed.FS

// Assets are the files that a host serves with the fragments: artifactkit_gen.css, the one stylesheet, and listen_gen.mjs, the
// one listener. That is a module with listen(host, act): it calls act({part, action, value, control}) for every control inside
// an element; what an action does is the host's, with [Doc.Update], [Doc.Render] and [Doc.Extract]. An action whose argument is
// typed or chosen ("filter") is joined with the value: action + ":" + value.
func Assets() fs.FS {
	sub, _ := fs.Sub(assets, "assets")
	return sub
}

// Stylesheet is the one stylesheet: everything is under .ak-root, nothing outside it is touched.
func Stylesheet() string {
	css, _ := assets.ReadFile("assets/artifactkit_gen.css")
	return string(css)
}

// Styled is a fragment with its style inside, for notebooks and mail: it needs nothing else.
func Styled(h markup.HTML) markup.HTML { return markup.WithStyle(Stylesheet(), h) }

// spoken says at the root of a fragment which language its words are in, where a host has asked for one: the page around it may be in
// another.
func (o Options) spoken(n markup.Node) markup.Node {
	if o.Locale == "" {
		return n
	}
	l := locale.For(o.Locale)
	n = n.With(markup.Lang(l.Tag()))
	if l.Dir() == "rtl" {
		return n.With(markup.Dir("rtl"))
	}
	return n.With(markup.Dir("ltr"))
}

// Page is a complete page around a fragment. It makes no request and runs nothing; its policy says so to the browser.
func Page(h markup.HTML, o Options) markup.HTML {
	l := locale.For(o.Locale)
	return markup.Document(l.Tag(), l.Dir(), l.T("output"), Stylesheet(), h)
}
