package sourcetest

import (
	"bytes"
	"encoding/json"
	"path/filepath"
	"testing"

	"golang.org/x/tools/txtar"

	"github.com/vitrine-go/vitrine/artifactkit/protocol"
	"github.com/vitrine-go/vitrine/artifactkit/source"
)

// Damage cuts the inputs of all vectors off and changes single bytes of them, at many places: nothing may panic, envelopes stay
// valid, and the report adds up.
func Damage(t *testing.T, src source.Source) {
	t.Helper()
	files, err := filepath.Glob("testdata/*.txtar")
	if err != nil || len(files) == 0 {
		t.Fatal("no vectors", err)
	}
	for _, file := range files {
		a, err := txtar.ParseFile(file)
		if err != nil {
			t.Fatal(err)
		}
		single, isSingle := section(t, a, "input.json")
		lines, _ := section(t, a, "input.jsonl")
		in := append(single, lines...)
		for i := 0; i < len(in); i += max(1, len(in)/places) {
			flipped := bytes.Clone(in)
			flipped[i] ^= 1 << (i % 7)
			for _, bad := range [][]byte{in[:i], flipped, append(bytes.Clone(in[:i]), in[min(i+1, len(in)):]...)} {
				if isSingle {
					damaged(t, src, bad)
					continue
				}
				Read(t, src, bytes.NewReader(bad), source.Options{Head: bad[:min(len(bad), source.SniffBytes)]})
				src.Sniff(bad)
				src.Peek(bad, bad)
			}
		}
	}
}

// places is how many places of one input are damaged, each in three ways.
const places = 80

func damaged(t *testing.T, src source.Source, in []byte) {
	t.Helper()
	v, why := protocol.Parse(in)
	if why != nil {
		return
	}
	if out, ok := src.Result(v); ok && !json.Valid(out) {
		t.Errorf("%s becomes no JSON: %s", in, out)
	}
}
