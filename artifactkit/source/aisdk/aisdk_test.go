package aisdk_test

import (
	"testing"

	"github.com/vitrine-go/vitrine/artifactkit/internal/vectest/sourcetest"
	"github.com/vitrine-go/vitrine/artifactkit/source/aisdk"
)

func TestVectors(t *testing.T) { sourcetest.Run(t, aisdk.Source, 10) }

func TestDamagedInputCostsWhatIsDamaged(t *testing.T) { sourcetest.Damage(t, aisdk.Source) }

func TestSniff(t *testing.T) {
	for name, c := range map[string]struct {
		head string
		want bool
	}{
		"UI messages":              {`[{"id":"1","role":"user","parts":[{"type":"text","text":"a"}]}]`, true},
		"a chat around them":       {`{"id":"c","messages":[{"id":"1","role":"user","parts":[{"type":"text","text":"a"}]}]}`, true},
		"model messages":           {`[{"role":"user","content":"a"},{"role":"assistant","content":[{"type":"tool-call","toolCallId":"t","toolName":"n","input":{}}]}]`, true},
		"messages of version 4":    {`[{"id":"1","role":"assistant","content":"","toolInvocations":[{"state":"result","toolCallId":"t","toolName":"n","args":{},"result":1}]}]`, true},
		"a stream":                 {"data: {\"type\":\"start\",\"messageId\":\"m\"}\n\ndata: {\"type\":\"text-start\",\"id\":\"t\"}\n\n", true},
		"an empty message first":   {`[{"id":"0","role":"user","parts":[]},{"id":"1","role":"user","parts":[{"type":"text","text":"a"}]}]`, true},
		"messages of many APIs":    {`[{"role":"user","content":"a"}]`, false},
		"messages of Gemini":       {`[{"role":"user","parts":[{"text":"a"}]}]`, false},
		"messages of A2A":          {`[{"role":"agent","parts":[{"kind":"text","text":"a"}],"kind":"message"}]`, false},
		"blocks of Anthropic":      {`[{"role":"user","content":[{"type":"tool_result","tool_use_id":"t","content":"a"}]}]`, false},
		"a session of the R agent": {`{"type":"session-start","sessionId":"s"}`, false},
		"nothing":                  {``, false},
	} {
		if got := aisdk.Source.Sniff([]byte(c.head)); got != c.want {
			t.Errorf("%s: %v", name, got)
		}
	}
}

func FuzzAisdk(f *testing.F) { sourcetest.Fuzz(f, aisdk.Source) }
