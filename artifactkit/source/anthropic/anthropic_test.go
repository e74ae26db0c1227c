package anthropic_test

import (
	"testing"

	"github.com/vitrine-go/vitrine/artifactkit/internal/vectest/sourcetest"
	"github.com/vitrine-go/vitrine/artifactkit/source"
	"github.com/vitrine-go/vitrine/artifactkit/source/anthropic"
)

func TestVectors(t *testing.T) { sourcetest.Run(t, anthropic.Source, 10) }

func TestDamagedInputCostsWhatIsDamaged(t *testing.T) { sourcetest.Damage(t, anthropic.Source) }

func TestSniff(t *testing.T) {
	for name, c := range map[string]struct {
		head string
		want bool
	}{
		"a call":                     {`[{"role":"assistant","content":[{"type":"tool_use","id":"t","name":"n","input":{}}]}]`, true},
		"a request, one line":        {`{"model":"m","messages":[{"role":"user","content":[{"type":"image","source":{"type":"url","url":"https://example.org"}}]}]}`, true},
		"a request over many lines":  {"{\n \"model\": \"m\",\n \"messages\": [\n  {\"role\": \"user\", \"content\": \"a\"},\n  {\"role\":\"assistant\",\"content\":[{\"type\":\"thinking\",\"thinking\":\"t\",\"signature\":\"s\"}]}", true},
		"a response":                 {`{"id":"msg_1","type":"message","role":"assistant","content":[{"type":"text","text":"a"}],"stop_reason":"end_turn","usage":{}}`, true},
		"a stream":                   {"event: message_start\ndata: {\"type\":\"message_start\",\"message\":{}}\n", true},
		"messages of many APIs":      {`[{"role":"user","content":"a"},{"role":"assistant","content":"b"}]`, false},
		"a line of Claude Code":      {`{"type":"user","uuid":"u","sessionId":"s","message":{"role":"user","content":"a"}}`, false},
		"a line of its print format": {`{"type":"assistant","message":{"role":"assistant","content":[{"type":"tool_use","id":"t","name":"n","input":{}}]},"parent_tool_use_id":null,"session_id":"s"}`, false},
		"an OpenAI conversation":     {`[{"role":"assistant","content":null,"tool_calls":[{"id":"c","type":"function","function":{"name":"n","arguments":"{}"}}]}]`, false},
		"an OpenAI item":             {`{"type":"message","role":"assistant","status":"completed","content":[{"type":"output_text","text":"a"}],"usage":{}}`, false},
		"AI SDK parts":               {`[{"id":"1","role":"user","parts":[{"type":"text","text":"a"}]}]`, false},
		"nothing":                    {``, false},
	} {
		if got := anthropic.Source.Sniff([]byte(c.head)); got != c.want {
			t.Errorf("%s: %v", name, got)
		}
	}
}

func TestPeek(t *testing.T) {
	head := `{"model":"m-1","messages":[{"role":"user","content":"Which berths\nare free?"},{"role":"assistant","content":[{"type":"tool_use","id":"t","na`
	got := anthropic.Source.Peek([]byte(head), nil)
	if want := (source.Info{Title: "Which berths", FirstPrompt: "Which berths\nare free?", Agent: "Anthropic API"}); got != want {
		t.Errorf("got %+v, want %+v", got, want)
	}
}

func FuzzAnthropic(f *testing.F) { sourcetest.Fuzz(f, anthropic.Source) }
