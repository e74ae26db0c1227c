package obj_test

import (
	"testing"

	"github.com/vitrine-go/vitrine/artifactkit/protocol"
	"github.com/vitrine-go/vitrine/artifactkit/source/internal/obj"
)

func parse(t *testing.T, text string) protocol.Value {
	t.Helper()
	v, why := protocol.Parse([]byte(text))
	if why != nil {
		t.Fatal(why.Message)
	}
	return v
}

func TestObjectGrows(t *testing.T) {
	var o obj.Object
	if got := string(o.JSON()); got != "{}" || !o.Empty() {
		t.Errorf("got %s", got)
	}
	o.Str("a\"", "x\n")
	half := o.JSON()
	o.Set("none", "")
	o.OrNull("null", "")
	o.Bool("yes", true)
	o.Raw("nothing", nil)
	o.Val("v", parse(t, `{"n" : 1.50}`))
	o.Val("absent", protocol.Value{})
	if got, want := string(o.JSON()), `{"a\"":"x\n","null":null,"yes":true,"v":{"n":1.50}}`; got != want || string(half) != `{"a\"":"x\n"}` {
		t.Errorf("got %s and %s, want %s", got, half, want)
	}
}

func TestRest(t *testing.T) {
	for in, want := range map[string]string{`{"a":1,"b":2.0,"b":3}`: `{"b":2.0,"b":3}`, `{"a":1}`: ``, `{}`: ``, `[1]`: ``, `7`: ``} {
		if got := string(obj.Rest(parse(t, in), "a")); got != want {
			t.Errorf("%s: got %s, want %s", in, got, want)
		}
	}
}

func TestSlimPointsAtWhatStandsElsewhere(t *testing.T) {
	v := parse(t, `{"a": [1, "long"], "b": {"c": "other"}, "a": 2}`)
	var long protocol.Value
	for _, m := range v.Members() {
		for _, e := range m.Elems() {
			long = e
		}
	}
	if got, want := string(obj.Slim(v, map[protocol.Value]string{long: "/value"})), `{"a":[1,{"$at":"/value"}],"b":{"c":"other"},"a":2}`; got != want {
		t.Errorf("got %s, want %s", got, want)
	}
	if got, want := string(obj.Slim(v, nil)), `{"a":[1,"long"],"b":{"c":"other"},"a":2}`; got != want {
		t.Errorf("got %s, want %s", got, want)
	}
}

func TestEqual(t *testing.T) {
	for _, c := range []struct {
		a, b string
		want bool
	}{
		{`{"a":1,"b":[true,null]}`, `{ "b":[true, null],"a":1 }`, true}, {`"\u00e9"`, `"é"`, true}, {`[1,2]`, `[2,1]`, false}, {`1`, `1.0`, false}, {`{"a":1}`, `{"b":1}`, false}, {`{"a":1}`, `[1]`, false},
	} {
		if got := obj.Equal(parse(t, c.a), parse(t, c.b)); got != c.want {
			t.Errorf("%s and %s: %v", c.a, c.b, got)
		}
	}
}

func TestIndent(t *testing.T) {
	for in, want := range map[string]string{
		`{"a":[1,{"b":"x,\"]"}],"c":{},"d":[]}`: "{\n  \"a\": [\n    1,\n    {\n      \"b\": \"x,\\\"]\"\n    }\n  ],\n  \"c\": {},\n  \"d\": []\n}", `"\\"`: `"\\"`, `7`: `7`,
	} {
		if got := obj.Indent(parse(t, in)); got != want {
			t.Errorf("%s: got %s, want %s", in, got, want)
		}
	}
}
