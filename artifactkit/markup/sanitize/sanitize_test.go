package sanitize_test

import (
	"strings"
	"testing"
	"time"

	"github.com/vitrine-go/vitrine/artifactkit/limits"
	"github.com/vitrine-go/vitrine/artifactkit/markup"
	"github.com/vitrine-go/vitrine/artifactkit/markup/sanitize"
	"github.com/vitrine-go/vitrine/artifactkit/protocol"
)

const png = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=="

const elsewhere = ` target="_blank" rel="noopener noreferrer nofollow"`

func TestWhatIsAllowedStays(t *testing.T) {
	for _, c := range []struct{ name, in, want string }{
		{"text is escaped", `a < b & "c"`, `a &lt; b &amp; &#34;c&#34;`},
		{"inline elements", `<b>b</b><em>e</em><kbd>k</kbd><bdo dir=rtl>r</bdo>`, `<b>b</b><em>e</em><kbd>k</kbd><bdo dir="rtl">r</bdo>`},
		{"void elements", `a<br>b<wbr>c<hr>`, `a<br>b<wbr>c<hr>`},
		{"lists with a start", `<ol start=3 reversed><li>x<li>y</ol>`, `<ol start="3" reversed><li>x</li><li>y</li></ol>`},
		{"open details", `<details open><summary>s</summary>d</details>`, `<details open><summary>s</summary>d</details>`},
		{"a table with spans and scopes", `<table><tr><th scope=COL colspan=2>h</th></tr><tr><td rowspan="3">x</td></tr></table>`,
			`<table><tbody><tr><th colspan="2" scope="col">h</th></tr><tr><td rowspan="3">x</td></tr></tbody></table>`},
		{"a huge span is capped", `<table><tr><td colspan=99999>x</table>`, `<table><tbody><tr><td colspan="1000">x</td></tr></tbody></table>`},
		{"title, lang and dir", `<p title="a &quot;b" lang=de dir=AUTO>x</p>`, `<p title="a &#34;b" lang="de" dir="ltr">x</p>`},
		{"a time", `<time datetime="2024-05-01">May</time>`, `<time datetime="2024-05-01">May</time>`},
		{"ruby", `<ruby>漢<rp>(</rp><rt>kan</rt><rp>)</rp></ruby>`, `<ruby>漢<rp>(</rp><rt>kan</rt><rp>)</rp></ruby>`},
		{"pre keeps a leading newline", "<pre>\n\nx</pre>", "<pre>\n\nx</pre>"},
		{"a web link opens elsewhere", `<a href="https://e.example/?a=1&b=2">x</a>`, `<a href="https://e.example/?a=1&amp;b=2"` + elsewhere + `>x</a>`},
		{"a mail link", `<a href=mailto:a@b.example>x</a>`, `<a href="mailto:a@b.example"` + elsewhere + `>x</a>`},
		{"a data image", `<img src="data:image/png;base64,` + png + `" alt=dot width=5>`, `<img src="data:image/png;base64,` + png + `" alt="dot" width="5">`},
		{"its bytes decide the type of an image", `<img src="data:image/gif;base64,` + png + `">`, `<img src="data:image/png;base64,` + png + `" alt="">`},
	} {
		n, why := sanitize.Policy{}.Node(c.in)
		if got := markup.Write(n).String(); got != c.want || why != nil {
			t.Errorf("%s:\ngot  %s (%v)\nwant %s", c.name, got, why, c.want)
		}
	}
}

func TestWhatIsNotAllowedGoes(t *testing.T) {
	for _, c := range []struct{ name, in, want string }{
		{"a script goes with its content", `a<script>alert(1)</script>b`, `ab`},
		{"handlers go", `<p onclick=alert(1) onmouseover="x">a</p>`, `<p>a</p>`},
		{"classes, ids, names and styles go", `<p class=c id=i name=n style="color:red" data-x=1 role=button>a</p>`, `<p>a</p>`},
		{"styles go with their content", `<style>p{}</style><p>a`, `<p>a</p>`},
		{"templates go with their content", `a<template><img src=x onerror=alert(1)></template>b`, `ab`},
		{"comments go", `a<!-- x --><!--[if IE]>y<![endif]-->b`, `ab`},
		{"an embedded page goes", `a<iframe src=https://e.example srcdoc="<p>x">y</iframe>b`, `ab`},
		{"what an object shows when it fails stays", `<object data=x.swf>words</object>`, `words`},
		{"unknown elements leave their words", `<section><font color=red>a</font><form action=x><button>b</button></form></section>`, `ab`},
		{"vector graphics leave their words", `<svg onload=alert(1)><text>label</text><a xlink:href="javascript:x">y</a></svg>`, `labely`},
		{"formulas leave their words", `<math><mi xlink:href="javascript:alert(1)">x</mi></math>`, `x`},
		{"a script address", `<a href="javascript:alert(1)">x</a>`, `x`},
		{"a script address in disguise", `<a href=" &#x09;java&#10;script&colon;alert(1)">x</a>`, `x`},
		{"a script address after a control character", "<a href=\"\x01javascript:alert(1)\">x</a>", `x`},
		{"a data page", `<a href="data:text/html;base64,PHNjcmlwdD4=">x</a>`, `x`},
		{"other schemes", `<a href=vbscript:x>a</a><a href=file:///etc/passwd>b</a><a href=blob:x>c</a><a href=ms-word:x>d</a>`, `abcd`},
		{"relative addresses", `<a href=/x>a</a><a href=//e.example>b</a><a href=#c>c</a><a href=d.html>d</a>`, `abcd`},
		{"a vector image as data", `<img src="data:image/svg+xml;base64,PHN2Zz4=" alt=pic>`, `pic`},
		{"a data image that is none", `<img src="data:image/png;base64,PHN2Zz4=" alt=pic>`, `pic`},
		{"a relative image leaves its words", `<img src=a.png alt="A chart">`, `A chart`},
		{"image candidates and other sources", `<img srcset="https://e.example/a.png 2x" alt=a><video poster=https://e.example/p>b</video>`, `ab`},
		{"a base, a redirect and a stylesheet", `<base href=//e.example><meta http-equiv=refresh content=0><link rel=stylesheet href=x>a`, `a`},
		{"a tag made of two", `<scr<script>ipt>alert(1)</scr</script>ipt>`, `ipt&gt;alert(1)ipt&gt;`},
	} {
		n, why := sanitize.Policy{}.Node(c.in)
		if got := markup.Write(n).String(); got != c.want || why != nil {
			t.Errorf("%s:\ngot  %s (%v)\nwant %s", c.name, got, why, c.want)
		}
	}
}

func TestTheResultIsBalanced(t *testing.T) {
	for _, c := range []struct{ name, in, want string }{
		{"end tags of nobody", `</div></div><p>x</p></td></body></html>`, `<p>x</p>`},
		{"start tags without an end", `<div><p><b>x`, `<div><p><b>x</b></p></div>`},
		{"misnested formatting", `<b><i>x</b>y</i>`, `<b><i>x</i></b><i>y</i>`},
		{"cells without a table", `<td>a</td><tr>b</tr>`, `ab`},
		{"words in a table move before it", `<table>x<tr><td>y</table>`, `x<table><tbody><tr><td>y</td></tr></tbody></table>`},
		{"a link in a link", `<a href=https://a.example>a<a href=https://b.example>b</a>`,
			`<a href="https://a.example"` + elsewhere + `>a</a><a href="https://b.example"` + elsewhere + `>b</a>`},
		{"a table in a paragraph", `<p>a<table><tr><td>b</table>c`, `<p>a</p><table><tbody><tr><td>b</td></tr></tbody></table>c`},
	} {
		n, why := sanitize.Policy{}.Node(c.in)
		if got := markup.Write(n).String(); got != c.want || why != nil {
			t.Errorf("%s:\ngot  %s (%v)\nwant %s", c.name, got, why, c.want)
		}
	}
}

func TestARemoteImageIsALinkThatNamesItsHost(t *testing.T) {
	for _, c := range []struct{ name, in, want string }{
		{"alone", `<img src=https://e.example/t.gif?id=7>`, `<a href="https://e.example/t.gif?id=7"` + elsewhere + `>Image from e.example</a>`},
		{"with words", `<img src=http://e.example/a.png alt="A &lt;b&gt;">`, `<a href="http://e.example/a.png"` + elsewhere + `>Image from e.example: A &lt;b&gt;</a>`},
		{"inside a link it follows the link", `<a href=https://d.example><img src=https://e.example/b.svg alt=build></a>`,
			`<a href="https://d.example"` + elsewhere + `>build</a> <a href="https://e.example/b.svg"` + elsewhere + `>Image from e.example: build</a>`},
	} {
		n, why := sanitize.Policy{}.Node(c.in)
		if got := markup.Write(n).String(); got != c.want || why != nil {
			t.Errorf("%s:\ngot  %s (%v)\nwant %s", c.name, got, why, c.want)
		}
	}
}

func TestWhatCannotBeRebuiltIsShownAsText(t *testing.T) {
	for _, c := range []struct {
		name, in string
		want     protocol.Code
		shown    string
	}{
		{"nothing but a script", `<script>alert(1)</script>`, protocol.BadHTML, `&lt;script&gt;alert(1)&lt;/script&gt;`},
		{"too deep", strings.Repeat("<div>", 200) + "words", protocol.TooDeep, "words"},
		{"too deep behind a parser's back", strings.Repeat("<ul><li>", 120) + "words", protocol.TooDeep, "words"},
		{"too long", strings.Repeat("<p>words</p>", limits.HTML/10), protocol.TooLarge, "words"},
		{"formatting that multiplies", strings.Repeat("<b>", 90) + strings.Repeat("<p>x", 40_000), protocol.TooLarge, "x"},
	} {
		n, why := sanitize.Policy{}.Node(c.in)
		got := markup.Write(n).String()
		if why == nil || why.Code != c.want {
			t.Errorf("%s: got reason %v, want %s", c.name, why, c.want)
		}
		if !strings.HasPrefix(got, `<pre class="ak-text"`) || !strings.Contains(got, c.shown) {
			t.Errorf("%s: got %.120s, want a pre that shows %s", c.name, got, c.shown)
		}
		if len(got) > 6*limits.TextBytes {
			t.Errorf("%s: got %d bytes", c.name, len(got))
		}
	}
}

func TestEmptyHTMLIsNothing(t *testing.T) {
	for _, in := range []string{"", " \n\t"} {
		if n, why := (sanitize.Policy{}).Node(in); strings.TrimSpace(markup.Write(n).String()) != "" || why != nil {
			t.Errorf("%q: got %q, %v", in, markup.Write(n), why)
		}
	}
}

func TestHostileInputIsQuick(t *testing.T) {
	for name, in := range map[string]string{
		"unclosed formatting":         strings.Repeat("<b>", 8000) + strings.Repeat("<p>x</p>", 30_000),
		"deep elements and end tags":  strings.Repeat("<span>", 500) + strings.Repeat("</p>", 60_000),
		"end tags that make elements": strings.Repeat("</p>", 64_000),
		"misnested formatting":        strings.Repeat("<b><i><u><div></b></i></u>", 9000),
		"words outside cells":         "<table>" + strings.Repeat("x<b>", 60_000),
		"tables in tables":            strings.Repeat("<table><tr><td>", 17_000),
		"links in blocks":             strings.Repeat("<a href=http://x.example><div>", 8000),
		"attributes":                  "<p " + strings.Repeat("title=x ", 32_000) + ">",
		"less-than signs":             strings.Repeat("<", 250_000),
		"references":                  strings.Repeat("&lt", 80_000),
		"open comments":               strings.Repeat("<!--", 60_000),
		"vector graphics":             strings.Repeat("<svg><style><p>", 16_000),
		"rows and cells":              "<table>" + strings.Repeat("<tr><td>", 32_000),
	} {
		start := time.Now()
		sanitize.Policy{}.Node(in)
		if d := time.Since(start); d > time.Minute { // only a runaway takes as long, on any machine
			t.Errorf("%s: took %v", name, d)
		}
	}
}
