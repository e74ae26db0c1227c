package markup_test

import (
	"strings"
	"testing"
	"time"

	"github.com/vitrine-go/vitrine/artifactkit/markup"
)

func terminal(s string) (text, html string) {
	t := markup.Terminal(s)
	return t.Text(), markup.Write(t.Node(0, len(t.Text()), markup.NewBudget(1000))).String()
}

func TestTerminal(t *testing.T) {
	tests := []struct{ name, in, text, html string }{
		{"plain text stays", "a <b>\n\tc", "a <b>\n\tc", "a &lt;b&gt;\n\tc"},
		{"the sixteen colours", "\x1b[31mred\x1b[0m \x1b[1;92mok\x1b[m", "red ok", `<span class="ak-fg-1">red</span> <span class="ak-bold ak-fg-10">ok</span>`},
		{"a ground", "\x1b[41mx\x1b[49my", "xy", `<span class="ak-bg-1">x</span>y`},
		{"weights and their ends", "\x1b[1;2;3;4;9ma\x1b[22;23;24;29mb", "ab", `<span class="ak-bold ak-faint ak-italic ak-underline ak-strike">a</span>b`},
		{"256 colours map to the palette", "\x1b[38;5;196mx\x1b[38;5;240my\x1b[48;5;21mz", "xyz", `<span class="ak-fg-9">x</span><span class="ak-fg-8">y</span><span class="ak-fg-8 ak-bg-12">z</span>`},
		{"true colours map to the palette", "\x1b[38;2;152;195;121mx\x1b[38:2::97:175:239my\x1b[0;38:5:1mz", "xyz", `<span class="ak-fg-2">x</span><span class="ak-fg-14">y</span><span class="ak-fg-1">z</span>`},
		{"a curly underline keeps the colour behind it", "\x1b[4:3;31mx\x1b[4:0my", "xy", `<span class="ak-underline ak-fg-1">x</span><span class="ak-fg-1">y</span>`},
		{"an unfinished colour changes nothing", "\x1b[38;2;1mx\x1b[38;5mx", "xx", "xx"},
		{"inverse swaps", "\x1b[7mx\x1b[31my\x1b[27mz", "xyz", `<span class="ak-inverse">x</span><span class="ak-bg-1">y</span><span class="ak-fg-1">z</span>`},
		{"concealed text is shown", "\x1b[8msecret\x1b[0m", "secret", "secret"},
		{"a progress line ends as its last state", "10%\r 50%\r100%\ndone\r\n", "100%\ndone\n", "100%\ndone\n"},
		{"overwriting keeps what is longer", "abcdef\rxy", "xycdef", "xycdef"},
		{"overwriting keeps colours", "\x1b[32mabc\x1b[0m\rX", "Xbc", `X<span class="ak-fg-2">bc</span>`},
		{"erase to the end of the line", "abcdef\rxy\x1b[K", "xy", "xy"},
		{"erase the line and begin again", "abc\x1b[2K\x1b[1Gxy", "xy", "xy"},
		{"backspace", "abd\bc", "abc", "abc"},
		{"several carriage returns before a newline are one newline", "a\r\r\nb", "a\nb", "a\nb"},
		{"a carriage return at the end overwrites nothing", "abc\r", "abc", "abc"},
		{"a link", "\x1b]8;;https://example.org/a\x1b\\docs\x1b]8;;\x1b\\.", "docs.", `<a href="https://example.org/a" target="_blank" rel="noopener noreferrer nofollow" title="https://example.org/a">docs</a>.`},
		{"a coloured link", "\x1b]8;id=1;https://e.org\a\x1b[34mx\x1b]8;;\ay", "xy", `<a href="https://e.org" target="_blank" rel="noopener noreferrer nofollow" title="https://e.org" class="ak-fg-4">x</a><span class="ak-fg-4">y</span>`},
		{"a script is no link", "\x1b]8;;javascript:alert(1)\adocs\x1b]8;;\a", "docs", "docs"},
		{"a file is no link", "\x1b]8;;file:///etc/passwd\adocs\x1b]8;;\a", "docs", "docs"},
		{"markup in a link's address is escaped", "\x1b]8;;https://e.org/\"><script>\ax", "x", `<a href="https://e.org/&#34;&gt;&lt;script&gt;" target="_blank" rel="noopener noreferrer nofollow" title="https://e.org/&#34;&gt;&lt;script&gt;">x</a>`},
		{"a window title is dropped", "\x1b]0;title\aok", "ok", "ok"},
		{"an unfinished string loses its introducer only", "\x1b]0;title\nok", "0;title\nok", "0;title\nok"},
		{"cursor moves, modes and character sets are dropped", "\x1b[2J\x1b[1;1H\x1b[?25l\x1b(B\x1b=\x1b7a\x1b[>4;2m", "a", "a"},
		{"the one-character forms", "\u009b31mx\u009b0m\u009d0;t\u009cy", "xy", `<span class="ak-fg-1">x</span>y`},
		{"ESC alone and at the end", "a\x1b\nb\x1b", "a\nb", "a\nb"},
		{"a broken sequence ends where it breaks", "\x1b[3\x01x", "\x01x", "\ufffdx"},
		{"bars on two lines are drawn again", "a 10%\nb 20%\n\x1b[2Aa 50%\nb 60%\n\x1b[2A\x1b[Ka 100%\n\x1b[Kb 100%\ndone", "a 100%\nb 100%\ndone", "a 100%\nb 100%\ndone"},
		{"a line is taken back", "old\n\x1b[1A\x1b[2Knew\n", "new\n", "new\n"},
		{"the previous line, and what is below it erased", "a\nb\nc\x1b[2F\x1b[Jx", "x", "x"},
		{"down goes no further than the text", "a\nb\x1b[1A\rX\x1b[9BY", "X\nbY", "X\nbY"},
		{"up goes no further than the text", "a\nb\x1b[99A\rX\n", "X\nb", "X\nb"},
		{"colours above stay", "\x1b[31mred\x1b[0m\nb\n\x1b[2A\n\nc", "red\nb\nc", "<span class=\"ak-fg-1\">red\n</span>b\nc"},
		{"up to a shorter line leaves no gap", "ab\nabcdef\x1b[A\x1b[Kx", "abx\nabcdef", "abx\nabcdef"},
		{"clearing the screen hides nothing", "a\n\x1b[2J\x1b[Hb", "a\nb", "a\nb"},
		{"a reordering character is a mark", "a\u202eb", "a\u202eb", `a<span class="ak-ctl">[U+202E]</span>b`},
		{"bad bytes", "\xff\x1b[1m\xc2", "\xff\xc2", "\ufffd<span class=\"ak-bold\">\ufffd</span>"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			text, html := terminal(tt.in)
			if text != tt.text {
				t.Errorf("text: got %q, want %q", text, tt.text)
			}
			if html != tt.html {
				t.Errorf("html: got %s, want %s", html, tt.html)
			}
		})
	}
}

func TestStyledWindow(t *testing.T) {
	s := markup.Terminal("aa\x1b[31mbbcc\x1b[32mdd\x1b[0mee")
	for _, tt := range []struct {
		from, to, budget int
		want             string
	}{
		{0, 2, 9, "aa"},
		{1, 5, 9, `a<span class="ak-fg-1">bbc</span>`},
		{5, 9, 9, `<span class="ak-fg-1">c</span><span class="ak-fg-2">dd</span>e`},
		{0, 10, 1, `aa<span class="ak-fg-1">bbcc</span>ddee`},
		{8, 8, 9, ""},
	} {
		if got := markup.Write(s.Node(tt.from, tt.to, markup.NewBudget(tt.budget))).String(); got != tt.want {
			t.Errorf("%d..%d within %d: got %s, want %s", tt.from, tt.to, tt.budget, got, tt.want)
		}
	}
}

func TestPlainTextKeepsEmptyCellsInPlace(t *testing.T) {
	row := func(cells ...string) markup.Node {
		var kids []markup.Node
		for _, c := range cells {
			kids = append(kids, markup.El(markup.Td, nil, markup.Text(c)))
		}
		return markup.El(markup.Tr, nil, kids...)
	}
	n := markup.Group(markup.El(markup.Table, nil, row("", "a", ""), row("b", "", "c"), row("", "")), markup.El(markup.P, nil, markup.Text("end")))
	if got, want := markup.Plain(n), "\ta\nb\t\tc\nend\n"; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
}

// What makes naive readers slow: each is a megabyte or more and must take about as long as plain text of that size.
func TestTerminalIsLinear(t *testing.T) {
	for name, in := range map[string]string{
		"introducers without an end":   strings.Repeat("\x1b]", 1<<20),
		"one-character introducers":    strings.Repeat("\u009d", 1<<20),
		"a style for each character":   strings.Repeat("\x1b[31mx\x1b[32my", 1<<17),
		"erase and write":              strings.Repeat("x", 1<<19) + strings.Repeat("\x1b[2Kx\r", 1<<17),
		"overwrite one line":           strings.Repeat("y", 1<<19) + strings.Repeat("\rx", 1<<19),
		"colours inside a long link":   "\x1b]8;;https://e.org/" + strings.Repeat("a", 1000) + "\a" + strings.Repeat("\x1b[31mx\x1b[32my", 1<<17),
		"parameters without an end":    "\x1b[" + strings.Repeat("1;", 1<<20),
		"many links":                   strings.Repeat("\x1b]8;;http://e.org\ax", 1<<16),
		"backspaces and carriage":      strings.Repeat("ab\b\r", 1<<19),
		"carriage returns in a row":    strings.Repeat("\r", 1<<21) + "x",
		"up and down":                  strings.Repeat("ab\n\x1b[1A\x1b[2K", 1<<18),
		"up to a long line":            strings.Repeat("x", 1<<20) + strings.Repeat("\n\x1b[1Ay", 1<<18),
		"new lines after one move up":  "a\n\x1b[A" + strings.Repeat("line\n", 1<<19),
		"many long lines and one move": strings.Repeat(strings.Repeat("z", 1<<14)+"\n", 1<<7) + strings.Repeat("\x1b[60A\x1b[60B", 1<<17),
		"a far cursor and short lines": strings.Repeat("\x1b[999999Gx\x1b[K\n", 1<<17),
	} {
		start := time.Now()
		s := markup.Terminal(in)
		n := s.Node(0, len(s.Text()), markup.NewBudget(3000))
		if took := time.Since(start); took > time.Minute { // only a runaway takes as long, on any machine
			t.Errorf("%s: took %v", name, took)
		}
		if c := n.Count(); c > 3000 {
			t.Errorf("%s: got %d elements, want at most 3000", name, c)
		}
	}
}

func FuzzTerminal(f *testing.F) {
	f.Add("a\rb\x1b[1mc\x1b]8;;http://x\ad\b\x1b[2Ke\n\u009b1m")
	f.Fuzz(func(t *testing.T, s string) {
		term := markup.Terminal(s)
		if strings.ContainsRune(term.Text(), 0x1b) {
			t.Errorf("an escape is left in %q", term.Text())
		}
		term.Node(0, len(term.Text()), markup.NewBudget(10))
	})
}
