package ellmer_test

import (
	"bytes"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/vitrine-go/vitrine/artifactkit/internal/vectest/sourcetest"
	"github.com/vitrine-go/vitrine/artifactkit/protocol"
	"github.com/vitrine-go/vitrine/artifactkit/source"
	"github.com/vitrine-go/vitrine/artifactkit/source/ellmer"
)

func TestVectors(t *testing.T) { sourcetest.Run(t, ellmer.Source, 12) }

func TestDamagedInputCostsWhatIsDamaged(t *testing.T) { sourcetest.Damage(t, ellmer.Source) }

// samples are what R wrote.
var samples = []string{"unboxed.json", "boxed.json", "serialized.json", "result.json"}

func TestSamplesAreWhatRWrites(t *testing.T) {
	rscript, err := exec.LookPath("Rscript")
	if err != nil {
		if os.Getenv("VITRINE_NEED_R") == "1" {
			t.Fatal("VITRINE_NEED_R=1, and Rscript is not on PATH")
		}
		t.Log("Rscript is not on PATH: the committed samples alone are read")
		return
	}
	dir := t.TempDir()
	if out, err := exec.Command(rscript, "--vanilla", "testdata/make.R", dir).CombinedOutput(); err != nil {
		t.Fatalf("Rscript: %v\n%s", err, out)
	}
	for _, name := range samples {
		got, err := os.ReadFile(filepath.Join(dir, name))
		if err != nil {
			t.Fatal(err)
		}
		if want := sample(t, name); !bytes.Equal(got, want) {
			t.Errorf("%s: R says\n%s\nthe sample says\n%s", name, got, want)
		}
	}
}

func sample(t *testing.T, name string) []byte {
	t.Helper()
	text, err := os.ReadFile(filepath.Join("testdata", name))
	if err != nil {
		t.Fatal(err)
	}
	return text
}

func read(t *testing.T, text []byte) (lines []string, rep source.Report) {
	t.Helper()
	head := text[:min(len(text), source.SniffBytes)]
	if !ellmer.Source.Sniff(head) {
		t.Errorf("not known by its beginning: %.80s", text)
	}
	lines, rep = sourcetest.Read(t, ellmer.Source, bytes.NewReader(text), source.Options{Head: head})
	for i, l := range lines {
		lines[i] = ids.ReplaceAllString(l, "")
	}
	return lines, rep
}

// ids are made of the record as it is written.
var ids = regexp.MustCompile(`^\{"id":"[^"]*",`)

// The three forms say the same but for NA: toJSON leaves it out of a row, and an absent member is not null.
func TestOneConversationInThreeForms(t *testing.T) {
	want, rep := read(t, sample(t, "unboxed.json"))
	if rep.Lines != 7 || rep.Read != 7 || rep.Calls != 4 || rep.Results != 4 {
		t.Errorf("%+v", rep)
	}
	if got, _ := read(t, sample(t, "boxed.json")); !slices.Equal(got, want) {
		t.Errorf("in boxes:\n%s\nwithout:\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
	got, rep := read(t, sample(t, "serialized.json"))
	if rep.Calls != 4 || rep.Results != 4 || len(got) != len(want) {
		t.Fatalf("%+v\n%s", rep, strings.Join(got, "\n"))
	}
	differ := 0
	for i := range got {
		if got[i] != want[i] {
			differ++
			if strings.NewReplacer(`,"landed":null`, "", `,"kg":"NA"`, "", `,\"landed\":null`, "", `,\"kg\":\"NA\"`, "").Replace(got[i]) != want[i] && !strings.Contains(got[i], `"usage"`) {
				t.Errorf("serialised:\n%s\nplain:\n%s", got[i], want[i])
			}
		}
	}
	if differ > 2 {
		t.Errorf("%d envelopes differ", differ)
	}
}

func TestSniff(t *testing.T) {
	for name, c := range map[string]struct {
		head string
		want bool
	}{
		"a turn that is longer than a head": {`[{"version":1,"class":"ellmer::UserTurn","props":{"contents":[{"version":1,"class":"ellmer::ContentImageInline","props":{"data":"AAAA`, true},
		"turns set out over lines":          {"[\n  {\n    \"version\": 1,\n    \"class\": \"ellmer::UserTurn\",\n    \"props\": {\n      \"con", true},
		"a single result":                   {`{"version":1,"class":"ellmer::ContentToolResult","props":{}}`, false},
		"turns of chatlas":                  {`[{"role":"user","contents":[{"content_type":"text","text":"a"}]}]`, false},
		"messages of a model API":           {`[{"role":"user","content":"a"}]`, false},
		"our envelopes":                     {`{"id":"e1","type":"message","event":{"role":"user","text":"a"}}`, false},
		"a data frame of R":                 {`{"type":"list","attributes":{"names":{}},"value":[]}`, false},
		"nothing":                           {"", false},
	} {
		if got := ellmer.Source.Sniff([]byte(c.head)); got != c.want {
			t.Errorf("%s: %v", name, got)
		}
	}
}

func TestPeek(t *testing.T) {
	text := sample(t, "unboxed.json")
	if got := ellmer.Source.Peek(text, text); got.FirstPrompt != "What was landed?" || got.Agent != "ellmer" {
		t.Errorf("got %+v", got)
	}
}

func FuzzEllmer(f *testing.F) {
	for _, name := range samples {
		text, _ := os.ReadFile(filepath.Join("testdata", name))
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, in []byte) {
		o := source.Options{Head: in[:min(len(in), source.SniffBytes)]}
		got, _ := sourcetest.Read(t, ellmer.Source, bytes.NewReader(in), o)
		again, _ := sourcetest.Read(t, ellmer.Source, bytes.NewReader(in), o)
		if !slices.Equal(got, again) {
			t.Fatal("two readings differ")
		}
		ellmer.Source.Sniff(in)
		if v, why := protocol.Parse(in); why == nil {
			ellmer.Source.Result(v)
		}
	})
}
