package markup_test

import (
	"testing"

	m "github.com/vitrine-go/vitrine/artifactkit/markup"
)

func TestMarkdown(t *testing.T) {
	word := func(s string) m.Node { return m.Text(s) }
	cell := func(s string) m.Node { return m.El(m.Td, nil, word(s)) }
	for _, c := range []struct {
		name string
		in   m.Node
		want string
	}{
		{"nothing", m.Node{}, ""},
		{"words are words", word("<b>*x*</b> [a](b) `c` # d & e_f http://x.example"), "\\<b\\>\\*x\\*\\</b\\> \\[a\\](b) \\`c\\` # d \\& e\\_f http:\\//x.example\n"},
		{"what begins a line is escaped there", m.Group(m.El(m.P, nil, word("# a")), m.El(m.P, nil, word("1. b")), m.El(m.P, nil, word("- c")), m.El(m.P, nil, word("3.9 m"))), "\\# a\n\n1\\. b\n\n\\- c\n\n3.9 m\n"},
		{"headings", m.Group(m.El(m.H2, nil, word("a\nb")), m.El(m.P, nil, word("c"))), "## a b\n\nc\n"},
		{"a fence is longer than what is in it", m.El(m.Pre, nil, word("a\n````\n<b>\n")), "`````\na\n````\n<b>\n`````\n"},
		{"code among words", m.El(m.P, nil, word("x "), m.El(m.Code, nil, word("a`b")), word(" y")), "x `` a`b `` y\n"},
		{"lists in quotes", m.El(m.Blockquote, nil, m.El(m.Ul, nil, m.El(m.Li, nil, word("a"), m.El(m.Ol, nil, m.El(m.Li, nil, word("b")))), m.El(m.Li, nil, word("c")))), "> - a\n>\n>   1. b\n> - c\n"},
		{"a table", m.El(m.Table, nil, m.El(m.Tr, nil, cell("a"), cell("b")), m.El(m.Tr, nil, cell("x|y\nz"))), "| a | b |\n| --- | --- |\n| x\\|y z |  |\n"},
		{"a diff is one", m.Alt(m.El(m.Table, nil), "--- a\n+++ b\n@@ -1 +1 @@\n-x\n+y\n"), "```diff\n--- a\n+++ b\n@@ -1 +1 @@\n-x\n+y\n```\n"},
		{"controls are left out", m.Group(m.El(m.Button, nil, word("press")), m.El(m.P, nil, word("a"))), "a\n"},
	} {
		if got := m.Markdown(c.in); got != c.want {
			t.Errorf("%s:\n got %q\nwant %q", c.name, got, c.want)
		}
	}
	u, _ := m.SafeURL("https://x.example/?a=1&b=(2)")
	if got, want := m.Markdown(m.Link(u, m.Text("a]b"))), "[a\\]b](<https://x.example/?a=1&b=(2)>)\n"; got != want {
		t.Errorf("a link: got %q, want %q", got, want)
	}
}
