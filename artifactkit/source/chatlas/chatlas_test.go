package chatlas_test

import (
	"bytes"
	"slices"
	"strings"
	"testing"

	"github.com/vitrine-go/vitrine/artifactkit/internal/vectest/sourcetest"
	"github.com/vitrine-go/vitrine/artifactkit/protocol"
	"github.com/vitrine-go/vitrine/artifactkit/source"
	"github.com/vitrine-go/vitrine/artifactkit/source/chatlas"
)

func TestVectors(t *testing.T) { sourcetest.Run(t, chatlas.Source, 12) }

func TestDamagedInputCostsWhatIsDamaged(t *testing.T) { sourcetest.Damage(t, chatlas.Source) }

func TestSniff(t *testing.T) {
	for name, c := range map[string]struct {
		head string
		want bool
	}{
		"a turn that is longer than a head":  {`[{"contents":[{"content_type":"image_inline","data":"` + strings.Repeat("A", source.SniffBytes-60), true},
		"a role first, longer than a head":   {`[{"role":"user","contents":[{"content_type":"image_inline","data":"` + strings.Repeat("A", source.SniffBytes-70), true},
		"turns set out over lines":           {"[\n  {\n    \"contents\": [\n      {\n        \"content_type\": \"text\",\n        \"text\": \"a\"\n      }\n    ],\n    \"role\": \"user\"\n  }\n]", true},
		"a saved state":                      {`{"version":1,"turns":[{"role":"user","contents":[{"content_type":"text","text":"a"}]}]}`, true},
		"one turn":                           {`{"role":"user","contents":[{"content_type":"text","text":"a"}]}`, true},
		"a single result":                    {`{"content_type":"tool_result","value":"a","error":null,"request":null}`, false},
		"a request to Gemini":                {`{"contents":[{"role":"user","parts":[{"text":"a"}]}]}`, false},
		"contents of Gemini":                 {`[{"role":"user","parts":[{"text":"a"}]}]`, false},
		"messages of a model API":            {`[{"role":"user","content":"a"}]`, false},
		"records of ellmer":                  {`[{"version":1,"class":"ellmer::UserTurn","props":{"contents":[]}}]`, false},
		"a list of contents of another kind": {`[{"contents":[{"type":"text"}]}]`, false},
		"nothing":                            {"", false},
	} {
		if got := chatlas.Source.Sniff([]byte(c.head)); got != c.want {
			t.Errorf("%s: %v", name, got)
		}
	}
}

func TestLongPictureInAValueIsWrittenOnce(t *testing.T) {
	data := strings.Repeat("iVBORw0KGgo", 10_000)
	v, why := protocol.Parse([]byte(`{"content_type":"tool_result","value":[{"__chatlas_content__":{"content_type":"image_inline","image_content_type":"image/png","data":"` + data + `"}}],"request":null}`))
	if why != nil {
		t.Fatal(why.Message)
	}
	out, ok := chatlas.Source.Result(v)
	if n := bytes.Count(out, []byte(data)); !ok || n != 1 {
		t.Errorf("the picture is there %d times", n)
	}
	if want := `{"$at":"/extra/codeagent/artifact/payload/images/0/b64"}`; !strings.Contains(string(out), want) {
		t.Errorf("no pointer to it in %.200s", out)
	}
}

func FuzzChatlas(f *testing.F) {
	for _, s := range []string{
		`[{"role":"assistant","contents":[{"content_type":"tool_request","id":"a","name":"t","arguments":{}},{"content_type":"web_search_request","query":"q"},{"content_type":"citation","source":{"url":"u"}}],"tokens":[1,2,3]}]`,
		`{"role":"user","contents":[{"content_type":"tool_result","value":{"a":[{"__chatlas_content__":{"content_type":"document","mime_type":"text/csv","data":"YQ=="}}]},"request":{"id":"a"}}]}`,
		`{"content_type":"tool_result_resource","value":"YQ","mime_type":"text/plain"}`, `{"turns":[{"role":"user","contents":"a"}]}`,
	} {
		f.Add([]byte(s))
	}
	f.Fuzz(func(t *testing.T, in []byte) {
		o := source.Options{Head: in[:min(len(in), source.SniffBytes)]}
		got, _ := sourcetest.Read(t, chatlas.Source, bytes.NewReader(in), o)
		again, _ := sourcetest.Read(t, chatlas.Source, bytes.NewReader(in), o)
		if !slices.Equal(got, again) {
			t.Fatal("two readings differ")
		}
		chatlas.Source.Sniff(in)
		if v, why := protocol.Parse(in); why == nil {
			chatlas.Source.Result(v)
		}
	})
}
