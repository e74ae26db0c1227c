package tree_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/vitrine-go/vitrine/artifactkit/kind"
	"github.com/vitrine-go/vitrine/artifactkit/kind/internal/kindtest"
	"github.com/vitrine-go/vitrine/artifactkit/kind/tree"
	"github.com/vitrine-go/vitrine/artifactkit/markup"
)

// act follows actions from the first view.
func act(v kind.View, actions ...string) kind.State {
	st := kind.State{}
	for _, a := range actions {
		st = v.(kind.Updater).Update(st, a)
	}
	return st
}

func extract(v kind.View, what string, st kind.State) string {
	_, _, body, ok := v.(kind.Extractor).Extract(what, st)
	if !ok {
		return "(nothing)"
	}
	return string(body)
}

func TestEveryNodeCanBeReached(t *testing.T) {
	var wide strings.Builder
	for i := range 100_000 {
		fmt.Fprintf(&wide, `"member %d":{"deep":[%d]},`, i, i)
	}
	deep := strings.Repeat(`{"a rather long key":`, 60) + `{"x":"bottom"}` + strings.Repeat(`}`, 60)
	for _, c := range []struct {
		name, payload string
		actions       []string
		want          string
	}{
		{"the next window", `[` + strings.Repeat("1,", 999) + `2]`, []string{"more::900"}, "  900 earlier items\n  900: 1\n"},
		{"the last of 1,000", `[` + strings.Repeat("1,", 999) + `2]`, []string{"more::900"}, "  999: 2\n"},
		{"a member among 100,000", `{` + wide.String() + `"z":1}`, []string{"show:/member 77777/deep/0"}, "    deep: [1]\n      0: 77777\n"},
		{"the bottom of what is deep", deep, []string{"show:" + strings.Repeat("/a rather long key", 40)[:len("/a rather long key")*40]}, "a rather long key: {1}"},
		{"the first of two members with one key", `{"a":{"x":1},"a":{"x":2}}`, []string{"collapse", "expand:#0"}, "  a: {1}\n    x: 1\n"},
		{"JSON in a string", `{"s":"{\"in\":[1,2]}"}`, []string{"expand:/s"}, "  s: 12 characters\n    in: [2] [1,2]\n"},
		{"deeper in it", `{"s":"{\"in\":[1,2]}"}`, []string{"expand:/s", "expand:/s/~j/in"}, "      0: 1\n"},
		{"JSON in a string in a string", `{"s":"{\"t\":\"[[7]]\"}"}`, []string{"expand:/s", "expand:/s/~j/t", "expand:/s/~j/t/~j/0"}, "0: 7\n"},
		{"the third level stays a string", `{"s":"[\"[\\\"[1]\\\"]\"]"}`, []string{"expand:/s", "expand:/s/~j/0", "expand:/s/~j/0/~j/0"}, "0: \"[1]\"\n"},
		{"a string that only looks like JSON", `{"s":"[INFO] {x]"}`, []string{"expand:/s"}, "  s: \"[INFO] {x]\"\n"},
		{"the rest of a long string", `{"s":"` + strings.Repeat("a", 5000) + `END"}`, []string{"expand:/s", "more:/s:4000"}, "aaaEND\n"},
		{"all of it at once", `{"a":[[[1]],[2]],"b":{"c":{"d":[{"e":3}]}}}`, []string{"collapse", "expand:*"}, "e: 3\n"},
		{"a match", `{"a":{"b":["duluth, MN"]},"pad":"` + strings.Repeat("x", 3000) + `"}`, []string{"filter:Duluth"}, "1 match\n/a/b/0 \"duluth, MN\"\n"},
		{"no match", `{"a":1}`, []string{"filter:zz"}, "0 matches\n"},
	} {
		t.Run(c.name, func(t *testing.T) {
			v := kindtest.Open(t, tree.Kind, c.payload)
			if got := kindtest.Text(v, act(v, c.actions...).JSON()); !strings.Contains(got, c.want) {
				t.Errorf("after %q: %q is missing in %.600q", c.actions, c.want, got)
			}
		})
	}
}

func TestTheBottomIsReachedStepByStep(t *testing.T) {
	v := kindtest.Open(t, tree.Kind, strings.Repeat(`{"a rather long key":`, 60)+`{"x":"bottom"}`+strings.Repeat(`}`, 60))
	st := act(v, "collapse")
	for range 60 {
		html := kindtest.HTML(v, st.JSON())
		i := strings.LastIndex(html, `data-ak-action="expand:`)
		if i < 0 {
			t.Fatalf("nothing opens in %.300s", html)
		}
		name := html[i+len(`data-ak-action="expand:`):]
		st = v.(kind.Updater).Update(st, "expand:"+name[:strings.IndexByte(name, '"')])
	}
	if got := kindtest.Text(v, st.JSON()); !strings.Contains(got, "bottom") {
		t.Errorf("got %.300q", got)
	}
}

func TestPathAndValueOfANode(t *testing.T) {
	v := kindtest.Open(t, tree.Kind, `{"a/b":[{"big":9007199254740993123},"text \u00e9"]}`)
	for _, c := range []struct{ action, what, want string }{
		{"at:/a~1b/0", "path", "/a~1b/0"},
		{"at:/a~1b/0", "node", `{"big":9007199254740993123}`},
		{"at:#0.1", "path", "/a~1b/1"},
		{"at:/a~1b/1", "node", "text é"},
		{"at:/none", "path", "(nothing)"},
		{"at:/none", "path:/a~1b/0/big", "/a~1b/0/big"},
		{"at:/none", "node:/a~1b/0/big", "9007199254740993123"},
	} {
		if got := extract(v, c.what, act(v, c.action)); got != c.want {
			t.Errorf("%s of %s: got %q, want %q", c.what, c.action, got, c.want)
		}
	}
	if got := act(v, "at:/a~1b", "at:/a~1b").JSON(); got != "{}" {
		t.Errorf("chosen twice: got %s, want the first view", got)
	}
}

func TestLikeRowsAreOfferedAsATable(t *testing.T) {
	for payload, want := range map[string]bool{
		`[{"a":1,"b":2},{"a":3,"b":4}]`:         true,
		`[{"a":1,"b":2},{"a":3}]`:               true,
		`[{"a":1,"b":2},{"c":3,"d":4}]`:         false,
		`[{"a":1}]`:                             false,
		`[1,2]`:                                 false,
		`[{"a":1},2]`:                           false,
		`{"a":1}`:                               false,
		`[{},{}]`:                               false,
		`[{"a":1},{"a":1,"b":2,"c":3,"d":4}]`:   false,
		`[{"k":"v"},{"k":"v"},{"k":"v","x":0}]`: true,
	} {
		v := kindtest.Open(t, tree.Kind, payload)
		env := kindtest.Env
		env.Rows = true
		html := markup.Write(v.Node(kind.State{}, env)).String()
		if got := strings.Contains(html, `data-ak-action="mode:table"`); got != want {
			t.Errorf("%s: offered %v, want %v", payload, got, want)
		}
		if _, got := v.(kind.Tabular).Rows(""); got != want {
			t.Errorf("%s: rows %v, want %v", payload, got, want)
		}
		if strings.Contains(kindtest.HTML(v, ""), "mode:table") {
			t.Errorf("%s: offered to a host that has no tables", payload)
		}
	}
}

func TestAStaticTreeKeepsTheNamesOfNodes(t *testing.T) {
	v := kindtest.Open(t, tree.Kind, `{"outer":{"inner":[1]},"leaf":true}`)
	html := markup.Write(markup.Static(v.Node(kind.State{}, kindtest.Env))).String()
	for _, want := range []string{"outer", "inner", "leaf", `<span class="ak-fold">`} {
		if !strings.Contains(html, want) {
			t.Errorf("%q is missing: %s", want, html)
		}
	}
	if strings.Contains(html, "<button") || strings.Contains(html, "data-ak-") {
		t.Errorf("a control is left: %s", html)
	}
}

func TestSearchingAndStringsAreBounded(t *testing.T) {
	kindtest.Bounded(t, "a search in 200,000 members", tree.Kind, `[`+strings.Repeat(`{"name":"duluth"},`, 200_000)+`1]`, 2*time.Second, "filter:duluth")
	kindtest.Bounded(t, "a search below 64 levels", tree.Kind, strings.Repeat(`{"a":[`, 32)+`1`+strings.Repeat(`]}`, 32), time.Second, "filter:a")
	kindtest.Bounded(t, "everything open", tree.Kind, `[`+strings.Repeat(`{"a":{"b":[1,2,3]}},`, 5000)+`1]`, time.Second, "expand:*")
	kindtest.Bounded(t, "strings of JSON", tree.Kind, `[`+strings.Repeat(`"[`+strings.Repeat("[1],", 10_000)+`1]",`, 200)+`1]`, 2*time.Second, "expand:/0")
	kindtest.Bounded(t, "long strings", tree.Kind, `["`+strings.Repeat("\u202e", 100_000)+`"]`, time.Second, "expand:/0", "more:/0:4000")
}
