package sanitize

import (
	"strings"
	"testing"

	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"

	"github.com/vitrine-go/vitrine/artifactkit/markup"
)

// pieces are put together in many orders: each is harmless or hostile alone, parsers disagree about some of their unions.
var pieces = []string{
	"<p>", "</p>", "<b>", "</b>", "<a href=https://e.example/x>", "</a>", "<table>", "</table>", "<tr>", "<td colspan=2>", "</td>", "<caption>", "<col>",
	"<thead>", "<li>", "<ul>", "</ul>", "<dd>", "<dl>", "<h1>", "</h2>", "<pre>", "\n", "<img src=https://e.example/i.png alt=i>", "<code>", "</code>",
	"<script>", "</script>", "<style>", "</style>", "<svg>", "</svg>", "<math>", "<mtext>", "<template>", "</template>", "<!--", "-->", "<title>", "</title>",
	"<textarea>", "<select>", "<option>", "<noscript>", "<iframe>", "<xmp>", "<plaintext>", "<form>", "<button>", "</br>", "<br>", "<ruby>", "<rt>", "<rp>",
	"<details open>", "<summary>", "<font color=x>", "<nobr>", "<object>", "<q>", "<bdo dir=rtl>", "x", " ", "&lt;", "&#0;", "&amp;lt", "\x00", "\xff", "<", ">", "'\"`",
	"<a href=javascript:x onclick=y>", "<a href=https://bank.example@evil.example/>", "www.bank.example", "<p title='\"><script>'>", "<image>", "<body>", "<html>", "<frameset>", "<isindex>", "<desc>", "<foreignObject>", "<![CDATA[",
}

func FuzzSanitize(f *testing.F) {
	f.Add("<p>a<b>c</p>d</b>")
	f.Add("<math><mtext><table><mglyph><style><!--</style><img title=\"--&gt;&lt;img src=1 onerror=alert(1)&gt;\">")
	f.Add("<svg></p><style><a id=\"</style><img src=1 onerror=alert(1)>\">")
	f.Add("<table><a href=https://a.example><img src=https://b.example><td><a href=https://c.example>")
	f.Add("<form><math><mtext></form><form><mglyph><style></math><img src onerror=alert(1)>")
	f.Add("<a href=\"https://e.example/%zz\"><noscript><p title=\"</noscript><img src=x onerror=alert(1)>\">")
	f.Add("<pre>\r\n\r\n<span>\n</span></pre>")
	f.Add("<a href=https://evil.example> <b>https://bank.example</b>\u202e </a> <img src=https://bank.example/i.png alt=www.x.example>")
	f.Add("<ruby><rt><rt><rp>x<b><ruby>")
	f.Fuzz(check)
}

func TestUnionsOfPiecesAreSafeAndStable(t *testing.T) {
	next := uint32(1)
	for range 4000 {
		var b strings.Builder
		for range 14 {
			next = next*1664525 + 1013904223
			b.WriteString(pieces[int(next>>16)%len(pieces)])
		}
		check(t, b.String())
	}
}

// check holds the guarantees of Node for one input.
func check(t *testing.T, in string) {
	t.Helper()
	n, why := Policy{}.Node(in)
	if why != nil {
		return
	}
	out := markup.Write(n).String()
	for _, root := range parsed(t, out) {
		onlyAllowed(t, in, root)
	}
	again, why := Policy{}.Node(out)
	if got := markup.Write(again).String(); got != out || why != nil {
		t.Errorf("not stable:\nin    %q\nonce  %q\ntwice %q (%v)", in, out, got, why)
	}
	// The first allow-list finds nothing to take away from what the second one left.
	plain := strings.ReplaceAll(out, ` target="_blank" rel="noopener noreferrer nofollow"`, "")
	if got, want := rendered(t, policy().Sanitize(plain)), rendered(t, plain); got != want {
		t.Errorf("the policy changes our own output:\nin   %q\ngot  %q\nwant %q", in, got, want)
	}
}

func onlyAllowed(t *testing.T, in string, n *html.Node) {
	t.Helper()
	if n.Type == html.ElementNode {
		if !allowed[n.Data] || n.Namespace != "" {
			t.Errorf("%q: got <%s> of %q", in, n.Data, n.Namespace)
		}
		for _, a := range n.Attr {
			switch a.Key {
			case "href":
				if _, ok := markup.SafeURL(a.Val); !ok {
					t.Errorf("%q: got the address %q", in, a.Val)
				}
			case "src":
				if _, ok := markup.DataPicture(a.Val, ""); !ok {
					t.Errorf("%q: got the image %q", in, a.Val)
				}
			case "title", "alt", "width", "height", "colspan", "rowspan", "scope", "dir", "lang", "open", "datetime", "start", "reversed", "target", "rel":
			default:
				t.Errorf("%q: got the attribute %s", in, a.Key)
			}
		}
	} else if n.Type != html.TextNode {
		t.Errorf("%q: got a node of type %v", in, n.Type)
	}
	for c := n.FirstChild; c != nil; c = c.NextSibling {
		onlyAllowed(t, in, c)
	}
}

func parsed(t *testing.T, s string) []*html.Node {
	t.Helper()
	nodes, err := html.ParseFragment(strings.NewReader(s), &html.Node{Type: html.ElementNode, Data: "div", DataAtom: atom.Div})
	if err != nil {
		t.Fatalf("parsing %q: %v", s, err)
	}
	return nodes
}

func rendered(t *testing.T, s string) string {
	t.Helper()
	var b strings.Builder
	for _, n := range parsed(t, s) {
		if err := html.Render(&b, n); err != nil {
			t.Fatalf("rendering %q: %v", s, err)
		}
	}
	return b.String()
}

func TestTheTwoAllowListsAgree(t *testing.T) {
	for _, name := range elements {
		if _, ok := markup.ForeignTag(name); !ok {
			t.Errorf("%s is allowed here, and no foreign tag", name)
		}
	}
	if _, ok := markup.ForeignTag("section"); ok {
		t.Error("section is a foreign tag")
	}
	known := 0
	for _, name := range strings.Fields("a abbr article audio b base bdi bdo blockquote br button canvas caption cite code col colgroup dd del details dfn div dl dt em embed figcaption " +
		"figure footer form h1 h2 h3 h4 h5 h6 header hr i iframe img input ins kbd label li link mark math meta nav object ol p path picture pre q rp rt ruby s samp script section " +
		"select small source span strong style sub summary sup svg table tbody td template textarea tfoot th thead time title tr track u ul use var video wbr") {
		if _, ok := markup.ForeignTag(name); ok {
			known++
			if !allowed[name] {
				t.Errorf("%s is a foreign tag, and not allowed here", name)
			}
		}
	}
	if known != len(elements) {
		t.Errorf("got %d foreign tags, want %d", known, len(elements))
	}
}
