package diff_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/vitrine-go/vitrine/artifactkit/kind"
	"github.com/vitrine-go/vitrine/artifactkit/kind/diff"
	"github.com/vitrine-go/vitrine/artifactkit/kind/internal/kindtest"
	"github.com/vitrine-go/vitrine/artifactkit/markup"
)

func TestOtherForms(t *testing.T) {
	tests := []struct{ name, payload, want string }{
		{"V4A, all that it can say", patch("*** Begin Patch\n*** Update File: a.py\n*** Move to: b.py\n@@ class A\n@@ def f(self):\n x\n-y\n+z\n@@\n p\n+q\n*** End of File\n*** Add File: n.py\n+one\n+\n*** Delete File: d.py\n*** End Patch\n"),
			"diff --git a/a.py b/b.py\nrename from a.py\nrename to b.py\n--- a/a.py\n+++ b/b.py\n@@ class A › def f(self):\n x\n-y\n+z\n@@\n p\n+q\n" +
				"--- /dev/null\n+++ b/n.py\n@@ -0,0 +1,2 @@\n+one\n+\n--- a/d.py\n+++ /dev/null\n"},
		{"V4A without a hunk's head, a blank line in it", patch("*** Begin Patch\n*** Update File: a\n a\n\n-b\n+c\n*** End Patch"), "--- a/a\n+++ b/a\n@@\n a\n \n-b\n+c\n"},
		{"V4A of dashes, which name no file", patch("*** Begin Patch\n*** Update File: a.sql\n--- old\n+++ new\n*** End Patch"), "--- a/a.sql\n+++ b/a.sql\n@@\n--- old\n+++ new\n"},
		{"V4A without its frame", patch("*** Update File: a\n-b\n+c"), "--- a/a\n+++ b/a\n@@\n-b\n+c\n"},
		{"a unified diff in the frame of V4A", patch("*** Begin Patch\n--- a/x\n+++ b/x\n@@ -7 +7 @@\n-a\n+b\n*** End Patch"), "--- a/x\n+++ b/x\n@@ -7 +7 @@\n-a\n+b\n"},
		{"a context diff is none of it", patch("*** a.c\t2026-01-01\n--- b.c\t2026-01-01\n***************\n*** 1,2 ****\n! x\n"), "*** a.c	2026-01-01\n--- b.c	2026-01-01\n***************\n*** 1,2 ****\n! x\n"},
		{"bare lines", `{"diff":" def f():\n-    a\n+    b","path":"m.py"}`, "--- a/m.py\n+++ b/m.py\n@@\n def f():\n-    a\n+    b\n"},
		{"bare lines with a section", `{"diff":"@@ class A:\n-a\n+b","path":"m.py"}`, "--- a/m.py\n+++ b/m.py\n@@ class A:\n-a\n+b\n"},
		{"bare lines that are all new", `{"diff":"+a\n+b\n","path":"m.py"}`, "--- a/m.py\n+++ b/m.py\n@@\n+a\n+b\n"},
		{"a merge", patch("diff --cc a.c\nindex 1,2..3\n--- a/a.c\n+++ b/a.c\n@@@ -1,3 -1,3 +1,4 @@@ int f\n  x\n- y\n -z\n++w\n +v\n  u\n"),
			"diff --cc a.c\n--- a/a.c\n+++ b/a.c\n@@@ -1,3 -1,3 +1,4 @@@ int f\n  x\n- y\n -z\n++w\n +v\n  u\n"},
		{"a line without a sign", patch("--- a/x\n+++ b/x\n@@ -1,5 +1,5 @@\n a\n-b\n+c\n[3 lines left out]\n d\n"),
			"--- a/x\n+++ b/x\n1 line could not be read as part of the patch and stands as it is\n@@ -1,2 +1,2 @@\n a\n-b\n+c\n[3 lines left out]\n d\n"},
		{"a hunk that ends early", patch("--- a/x\n+++ b/x\n@@ -1,5 +1,5 @@\n a\n-b\n+c\n"), "--- a/x\n+++ b/x\nA hunk has other lines than its head says\n@@ -1,2 +1,2 @@\n a\n-b\n+c\n"},
		{"the next file after it", patch("--- a/x\n+++ b/x\n@@ -1,5 +1,5 @@\n-b\ndiff --git a/y b/y\n--- a/y\n+++ b/y\n@@ -1 +1 @@\n-a\n+b\n"),
			"--- a/x\n+++ b/x\nA hunk has other lines than its head says\n@@ -1 +0,0 @@\n-b\n--- a/y\n+++ b/y\n@@ -1 +1 @@\n-a\n+b\n"},
		{"a mode", patch("diff --git a/x b/x\nold mode 100644\nnew mode 100755\n"), "diff --git a/x b/x\nold mode 100644\nnew mode 100755\n"},
		{"an empty file", patch("diff --git a/x b/x\nnew file mode 100644\nindex 0..1\n"), "diff --git a/x b/x\nnew file mode 100644\n"},
		{"an empty file that is removed", patch("diff --git a/x b/x\ndeleted file mode 100644\nindex 0..1\n"), "diff --git a/x b/x\ndeleted file mode 100644\n"},
		{"binaries without a head", patch("Binary files a/x and b/x differ\nBinary files a/y and b/y differ\n"), "Binary files a/x and b/x differ\nBinary files a/y and b/y differ\n"},
		{"quoted names of git", patch("diff --git \"a/\\303\\244\" \"b/\\303\\244\"\nnew file mode 100644\n"), "diff --git a/ä b/ä\nnew file mode 100644\n"},
		{"a copy", patch("diff --git a/x b/y\nsimilarity index 90%\ncopy from x\ncopy to y\n--- a/x\n+++ b/y\n@@ -1 +1 @@\n-a\n+b\n"),
			"diff --git a/x b/y\nsimilarity index 90%\ncopy from x\ncopy to y\n--- a/x\n+++ b/y\n@@ -1 +1 @@\n-a\n+b\n"},
		{"hunks with a line that has no sign", `{"path":"p","hunks":[{"oldStart":5,"newStart":5,"lines":["-a","b","+c"]}]}`,
			"--- a/p\n+++ b/p\n1 line could not be read as part of the patch and stands as it is\n@@ -5 +4,0 @@\n-a\nb\n+c\n"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			if got := kindtest.Text(kindtest.Open(t, diff.Kind, tt.payload), ""); got != tt.want {
				t.Errorf("got  %q\nwant %q", got, tt.want)
			}
		})
	}
}

func TestHeadsSayWhatHappened(t *testing.T) {
	for _, tt := range []struct{ name, patch, want string }{
		{"a mode", "diff --git a/x b/x\nold mode 100644\nnew mode 100755\n", "<span>Mode 100644 → 100755</span>"},
		{"a new file of another mode", "diff --git a/x b/x\nnew file mode 120000\n--- /dev/null\n+++ b/x\n@@ -0,0 +1 @@\n+y\n", "<span>Mode 120000</span>"},
		{"a new file of the usual mode", "diff --git a/x b/x\nnew file mode 100644\n--- /dev/null\n+++ b/x\n@@ -0,0 +1 @@\n+y\n", `<bdi class="ak-path">x</bdi> <span class="ak-counts">`},
		{"how much is the same", "diff --git a/x b/y\nsimilarity index 87%\nrename from x\nrename to y\n", "← x 87% the same"},
		{"a binary of a known size", "diff --git a/x b/x\nGIT binary patch\nliteral 1234\nzcmZ\n\nliteral 9\nz\n", "<span>Binary file, 1 kB</span>"},
		{"an empty file", "diff --git a/x b/x\nnew file mode 100644\nindex 0..1\n", "<span>Empty file</span>"},
		{"a merge", "diff --cc x\n@@@ -1 -1 +1 @@@\n++a\n", "<span>Merge: one column of signs for each of 2 parents</span>"},
		{"the signs of a merge", "diff --cc x\n@@@ -1 -1 +1 @@@\n +a\n", `<td class="ak-line" data-ak-s=" +">a</td>`},
	} {
		if got := kindtest.HTML(kindtest.Open(t, diff.Kind, patch(tt.patch)), ""); !strings.Contains(got, tt.want) {
			t.Errorf("%s: %s is missing in %s", tt.name, tt.want, got)
		}
	}
}

func TestControlsAreThoseThatDoSomething(t *testing.T) {
	hunk := "--- a/x\n+++ b/x\n@@ -1 +1 @@\n-a\n+b\n"
	long := strings.Repeat("same\n", 50)
	for _, tt := range []struct {
		name, payload string
		want, not     []string
	}{
		{"a patch", patch(hunk), []string{"mode:split", `"wrap"`, "copy:path", "download:patch"}, []string{"expand:", "copy:old", "copy:new"}},
		{"a new file", `{"new":"a\n","path":"x"}`, []string{"copy:new"}, []string{"mode:split", "copy:old", "expand:"}},
		{"a patch of a new file", patch("--- /dev/null\n+++ b/x\n@@ -0,0 +1 @@\n+a\n"), []string{"copy:new"}, []string{"copy:old"}},
		{"a patch of a new file that is cut", patch("--- /dev/null\n+++ b/x\n@@ -0,0 +1,5 @@\n+a\n"), nil, []string{"copy:new"}},
		{"no changes", `{"old":"a","new":"a"}`, nil, []string{"mode:split", "wrap"}},
		{"texts with a fold", texts(long+"a\n", long+"b\n"), []string{"expand:all", "expand:1-47", "expand:28-47", "copy:old", "copy:new"}, []string{"expand:1-20"}},
	} {
		got := kindtest.HTML(kindtest.Open(t, diff.Kind, tt.payload), "")
		for _, w := range tt.want {
			if !strings.Contains(got, w) {
				t.Errorf("%s: no %s", tt.name, w)
			}
		}
		for _, w := range tt.not {
			if strings.Contains(got, w) {
				t.Errorf("%s: %s", tt.name, w)
			}
		}
	}
}

func TestSidesOfAPatch(t *testing.T) {
	x := kindtest.Open(t, diff.Kind, patch("--- /dev/null\n+++ b/d/x.txt\n@@ -0,0 +1,2 @@\n+a\n+b\n\\ No newline at end of file\n")).(kind.Extractor)
	if _, name, body, ok := x.Extract("new", kind.State{}); !ok || string(body) != "a\nb" || name != "x.txt" {
		t.Errorf("got %q as %q, %v", body, name, ok)
	}
	if _, _, _, ok := x.Extract("old", kind.State{}); ok {
		t.Error("there is an old text")
	}
	for path, want := range map[string]string{"a/b c.txt": "b c.txt.patch", "x/..": "changes.patch", ".env": "env.patch", "COM1.csv": "changes.patch", "q.go": "q.go.patch", `c:\q.go`: "q.go.patch"} {
		x := kindtest.Open(t, diff.Kind, `{"old":"a","new":"b","path":`+kindtest.Quote(path)+`}`).(kind.Extractor)
		if _, name, _, _ := x.Extract("patch", kind.State{}); name != want {
			t.Errorf("%s is saved as %s, want %s", path, name, want)
		}
	}
}

func TestStaticPagesHaveNoControls(t *testing.T) {
	var many strings.Builder
	for i := range 900 {
		fmt.Fprintf(&many, "--- a/%d\n+++ b/%d\n@@ -1 +1 @@\n-a\n+b\n", i, i)
	}
	for name, payload := range map[string]string{"a fold": texts(strings.Repeat("same\n", 50)+"a\n", strings.Repeat("same\n", 50)+"b\n"), "many files": patch(many.String())} {
		v := kindtest.Open(t, diff.Kind, payload)
		got := markup.Write(markup.Static(v.Node(kind.State{}, kindtest.Env))).String()
		if strings.Contains(got, "data-ak-action") || !strings.Contains(got, "ak-diff") {
			t.Errorf("%s: %.600s", name, got)
		}
		if name == "a fold" && !strings.Contains(got, "<div>47 unchanged lines") {
			t.Errorf("the fold says nothing: %s", got)
		}
	}
}

func TestTheListOfFilesNamesThoseAround(t *testing.T) {
	var many strings.Builder
	for i := range 900 {
		fmt.Fprintf(&many, "--- a/f%d\n+++ b/f%d\n@@ -1 +1 @@\n-a\n+b\n", i, i)
	}
	v := kindtest.Open(t, diff.Kind, patch(many.String()))
	for state, want := range map[string][]string{
		`{}`:          {`900 files`, `<a href="#ak-f0">f0</a>`, `data-ak-action="more:1">f50</button>`, `800 more files`, `id="ak-f49"`},
		`{"more":5}`:  {`<a href="#ak-f285">f285</a>`, `id="ak-f285"`, `data-ak-action="more:6">f342</button>`},
		`{"more":99}`: {`<a href="#ak-f899">f899</a>`, `id="ak-f899"`, `data-ak-action="more:16">f800</button>`},
	} {
		got := kindtest.HTML(v, state)
		for _, w := range want {
			if !strings.Contains(got, w) {
				t.Errorf("%s: %s is missing", state, w)
			}
		}
		if strings.Contains(got, `<details class="ak-one" id="ak-f50"`) && state == `{}` {
			t.Error("a file is torn, or on the wrong page")
		}
	}
}
