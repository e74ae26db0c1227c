package display_test

import (
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/vitrine-go/vitrine/artifactkit/display"
)

// DI-4.
func TestPreviewIsOneLineOfAtMostNGraphemes(t *testing.T) {
	for _, c := range []struct {
		name, in string
		n        int
		want     string
	}{
		{"short text stays", "two rows", 60, "two rows"},
		{"lines and runs of white space become spaces", " first\n\tsecond\u00a0 third \r\n", 60, "first second third"},
		{"text of exactly n stays", "abcd", 4, "abcd"},
		{"longer text ends in an ellipsis that counts", "abcde", 4, "abc…"},
		{"two hundred letters", strings.Repeat("a", 200), 160, strings.Repeat("a", 159) + "…"},
		{"white space behind the bound is no text", "abcd   ", 4, "abcd"},
		{"white space counts as one", "ab   cd", 4, "ab …"},
		{"nothing", " \n ", 4, ""},
		{"a letter with its accents is one", "e\u0301e\u0301e\u0301", 2, "e\u0301…"},
		{"a family is one", "👨‍👩‍👧‍👦👨‍👩‍👧‍👦x", 3, "👨‍👩‍👧‍👦👨‍👩‍👧‍👦x"},
		{"a family is not cut in half", "👨‍👩‍👧‍👦👨‍👩‍👧‍👦x", 2, "👨‍👩‍👧‍👦…"},
		{"a tone of skin belongs to its hand", "👍🏽👍🏽", 2, "👍🏽👍🏽"},
		{"flags are pairs", "🇩🇪🇫🇷🇯🇵", 3, "🇩🇪🇫🇷🇯🇵"},
		{"three flags for two", "🇩🇪🇫🇷🇯🇵", 2, "🇩🇪…"},
		{"a flag of tags is one", "🏴\U000e0067\U000e0062\U000e0065\U000e006e\U000e0067\U000e007fx", 2, "🏴\U000e0067\U000e0062\U000e0065\U000e006e\U000e0067\U000e007fx"},
		{"a variation selector", "❤\ufe0f❤\ufe0f", 2, "❤\ufe0f❤\ufe0f"},
		{"a keycap", "1\ufe0f\u20e32\ufe0f\u20e3", 2, "1\ufe0f\u20e32\ufe0f\u20e3"},
		{"Hangul in letters", "\u1112\u1161\u11ab\u1100\u1173\u11af", 2, "\u1112\u1161\u11ab\u1100\u1173\u11af"},
		{"Hangul syllables are one each", "한글날", 2, "한…"},
		{"a spacing mark", "कीकी", 2, "कीकी"},
		{"ideographs are one each", "数据分析", 3, "数据…"},
		{"a joiner between letters joins nothing", "a\u200db", 2, "a\u200db"},
		{"an invalid byte is one", "a\xffb", 3, "a\ufffdb"},
	} {
		if got := display.Preview(c.in, c.n); got != c.want {
			t.Errorf("%s: Preview(%q, %d) = %q, want %q", c.name, c.in, c.n, got, c.want)
		}
	}
}

func TestPreviewIsBoundedUnderAnyNumberOfMarks(t *testing.T) {
	got := display.Preview("a"+strings.Repeat("\u0301", 1_000_000), 40)
	if n := utf8.RuneCountInString(got); n > 40*32 {
		t.Errorf("%d characters in 40 graphemes", n)
	}
}

// AD-9.
func TestToolIconFollowsTheToolsName(t *testing.T) {
	for tool, want := range map[string]string{
		"Bash": "terminal", "Read": "file-text", "Write": "file-earmark-plus", "Edit": "pencil", "MultiEdit": "pencil-square", "Glob": "search",
		"Grep": "search", "LS": "folder", "RunR": "play-circle", "btw_tool_docs_help": "book", "btw_tool_git_log": "git", "git_log": "git",
		"env_describe": "table", "files_list": "file-earmark", "pkg_test": "box-seam", "web_read": "globe", "cran_search": "box",
		"ide_selection": "window", "sessioninfo_platform": "info-circle", "agent_explore": "robot", "": "wrench", "bash": "wrench", "docs_help": "wrench", "Bash2": "wrench",
	} {
		if got := display.ToolIcon(tool); got != want {
			t.Errorf("ToolIcon(%q) = %q, want %q", tool, got, want)
		}
	}
}

func TestPreviewLeavesTerminalSequencesOut(t *testing.T) {
	for in, want := range map[string]string{
		"\x1b[32mok\x1b[0m  \tdone":                       "ok done",
		"\x1b]8;;https://example.org\x07link\x1b]8;;\x07": "link",
		"\x1b]0;title\x1b\\shown":                         "shown",
		"a\x00\x08b":                                      "ab",
		"\x1b":                                            "",
		"\x1b[31":                                         "31",
	} {
		if got := display.Preview(in, 160); got != want {
			t.Errorf("Preview(%q) = %q, want %q", in, got, want)
		}
	}
}
