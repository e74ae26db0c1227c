package htmltext_test

import (
	"strings"
	"testing"
	"time"

	"github.com/vitrine-go/vitrine/artifactkit/limits"
	"github.com/vitrine-go/vitrine/artifactkit/markup/htmltext"
)

func TestText(t *testing.T) {
	for _, c := range []struct{ name, in, want string }{
		{"plain words stay", "no markup", "no markup"},
		{"a lone less-than sign is text", "a < b && c > d", "a < b && c > d"},
		{"tags go and entities are decoded", "<b>Read</b> a &lt; b &amp; c&#33;", "Read a < b & c!"},
		{"decoded markup stays text", "&lt;script&gt;alert(1)&lt;/script&gt;", "<script>alert(1)</script>"},
		{"script, style and template are dropped", "a<script>x()</script>b<style>p{}</style>c<template><p>t</p><template>u</template>v</template>d", "abcd"},
		{"comments are dropped", "a<!-- hidden -->b<!---->c", "abc"},
		{"an unclosed script swallows the rest", "a<script>b", "a"},
		{"blocks begin lines", "<h1>One</h1><p>two <i>three</i></p><div><div>four</div></div>five", "One\ntwo three\nfour\nfive"},
		{"br breaks the line", "a<br>b<br/>c", "a\nb\nc"},
		{"white space is collapsed", "  a \n\t b  <i> c</i> ", "a b c"},
		{"pre keeps its white space", "<pre>\n  a\n    b\n</pre>c", "a\n    b\nc"},
		{"a no-break space is not collapsed", "a&nbsp;&nbsp;b", "a\u00a0\u00a0b"},
		{"cells are separated by tabs", "<table><tr><th>a<th>b<tr><td>1<td>2</table>", "a\tb\n1\t2"},
		{"foreign content gives its words", "<svg><text>label</text></svg>", "label"},
		{"nothing but markup is nothing", "<img src=x onerror=alert(1)>", ""},
		{"unclosed tags at the end are dropped", "done <b", "done"},
	} {
		if got := htmltext.Text(c.in); got != c.want {
			t.Errorf("%s: got %q, want %q", c.name, got, c.want)
		}
	}
}

func TestLineIsOneLine(t *testing.T) {
	if got, want := htmltext.Line("<h1>Two</h1>\n<p>words</p>"), "Two words"; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
}

func TestTextCutsLongInputAtACharacter(t *testing.T) {
	got := htmltext.Text(strings.Repeat("é", limits.HTML))
	if len(got) > limits.HTML || strings.ContainsRune(got, '\ufffd') || !strings.HasSuffix(got, "é") {
		t.Errorf("got %d bytes ending in %q", len(got), got[len(got)-4:])
	}
}

func TestHostileInputIsQuick(t *testing.T) {
	for name, in := range map[string]string{
		"nested tables":        strings.Repeat("<table><tr><td>", 20_000),
		"unclosed tags":        strings.Repeat("<div", 60_000),
		"closing tags":         strings.Repeat("</table></div>", 20_000),
		"templates in a chain": strings.Repeat("<template>", 26_000),
		"one endless tag":      "<a " + strings.Repeat("x ", 120_000),
		"ampersands":           strings.Repeat("&", 250_000),
		"open comments":        strings.Repeat("<!--", 60_000),
	} {
		start := time.Now()
		htmltext.Text(in)
		if d := time.Since(start); d > time.Minute { // only a runaway takes as long, on any machine
			t.Errorf("%s: took %v", name, d)
		}
	}
}
