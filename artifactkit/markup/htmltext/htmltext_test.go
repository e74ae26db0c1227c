package htmltext_test

import (
	"reflect"
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

func TestTables(t *testing.T) {
	type table = htmltext.Table
	for _, c := range []struct {
		name, in string
		want     []table
	}{
		{"no table", "<p>a", nil},
		{"head and body", "<table><thead><tr><th>a</th><th>b</th></tr></thead><tbody><tr><td>1</td><td>2</td></tr></tbody></table>",
			[]table{{[][]string{{"a", "b"}, {"1", "2"}}, 1}}},
		{"an index is no heading", "<table><tr><th>a<th>b<tr><th>0<td>2<tr><th>c<th>d</table>", []table{{[][]string{{"a", "b"}, {"0", "2"}, {"c", "d"}}, 1}}},
		{"two rows of headings", "<table><tr><th>a<tr><th>b<tr><td>c</table>", []table{{[][]string{{"a"}, {"b"}, {"c"}}, 2}}},
		{"end tags may be missing", "<table><tr><td>1<td>2<tr><td>3", []table{{[][]string{{"1", "2"}, {"3"}}, 0}}},
		{"cells without a row make one", "<table><td>1<td>2</table>", []table{{[][]string{{"1", "2"}}, 0}}},
		{"markup in cells becomes text", "<table><tr><td><b>x</b> &lt; y<br>z<script>no()</script></td></tr></table>", []table{{[][]string{{"x < y\nz"}}, 0}}},
		{"a caption is no cell", "<table><caption>c</caption><tr><td>1</table>", []table{{[][]string{{"1"}}, 0}}},
		{"text outside cells is left out", "<table>x<tr>y<td>1</td>z</tr></table>w", []table{{[][]string{{"1"}}, 0}}},
		{"two tables", "<table><tr><td>1</table><table><tr><td>2</table>", []table{{[][]string{{"1"}}, 0}, {[][]string{{"2"}}, 0}}},
		{"a nested table is its own", "<table><tr><td>a<table><tr><td>in</table>b<td>c</table>", []table{{[][]string{{"a\nb", "c"}}, 0}, {[][]string{{"in"}}, 0}}},
		{"colspan leaves empty cells", "<table><tr><th colspan=2>ab<th>c<tr><td>1<td>2<td>3</table>", []table{{[][]string{{"ab", "", "c"}, {"1", "2", "3"}}, 1}}},
		{"rowspan keeps columns in line", "<table><tr><th rowspan=2>a<td>1<tr><td>2<tr><td>b<td>3</table>", []table{{[][]string{{"a", "1"}, {"", "2"}, {"b", "3"}}, 0}}},
		{"a bad span is one", "<table><tr><td colspan=-3>a<td rowspan=x>b</table>", []table{{[][]string{{"a", "b"}}, 0}}},
	} {
		if got := htmltext.Tables(c.in); !reflect.DeepEqual(got, c.want) {
			t.Errorf("%s: got %+v, want %+v", c.name, got, c.want)
		}
	}
}

func TestSpansMakeNoMoreCellsThanTheTextCouldHold(t *testing.T) {
	in := "<table>" + strings.Repeat("<tr><td colspan=1000 rowspan=1000>", 100)
	cells := 0
	for _, table := range htmltext.Tables(in) {
		for _, row := range table.Rows {
			cells += len(row)
		}
	}
	if cells > len(in) {
		t.Errorf("%d cells of %d bytes", cells, len(in))
	}
}

func TestHostileInputIsQuick(t *testing.T) {
	wide := "<table>" + strings.Repeat("<tr>"+strings.Repeat("<td colspan=1000 rowspan=1000>", 100), 10)
	for name, in := range map[string]string{
		"spans that multiply":  wide + strings.Repeat("<tr>", 50_000),
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
		cells := 0
		for _, table := range htmltext.Tables(in) {
			for _, row := range table.Rows {
				cells += len(row)
			}
		}
		if cells > limits.HTMLCells {
			t.Errorf("%s: got %d cells, want at most %d", name, cells, limits.HTMLCells)
		}
		if d := time.Since(start); d > time.Minute { // only a runaway takes as long, on any machine
			t.Errorf("%s: took %v", name, d)
		}
	}
}
