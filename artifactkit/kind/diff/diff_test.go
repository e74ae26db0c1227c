package diff_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/vitrine-go/vitrine/artifactkit/kind"
	"github.com/vitrine-go/vitrine/artifactkit/kind/diff"
	"github.com/vitrine-go/vitrine/artifactkit/kind/internal/kindtest"
	"github.com/vitrine-go/vitrine/artifactkit/limits"
)

func texts(old, new string) string {
	return `{"old":` + kindtest.Quote(old) + `,"new":` + kindtest.Quote(new) + `,"path":"a.go","verb":"Edited"}`
}

func patch(s string) string { return `{"patch":` + kindtest.Quote(s) + `}` }

func TestTexts(t *testing.T) {
	tests := []struct{ name, payload, want string }{
		{"a changed line", texts("a\nb\nc\n", "a\nB\nc\n"), "--- a/a.go\n+++ b/a.go\n@@ -1,3 +1,3 @@\n a\n-b\n+B\n c\n"},
		{"hunks with context and their own numbers", texts("1\n2\n3\n4\n5\n6\n7\n8\n9\n", "1\n2\n3\n4\n5\n6\n7\n8\nX\n"), "--- a/a.go\n+++ b/a.go\n@@ -6,4 +6,4 @@\n 6\n 7\n 8\n-9\n+X\n"},
		{"the same", texts("a", "a"), "No changes\n"},
		{"both without a newline at the end", texts("a", "b"), "--- a/a.go\n+++ b/a.go\n@@ -1 +1 @@\n-a\n+b\n"},
		{"one without a newline at the end", texts("a\n", "a"), "--- a/a.go\n+++ b/a.go\n@@ -1 +1 @@\n-a\n+a\n\\ No newline at end of file\n"},
		{"a new file", `{"old":"","new":"x\ny\n","path":"n.txt"}`, "--- /dev/null\n+++ b/n.txt\n@@ -0,0 +1,2 @@\n+x\n+y\n"},
		{"a deleted file", `{"old":"x\n","new":"","path":"n.txt"}`, "--- a/n.txt\n+++ /dev/null\n@@ -1 +0,0 @@\n-x\n"},
		{"only the new text is there", `{"new":"x\n"}`, "@@ -0,0 +1 @@\n+x\n"},
		{"boxed texts", `{"old":["a"],"new":["b"],"path":["p"],"verb":{}}`, "--- a/p\n+++ b/p\n@@ -1 +1 @@\n-a\n+b\n"},
		{"lines in arrays", `{"old":["a","b"],"new":["a","c"]}`, "@@ -1,2 +1,2 @@\n a\n-b\n+c\n"},
		{"hunks that come decoded", `{"path":"p","hunks":[{"oldStart":5,"oldLines":2,"newStart":[6],"newLines":2,"lines":[" a","-b","+c","\\ No newline at end of file"]}]}`,
			"--- a/p\n+++ b/p\n@@ -5,2 +6,2 @@\n a\n-b\n+c\n\\ No newline at end of file\n"},
		{"structuredPatch", `{"structuredPatch":[{"oldStart":1,"newStart":1,"lines":["-a","+b"]}]}`, "@@ -1 +1 @@\n-a\n+b\n"},
		{"a patch is preferred to the texts", `{"old":"","new":"@@ -1 +1 @@\n-a\n+b","patch":"@@ -1 +1 @@\n-a\n+b","path":"patch","verb":"Diff"}`, "--- a/patch\n+++ b/patch\n@@ -1 +1 @@\n-a\n+b\n"},
		{"a patch that is none leaves the texts", `{"old":"a\n","new":"b\n","patch":"nothing"}`, "@@ -1 +1 @@\n-a\n+b\n"},
		{"a patch that is none is shown as text", `{"patch":"nothing\nhere"}`, "nothing\nhere\n"},
		{"other fields change nothing", `{"old":"a\n","new":"b\n","author":{"x":1}}`, "@@ -1 +1 @@\n-a\n+b\n"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			if got := kindtest.Text(kindtest.Open(t, diff.Kind, tt.payload), ""); got != tt.want {
				t.Errorf("got  %q\nwant %q", got, tt.want)
			}
		})
	}
}

func TestPatches(t *testing.T) {
	hunk := "@@ -1 +1 @@\n-a\n+b\n"
	tests := []struct{ name, patch, want string }{
		{"git's, with an index", "diff --git a/x b/x\nindex 1..2 100644\n--- a/x\n+++ b/x\n@@ -3,2 +3,3 @@ func f()\n a\n+b\n c\n", "--- a/x\n+++ b/x\n@@ -3,2 +3,3 @@ func f()\n a\n+b\n c\n"},
		{"plain, with times", "--- x.orig\t2026-01-01\n+++ x\t2026-01-02\n" + hunk, "--- a/x.orig\n+++ b/x\n@@ -1 +1 @@\n-a\n+b\n"},
		{"two files", "--- a/x\n+++ b/x\n" + hunk + "--- a/y\n+++ b/y\n" + hunk, "--- a/x\n+++ b/x\n@@ -1 +1 @@\n-a\n+b\n--- a/y\n+++ b/y\n@@ -1 +1 @@\n-a\n+b\n"},
		{"a new file", "diff --git a/x b/x\nnew file mode 100644\n--- /dev/null\n+++ b/x\n@@ -0,0 +1 @@\n+a\n", "--- /dev/null\n+++ b/x\n@@ -0,0 +1 @@\n+a\n"},
		{"a deleted file", "--- a/x\n+++ /dev/null\n@@ -1 +0,0 @@\n-a\n", "--- a/x\n+++ /dev/null\n@@ -1 +0,0 @@\n-a\n"},
		{"a rename", "diff --git a/x b/y\nsimilarity index 100%\nrename from x\nrename to y\n", "diff --git a/x b/y\nsimilarity index 100%\nrename from x\nrename to y\n"},
		{"a binary", "diff --git a/x b/x\nBinary files a/x and b/x differ\n", "Binary files a/x and b/x differ\n"},
		{"git's own binary, which is skipped", "diff --git a/x b/x\nGIT binary patch\nliteral 4\n+zcmZ\n@@ -1 +1 @@\n\ndiff --git a/y b/y\n--- a/y\n+++ b/y\n" + hunk,
			"Binary files a/x and b/x differ\n--- a/y\n+++ b/y\n@@ -1 +1 @@\n-a\n+b\n"},
		{"a deletion of a line that begins with dashes", "--- a/x\n+++ b/x\n@@ -1,2 +1,1 @@\n--- a comment\n keep\n", "--- a/x\n+++ b/x\n@@ -1,2 +1 @@\n--- a comment\n keep\n"},
		{"lines that look like the head of a file inside a hunk", "@@ -1,2 +1,2 @@\n--- a/x\n+++ b/x\n c\n", "@@ -1,2 +1,2 @@\n--- a/x\n+++ b/x\n c\n"},
		{"wrong counts", "--- a/x\n+++ b/x\n@@ -1 +1 @@\n a\n-b\n+c\n d\n", "--- a/x\n+++ b/x\nA hunk has other lines than its head says\n@@ -1,3 +1,3 @@\n a\n-b\n+c\n d\n"},
		{"no counts", "@@ @@\n-a\n+b\n", "@@\n-a\n+b\n"},
		{"an empty line that lost its space", "@@ -1,3 +1,3 @@\n a\n\n-b\n+c\n", "@@ -1,3 +1,3 @@\n a\n \n-b\n+c\n"},
		{"no newline at the end", "@@ -1 +1 @@\n-a\n\\ No newline at end of file\n+a\n", "@@ -1 +1 @@\n-a\n\\ No newline at end of file\n+a\n"},
		{"a mail with a message and a signature", "From 1\nSubject: x\n\n---\n x | 2 +-\n\ndiff --git a/x b/x\n--- a/x\n+++ b/x\n" + hunk + "-- \n2.40\n",
			"From 1\nSubject: x\n---\n x | 2 +-\n--- a/x\n+++ b/x\n@@ -1 +1 @@\n-a\n+b\n-- \n2.40\n"},
		{"quoted names", "--- \"a/\\303\\244\"\n+++ \"b/\\303\\244\"\n" + hunk, "--- a/ä\n+++ b/ä\n@@ -1 +1 @@\n-a\n+b\n"},
		{"CR LF", "--- a/x\r\n+++ b/x\r\n@@ -1 +1 @@\r\n-a\r\n+b\r\n", "--- a/x\n+++ b/x\n@@ -1 +1 @@\n-a\n+b\n"},
		{"numbers beyond reason", "@@ -99999999999999999999,1 +1,1 @@\n-a\n+b\n", "@@ -99999999999999999999,1 +1,1 @@\n-a\n+b\n"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			if got := kindtest.Text(kindtest.Open(t, diff.Kind, patch(tt.patch)), ""); got != tt.want {
				t.Errorf("got  %q\nwant %q", got, tt.want)
			}
		})
	}
}

// rows are the rows of the tables in a view, its controls left out.
func rows(html string) string {
	var out []string
	for _, part := range strings.Split(html, "<tr")[1:] {
		row, _, _ := strings.Cut(part, "</tr>")
		out = append(out, "<tr"+row)
	}
	return strings.Join(out, "\n")
}

func TestRows(t *testing.T) {
	v := kindtest.Open(t, diff.Kind, texts("x\na b\n", "x\na c\nd\n"))
	for state, want := range map[string]string{
		`{}`: `<tr><td class="ak-no" data-ak-o="1" data-ak-n="1"></td><td class="ak-line">x</td>
<tr class="ak-del"><td class="ak-no" data-ak-o="2"><span class="ak-sr">removed</span></td><td class="ak-line">a <mark>b</mark></td>
<tr class="ak-add"><td class="ak-no" data-ak-n="2"><span class="ak-sr">added</span></td><td class="ak-line">a <mark>c</mark></td>
<tr class="ak-add"><td class="ak-no" data-ak-n="3"><span class="ak-sr">added</span></td><td class="ak-line">d</td>`,
		`{"mode":"split"}`: `<tr><td class="ak-no ak-before ak-same" data-ak-n="1"></td><td class="ak-line ak-before ak-same">x</td><td class="ak-no ak-after" data-ak-n="1"></td><td class="ak-line ak-after">x</td>
<tr><td class="ak-no ak-before ak-del" data-ak-n="2"><span class="ak-sr">removed</span></td><td class="ak-line ak-before ak-del">a <mark>b</mark></td><td class="ak-no ak-after ak-add" data-ak-n="2"><span class="ak-sr">added</span></td><td class="ak-line ak-after ak-add">a <mark>c</mark></td>
<tr><td class="ak-void" colspan="2"></td><td class="ak-no ak-after ak-add" data-ak-n="3"><span class="ak-sr">added</span></td><td class="ak-line ak-after ak-add">d</td>`,
	} {
		if got := rows(kindtest.HTML(v, state)); got != want {
			t.Errorf("%s\ngot  %s\nwant %s", state, got, want)
		}
	}
}

func TestWordsOfARawPatchAreNotAddedLines(t *testing.T) {
	got := kindtest.HTML(kindtest.Open(t, diff.Kind, `{"old":"","new":"diff --git a/x b/x\n@@ -1 +1 @@\n-a\n+b\n","patch":"diff --git a/x b/x\n@@ -1 +1 @@\n-a\n+b\n","path":"patch","verb":"Diff"}`), "")
	if !strings.Contains(got, `class="ak-del"`) || strings.Count(got, `class="ak-add"`) != 1 || strings.Contains(got, "@@") {
		t.Errorf("got %s", got)
	}
	if !strings.Contains(got, `<bdi class="ak-path">x</bdi>`) {
		t.Errorf("the patch's own path is missing: %s", got)
	}
}

func TestMarks(t *testing.T) {
	tests := []struct{ name, old, new, want string }{
		{"words", "total := sum(a)", "count := sum(b)", "<mark>total</mark> := sum(<mark>a</mark>) | <mark>count</mark> := sum(<mark>b</mark>)"},
		{"words beside each other are one mark", "keep one two keep", "keep three four keep", "keep <mark>one two</mark> keep | keep <mark>three four</mark> keep"},
		{"lines without enough in common have none", "alpha beta", "gamma", "alpha beta | gamma"},
		{"whole words, not letters", "colour", "colours", "colour | colours"},
		{"lines that were put between", "var t int\nreturn t", "var total int\nseen := true\nreturn total",
			"var <mark>t</mark> int | return <mark>t</mark> | var <mark>total</mark> int | seen := true | return <mark>total</mark>"},
		{"numbers are one word", "pi = 3.14", "pi = 2.71", "pi = <mark>3.14</mark> | pi = <mark>2.71</mark>"},
		{"white space that is all that changed", "\ta  b ", "  a b", `<mark class="ak-ws" data-ak-ws="→">	</mark>a<mark class="ak-ws" data-ak-ws="··">  </mark>b<mark class="ak-ws" data-ak-ws="·"> </mark> | ` +
			`<mark class="ak-ws" data-ak-ws="··">  </mark>a<mark class="ak-ws" data-ak-ws="·"> </mark>b`},
		{"a long line of which the middle changed", strings.Repeat("a b ", 300) + "old" + strings.Repeat(" c", 300), strings.Repeat("a b ", 300) + "new" + strings.Repeat(" c", 300),
			strings.Repeat("a b ", 300) + "<mark>old</mark>" + strings.Repeat(" c", 300) + " | " + strings.Repeat("a b ", 300) + "<mark>new</mark>" + strings.Repeat(" c", 300)},
		{"an empty line stands in no line's place", "\nb", "c d\nb", " | c d | b"},
		{"markup in words", "a <b>", "a <i>", "a &lt;<mark>b</mark>&gt; | a &lt;<mark>i</mark>&gt;"},
	}
	for _, tt := range tests {
		got := kindtest.HTML(kindtest.Open(t, diff.Kind, `{"old":`+kindtest.Quote(tt.old)+`,"new":`+kindtest.Quote(tt.new)+`}`), "")
		var lines []string
		for _, part := range strings.Split(got, `<td class="ak-line">`)[1:] {
			line, _, _ := strings.Cut(part, "</td>")
			lines = append(lines, line)
		}
		if got := strings.Join(lines, " | "); got != tt.want {
			t.Errorf("%s: got %s, want %s", tt.name, got, tt.want)
		}
	}
}

func TestLineEndings(t *testing.T) {
	cr := `<span class="ak-cut"> CR LF</span>`
	if got := kindtest.HTML(kindtest.Open(t, diff.Kind, texts("a\r\nb\r\n", "a\r\nc\r\n")), ""); strings.Contains(got, cr) {
		t.Errorf("a file that is all CR LF says so on each line: %s", got)
	}
	if got := kindtest.HTML(kindtest.Open(t, diff.Kind, texts("a\r\nb\n", "a\nb\n")), ""); strings.Count(got, cr) != 1 {
		t.Errorf("a changed line ending is not to be seen: %s", got)
	}
	for _, payload := range []string{texts("a\r\nb\r\n", "a\nc\n"), patch("--- a/a.go\n+++ b/a.go\n@@ -1,2 +1,2 @@\n-a\r\n-b\r\n+a\n+c\n")} {
		if got := kindtest.Text(kindtest.Open(t, diff.Kind, payload), ""); !strings.Contains(got, "Line endings CR LF → LF\n") || !strings.Contains(got, "-b\n") {
			t.Errorf("got %q", got)
		}
	}
	got := kindtest.Text(kindtest.Open(t, diff.Kind, texts("a\nb\n", "a\r\nb\r\n")), "")
	if want := "Line endings LF → CR LF\nNo other changes\n"; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
}

func TestSeveralFilesHaveHeadsAndASummary(t *testing.T) {
	got := kindtest.HTML(kindtest.Open(t, diff.Kind, patch("diff --git a/x b/x\nnew file mode 1\n--- /dev/null\n+++ b/x\n@@ -0,0 +1 @@\n+a\ndiff --git a/p b/q\nrename from p\nrename to q\ndiff --git a/l.png b/l.png\ndeleted file mode 1\nBinary files a/l.png and /dev/null differ\n")), "")
	for _, want := range []string{
		`<span>3 files `, `<span class="ak-verb">New file</span> <bdi class="ak-path">x</bdi>`,
		`<span class="ak-verb">Renamed</span> <bdi class="ak-path">q</bdi> <span class="ak-was">← p</span>`,
		`<span class="ak-verb">Deleted</span> <bdi class="ak-path">l.png</bdi>`, `<span>Binary file</span>`, `<a href="#ak-f1">q</a>`, `<details class="ak-one" id="ak-f1" open>`,
	} {
		if !strings.Contains(got, want) {
			t.Errorf("%s is missing in %s", want, got)
		}
	}
}

func TestMalformed(t *testing.T) {
	for _, p := range []string{`{}`, `[]`, `{"path":"x"}`, `{"old":{"a":1}}`, `{"patch":" "}`, `{"hunks":[1,{"lines":5}]}`} {
		kindtest.Reason(t, diff.Kind, p, "")
	}
}

func TestEveryFieldIsEscaped(t *testing.T) {
	evil := kindtest.Quote(kindtest.Evil)
	in := evil[1 : len(evil)-1]
	for _, p := range []string{
		`{"old":` + evil + `,"new":""}`, `{"old":"","new":` + evil + `}`, `{"old":"a","new":"b","path":` + evil + `}`, `{"old":"a","new":"b","verb":` + evil + `}`,
		`{"patch":"--- a/` + in + `\n+++ b/` + in + `\n@@ -1 +1 @@ ` + in + `\n-` + in + `\n+` + in + `\n"}`, `{"patch":"` + in + `\n@@ -1 +1 @@\n-a\n"}`,
		`{"patch":` + evil + `}`, `{"hunks":[{"lines":["+` + in + `"]}]}`, `{"patch":"diff --git a/x b/y\nrename from ` + in + `\nrename to ` + in + `\n"}`,
	} {
		kindtest.Escaped(t, diff.Kind, p, true)
	}
}

func TestPages(t *testing.T) {
	var old, new strings.Builder
	for i := range 2000 {
		fmt.Fprintf(&old, "old line %d\n", i)
		fmt.Fprintf(&new, "new line %d\n", i)
	}
	v := kindtest.Open(t, diff.Kind, texts(old.String(), new.String()))
	got := kindtest.HTML(v, "")
	if !strings.Contains(got, "lines 1–396 of 4,002") || !strings.Contains(got, `data-ak-action="more:1">Next`) {
		t.Errorf("got %.300s … %s", got, got[len(got)-400:])
	}
	st := v.(kind.Updater).Update(kind.State{}, "more:10")
	if got := kindtest.Text(v, st.JSON()); !strings.HasSuffix(got, "+new line 1999\n") {
		t.Errorf("the last page ends with %q", got[len(got)-100:])
	}
	if _, _, body, ok := v.(kind.Extractor).Extract("text", st); !ok || strings.Count(string(body), "\n") != 4003 {
		t.Errorf("extract gives %d lines", strings.Count(string(body), "\n"))
	}
}

func TestExtract(t *testing.T) {
	x := kindtest.Open(t, diff.Kind, texts("a\r\n", "b\r\n")).(kind.Extractor)
	for what, want := range map[string]string{"patch": "--- a/a.go\n+++ b/a.go\n@@ -1 +1 @@\n-a\r\n+b\r\n", "text": "--- a/a.go\n+++ b/a.go\n@@ -1 +1 @@\n-a\r\n+b\r\n", "old": "a\r\n", "new": "b\r\n", "path": "a.go"} {
		if _, _, body, ok := x.Extract(what, kind.State{}); !ok || string(body) != want {
			t.Errorf("%s: got %q, want %q", what, body, want)
		}
	}
}

// coins makes n lines of two different texts in an order that does not repeat.
func coins(n int, seed uint32) string {
	b := make([]byte, 0, 2*n)
	for range n {
		seed = seed*1664525 + 1013904223
		b = append(b, 'a'+byte(seed>>30&1), '\n')
	}
	return string(b)
}

func TestAFewChangesInALongFileAreAFewHunks(t *testing.T) {
	var old, new strings.Builder
	for i := range 40_000 {
		fmt.Fprintf(&old, "line %d\n}\n", i)
		if i%10_000 == 5000 {
			fmt.Fprintf(&new, "changed line %d\n}\n", i)
			continue
		}
		fmt.Fprintf(&new, "line %d\n}\n", i)
	}
	got := kindtest.Text(kindtest.Open(t, diff.Kind, texts(old.String(), new.String())), "")
	if hunks, lines := strings.Count(got, "@@ -"), strings.Count(got, "\n"); hunks != 4 || lines != 2+4*9 {
		t.Errorf("got %d hunks in %d lines", hunks, lines)
	}
}

func TestViewsAreBounded(t *testing.T) {
	var old, new, files strings.Builder
	for i := range 20_000 {
		fmt.Fprintf(&old, "line %d of some text here\n", i*7%1000)
		fmt.Fprintf(&new, "line %d of other text here\n", i*3%1000)
	}
	for i := range 20_000 {
		fmt.Fprintf(&files, "diff --git a/%d b/%d\nBinary files a/%d and b/%d differ\n", i, i, i, i)
	}
	kindtest.Bounded(t, "20,000 lines", diff.Kind, texts(old.String(), new.String()), 4*time.Second, "more:1")
	kindtest.Bounded(t, "20,000 lines that are all new", diff.Kind, texts("", new.String()), time.Second, "more:30")
	kindtest.Bounded(t, "20,000 binary files", diff.Kind, patch(files.String()), time.Second, "more:1")
	kindtest.Bounded(t, "marks everywhere", diff.Kind, texts(strings.Repeat(strings.Repeat("a b ", 40)+"\n", 400), strings.Repeat(strings.Repeat("a c ", 40)+"\n", 400)), 2*time.Second)
	kindtest.Bounded(t, "texts too large to compare", diff.Kind, texts(strings.Repeat("a\n", limits.DiffInput/2+1), strings.Repeat("b\n", limits.DiffInput/2+1)), 3*time.Second, "more:1")
	kindtest.Bounded(t, "texts as large as are compared", diff.Kind, texts(strings.Repeat("some line\n", limits.DiffInput/10), strings.Repeat("other one\n", limits.DiffInput/10)), 3*time.Second, "more:1")
	kindtest.Bounded(t, "many lines of few different texts", diff.Kind, texts(coins(limits.DiffCompared/2, 1), coins(limits.DiffCompared/2, 2)), time.Second, "more:1")
	kindtest.Bounded(t, "more of them", diff.Kind, texts(coins(500_000, 1), coins(500_000, 2)), time.Second, "more:1")
	kindtest.Bounded(t, "as many of them as are compared exactly", diff.Kind, texts(coins(5000, 1), coins(4999, 2)), time.Second, "more:1")
	kindtest.Bounded(t, "a patch of heads", diff.Kind, patch(strings.Repeat("@@ -1 +1 @@\n", 800_000)), 3*time.Second, "more:1")
	kindtest.Bounded(t, "a line of 200,000 characters", diff.Kind, texts(strings.Repeat("a ", 100_000), strings.Repeat("b\u202e", 100_000)), time.Second)
}

func FuzzDiff(f *testing.F) {
	kindtest.Fuzz(f, diff.Kind, texts("a\nb\r\n", "a\nc"), patch("diff --git a/x b/x\nrename from x\n--- a/x\n+++ b/x\n@@ -1,2 +1 @@ f\n a\n-b\n\\ No\n@@ @@\n+c\nBinary files\n"),
		`{"hunks":[{"oldStart":1,"newStart":2,"lines":[" a","-b","+c",""]}],"path":"p"}`)
}
