package engine_test

import (
	"strings"
	"testing"

	"github.com/vitrine-go/vitrine/app/engine"
)

func TestLeading(t *testing.T) {
	const failed = `{"id":"r2","type":"tool_result","event":{"id":"c2","name":"deploy","display":null,"value":"It broke.","is_error":true,"artifact":null}}`
	const place = `"at":{"key":"h2","ref":"c2","n":1,"of":1}}`
	for _, c := range []struct{ name, call, input, want string }{
		{"to a call", "reveal", `{"call":"c2"}`, `"at":{"key":"h2","ref":"c2","n":0,"of":0}}`},
		{"to a call that is not there", "reveal", `{"call":"c9"}`, `"ops":[]`},
		{"to a failure", "failure", `{"from":"","by":1}`, place},
		{"to a match", "hit", `{"from":"","by":0}`, place},
		{"a search", "find", `{"words":"BROKE"}`, `{"hits":1,"done":true,"cut":false}`},
		{"on with it", "findMore", ``, `{"hits":1,"done":true,"cut":false}`},
		{"a filter", "filter", `{"tool":"deploy"}`, `["off","g1","",""]`},
		{"a grouping", "grouping", `{"grouping":"none"}`, `["set","l`},
		{"a grouping that is none", "grouping", `{"grouping":"odd"}`, `"ops":[]`},
		{"about a call", "about", `{"part":"g2"}`, `{"ref":"c2","copy":["value","artifact","markdown"]}`},
		{"about no call", "about", `{"part":"b1"}`, ``},
		{"what is no JSON", "reveal", `{`, `"ops":[]`},
		{"nothing at all", "hit", ``, `"at":{`},
	} {
		t.Run(c.name, func(t *testing.T) {
			e := engine.New(engine.Options{})
			e.Answer("feed", []byte(ask1+"\n"+call1+"\n"+result1+"\n"+failed))
			e.Answer("find", []byte(`{"words":"broke"}`))
			got := string(e.Answer(c.call, []byte(c.input)))
			if c.want == "" && got != "" || !strings.Contains(got, c.want) {
				t.Errorf("got %s, want %s in it", got, c.want)
			}
		})
	}
	e := engine.New(engine.Options{})
	e.Answer("feed", []byte(call1+"\n"+failed))
	if f := e.Facets(); len(f.Tools) != 2 || f.Tools[0].Word != "deploy" {
		t.Errorf("got %+v, want both tools", f)
	}
}
