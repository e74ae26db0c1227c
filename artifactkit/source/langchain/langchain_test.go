package langchain_test

import (
	"testing"

	"github.com/vitrine-go/vitrine/artifactkit/internal/vectest/sourcetest"
	"github.com/vitrine-go/vitrine/artifactkit/source/langchain"
)

func TestVectors(t *testing.T) { sourcetest.Run(t, langchain.Source, 10) }

func TestDamagedInputCostsWhatIsDamaged(t *testing.T) { sourcetest.Damage(t, langchain.Source) }

func TestSniff(t *testing.T) {
	for name, c := range map[string]struct {
		head string
		want bool
	}{
		"flat messages":             {`[{"type":"human","content":"a"}]`, true},
		"constructor form":          {`[{"lc":1,"type":"constructor","id":["langchain_core","messages","AIMessage"],"kwargs":{"content":"a"}}]`, true},
		"type and data":             {`[{"type":"ai","data":{"content":"a","type":"ai"}}]`, true},
		"a state around them":       {`{"values":{"messages":[{"type":"tool","content":"a","tool_call_id":"c"}]},"next":[]}`, true},
		"a state that is cut off":   {`{"values":{"messages":[{"content":"a","additional_kwargs":{},"response_metadata":{},"type":"hum`, true},
		"a stream of states":        {"event: values\ndata: {\"messages\":[{\"type\":\"human\",\"content\":\"a\"}]}\n\n", true},
		"an OpenAI conversation":    {`[{"role":"tool","tool_call_id":"c","content":"a"}]`, false},
		"another constructor":       {`{"lc":1,"type":"constructor","id":["langchain","llms","OpenAI"],"kwargs":{"model":"m"}}`, false},
		"a line of Claude Code":     {`{"type":"system","sessionId":"s","content":"a"}`, false},
		"a session of the protocol": {`{"id":"e1","type":"tool_result","event":{"id":"1"}}`, false},
		"nothing":                   {``, false},
	} {
		if got := langchain.Source.Sniff([]byte(c.head)); got != c.want {
			t.Errorf("%s: %v", name, got)
		}
	}
}

func FuzzLangchain(f *testing.F) { sourcetest.Fuzz(f, langchain.Source) }
