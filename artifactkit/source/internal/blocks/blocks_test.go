package blocks_test

import (
	"testing"

	"github.com/vitrine-go/vitrine/artifactkit/protocol"
	"github.com/vitrine-go/vitrine/artifactkit/source/internal/blocks"
)

func parse(t *testing.T, text string) protocol.Value {
	t.Helper()
	if text == "" {
		return protocol.Value{}
	}
	v, why := protocol.Parse([]byte(text))
	if why != nil {
		t.Fatal(why.Message)
	}
	return v
}

func TestTheRichestBlockIsTheArtifact(t *testing.T) {
	text := func(s string) string { return `{"type":"text","text":"` + s + `"}` }
	const picture = `{"type":"image","data":"AAAA","mimeType":"image/png"}`
	const file = `{"type":"resource","resource":{"uri":"a.go","text":"package a"}}`
	for _, c := range []struct{ name, content, structured, value, kind, payload string }{
		{"nothing", `[]`, ``, "", "text", `{"text":""}`},
		{"a string", `"plain"`, ``, "plain", "text", `{"text":"plain"}`},
		{"one block without its array", text("a"), ``, "a", "text", `{"text":"a"}`},
		{"what is no block", `{"deep":[1]}`, ``, `{"deep":[1]}`, "text", `{"text":"{\"deep\":[1]}","lang":"json"}`},
		{"several texts", `[` + text("a") + `,` + text("b") + `]`, ``, "a\nb", "text", `{"text":"a\nb"}`},
		{"text that is rows", `[` + text(`[{\"a\":1}]`) + `]`, ``, `[{"a":1}]`, "table", `{"df":[{"a":1}]}`},
		{"rows in a JSON string", `[` + text(`\"[{\\\"a\\\":1}]\"`) + `]`, ``, `"[{\"a\":1}]"`, "table", `{"df":[{"a":1}]}`},
		{"text that is JSON", `[` + text(`{\"a\":{\"b\":1}}`) + `]`, ``, `{"a":{"b":1}}`, "text", `{"text":"{\"a\":{\"b\":1}}","lang":"json"}`},
		{"a picture, a file, data and words", `[` + text("w") + `,` + picture + `,` + file + `]`, `{"a":{"b":1}}`, "w\n[image/png, 3 bytes]\npackage a", "image",
			`{"images":[{"mime":"image/png","b64":"AAAA"}],"output":"w\na.go\npackage a\n{\n  \"a\": {\n    \"b\": 1\n  }\n}"}`},
		{"two files and words", `[` + file + `,` + file + `,` + text("w") + `]`, ``, "package a\npackage a\nw", "code", `{"text":"package a","lang":"go","filename":"a.go","output":"w\na.go\npackage a"}`},
		{"rows beside long words", `[` + text(`w\nv`) + `]`, `[{"a":1}]`, "w\nv", "table", `{"df":[{"a":1}],"output":"w\nv"}`},
		{"data alone", `[]`, `{"a":{"b":1}}`, `{"a":{"b":1}}`, "text", `{"text":"{\n  \"a\": {\n    \"b\": 1\n  }\n}","lang":"json"}`},
		{"data in the wrapper that servers write", `[` + text("7") + `]`, `{"result":"7"}`, "7", "text", `{"text":"7"}`},
		{"a number in the wrapper", `[` + text("7") + `,` + text("w") + `]`, `{"result":7}`, "7\nw", "text", `{"text":"7\nw"}`},
		{"a scalar beside words", `[` + text("w") + `]`, `7`, "w", "text", `{"text":"w\n7"}`},
		{"Anthropic's image and document", `[{"type":"image","source":{"type":"base64","media_type":"image/png","data":"AAAA"}},{"type":"document","title":"d.txt","source":{"type":"text","media_type":"text/plain","data":"words"}}]`, ``,
			"[image/png, 3 bytes]\nwords", "image", `{"images":[{"mime":"image/png","b64":"AAAA"}],"output":"d.txt\nwords"}`},
		{"Anthropic's image by address", `[{"type":"image","source":{"type":"url","url":"https://example.org/a.png"}}]`, ``, "https://example.org/a.png", "text", `{"text":"https://example.org/a.png"}`},
		{"a blob that is a picture", `[{"type":"resource","resource":{"uri":"file:///p/a.png","mimeType":"image/png","blob":"AAAA"}}]`, ``, "file:///p/a.png", "image", `{"images":[{"mime":"image/png","b64":"AAAA","name":"a.png"}]}`},
	} {
		m := blocks.Make(blocks.Read(parse(t, c.content)), parse(t, c.structured), false)
		if m.Value != c.value || m.Kind != c.kind || string(m.Payload) != c.payload {
			t.Errorf("%s:\n got %q %s %s\nwant %q %s %s", c.name, m.Value, m.Kind, m.Payload, c.value, c.kind, c.payload)
		}
	}
}

func TestRows(t *testing.T) {
	for text, want := range map[string]bool{
		`[{"a":1},{"b":"x"}]`: true, `{"result":[{"a":1}]}`: true, `[{"a":[1,2]}]`: true, `[{"a":{"b":[1]}}]`: false, `[{}]`: false, `[]`: false, `[1]`: false, `[{"a":1},2]`: false,
		`{"a":[{"b":1}],"n":1}`: false, `"x"`: false,
	} {
		if _, got := blocks.Rows(parse(t, text)); got != want {
			t.Errorf("%s: %v", text, got)
		}
	}
}
