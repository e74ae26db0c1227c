package calls_test

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"github.com/vitrine-go/vitrine/wasm/kit/calls"
)

const table = `{"value":"v","extra":{"codeagent":{"artifact":{"schema":"codeagent.tool-artifact","version":1,"kind":"table","status":"success","icon":null,"title":null,
"payload":{"columns":["n"],"data":[[3],[1],[2]]}}}}}`

func TestAnOpenDocumentIsDrawnUpdatedAndRead(t *testing.T) {
	k := calls.New(nil)
	ask := func(call, input, options string) string {
		return string(k.Answer(call, []byte(input), []byte(options)))
	}
	if got := ask("open", table, `{}`); got != `{"doc":1}` {
		t.Fatalf("got %s", got)
	}
	whole := ask("render", table, `{}`)
	if got := ask("draw", "", `{"doc":1}`); got != whole {
		t.Errorf("got %s\nwant the answer of render, %s", got, whole)
	}
	state := ask("update", "", `{"doc":1,"state":{},"action":"sort:0"}`)
	if !strings.HasPrefix(state, "{") || state == "{}" {
		t.Errorf("got the state %s", state)
	}
	if got := ask("draw", "", `{"doc":1,"state":`+state+`}`); got == whole || strings.Contains(got, `{"error"`) {
		t.Errorf("got %s, want another view", got)
	}
	if got := ask("extract", "", `{"doc":1,"what":"value"}`); !strings.Contains(got, `"text":"v"`) {
		t.Errorf("got %s", got)
	}
	if got := ask("extract", "", `{"doc":1,"what":"dance"}`); got != "null" {
		t.Errorf("got %s for a word that nobody knows", got)
	}
	if got := ask("close", "", `{"doc":1}`); got != "null" {
		t.Errorf("got %s", got)
	}
	for _, o := range []string{`{"doc":1}`, `{"doc":"x"}`, `{}`, `{`} {
		if got := ask("draw", "", o); got != `{"error":"no such document"}` {
			t.Errorf("%s: got %s", o, got)
		}
	}
}

func TestATranscriptTakesWhatComes(t *testing.T) {
	k := calls.New(nil)
	k.Answer("begin", nil, []byte(`{}`))
	var got struct {
		Ops   [][4]string
		Taken int
	}
	reading := false
	feed := func(list string) string {
		t.Helper()
		got.Ops, got.Taken = nil, 0
		answer := k.Answer("feed", []byte(list), fmt.Appendf(nil, `{"view":1,"reading":%t}`, reading))
		if err := json.Unmarshal(answer, &got); err != nil {
			t.Fatalf("%s: %v", answer, err)
		}
		all := ""
		for _, op := range got.Ops {
			all += op[3]
		}
		return all
	}
	for _, c := range []struct{ name, list, want string }{
		{"an envelope", `[{"id":"m1","type":"message","event":{"role":"user","markdown":"Why?"}}]`, "Why?"},
		{"a request without an envelope", `[{"id":"c1","name":"run_sql","arguments":{}}]`, "run_sql"},
		{"an event", `[{"id":"c1","name":"run_sql","display":null,"value":"one","is_error":false,"artifact":null}]`, "run_sql"},
		{"a foreign result", `[{"content":[{"type":"text","text":"x"}],"isError":true}]`, "ak-"},
		{"a message", `[{"role":"assistant","markdown":"So"}]`, "So"},
		{"what every format says so", `[{"role":"user","content":"And then?"}]`, "And then?"},
		{"words", `[{"text":" it goes"}]`, "it goes"},
	} {
		if all := feed(c.list); !strings.Contains(all, c.want) || got.Taken != 1 {
			t.Errorf("%s: got %q and %d taken, want %s in it", c.name, all, got.Taken, c.want)
		}
	}
	feed(`[{"id":"m2","type":"message","event":{"role":"user","markdown":"And?"}},{"role":"assistant","content":[]},{"role":"user","content":"x"}]`)
	if got.Taken != 1 || len(got.Ops) == 0 {
		t.Errorf("got %d taken and %d operations, want what stands before the message to be drawn", got.Taken, len(got.Ops))
	}
	block := `[{"type":"tool_result","tool_use_id":"c9","content":"x"}]`
	if feed(block); got.Taken != 1 {
		t.Errorf("got %d taken of a result", got.Taken)
	}
	reading = true
	if feed(block); got.Taken != 0 {
		t.Errorf("got %d taken while messages are read", got.Taken)
	}
	state := k.Answer("state", nil, []byte(`{"view":1}`))
	if !json.Valid(state) || !json.Valid(k.Answer("restore", state, []byte(`{"view":1}`))) {
		t.Errorf("got the state %s", state)
	}
	k.Answer("end", nil, []byte(`{"view":1}`))
	if got := string(k.Answer("feed", []byte(`[]`), []byte(`{"view":1}`))); got != `{"error":"no such transcript"}` {
		t.Errorf("got %s", got)
	}
}
