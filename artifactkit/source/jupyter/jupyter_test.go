package jupyter_test

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
	"github.com/vitrine-go/vitrine/artifactkit/source/jupyter"
)

func TestVectors(t *testing.T) { sourcetest.Run(t, jupyter.Source, 12) }

func TestDamagedInputCostsWhatIsDamaged(t *testing.T) { sourcetest.Damage(t, jupyter.Source) }

// The samples are what nbformat wrote. Where it is at hand they are written again and must be the same.
func TestSamplesAreWhatNbformatWrites(t *testing.T) {
	python := ""
	for _, p := range []string{"python3", "/usr/bin/python3"} {
		if exec.Command(p, "-c", "import nbformat").Run() == nil {
			python = p
			break
		}
	}
	if python == "" {
		if os.Getenv("VITRINE_NEED_NBFORMAT") == "1" {
			t.Fatal("VITRINE_NEED_NBFORMAT=1, and no python3 has nbformat")
		}
		t.Log("no python3 has nbformat: the committed samples alone are read")
		return
	}
	dir := t.TempDir()
	if out, err := exec.Command(python, "testdata/make.py", dir).CombinedOutput(); err != nil {
		t.Fatalf("%s: %v\n%s", python, err, out)
	}
	for _, name := range []string{"sample.ipynb", "sample3.ipynb"} {
		got, err := os.ReadFile(filepath.Join(dir, name))
		if err != nil {
			t.Fatal(err)
		}
		if want := sample(t, name); !bytes.Equal(got, want) {
			t.Errorf("%s: nbformat says\n%s\nthe sample says\n%s", name, got, want)
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

func TestSniff(t *testing.T) {
	long := strings.Repeat("A", source.SniffBytes)
	for name, c := range map[string]struct {
		head string
		want bool
	}{
		"a first cell that is longer than a head": {`{"cells":[{"attachments":{"a":{"image/png":"` + "AAAA" + `"}},"cell_type":"markdown","source":"` + long, true},
		"version 3":                  {`{"metadata":{"name":""},"nbformat":3,"nbformat_minor":0,"worksheets":[{"cells":[` + long, true},
		"set out over lines":         {string(sample(t, "sample.ipynb")), true},
		"one output":                 {`{"output_type":"stream","name":"stdout","text":"a"}`, false},
		"a table that has cells":     {`{"cells":[1,2]}`, false},
		"messages of a model API":    {`[{"role":"user","content":"a"}]`, false},
		"nothing":                    {"", false},
		"a version with no notebook": {`{"nbformat":4}`, false},
	} {
		if got := jupyter.Source.Sniff([]byte(c.head)); got != c.want {
			t.Errorf("%s: %v", name, got)
		}
	}
}

func TestPeek(t *testing.T) {
	if got := jupyter.Source.Peek(sample(t, "sample.ipynb")[:900], nil); got.Title != "Landings" || got.Agent != "Jupyter" {
		t.Errorf("got %+v", got)
	}
}

func TestLongPictureIsWrittenOnce(t *testing.T) {
	data := strings.Repeat("iVBORw0KGgo", 10_000)
	v, why := protocol.Parse([]byte(`{"output_type":"display_data","metadata":{},"data":{"image/png":"` + data + `"}}`))
	if why != nil {
		t.Fatal(why.Message)
	}
	out, ok := jupyter.Source.Result(v)
	if n := bytes.Count(out, []byte(data)); !ok || n != 1 {
		t.Errorf("the picture is there %d times", n)
	}
}

func TestOneIdTwiceIsTwoCalls(t *testing.T) {
	cell := `{"cell_type":"code","id":"a","metadata":{},"execution_count":1,"source":"1","outputs":[]}`
	text := []byte(`{"cells":[` + cell + `,` + cell + `],"metadata":{},"nbformat":4,"nbformat_minor":5}`)
	got, _ := sourcetest.Read(t, jupyter.Source, bytes.NewReader(text), source.Options{Head: text})
	all := strings.Join(got, "\n")
	for _, want := range []string{`{"id":"a","name":"code"`, `{"id":"cell-2","name":"code"`} {
		if strings.Count(all, want) != 2 {
			t.Errorf("%s is not there twice in\n%s", want, all)
		}
	}
}

func FuzzJupyter(f *testing.F) {
	for _, s := range []string{
		`{"cells":[{"cell_type":"code","source":["a"],"outputs":[{"output_type":"display_data","data":{"text/html":"<table><tr><th>a<tr><td rowspan=9>1</table>","image/png":["A","B"]}},{"output_type":"error","traceback":["x"]}]}],"nbformat":4}`,
		`{"nbformat":3,"worksheets":[{"cells":[{"cell_type":"heading","level":2,"source":"h"},{"cell_type":"code","input":"i","outputs":[{"output_type":"pyout","text":["1"],"json":"[{\"a\":1}]"}]}]}],"metadata":{}}`,
		`{"output_type":"display_data","data":{"application/vnd.dataresource+json":{"schema":{"fields":[{"name":"a"}]},"data":[{"a":1}]}}}`, `{"text/plain":"a","application/json":{}}`,
	} {
		f.Add([]byte(s))
	}
	f.Fuzz(func(t *testing.T, in []byte) {
		o := source.Options{Head: in[:min(len(in), source.SniffBytes)]}
		got, _ := sourcetest.Read(t, jupyter.Source, bytes.NewReader(in), o)
		again, _ := sourcetest.Read(t, jupyter.Source, bytes.NewReader(in), o)
		if !slices.Equal(got, again) {
			t.Fatal("two readings differ")
		}
		jupyter.Source.Sniff(in)
		if v, why := protocol.Parse(in); why == nil {
			jupyter.Source.Result(v)
		}
	})
}
