package cut_test

import (
	"bytes"
	"strings"
	"testing"

	"github.com/vitrine-go/vitrine/artifactkit/source/internal/cut"
)

func TestElements(t *testing.T) {
	for _, c := range []struct {
		in, want string
		ok       bool
	}{
		{`[1, {"a":"]"} ,[2]]`, `1|{"a":"]"}|[2]`, true},
		{`{"type":"list","attributes":{"value":[9]},"value":["a\"b",null]}`, `"a\"b"|null`, true},
		{`[]`, ``, true},
		{`{"type":"list","value":[{"a":1},{"b`, `{"a":1}`, false},
		{`{"type":"NULL"}`, ``, false}, {`7`, ``, false}, {``, ``, false}, {`{`, ``, false}, {`{"value"`, ``, false}, {`[1,`, `1`, false},
	} {
		elements, ok := cut.Elements([]byte(c.in), "value")
		if got := string(bytes.Join(elements, []byte("|"))); got != c.want || ok != c.ok {
			t.Errorf("%s: got %s, %v, want %s, %v", c.in, got, ok, c.want, c.ok)
		}
	}
}

func TestObjectsOfABeginning(t *testing.T) {
	for _, c := range []struct{ name, in, want string }{
		{"whole lines", "{\"a\":1}\nno json\n[1]\n{\"b\":2}\n", `{"a":1} {"b":2}`},
		{"a byte order mark", "\ufeff{\"a\":1}\n", `{"a":1}`},
		{"cut inside a string", `{"a":1,"b":"x","c":"yyy`, `{"a":1,"b":"x","c":null}`},
		{"cut inside an object", `{"a":1,"m":{"role":"us`, `{"a":1,"m":null}`},
		{"cut inside a key", `{"a":1,"mess`, `{"a":1}`},
		{"cut behind a colon", `{"a":1,"m":`, `{"a":1,"m":null}`},
		{"cut behind a comma", `{"a":1,`, `{"a":1}`},
		{"the middle of a record", `d":1,"e":2}`, ``},
	} {
		var got []string
		for v := range cut.Objects([]byte(c.in)) {
			got = append(got, v.Compact())
		}
		if strings.Join(got, " ") != c.want {
			t.Errorf("%s: got %s, want %s", c.name, got, c.want)
		}
	}
}

func FuzzCut(f *testing.F) {
	f.Add([]byte(`{"value":[1,"a]",{"b":[]}]}`))
	f.Fuzz(func(t *testing.T, in []byte) {
		if elements, _ := cut.Elements(in, "value"); len(bytes.Join(elements, nil)) > len(in) {
			t.Fatal("more came out than went in")
		}
		for v := range cut.Objects(in) {
			_ = v.Compact()
		}
	})
}
