package tree_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/vitrine-go/vitrine/artifactkit/kind"
	"github.com/vitrine-go/vitrine/artifactkit/kind/internal/kindtest"
	"github.com/vitrine-go/vitrine/artifactkit/kind/tree"
	"github.com/vitrine-go/vitrine/artifactkit/limits"
	"github.com/vitrine-go/vitrine/artifactkit/protocol"
)

func TestTree(t *testing.T) {
	tests := []struct{ name, payload, state, want string }{
		{"small data is open", `{"route":[{"id":9007199254740993,"via":"I-35"}],"ok":true,"no":null}`, "",
			"{3}\n  route: [1]\n    0: {2}\n      id: 9007199254740993\n      via: \"I-35\"\n  ok: true\n  no: null\n"},
		{"a closed root", `{"a":[1, 2]}`, `{"open":[]}`, "{1} {\"a\":[1,2]}\n"},
		{"a closed node shows how it begins", `{"a":{"b": [1,  "x y"]}}`, `{"open":[""]}`, "{1}\n  a: {1} {\"b\":[1,\"x y\"]}\n"},
		{"pointers with slashes and tildes", `{"a/b":{"c~d":[1]}}`, `{"open":["","/a~1b","/a~1b/c~0d"]}`, "{1}\n  a/b: {1}\n    c~d: [1]\n      0: 1\n"},
		{"two members with one key are both there", `{"a":1,"a":2}`, "", "{2}\n  a: 1\n  a: 2\n"},
		{"an empty object, array and string", `{"a":{},"b":[],"c":"","":1}`, "", "{4}\n  a: {}\n  b: []\n  c: \"\"\n  : 1\n"},
		{"digits stay", `[1e400,-0,1.50,123456789012345678901234567890]`, "", "[4]\n  0: 1e400\n  1: -0\n  2: 1.50\n  3: 123456789012345678901234567890\n"},
		{"escapes are read, line breaks and controls are not", `["\u00e9\n\u0001\u2028"]`, "", "[1]\n  0: \"é\\n\\u0001\u2028\"\n"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			if got := kindtest.Text(tree.Open(kindtest.Parse(t, tt.payload)), tt.state); got != tt.want {
				t.Errorf("got  %q\nwant %q", got, tt.want)
			}
		})
	}
}

func TestAnyValueHasATree(t *testing.T) {
	for payload, want := range map[string]string{`1`: "1\n", `"x"`: "\"x\"\n", `null`: "null\n", `true`: "true\n", `{}`: "{}\n", `[]`: "[]\n"} {
		if got := kindtest.Text(tree.Open(kindtest.Parse(t, payload)), ""); got != want {
			t.Errorf("%s: got %q, want %q", payload, got, want)
		}
	}
	if got := kindtest.Text(tree.Open(protocol.Value{}), ""); got != "" {
		t.Errorf("nothing: got %q", got)
	}
}

func TestMarkup(t *testing.T) {
	got := kindtest.HTML(tree.Open(kindtest.Parse(t, `{"a":[1],"b":"x"}`)), `{"open":[""]}`)
	want := `<div class="ak-treeview"><div class="ak-tree" dir="ltr"><button class="ak-fold" type="button" data-ak-action="expand" aria-expanded="true" data-ak-content><span class="ak-dim">{2}</span></button>` +
		`<ul><li><button class="ak-fold" type="button" data-ak-action="expand:/a" aria-expanded="false" data-ak-content><span class="ak-k">a</span>: <span class="ak-dim">[1]</span> <span class="ak-peek">[1]</span></button></li>` +
		`<li><button class="ak-k" type="button" data-ak-action="at:/b" data-ak-content>b</button>: <span class="ak-st">&#34;x&#34;</span></li></ul></div></div>`
	if got != want {
		t.Errorf("got  %s\nwant %s", got, want)
	}
}

func TestExpandOpensAndCloses(t *testing.T) {
	v := tree.Open(kindtest.Parse(t, `{"a":{"b":[1]},"c":1}`))
	u := v.(kind.Updater)
	for _, tt := range []struct{ state, action, want string }{
		{`{}`, "expand:/a", `{"open":["","/a/b"],"at":"/a"}`}, // all was open at first
		{`{"open":[""]}`, "expand:/a", `{"open":["","/a"],"at":"/a"}`},
		{`{"open":["","/a"]}`, "expand:/a", `{"open":[""],"at":"/a"}`},
		{`{"open":[""]}`, "expand", `{"open":[],"at":""}`},
		{`{"open":[]}`, "expand", `{"open":[""],"at":""}`},
		{`{"open":[""],"x":1}`, "expand:/a/b", `{"open":["","/a/b"],"x":1,"at":"/a/b"}`},
		{`{"open":[""]}`, "expand:/c", `{"open":[""]}`},
		{`{"open":[""]}`, "expand:/zzz", `{"open":[""]}`},
		{`{"open":[""]}`, "expand:a", `{"open":[""]}`},
		{`{"open":[""]}`, "more:1", `{"open":[""]}`},
	} {
		if got := u.Update(kind.ParseState([]byte(tt.state)), tt.action).JSON(); got != tt.want {
			t.Errorf("%s on %s: got %s, want %s", tt.action, tt.state, got, tt.want)
		}
	}
}

func TestALongStringIsCutAndSaysSo(t *testing.T) {
	got := kindtest.Text(tree.Open(kindtest.Parse(t, `["`+strings.Repeat("é", 1000)+`"]`)), "")
	if want := "[1]\n  0: \"" + strings.Repeat("é", 400) + "\" … 600 more characters\n"; got != want {
		t.Errorf("got %q", got)
	}
}

func TestManyChildrenAreCounted(t *testing.T) {
	got := kindtest.Text(tree.Open(kindtest.Parse(t, `[`+strings.Repeat("1,", 999)+`1]`)), "")
	if !strings.HasSuffix(got, "  99: 1\n  900 more items\n") {
		t.Errorf("got …%q", got[len(got)-60:])
	}
}

func TestEveryFieldIsEscaped(t *testing.T) {
	evil := kindtest.Quote(kindtest.Evil)
	for _, p := range []string{`{` + evil + `:1}`, `[` + evil + `]`, `{` + evil + `:{"a":1}}`, `{"a":{"b":{"c":[` + strings.Repeat("1,", 99) + `{` + evil + `:1}]}}}`} {
		html := kindtest.HTML(kindtest.Open(t, tree.Kind, p), "")
		if strings.Contains(html, "<img") || strings.Contains(html, "</script") || strings.Contains(html, "\x01") {
			t.Errorf("%s: %s", p, html)
		}
	}
	kindtest.Escaped(t, tree.Kind, `[`+evil+`]`, true)
}

func TestViewsAreBounded(t *testing.T) {
	deep := strings.Repeat(`{"a":[`, 32) + `1` + strings.Repeat(`]}`, 32)
	kindtest.Bounded(t, "64 levels", tree.Kind, deep, time.Second)
	kindtest.Bounded(t, "2,000 levels", tree.Kind, strings.Repeat(`[`, 2000)+strings.Repeat(`]`, 2000), time.Second)
	kindtest.Bounded(t, "a million elements", tree.Kind, `[`+strings.Repeat("[1],", 1_000_000)+`1]`, 2*time.Second, "expand:/5")
	kindtest.Bounded(t, "long keys", tree.Kind, `{"`+strings.Repeat("k", 1<<20)+`":{"`+strings.Repeat("\u202e", 1<<20)+`":[1]}}`, time.Second)
	kindtest.Bounded(t, "long numbers", tree.Kind, `[`+strings.Repeat(strings.Repeat("9", 1000)+",", 5000)+`1]`, time.Second)
	kindtest.Bounded(t, "reordering characters", tree.Kind, `[`+strings.Repeat(`"`+strings.Repeat("\u202e", 400)+`",`, 500)+`1]`, time.Second)
}

func TestAStateStaysWithinItsBound(t *testing.T) {
	var b strings.Builder
	for i := range limits.TreeOpen + 50 {
		fmt.Fprintf(&b, `"%s%d":[1],`, strings.Repeat("k", 200), i)
	}
	v := tree.Open(kindtest.Parse(t, `{`+b.String()+`"z":1}`))
	st := kind.ParseState([]byte(`{"open":[""]}`))
	for i := range limits.TreeOpen + 50 {
		st = v.(kind.Updater).Update(st, "expand:/"+strings.Repeat("k", 200)+fmt.Sprint(i))
	}
	open := kind.ParseState([]byte(st.JSON())).Get("open")
	if got := open.Len(); got == 0 || got > limits.TreeOpen {
		t.Errorf("got %d open nodes, want at most %d", got, limits.TreeOpen)
	}
	if last := fmt.Sprint(limits.TreeOpen + 49); !strings.Contains(open.Compact(), "k"+last+`"`) || !strings.Contains(open.Compact(), `[""`) {
		t.Errorf("what was opened last, or the way to it, is not open: %.200s", open.Compact())
	}
}

func TestAStateOfKeysThatAreEscapedIsReadBack(t *testing.T) {
	var b strings.Builder
	for i := range 100 {
		fmt.Fprintf(&b, `"%s%d":[%s1],`, strings.Repeat(`\u0001`, 150), i, strings.Repeat("0,", 150))
	}
	v := tree.Open(kindtest.Parse(t, `{`+b.String()+`"z":1}`))
	st := kind.ParseState([]byte(`{"open":[""]}`))
	for i := range 100 {
		path := "/" + strings.Repeat("\x01", 150) + fmt.Sprint(i)
		st = v.(kind.Updater).Update(v.(kind.Updater).Update(st, "expand:"+path), "more:"+path+":100")
	}
	if kind.ParseState([]byte(st.JSON())).JSON() == "{}" {
		t.Errorf("a state of %d bytes is too large to be read back", len(st.JSON()))
	}
}

func FuzzTree(f *testing.F) {
	kindtest.Fuzz(f, tree.Kind, `{"a":{"b":[1,"x",null,true]},"a":2,"~/":[[]]}`, `[[[[1]]]]`)
}
