package sourcetest

import (
	"bytes"
	"encoding/json"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"golang.org/x/tools/txtar"

	"github.com/vitrine-go/vitrine/artifactkit/protocol"
	"github.com/vitrine-go/vitrine/artifactkit/source"
)

// Fuzz reads inputs that grow out of those of the vectors, as single results and as transcripts: what comes out is JSON, and reading
// twice gives the same.
func Fuzz(f *testing.F, src source.Source) {
	files, err := filepath.Glob("testdata/*.txtar")
	if err != nil || len(files) == 0 {
		f.Fatal("no vectors", err)
	}
	for _, file := range files {
		a, err := txtar.ParseFile(file)
		if err != nil {
			f.Fatal(err)
		}
		for _, s := range a.Files {
			if strings.HasPrefix(s.Name, "input.json") && !strings.HasSuffix(s.Name, ".b64") {
				f.Add(s.Data)
			}
		}
	}
	f.Fuzz(func(t *testing.T, in []byte) {
		if v, why := protocol.Parse(in); why == nil && src.Result != nil {
			out, ok := src.Result(v)
			again, _ := src.Result(v)
			if ok && (!json.Valid(out) || !bytes.Equal(out, again)) {
				t.Fatalf("%s: %s, then %s", in, out, again)
			}
		}
		if src.Open == nil {
			return
		}
		head := in[:min(len(in), source.SniffBytes)]
		src.Sniff(head)
		src.Peek(head, head)
		got, _ := Read(t, src, bytes.NewReader(in), source.Options{Head: head})
		again, _ := Read(t, src, bytes.NewReader(in), source.Options{Head: head})
		if !slices.Equal(got, again) {
			t.Fatal("two readings differ")
		}
	})
}
