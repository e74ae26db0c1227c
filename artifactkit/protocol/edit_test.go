package protocol_test

import (
	"testing"

	"github.com/vitrine-go/vitrine/artifactkit/protocol"
)

func TestAppendEditedChangesOneMemberAndKeepsTheRestTokenForToken(t *testing.T) {
	set := func(path ...string) []protocol.Edit { return []protocol.Edit{protocol.Set([]byte("7"), path...)} }
	for _, c := range []struct {
		name, in string
		edits    []protocol.Edit
		want     string
	}{
		{"no edit drops the white space only", ` { "a" : 1.50 , "\u0062":[ ] } `, nil, `{"a":1.50,"\u0062":[]}`},
		{"a member is replaced where it stands", `{"a":{"x":0,"b":1,"y":[1.0,"\u00e9"]},"c":2}`, set("a", "b"), `{"a":{"x":0,"b":7,"y":[1.0,"\u00e9"]},"c":2}`},
		{"a name written with escapes is the same name", `{"\u0061":1,"b":2}`, set("a"), `{"\u0061":7,"b":2}`},
		{"a missing member is put at the end", `{"c":2}`, set("a"), `{"c":2,"a":7}`},
		{"missing rooms are made", `{}`, set("a", "b", "c"), `{"a":{"b":{"c":7}}}`},
		{"what is no object on the way becomes one", `{"a":"text","c":2}`, set("a", "b"), `{"a":{"b":7},"c":2}`},
		{"of members that are there twice one remains", `{"a":1,"b":2,"a":3}`, set("a"), `{"b":2,"a":7}`},
		{"a room that is there twice is edited in its last", `{"a":{"x":1},"a":{"y":2}}`, set("a", "b"), `{"a":{"x":1},"a":{"y":2,"b":7}}`},
		{"a removal leaves the others", `{"a":{"x":1,"b":2},"c":3}`, []protocol.Edit{protocol.Delete("a", "b")}, `{"a":{"x":1},"c":3}`},
		{"a removal takes all of that name", `{"a":1,"b":2,"a":3}`, []protocol.Edit{protocol.Delete("a")}, `{"b":2}`},
		{"a removal reaches every room of that name", `{"a":{"b":1},"a":{"b":2}}`, []protocol.Edit{protocol.Delete("a", "b")}, `{"a":{},"a":{}}`},
		{"a removal of what is not there makes nothing", `{"a":"text"}`, []protocol.Edit{protocol.Delete("a", "b"), protocol.Delete("c", "d")}, `{"a":"text"}`},
		{"the last member may go", `{"a":1}`, []protocol.Edit{protocol.Delete("a")}, `{}`},
		{"edits below one room are made in one pass", `{"a":{"d":1,"e":2}}`,
			[]protocol.Edit{protocol.Delete("a", "d"), protocol.Set([]byte("7"), "a", "b", "c"), protocol.Delete("a", "e")}, `{"a":{"b":{"c":7}}}`},
		{"a removal before the set in a room that is missing", `{}`,
			[]protocol.Edit{protocol.Delete("a", "d"), protocol.Set([]byte("7"), "a", "b")}, `{"a":{"b":7}}`},
	} {
		if got := string(protocol.AppendEdited(nil, parse(t, c.in), c.edits...)); got != c.want {
			t.Errorf("%s:\n got %s\nwant %s", c.name, got, c.want)
		}
	}
}

func TestAppendStringWritesOneValidToken(t *testing.T) {
	for in, want := range map[string]string{
		"": `""`, "plain": `"plain"`, "a\"b\\c": `"a\"b\\c"`, "\n\r\t\x00\x1f\x7f": `"\n\r\t\u0000\u001f\u007f"`, "é🌍\u2028": "\"é🌍\u2028\"",
		"\xff": "\"\ufffd\"", "a\xc3": "\"a\ufffd\"", "\xed\xa0\x80x\"": "\"\ufffd\ufffd\ufffdx\\\"\"", "\ufffd": "\"\ufffd\"",
	} {
		if got := string(protocol.AppendString(nil, in)); got != want {
			t.Errorf("AppendString(%q) = %s, want %s", in, got, want)
		}
	}
}
