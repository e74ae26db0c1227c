package diff_test

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/vitrine-go/vitrine/artifactkit/kind"
	"github.com/vitrine-go/vitrine/artifactkit/kind/diff"
	"github.com/vitrine-go/vitrine/artifactkit/kind/internal/kindtest"
)

// numbered is n lines; those named are other ones.
func numbered(n int, changed ...int) string {
	var b strings.Builder
	for i := 1; i <= n; i++ {
		word := "line"
		for _, c := range changed {
			if c == i {
				word = "new"
			}
		}
		fmt.Fprintf(&b, "%s %d\n", word, i)
	}
	return b.String()
}

func act(t *testing.T, v kind.View, actions ...string) kind.State {
	t.Helper()
	st := kind.State{}
	for _, a := range actions {
		next := v.(kind.Updater).Update(st, a)
		if next == st {
			t.Errorf("%s changes nothing", a)
		}
		st = next
	}
	return st
}

func TestFoldsOpen(t *testing.T) {
	v := kindtest.Open(t, diff.Kind, texts(numbered(100), numbered(100, 50)))
	tests := []struct {
		name    string
		actions []string
		folds   string // what is still folded
		first   string
	}{
		{"nothing asked for", nil, "46 47", "@@ -47,7 +47,7 @@ line 46\n line 47\n"},
		{"lines above", []string{"expand:27-46"}, "26 47", "@@ -27,27 +27,27 @@\n line 27\n"},
		{"lines below", []string{"expand:54-73"}, "46 27", "@@ -47,27 +47,27 @@ line 46\n line 47\n"},
		{"both ways, twice", []string{"expand:27-46", "expand:54-73", "expand:7-26"}, "6 27", "@@ -7,67 +7,67 @@\n line 7\n"},
		{"all before", []string{"expand:1-46"}, "47", "@@ -1,53 +1,53 @@\n line 1\n"},
		{"all but two lines, which are no fold", []string{"expand:3-46"}, "47", "@@ -1,53 +1,53 @@\n line 1\n"},
		{"all but two lines at the end", []string{"expand:54-98"}, "46", "@@ -47,54 +47,54 @@ line 46\n line 47\n"},
		{"lines in the middle of a fold", []string{"expand:10-12"}, "9 34 47", "@@ -10,3 +10,3 @@\n line 10\n"},
		{"everything", []string{"expand:all"}, "", "@@ -1,100 +1,100 @@\n line 1\n"},
		{"everything, and back", []string{"expand:all", "expand:none"}, "46 47", "@@ -47,7 +47,7 @@ line 46\n line 47\n"},
		{"more than there is", []string{"expand:54-5000"}, "46", "@@ -47,54 +47,54 @@ line 46\n line 47\n"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			st := act(t, v, tt.actions...)
			var folds []string
			for _, part := range strings.Split(kindtest.HTML(v, st.JSON()), `<tr class="ak-hunk"><td colspan="2"><div>`)[1:] {
				n, _, _ := strings.Cut(part, " unchanged line")
				folds = append(folds, n)
			}
			if got := strings.Join(folds, " "); got != tt.folds {
				t.Errorf("folds %s, want %s", got, tt.folds)
			}
			text := strings.TrimPrefix(kindtest.Text(v, st.JSON()), "--- a/a.go\n+++ b/a.go\n")
			if !strings.HasPrefix(text, tt.first) {
				t.Errorf("got %.60q, want %q", text, tt.first)
			}
		})
	}
}

func TestFoldsDoNotOpenForNonsense(t *testing.T) {
	known := kindtest.Open(t, diff.Kind, texts(numbered(100), numbered(100, 50)))
	patch := kindtest.Open(t, diff.Kind, patch("--- a/x\n+++ b/x\n@@ -50 +50 @@\n-a\n+b\n"))
	for _, a := range []string{"expand", "expand:", "expand:x-y", "expand:5", "expand:-3--1", "expand:9-5", "expand:200-300", "expand:99999999999999999999-1"} {
		if st := known.(kind.Updater).Update(kind.State{}, a); st.JSON() != "{}" {
			t.Errorf("%s gives %s", a, st.JSON())
		}
	}
	if st := patch.(kind.Updater).Update(kind.State{}, "expand:all"); st.JSON() != "{}" {
		t.Errorf("a patch opens: %s", st.JSON())
	}
	before := kindtest.HTML(known, `{}`)
	for _, st := range []string{`{"expand":7}`, `{"expand":[[]]}`, `{"expand":[[1]]}`, `{"expand":[["a","b"]]}`, `{"expand":[[9,1]]}`, `{"expand":{"a":[1,2]}}`} {
		if kindtest.HTML(known, st) != before {
			t.Errorf("%s changes the view", st)
		}
	}
}

func TestTheTextsBesideAPatchOpenItsFolds(t *testing.T) {
	old, now := numbered(60), numbered(60, 30)
	hunk := "@@ -29,3 +29,3 @@ sec\n line 29\n-line 30\n+new 30\n line 31\n"
	payload := func(old, now, patch string) string {
		return `{"path":"x","old":` + kindtest.Quote(old) + `,"new":` + kindtest.Quote(now) + `,"patch":` + kindtest.Quote(patch) + `}`
	}
	v := kindtest.Open(t, diff.Kind, payload(old, now, hunk))
	if got := kindtest.Text(v, act(t, v, "expand:all").JSON()); !strings.Contains(got, "@@ -1,60 +1,60 @@\n line 1\n") || strings.Count(got, "\n") != 2+1+61 {
		t.Errorf("got %q", got)
	}
	for name, p := range map[string]string{
		"another old text":      payload(strings.Replace(old, "line 29", "x", 1), now, hunk),
		"another new text":      payload(old, strings.Replace(now, "line 31", "x", 1), hunk),
		"texts of other length": payload(old, now+"more\n", hunk),
		"two files":             payload(old, now, "--- a/x\n+++ b/x\n"+hunk+"--- a/y\n+++ b/y\n"+hunk),
		"hunks out of order":    payload(old, now, hunk+hunk),
		"a hunk behind the end": payload(old, now, hunk+"@@ -900 +900 @@\n"),
		"the patch as the new":  payload("", hunk, hunk),
	} {
		v := kindtest.Open(t, diff.Kind, p)
		if st := v.(kind.Updater).Update(kind.State{}, "expand:all"); st.JSON() != "{}" {
			t.Errorf("%s: folds open", name)
		}
	}
}

// apply makes the new text with a patch of one file, as a program would that knows nothing of how it was made.
func apply(t *testing.T, old, patch string) string {
	t.Helper()
	lines := strings.SplitAfter(old, "\n")
	var out strings.Builder
	at := 0
	last := byte(0)
	for _, l := range strings.SplitAfter(patch, "\n") {
		switch {
		case l == "" || strings.HasPrefix(l, "--- a") || strings.HasPrefix(l, "--- /dev") || strings.HasPrefix(l, "+++ "):
		case strings.HasPrefix(l, "@@"):
			var start, n int
			if _, err := fmt.Sscanf(l, "@@ -%d,%d", &start, &n); err != nil {
				n = 1
			}
			if n > 0 {
				start--
			}
			for ; at < start; at++ {
				out.WriteString(lines[at])
			}
		case l[0] == '\\' && last != '-':
			s := out.String()
			out.Reset()
			out.WriteString(strings.TrimSuffix(s, "\n"))
		case l[0] == '\\':
		case l[0] == '+':
			out.WriteString(l[1:])
		default:
			if at >= len(lines) || strings.TrimSuffix(lines[at], "\n") != strings.TrimSuffix(l[1:], "\n") {
				t.Fatalf("line %d is not %q in\n%s", at+1, l, patch)
			}
			if at++; l[0] == ' ' {
				out.WriteString(l[1:])
			}
		}
		if l != "" {
			last = l[0]
		}
	}
	for ; at < len(lines); at++ {
		out.WriteString(lines[at])
	}
	return out.String()
}

func TestThePatchMakesTheNewTextWhateverIsShown(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	text := func(old string) string {
		var b strings.Builder
		end := [...]string{"\n", "\r\n"}[r.IntN(8)/7]
		for i, l := range strings.Split(strings.TrimRight(old, "\r\n"), "\n") {
			switch l = strings.TrimSuffix(l, "\r"); r.IntN(9) {
			case 0:
				continue
			case 1:
				l += "x"
			case 2:
				fmt.Fprintf(&b, "more %d%s", i, end)
			}
			b.WriteString(l + end)
		}
		return strings.TrimSuffix(b.String(), [...]string{"\n", ""}[r.IntN(3)/2])
	}
	for i := range 300 {
		old := text(numbered(1 + r.IntN(60)))
		now := text(old)
		if old == now || old == "" || now == "" {
			continue
		}
		v := kindtest.Open(t, diff.Kind, texts(old, now))
		_, _, body, _ := v.(kind.Extractor).Extract("patch", kind.State{})
		if got := apply(t, old, string(body)); got != now {
			t.Fatalf("%d: the patch\n%s\nmakes %q of %q, want %q", i, body, got, old, now)
		}
		if strings.Contains(old+now, "\r") {
			continue // the view says that the endings changed, and compares without them
		}
		for _, st := range []string{`{}`, `{"expand":"all"}`, `{"expand":[[3,9],[20,21]]}`} {
			shown := kindtest.Text(v, st)
			if strings.HasSuffix(old, "\n") != strings.HasSuffix(now, "\n") || strings.HasSuffix(old, "\n") {
				if got := apply(t, old, shown); got != now {
					t.Fatalf("%d %s: what is shown\n%s\nmakes %q of %q, want %q", i, st, shown, got, old, now)
				}
			}
		}
	}
}

func TestActionsSetAndClearTheState(t *testing.T) {
	v := kindtest.Open(t, diff.Kind, texts(numbered(100), numbered(100, 50))).(kind.Updater)
	for _, tt := range []struct{ state, action, want string }{
		{`{}`, "mode:split", `{"mode":"split"}`},
		{`{"mode":"split","other":1}`, "mode:unified", `{"other":1}`},
		{`{}`, "wrap", `{"wrap":true}`},
		{`{"wrap":true}`, "wrap", `{}`},
		{`{}`, "more:2", `{"more":2}`},
		{`{"more":2}`, "expand:all", `{"expand":"all"}`},
		{`{"expand":[[5,9]]}`, "expand:10-20", `{"expand":[[5,20]]}`},
		{`{"expand":[[60,70]]}`, "expand:10-20", `{"expand":[[10,20],[60,70]]}`},
		{`{"expand":"all"}`, "expand:10-20", `{"expand":"all"}`},
		{`{}`, "mode:sideways", `{}`},
		{`{}`, "sort:1", `{}`},
	} {
		if got := v.Update(kind.ParseState([]byte(tt.state)), tt.action).JSON(); got != tt.want {
			t.Errorf("%s in %s gives %s, want %s", tt.action, tt.state, got, tt.want)
		}
	}
}
