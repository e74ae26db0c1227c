package mcp_test

import (
	"bytes"
	"encoding/json"
	"strings"
	"testing"

	"github.com/vitrine-go/vitrine/artifactkit/internal/vectest/sourcetest"
	"github.com/vitrine-go/vitrine/artifactkit/limits"
	"github.com/vitrine-go/vitrine/artifactkit/protocol"
	"github.com/vitrine-go/vitrine/artifactkit/source/mcp"
)

func TestVectors(t *testing.T) { sourcetest.Run(t, mcp.Source, 8) }

func TestDamagedInputCostsWhatIsDamaged(t *testing.T) { sourcetest.Damage(t, mcp.Source) }

func parse(t *testing.T, text string) protocol.Value {
	t.Helper()
	v, why := protocol.Parse([]byte(text))
	if why != nil {
		t.Fatal(why.Message)
	}
	return v
}

func TestOtherFormatsAreNotTaken(t *testing.T) {
	for name, text := range map[string]string{
		"Anthropic tool_result":      `{"type":"tool_result","tool_use_id":"toolu_1","content":[{"type":"text","text":"a"}]}`,
		"Anthropic message":          `{"role":"user","content":[{"type":"text","text":"a"}]}`,
		"OpenAI tool message":        `{"role":"tool","tool_call_id":"c","content":"a"}`,
		"LangChain ToolMessage":      `{"type":"tool","tool_call_id":"c","content":[{"type":"text","text":"a"}]}`,
		"notebook output":            `{"output_type":"stream","name":"stdout","text":"a"}`,
		"codeagent result":           `{"value":"a","error":null,"extra":{}}`,
		"Anthropic image by itself":  `{"content":[{"type":"image","source":{"type":"base64","media_type":"image/png","data":"AA=="}}]}`,
		"OpenAI API error":           `{"error":{"message":"m","type":"invalid_request_error","code":"bad"}}`,
		"error with a result beside": `{"error":{"code":1,"message":"m"},"value":"x"}`,
		"content that is a string":   `{"content":"a"}`,
		"an array":                   `[{"type":"text","text":"a"}]`,
		"a scalar":                   `42`,
	} {
		if got, ok := mcp.Source.Result(parse(t, text)); ok {
			t.Errorf("%s: taken for MCP: %s", name, got)
		}
	}
}

func TestLongStringsAreNotDoubled(t *testing.T) {
	data := strings.Repeat("QUJD", limits.Twice)
	out, ok := mcp.Source.Result(parse(t, `{"content":[{"type":"image","data":"`+data+`","mimeType":"image/png","x":1}]}`))
	if !ok || bytes.Count(out, []byte(data)) != 1 {
		t.Fatalf("the image is there %d times", bytes.Count(out, []byte(data)))
	}
	v := parse(t, string(out))
	at := v.At("extra", "mcp", "content")
	for _, b := range at.Elems() {
		if got, want := b.Compact(), `{"type":"image","data":{"$at":"/extra/codeagent/artifact/payload/images/0/b64"},"mimeType":"image/png","x":1}`; got != want {
			t.Errorf("got %s, want %s", got, want)
		}
	}
}

func TestResultThatWouldNotBeReadAgainGoesWithoutItsArtifact(t *testing.T) {
	text := strings.Repeat("a line of text\n", limits.Result/20)
	out, ok := mcp.Source.Result(parse(t, `{"content":[{"type":"text","text":"`+strings.ReplaceAll(text, "\n", `\n`)+`"}]}`))
	if !ok {
		t.Fatal("not taken")
	}
	v := parse(t, string(out))
	if got := v.Get("value").Str(); got != text {
		t.Errorf("the value has %d bytes, want %d", len(got), len(text))
	}
	if v.At("extra", "codeagent").Exists() {
		t.Error("the artifact is still there")
	}
}

func FuzzMCP(f *testing.F) {
	for _, s := range []string{
		`{"content":[{"type":"text","text":"[{\"a\":1}]"}],"structuredContent":{"result":[{"a":1}]},"isError":true}`,
		`{"jsonrpc":"2.0","id":1,"result":{"content":[{"type":"image","data":"AAAA","mimeType":"image/png"},{"type":"resource","resource":{"uri":"ui://a","mimeType":"text/html","text":"<b>"}}]}}`,
		`{"resultType":"input_required","inputRequests":{"a":{"params":{"message":"Which?"}}},"requestState":"s"}`,
		`{"error":{"code":-1,"message":"m","data":[1]}}`, `{"content":[],"_meta":{"codeagent/artifact":{},"codeagent/display":{}}}`,
	} {
		f.Add([]byte(s))
	}
	f.Fuzz(func(t *testing.T, in []byte) {
		v, why := protocol.Parse(in)
		if why != nil {
			return
		}
		out, ok := mcp.Source.Result(v)
		if !ok {
			return
		}
		again, _ := mcp.Source.Result(v)
		if !json.Valid(out) || !bytes.Equal(out, again) {
			t.Fatalf("%s: %s, then %s", in, out, again)
		}
	})
}
