package shinychat_test

import (
	"bytes"
	"errors"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/vitrine-go/vitrine/artifactkit/internal/vectest/sourcetest"
	"github.com/vitrine-go/vitrine/artifactkit/protocol"
	"github.com/vitrine-go/vitrine/artifactkit/source"
	"github.com/vitrine-go/vitrine/artifactkit/source/shinychat"
)

func TestVectors(t *testing.T) { sourcetest.Run(t, shinychat.Source, 12) }

func TestDamagedInputCostsWhatIsDamaged(t *testing.T) { sourcetest.Damage(t, shinychat.Source) }

// folder is a conversation as it lies in its folder.
func folder(t *testing.T, record, turns, ui string) (outline string, rep source.Report) {
	t.Helper()
	files := map[string]string{"turns.jsonl": turns, "ui.jsonl": ui}
	o := source.Options{Name: "record.json", Head: []byte(record), Sibling: func(path string) (io.ReadCloser, error) {
		text, ok := files[path]
		if !ok || text == "" {
			return nil, errors.New("not there")
		}
		return io.NopCloser(strings.NewReader(text)), nil
	}}
	if !shinychat.Source.Sniff([]byte(record)) {
		t.Errorf("not known by its beginning: %.80s", record)
	}
	lines, rep := sourcetest.Read(t, shinychat.Source, strings.NewReader(record), o)
	var out []string
	for _, l := range lines {
		v, _ := protocol.Parse([]byte(l))
		e := v.Get("event")
		s := v.Get("type").Str()
		for _, key := range []string{"title", "text", "markdown", "name", "stop_reason"} {
			if word := e.Get(key).Str(); word != "" {
				s += " " + word
			}
		}
		if p := v.Get("parent").Str(); p != "" {
			s += " <" + p + ">"
		}
		out = append(out, s)
	}
	return strings.Join(out, "\n"), rep
}

func turn(seq, role, text string) string {
	return `{"seq":` + seq + `,"data":{"role":"` + role + `","contents":[{"content_type":"text","text":"` + text + `"}]}}` + "\n"
}

func record(leaf, nodes string) string {
	return `{"schema_version":1,"id":"c_9","title":"Tides","title_source":null,"response_count":1,"created_at":"2026-03-01T09:00:00+00:00","updated_at":"2026-03-01T10:00:00Z","client_info":{"model":"m"},"current_leaf":` + leaf + `,"nodes":` + nodes + `,"values":{}}`
}

func TestFolder(t *testing.T) {
	turns := turn("0", "user", "when") + turn("1", "assistant", "noon") + turn("2", "user", "and then") + turn("3", "assistant", "six") + turn("4", "user", "instead") + turn("5", "assistant", "seven") + turn("6", "user", "deeper")
	three := `{"n_1":{"parent":null,"children":["n_2","n_3"],"turn_ids":[0,1]},"n_2":{"parent":"n_1","children":[],"turn_ids":[2,3]},"n_3":{"parent":"n_1","children":["n_4"],"turn_ids":[4,5],"selected_child":"n_4"},"n_4":{"parent":"n_3","children":[],"turn_ids":6}}`
	for _, c := range []struct{ name, record, turns, ui, want string }{
		{
			"the branch of the current leaf is read, the other is offered where it parts", record(`"n_2"`, three), turns, "",
			"open Tides\nmessage when\nmessage noon\ntool_request branch\nmessage instead <branch:n_3>\nmessage seven <branch:n_3>\nmessage deeper <branch:n_3>\ntool_result branch\nmessage and then\nmessage six\nshinychat.record\nend completed",
		},
		{
			"without a leaf the branch that was looked at last is read", record(`null`, three), turns, "",
			"open Tides\nmessage when\nmessage noon\ntool_request branch\nmessage and then <branch:n_2>\nmessage six <branch:n_2>\nend completed <branch:n_2>\ntool_result branch\nmessage instead\nmessage seven\nmessage deeper\nshinychat.record",
		},
		{
			"without turns the messages of the page are read, the latest line of a node", record(`"n_1"`, `{"n_1":{"parent":null,"turn_ids":[]}}`), "",
			`{"node_id":"n_1","data":[{"role":"user","segments":[{"content":"old","content_type":"text"}]}]}` + "\n" +
				`{"node_id":"n_1","data":[{"role":"user","segments":[{"content":"old","content_type":"text"}]},{"role":"assistant","segments":[{"content":"new","content_type":"markdown"}]}]}`,
			"open Tides\nmessage old\nmessage new\nshinychat.record\nend completed",
		},
		{
			"turns go before the messages, which are kept", record(`"n_1"`, `{"n_1":{"parent":null,"turn_ids":[0]}}`), turn("0", "user", "said"),
			`{"node_id":"n_1","data":[{"role":"user","segments":[{"content":"shown","content_type":"text"}]}]}`, "open Tides\nmessage said\nshinychat.ui\nshinychat.record",
		},
	} {
		got, _ := folder(t, c.record, c.turns, c.ui)
		if got != c.want {
			t.Errorf("%s:\n%s\nwant\n%s", c.name, got, c.want)
		}
	}
}

func TestBrokenFolder(t *testing.T) {
	for _, c := range []struct {
		name, record, turns string
		skipped             int
		want                []string
	}{
		{"a bad line and a turn that is not there", record(`"a"`, `{"a":{"parent":null,"turn_ids":[0,7,1]}}`), turn("0", "user", "one") + "{\"seq\":\n" + turn("1", "user", "two") + `{"data":1}`, 3, []string{"message one", "message two"}},
		{"parents that go round in circles", record(`"a"`, `{"a":{"parent":"b","children":["b"],"turn_ids":[0]},"b":{"parent":"a","children":["a"],"turn_ids":[1]}}`), turn("0", "user", "one") + turn("1", "user", "two"), 1, []string{"message one", "message two"}},
		{"a node that is its own parent", record(`"a"`, `{"a":{"parent":"a","children":["a"],"turn_ids":[0]}}`), turn("0", "user", "one"), 1, []string{"message one"}},
		{"a leaf that is not there", record(`"z"`, `{"a":{"parent":null,"turn_ids":[0]}}`), turn("0", "user", "one"), 1, []string{"message one"}},
		{"a parent that is not there", record(`"a"`, `{"a":{"parent":"gone","turn_ids":[0]}}`), turn("0", "user", "one"), 1, []string{"message one"}},
		{"a node without a way to it", record(`"a"`, `{"a":{"parent":null,"turn_ids":[0]},"b":{"parent":"gone","turn_ids":[1]}}`), turn("0", "user", "one") + turn("1", "user", "two"), 0, []string{"message one", "message two <branch:b>"}},
		{"a record alone", record(`"a"`, `{"a":{"parent":null,"turn_ids":[0]}}`), "", 1, []string{"open Tides"}},
		{"nodes of R without any", record(`null`, `[]`), "", 0, []string{"open Tides"}},
		{"a turn that is none", record(`"a"`, `{"a":{"parent":null,"turn_ids":[0]}}`), `{"seq":0,"data":"{no"}`, 1, []string{"shinychat.unread"}},
	} {
		got, rep := folder(t, c.record, c.turns, "")
		if rep.Skipped != c.skipped {
			t.Errorf("%s: %d skipped, want %d: %v", c.name, rep.Skipped, c.skipped, rep.Skips)
		}
		for _, want := range c.want {
			if !slices.Contains(strings.Split(got, "\n"), want) && !strings.Contains(got, want) {
				t.Errorf("%s: %s is missing in\n%s", c.name, want, got)
			}
		}
	}
}

// A comb: every node has a leaf that was looked at last, and another child that goes on.
func TestBranchesInEachOtherCostNoStack(t *testing.T) {
	const n = 20_000
	var nodes strings.Builder
	for i := range n {
		parent := `"b` + strconv.Itoa(i-1) + `"`
		if i == 0 {
			parent = "null"
		} else {
			nodes.WriteByte(',')
		}
		b := strconv.Itoa(i)
		nodes.WriteString(`"b` + b + `":{"parent":` + parent + `,"selected_child":"l` + b + `","turn_ids":[0]},"l` + b + `":{"parent":"b` + b + `","turn_ids":[0]}`)
	}
	got, _ := folder(t, record(`"l0"`, `{`+nodes.String()+`}`), turn("0", "user", "again"), "")
	if n, want := strings.Count(got, "message again"), 2*n; n != want {
		t.Errorf("%d messages, want %d", n, want)
	}
}

func TestHostileTextIsQuick(t *testing.T) {
	const n = 40_000
	for name, content := range map[string]string{
		"fences that open and never close": strings.Repeat("```x\n", n),
		"fences of rising length":          strings.Repeat("```\n````x\n", n),
		"backticks":                        strings.Repeat("` `` ", n),
		"elements that are never closed":   strings.Repeat("<shiny-tool-request a=b>", n),
		"tags that never end":              strings.Repeat("<shiny-tool-result ", n),
		"a quote that never ends":          `<shiny-tool-result a="` + strings.Repeat(">", n),
		"attributes":                       "<shiny-tool-result " + strings.Repeat("a=b ", n) + "></shiny-tool-result>",
		"references":                       `<shiny-tool-result value="` + strings.Repeat("&#", n) + `"></shiny-tool-result>`,
		"elements":                         strings.Repeat("<shiny-tool-result></shiny-tool-result>`", n/4),
		"elements in samples":              strings.Repeat("`<shiny-tool-result>` ", n),
	} {
		text := []byte(`[{"role":"assistant","segments":[{"content_type":"markdown","content":` + string(protocol.AppendString(nil, content)) + `}]}]`)
		start := time.Now()
		sourcetest.Read(t, shinychat.Source, bytes.NewReader(text), source.Options{Head: text[:min(len(text), source.SniffBytes)]})
		if d := time.Since(start); d > time.Minute { // only a runaway takes as long, on any machine
			t.Errorf("%s: took %v", name, d)
		} else if d > time.Second {
			t.Logf("%s: %v", name, d)
		}
	}
}

// The history in testdata is what R wrote. Where Rscript is at hand it is written again and must be the same.
func TestHistoryOfR(t *testing.T) {
	files := map[string][]byte{}
	for _, name := range []string{"record.json", "turns.jsonl", "ui.jsonl"} {
		text, err := os.ReadFile(filepath.Join("testdata/history", name))
		if err != nil {
			t.Fatal(err)
		}
		files[name] = text
	}
	got, rep := folder(t, string(files["record.json"]), string(files["turns.jsonl"]), string(files["ui.jsonl"]))
	want := "open Weather\nmessage How warm is it?\nmessage I look.\ntool_request weather\nusage\ntool_result weather\nmessage It is **2 °C** at noon.\nusage\nshinychat.ui\n" +
		"tool_request branch\nmessage And tomorrow? <branch:n_0002>\nmessage Colder. <branch:n_0002>\nend completed <branch:n_0002>\ntool_result branch\n" +
		"message And in Duluth?\nmessage About the same.\nshinychat.record\nend completed"
	if got != want || rep.Skipped != 0 || rep.Read != 8 {
		t.Errorf("%+v\n%s\nwant\n%s", rep, got, want)
	}
	rscript, err := exec.LookPath("Rscript")
	if err != nil {
		if os.Getenv("VITRINE_NEED_R") == "1" {
			t.Fatal("VITRINE_NEED_R=1, and Rscript is not on PATH")
		}
		t.Log("Rscript is not on PATH: the committed history alone is read")
		return
	}
	dir := t.TempDir()
	if out, err := exec.Command(rscript, "--vanilla", "testdata/make.R", dir).CombinedOutput(); err != nil {
		t.Fatalf("Rscript: %v\n%s", err, out)
	}
	for name, want := range files {
		if got, err := os.ReadFile(filepath.Join(dir, name)); err != nil || !bytes.Equal(got, want) {
			t.Errorf("%s: R says\n%s\nthe history says\n%s", name, got, want)
		}
	}
}

func TestPeek(t *testing.T) {
	want := source.Info{Title: "Tides", Agent: "shinychat", Model: "m", Session: "c_9", Started: "2026-03-01T09:00:00Z", Updated: "2026-03-01T10:00:00Z"}
	text := []byte(record(`"a"`, `{"a":{}}`))
	if got := shinychat.Source.Peek(text, text); got != want {
		t.Errorf("got %+v, want %+v", got, want)
	}
	cut := text[:bytes.Index(text, []byte(`"nodes"`))+12]
	if got := shinychat.Source.Peek(cut, nil); got.Title != "Tides" {
		t.Errorf("cut off: got %+v", got)
	}
}

func TestSniff(t *testing.T) {
	for name, c := range map[string]struct {
		head string
		want bool
	}{
		"a message that is longer than a head": {`[{"role":"user","segments":[{"content":"aaaa`, true},
		"messages of a model API":              {`[{"role":"user","content":"a"}]`, false},
		"turns of chatlas":                     {`[{"role":"user","contents":[{"content_type":"text","text":"a"}]}]`, false},
		"our envelopes":                        {`{"id":"e1","type":"message","event":{"role":"user","text":"a"}}`, false},
		"numbered lines of something":          {`{"seq":1,"data":{"a":1}}`, false},
		"nothing":                              {"", false},
	} {
		if got := shinychat.Source.Sniff([]byte(c.head)); got != c.want {
			t.Errorf("%s: %v", name, got)
		}
	}
}

func FuzzShinychat(f *testing.F) {
	for _, s := range []string{
		`[{"role":"assistant","segments":[{"content_type":"markdown","content":"` + "```\\n<shiny-tool-result a=b value='&#10;'></shiny-tool-result>\\n```" + `"},{"content_type":"html","content":"<shiny-tool-request request-id=\"a\"></shiny-tool-request>"}]}]`,
		`{"id":"c","action":{"type":"chunk","content":"a","operation":"replace"}}`, record(`"a"`, `{"a":{"parent":"b","ui":[{"role":"user","segments":[]}]},"b":{"parent":"a","turns":[{"role":"user","contents":"x"}]}}`),
		`{"node_id":"a","data":[{"role":"user","segments":[{"content":"a"}]}]}`,
	} {
		f.Add([]byte(s))
	}
	f.Fuzz(func(t *testing.T, in []byte) {
		o := source.Options{Head: in[:min(len(in), source.SniffBytes)], Sibling: func(string) (io.ReadCloser, error) { return io.NopCloser(bytes.NewReader(in)), nil }}
		got, _ := sourcetest.Read(t, shinychat.Source, bytes.NewReader(in), o)
		again, _ := sourcetest.Read(t, shinychat.Source, bytes.NewReader(in), o)
		if !slices.Equal(got, again) {
			t.Fatal("two readings differ")
		}
		shinychat.Source.Sniff(in)
		shinychat.Source.Peek(in, in)
	})
}
