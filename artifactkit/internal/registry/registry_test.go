package registry_test

import (
	"encoding/base64"
	"path/filepath"
	"strings"
	"testing"

	"golang.org/x/tools/txtar"

	"github.com/vitrine-go/vitrine/artifactkit/adapt"
	"github.com/vitrine-go/vitrine/artifactkit/internal/registry"
	"github.com/vitrine-go/vitrine/artifactkit/protocol"
	"github.com/vitrine-go/vitrine/artifactkit/source"
)

// TestEveryInputIsOneFormatsAlone gives the vectors of each format to all others: what one reads, no other claims (CH-4).
func TestEveryInputIsOneFormatsAlone(t *testing.T) {
	files, err := filepath.Glob("../../source/*/testdata/*.txtar")
	if err != nil || len(files) < 80 {
		t.Fatalf("%d vectors: %v", len(files), err)
	}
	for _, file := range files {
		a, err := txtar.ParseFile(file)
		if err != nil {
			t.Fatal(err)
		}
		owner := filepath.Base(filepath.Dir(filepath.Dir(file)))
		name := owner + "/" + strings.TrimSuffix(filepath.Base(file), ".txtar")
		for _, f := range a.Files {
			in := f.Data
			kind, packed := strings.CutSuffix(f.Name, ".b64")
			if packed {
				in, _ = base64.StdEncoding.DecodeString(strings.Join(strings.Fields(string(in)), ""))
			}
			switch kind {
			case "input.json":
				claimsOne(t, name, owner, in)
			case "input.jsonl":
				if s, ok := registry.Sniff(in[:min(len(in), source.SniffBytes)]); ok && s.Name != owner {
					t.Errorf("%s: the transcript is taken for %s", name, s.Name)
				}
			}
		}
	}
}

func claimsOne(t *testing.T, name, owner string, in []byte) {
	t.Helper()
	v, why := protocol.Parse(in)
	if why != nil || adapt.Claims(v) {
		return
	}
	for _, s := range registry.Sources() {
		if s.Result == nil || s.Name == owner {
			continue
		}
		if _, ok := s.Result(v); !ok {
			continue
		}
		if mine, is := registry.Source(owner); is && mine.Result != nil {
			if _, both := mine.Result(v); both {
				t.Errorf("%s: claimed by %s as well", name, s.Name)
			}
		}
	}
}
