package sanitize

import (
	"net/url"
	"regexp"
	"sync"

	"github.com/microcosm-cc/bluemonday"

	"github.com/vitrine-go/vitrine/artifactkit/markup"
)

// elements are those of TR-3; each is a markup.ForeignTag too, and a test holds the two lists together.
var elements = []string{
	"p", "br", "hr", "h1", "h2", "h3", "h4", "h5", "h6", "b", "strong", "i", "em", "s", "del", "ins", "u", "sub", "sup", "code", "pre", "kbd", "samp", "var",
	"blockquote", "q", "cite", "ul", "ol", "li", "dl", "dt", "dd", "table", "caption", "colgroup", "col", "thead", "tbody", "tfoot", "tr", "th", "td", "a",
	"img", "figure", "figcaption", "span", "div", "details", "summary", "abbr", "time", "mark", "small", "ruby", "rt", "rp", "wbr", "bdi", "bdo",
}

var allowed = func() map[string]bool {
	set := make(map[string]bool, len(elements))
	for _, name := range elements {
		set[name] = true
	}
	return set
}()

// policy is the first of the two allow-lists. It is built at first use: its expressions cost start-up time in a browser.
var policy = sync.OnceValue(func() *bluemonday.Policy {
	p := bluemonday.NewPolicy()
	p.AllowElements(elements...)
	p.AllowNoAttrs().OnElements(elements...)
	number := regexp.MustCompile(`^[0-9]{1,5}$`)
	p.AllowAttrs("title").Globally()
	p.AllowAttrs("dir").Matching(regexp.MustCompile(`(?i)^(ltr|rtl|auto)$`)).Globally()
	p.AllowAttrs("lang").Matching(regexp.MustCompile(`^[A-Za-z0-9-]{1,35}$`)).Globally()
	p.AllowAttrs("href").OnElements("a")
	p.AllowAttrs("src", "alt").OnElements("img")
	p.AllowAttrs("width", "height").Matching(number).OnElements("img")
	p.AllowAttrs("colspan", "rowspan").Matching(number).OnElements("td", "th")
	p.AllowAttrs("scope").Matching(regexp.MustCompile(`(?i)^(row|col|rowgroup|colgroup)$`)).OnElements("th")
	p.AllowAttrs("open").OnElements("details")
	p.AllowAttrs("datetime").OnElements("time", "del", "ins")
	p.AllowAttrs("start").Matching(regexp.MustCompile(`^-?[0-9]{1,9}$`)).OnElements("ol")
	p.AllowAttrs("reversed").OnElements("ol")
	p.RequireParseableURLs(true)
	p.AllowURLSchemes("http", "https", "mailto")
	p.AllowURLSchemeWithCustomPolicy("data", func(u *url.URL) bool {
		_, ok := markup.DataPicture(u.String(), "")
		return ok
	})
	return p
})
