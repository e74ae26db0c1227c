package protocol_test

import (
	"testing"

	"github.com/vitrine-go/vitrine/artifactkit/protocol"
)

func TestFollowLeadsToThePlaceInTheText(t *testing.T) {
	for _, c := range []struct{ name, in, pointer, want, rest string }{
		{"the whole text", ` {"a":1} `, "", `{"a":1}`, ""},
		{"a member of a member", `{"a":{"b":[1,2,{"c":3}]}}`, "/a/b/2/c", "3", ""},
		{"escaped words", `{"a/b":{"m~n":{"~1":true}}}`, "/a~1b/m~0n/~01", "true", ""},
		{"a name written with escapes", "{\"\\u0061\\n\":1}", "/a\n", "1", ""},
		{"a name beyond the first plane, written either way", `{"😀":1,"\ud83d\ude00":2}`, "/😀", "2", ""},
		{"the last of members with one name", `{"a":1,"a":2}`, "/a", "2", ""},
		{"an empty name", `{"":{"":7}}`, "//", "7", ""},
		{"what is not there stops at what is", `{"a":{"b":1}}`, "/a/c/d", `{"b":1}`, "/c/d"},
		{"a scalar has nothing inside", `{"a":"x"}`, "/a/0", `"x"`, "/0"},
		{"an element over the end", `[1,2]`, "/2", `[1,2]`, "/2"},
		{"no element by another spelling", `[1,2]`, "/01", `[1,2]`, "/01"},
		{"no element from behind", `[1,2]`, "/-1", `[1,2]`, "/-1"},
		{"no pointer at all", `{"a":1}`, "a", `{"a":1}`, "a"},
		{"behind a byte order mark", "\ufeff[5]", "/0", "5", ""},
	} {
		v, why := protocol.Parse([]byte(c.in))
		if why != nil {
			t.Fatal(why)
		}
		at, rest := v.Follow(c.pointer)
		from, to := at.Span()
		if got := c.in[from:to]; got != c.want || rest != c.rest {
			t.Errorf("%s: got %q and %q left, want %q and %q", c.name, got, rest, c.want, c.rest)
		}
	}
}

func TestDoubled(t *testing.T) {
	for in, want := range map[string]string{
		`{"a":1,"b":2,"a" : [3],"a":4}`: `"a" : [3]`, `{"a":1,"\u0061":2}`: `"\u0061":2`, `{"a":1}`: "", `[1,1]`: "",
	} {
		v, _ := protocol.Parse([]byte(in))
		from, to, ok := v.Doubled()
		if got := in[from:to]; got != want || ok != (want != "") {
			t.Errorf("%s: got %q %v, want %q", in, got, ok, want)
		}
	}
}

func TestFaultIsWhereTheReasonSays(t *testing.T) {
	for in, want := range map[string]int{
		`{"a":1}`: -1, ``: 0, `{"a":1`: 6, "{\n  \"a\": tru\n}": 9, "\ufeff{]": 4, "[\"é\",\"\xff\"]": 7, `[1,2] 3`: 6, `"a\qb"`: 3,
	} {
		if got := protocol.Fault([]byte(in)); got != want {
			_, why := protocol.Parse([]byte(in))
			t.Errorf("%q: got %d, want %d; the reason is %v", in, got, want, why)
		}
	}
}
