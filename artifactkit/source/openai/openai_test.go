package openai_test

import (
	"testing"

	"github.com/vitrine-go/vitrine/artifactkit/internal/vectest/sourcetest"
	"github.com/vitrine-go/vitrine/artifactkit/source/openai"
)

func TestVectors(t *testing.T) { sourcetest.Run(t, openai.Source, 10) }

func TestDamagedInputCostsWhatIsDamaged(t *testing.T) { sourcetest.Damage(t, openai.Source) }

func TestSniff(t *testing.T) {
	for name, c := range map[string]struct {
		head string
		want bool
	}{
		"calls":                      {`[{"role":"assistant","content":null,"tool_calls":[{"id":"c","type":"function","function":{"name":"n","arguments":"{}"}}]}]`, true},
		"messages of many APIs":      {`[{"role":"user","content":"a"},{"role":"assistant","content":"b"}]`, true},
		"lines for fine-tuning":      {"{\"messages\":[{\"role\":\"user\",\"content\":\"a\"}]}\n{\"messages\":[{\"role\":\"user\",\"content\":\"b\"}]}\n", true},
		"items":                      {`[{"type":"function_call_output","call_id":"c","output":"a"}]`, true},
		"a response cut off":         {`{"id":"r","object":"response","output":[{"type":"message","ro`, true},
		"a stream of chunks":         {"data: {\"object\":\"chat.completion.chunk\",\"choices\":[]}\n\n", true},
		"a stream of events":         {"event: response.created\ndata: {\"type\":\"response.created\",\"response\":{}}\n", true},
		"an answer of Anthropic":     {`[{"role":"assistant","content":[{"type":"tool_use","id":"t","name":"n","input":{}}]}]`, false},
		"a rollout of Codex":         {`{"timestamp":"2026-01-01T00:00:01.000Z","type":"response_item","payload":{"type":"message","role":"user","content":[]}}`, false},
		"a line of Claude Code":      {`{"type":"user","uuid":"u","sessionId":"s","message":{"role":"user","content":"a"}}`, false},
		"messages of the AI SDK":     {`[{"id":"1","role":"user","parts":[{"type":"text","text":"a"}]}]`, false},
		"messages of LangChain":      {`[{"type":"human","content":"a","additional_kwargs":{}}]`, false},
		"messages of Gemini":         {`[{"role":"user","parts":[{"text":"a"}]}]`, false},
		"an ellmer record":           {`{"version":1,"class":"ellmer::UserTurn","props":{}}`, false},
		"a result of the protocol's": {`{"value":"a","extra":{}}`, false},
		"nothing":                    {``, false},
	} {
		if got := openai.Source.Sniff([]byte(c.head)); got != c.want {
			t.Errorf("%s: %v", name, got)
		}
	}
}

func FuzzOpenai(f *testing.F) { sourcetest.Fuzz(f, openai.Source) }
