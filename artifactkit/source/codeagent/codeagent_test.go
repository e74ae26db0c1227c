package codeagent_test

import (
	"bytes"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/vitrine-go/vitrine/artifactkit/internal/vectest/sourcetest"
	"github.com/vitrine-go/vitrine/artifactkit/protocol"
	"github.com/vitrine-go/vitrine/artifactkit/source"
	"github.com/vitrine-go/vitrine/artifactkit/source/codeagent"
)

func TestVectors(t *testing.T) { sourcetest.Run(t, codeagent.Source, 8) }

func TestDamagedInputCostsWhatIsDamaged(t *testing.T) { sourcetest.Damage(t, codeagent.Source) }

func read(t *testing.T, text []byte, o source.Options) ([]string, source.Report) {
	t.Helper()
	return sourcetest.Read(t, codeagent.Source, bytes.NewReader(text), o)
}

func sample(t *testing.T) []byte {
	t.Helper()
	text, err := os.ReadFile("testdata/session.jsonl")
	if err != nil {
		t.Fatal(err)
	}
	return text
}

// The sample is what R wrote. Where Rscript is at hand it is written again and must say the same; compressed bytes may differ from one
// zlib to the next, what they unpack to may not.
func TestSampleIsWhatRWrites(t *testing.T) {
	want, _ := read(t, sample(t), source.Options{})
	rscript, err := exec.LookPath("Rscript")
	if err != nil {
		if os.Getenv("VITRINE_NEED_R") == "1" {
			t.Fatal("VITRINE_NEED_R=1, and Rscript is not on PATH")
		}
		t.Log("Rscript is not on PATH: the committed sample alone is read")
		return
	}
	file := filepath.Join(t.TempDir(), "session.jsonl")
	if out, err := exec.Command(rscript, "--vanilla", "testdata/make.R", file).CombinedOutput(); err != nil {
		t.Fatalf("Rscript: %v\n%s", err, out)
	}
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	if got, _ := read(t, text, source.Options{}); !slices.Equal(got, want) {
		t.Errorf("R says\n%s\nthe sample says\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
}

func TestSampleSession(t *testing.T) {
	got, rep := read(t, sample(t), source.Options{})
	if rep.Skipped != 0 || rep.Calls != 3 || rep.Results != 3 {
		t.Errorf("%+v", rep)
	}
	all := strings.Join(got, "\n")
	for name, want := range map[string]string{
		"a data frame with factor, date, time and NA": `"df":[{"city":"Duluth","day":"2026-01-02","read_at":"2026-01-02T06:30:00Z","temp_c":-14.25,"wind":11,"note":"clear"},{"city":"Ely","day":"2026-01-03","read_at":"2026-01-03T06:30:15Z","temp_c":"NA","wind":7,"note":null},{"city":"Grand Marais","day":null,`,
		"the title is the first prompt":               `"title":"How cold was it by the lake?"`,
		"an intent":                                   `"intent":"Compare the stations"`,
		"a condition is an error":                     `"name":"forecast","display":null,"value":"days must be <= 16","is_error":true`,
		"what six fields have no place for":           `"type":"codeagent.extra","event":{"id":"call_1","extra":{"codeagent":{"sources":["stations.csv"]}}}`,
		"NA and Inf in arguments":                     `"arguments":{"values":[11,7,"NA","Inf"]}`,
	} {
		if !strings.Contains(all, want) {
			t.Errorf("%s: %s is missing in\n%s", name, want, all)
		}
	}
	if strings.Contains(all, `"role":"assistant","markdown":"I'll read the **stations** first."`) && strings.Count(all, "How cold was it") != 2 {
		t.Error("the lines of text were read beside the chat state")
	}
}

func TestFacadeAdaptsRecordedResults(t *testing.T) {
	var given []string
	got, _ := read(t, sample(t), source.Options{Adapt: func(result []byte) []byte {
		given = append(given, string(result))
		return []byte(`{"id":null,"name":null,"display":null,"value":"adapted","is_error":false,"artifact":null}`)
	}})
	if len(given) != 3 || strings.Count(strings.Join(got, ""), `"value":"adapted"`) != 3 {
		t.Fatalf("%d results were adapted", len(given))
	}
	if want := `"value":"Wind by station"`; !strings.Contains(given[1], want) || !strings.Contains(given[1], `"contents":[`) {
		t.Errorf("AD-4: %s and contents are missing in %s", want, given[1])
	}
}

func TestPeek(t *testing.T) {
	text := sample(t)
	got := codeagent.Source.Peek(text[:min(len(text), source.SniffBytes)], text[max(0, len(text)-source.SniffBytes):])
	want := source.Info{
		Title: "How cold was it by the lake?", Project: "/srv/lake", FirstPrompt: "How cold was it by the lake?", Agent: "codeagent", Model: "example-model",
		Session: "0d4c1f0a-5a7e-4b51-9c59-6f1f6a3f7f10", Started: "2026-01-05T09:00:00Z", Updated: "2026-01-05T09:00:00Z",
	}
	if got != want {
		t.Errorf("got %+v, want %+v", got, want)
	}
}

func TestOtherTranscriptsAreNotTaken(t *testing.T) {
	for name, head := range map[string]string{
		"Claude Code": `{"type":"user","uuid":"u","sessionId":"s","message":{"role":"user","content":"hi"}}`,
		"Codex":       `{"timestamp":"2026-01-01T00:00:01.000Z","type":"response_item","payload":{"type":"message"}}`,
		"chat":        `{"role":"tool","tool_call_id":"c","content":"x"}`,
		"words":       `plain text`,
	} {
		if codeagent.Source.Sniff([]byte(head)) {
			t.Errorf("%s was taken", name)
		}
	}
}

func FuzzCodeagent(f *testing.F) {
	for _, s := range []string{
		`{"type":"session-start","sessionId":"s"}` + "\n" + `{"type":"user","message":{"content":"a"}}`, `{"value":"a","extra":{"display":{"toolcard":{"kind":"text","payload":{}}}}}`,
		`{"id":"a","type":"tool_result","event":{"value":[1]}}`, `{"version":1,"class":"ellmer::Turn","props":{"role":"user","contents":[{"version":1,"class":"ellmer::ContentToolResult","props":{}}]}}`,
		`{"type":"chat-state","state":"eJyLrlZKzFayUqqOjQUAGh4Efg"}`,
	} {
		f.Add([]byte(s))
	}
	f.Fuzz(func(t *testing.T, in []byte) {
		got, _ := read(t, in, source.Options{})
		again, _ := read(t, in, source.Options{})
		if !slices.Equal(got, again) {
			t.Fatal("two readings differ")
		}
		for _, line := range got {
			if v, why := protocol.Parse([]byte(line)); why != nil || v.Get("id").Str() == "" {
				t.Fatal(line)
			}
		}
	})
}
