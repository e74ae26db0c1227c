package patch_test

import (
	"testing"

	"github.com/vitrine-go/vitrine/artifactkit/protocol"
	"github.com/vitrine-go/vitrine/artifactkit/source/internal/patch"
)

func hunks(t *testing.T, text string) ([]patch.Hunk, bool) {
	t.Helper()
	v, why := protocol.Parse([]byte(text))
	if why != nil {
		t.Fatal(why.Message)
	}
	return patch.Parse(v)
}

func TestHunksBecomeAPatchAndBothSides(t *testing.T) {
	for _, c := range []struct{ name, hunks, old, unified, now string }{
		{"a changed line", `[{"oldStart":2,"oldLines":9,"newStart":2,"newLines":9,"lines":[" b","-c","+C"," d"]}]`, "a\nb\nc\nd\n", "@@ -2,3 +2,3 @@\n b\n-c\n+C\n d\n", "a\nb\nC\nd\n"},
		{"two hunks, lines that move", `[{"oldStart":1,"newStart":1,"lines":["+0"," a"]},{"oldStart":4,"newStart":5,"lines":["-d"]}]`, "a\nb\nc\nd", "@@ -1 +1,2 @@\n+0\n a\n@@ -4 +4,0 @@\n-d\n", "0\na\nb\nc"},
		{"an addition to an empty file", `[{"oldStart":1,"newStart":1,"lines":["+a"]}]`, "", "@@ -0,0 +1 @@\n+a\n", "a\n"},
	} {
		h, ok := hunks(t, c.hunks)
		if got := patch.Unified(h); !ok || got != c.unified {
			t.Errorf("%s: got %q, want %q", c.name, got, c.unified)
		}
		if got, ok := patch.Apply(c.old, h); !ok || got != c.now {
			t.Errorf("%s: applied %q, %v, want %q", c.name, got, ok, c.now)
		}
	}
}

func TestHunksThatDoNotFitAreNotApplied(t *testing.T) {
	for name, c := range map[string]struct{ hunks, old string }{
		"other context":              {`[{"oldStart":1,"newStart":1,"lines":[" x","+y"]}]`, "a\n"},
		"behind the end":             {`[{"oldStart":9,"newStart":9,"lines":["+y"]}]`, "a\n"},
		"more than there is":         {`[{"oldStart":1,"newStart":1,"lines":[" a"," ","-b"]}]`, "a\n"},
		"hunks out of order":         {`[{"oldStart":3,"newStart":3,"lines":[" c"]},{"oldStart":1,"newStart":1,"lines":[" a"]}]`, "a\nb\nc\n"},
		"a word about the last line": {`[{"oldStart":1,"newStart":1,"lines":["-a","\\ No newline at end of file","+b"]}]`, "a"},
	} {
		h, ok := hunks(t, c.hunks)
		if !ok {
			t.Errorf("%s: no hunks", name)
		}
		if got, ok := patch.Apply(c.old, h); ok {
			t.Errorf("%s: applied to %q", name, got)
		}
	}
}

func TestWhatIsNoHunkIsRefused(t *testing.T) {
	for _, text := range []string{
		`[]`, `{}`, `null`, `[1]`, `[{"oldStart":1}]`, `[{"oldStart":-1,"newStart":1,"lines":[]}]`, `[{"oldStart":1,"newStart":99999999999,"lines":[]}]`, `[{"oldStart":1,"newStart":1,"lines":["x"]}]`,
		`[{"oldStart":1,"newStart":1,"lines":[""]}]`, `[{"oldStart":1,"newStart":1,"lines":["+a\n+b"]}]`, `[{"oldStart":1,"newStart":1,"lines":[7]}]`,
	} {
		if _, ok := hunks(t, text); ok {
			t.Errorf("%s was taken", text)
		}
	}
}

func TestLooks(t *testing.T) {
	for text, want := range map[string]bool{
		"diff --git a/x b/x": true, "words\n@@ -1 +1 @@\n": true, "@@ +1": true, " @@ -1": false, "\n*** Begin Patch\n*** Add File: a\n": true, "words\n*** Begin Patch\n": false, "*** Begin Patching": false, "a diff --git b": false, "": false, "\n\n": false,
	} {
		if got := patch.Looks(text); got != want {
			t.Errorf("%q: %v", text, got)
		}
	}
}
