package imports_test

import (
	"strings"
	"testing"

	"github.com/vitrine-go/vitrine/wasm/kit/calls"
	"github.com/vitrine-go/vitrine/wasm/kit/imports"
)

func TestATranscriptIsReadWhole(t *testing.T) {
	k := calls.New(imports.New().Answer)
	lines := `{"role":"user","content":"hello"}` + "\n" + `{"role":"assistant","content":[{"type":"tool_use","id":"t1","name":"n","input":{}}]}` + "\n"
	got := string(k.Answer("import", []byte(lines), []byte(`{"from":"anthropic"}`)))
	if strings.Count(got, "\n") != 3 || !strings.Contains(got, `"type":"tool_request"`) {
		t.Errorf("got %s, want the beginning, a message, a request and an end", got)
	}
	if pure := string(imports.Pure("import", []byte(lines), []byte(`{"from":"anthropic"}`))); pure != got {
		t.Errorf("got %s\nwant %s", pure, got)
	}
	for _, o := range []string{`{}`, `{"from":"nobody"}`} {
		if got := string(k.Answer("import", []byte("7"), []byte(o))); !strings.HasPrefix(got, `{"error":`) {
			t.Errorf("%s: got %s", o, got)
		}
	}
}

func TestAConversationIsReadMessageByMessage(t *testing.T) {
	k := calls.New(imports.New().Answer)
	ask := func(call, input, options string) string {
		return string(k.Answer(call, []byte(input), []byte(options)))
	}
	call := `{"role":"assistant","content":[{"type":"tool_use","id":"t1","name":"n","input":{"q":1}}]}`
	if got := ask("sniff", call, `{}`); got != `{"reader":1,"from":"anthropic"}` {
		t.Fatalf("got %s", got)
	}
	if got := ask("record", call, `{"reader":1}`); !strings.Contains(got, `"name":"n"`) {
		t.Errorf("got %s, want the request", got)
	}
	if got := ask("record", `{"role":"user","content":[{"type":"tool_result","tool_use_id":"t1","content":"done"}]}`, `{"reader":1}`); !strings.Contains(got, `"value":"done"`) {
		t.Errorf("got %s, want the result", got)
	}
	if got := ask("finish", "", `{"reader":1}`); !strings.HasPrefix(got, "[") {
		t.Errorf("got %s", got)
	}
	if got := ask("record", call, `{"reader":1}`); got != `{"error":"no such reader"}` {
		t.Errorf("got %s", got)
	}
	if got := ask("sniff", `{"x":1}`, `{}`); got != "null" {
		t.Errorf("got %s for what nobody knows", got)
	}
}

func TestAFileIsReadPieceByPiece(t *testing.T) {
	k := calls.New(imports.New().Answer)
	ask := func(call, input, options string) string {
		return string(k.Answer(call, []byte(input), []byte(options)))
	}
	lines := `{"role":"user","content":"hello"}` + "\n" + `{"role":"assistant","content":[{"type":"tool_use","id":"t1","name":"n","input":{}}]}` + "\n"
	whole := strings.Split(ask("import", lines, `{}`), "\n")
	if got := ask("sniff", lines, `{"pieces":true}`); got != `{"reader":1,"from":"anthropic"}` {
		t.Fatalf("got %s", got)
	}
	var got []string
	for i := range lines {
		if list := strings.Trim(ask("record", lines[i:i+1], `{"reader":1}`), "[]"); list != "" {
			got = append(got, list)
		}
	}
	got = append(got, strings.Trim(ask("finish", "", `{"reader":1}`), "[]"))
	if g, w := strings.Join(got, ","), strings.Join(whole, ","); g != w {
		t.Errorf("got %s\nwant %s", g, w)
	}
}
