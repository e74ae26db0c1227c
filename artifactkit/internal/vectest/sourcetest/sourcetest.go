// Package sourcetest holds an importer against its vectors. Only tests import it.
package sourcetest

import (
	"bytes"
	"encoding/base64"
	"encoding/json"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"golang.org/x/tools/txtar"

	"github.com/vitrine-go/vitrine/artifactkit/adapt"
	"github.com/vitrine-go/vitrine/artifactkit/protocol"
	"github.com/vitrine-go/vitrine/artifactkit/source"
)

var update = flag.Bool("update", false, "write what the importer says into the vectors, then read the diff")

// Run holds src against every vector in testdata. A vector has input.json and want.result.json (null: not this format), or
// input.jsonl and want.jsonl, and want.report.txt when something is passed over. Sections that end in .b64 are base64.
func Run(t *testing.T, src source.Source, least int) {
	t.Helper()
	files, err := filepath.Glob("testdata/*.txtar")
	if err != nil {
		t.Fatal(err)
	}
	if len(files) < least {
		t.Errorf("%d vectors, want at least %d", len(files), least)
	}
	for _, file := range files {
		t.Run(strings.TrimSuffix(filepath.Base(file), ".txtar"), func(t *testing.T) { vector(t, src, file) })
	}
}

func vector(t *testing.T, src source.Source, file string) {
	t.Helper()
	a, err := txtar.ParseFile(file)
	if err != nil {
		t.Fatal(err)
	}
	if !bytes.HasPrefix(a.Comment, []byte("[")) {
		t.Error("the prose does not begin with the rules that the vector pins")
	}
	single, isSingle := section(t, a, "input.json")
	lines, isLines := section(t, a, "input.jsonl")
	want := map[string]string{}
	switch {
	case isSingle:
		want["want.result.json"] = result(t, src, single)
	case isLines:
		envelopes, report := transcript(t, src, lines)
		want["want.jsonl"] = envelopes
		if report != "" {
			want["want.report.txt"] = report
		}
	default:
		t.Fatal("no input")
	}
	changed := false
	for _, name := range []string{"want.result.json", "want.jsonl", "want.report.txt"} {
		now, ok := want[name]
		pinned, is := section(t, a, name)
		if ok == is && now == string(pinned) {
			continue
		}
		if *update {
			set(a, name, now, ok)
			changed = true
			continue
		}
		t.Errorf("%s\n got %s\nwant %s", name, now, pinned)
	}
	if changed {
		if err := os.WriteFile(file, txtar.Format(a), 0o644); err != nil {
			t.Fatal(err)
		}
	}
}

func result(t *testing.T, src source.Source, in []byte) string {
	t.Helper()
	v, why := protocol.Parse(in)
	if why != nil {
		return why.Message
	}
	out, ok := src.Result(v)
	if !ok {
		return "null"
	}
	if !json.Valid(out) {
		t.Errorf("no JSON: %s", out)
	}
	return string(out)
}

func transcript(t *testing.T, src source.Source, in []byte) (envelopes, report string) {
	t.Helper()
	if !src.Sniff(in[:min(len(in), source.SniffBytes)]) {
		t.Error("the source does not know its own transcript by its beginning")
	}
	got, rep := Read(t, src, bytes.NewReader(in), source.Options{Head: in[:min(len(in), source.SniffBytes)], Adapt: event})
	for _, e := range got {
		v, _ := protocol.Parse([]byte(e))
		twice(t, v, in)
	}
	var notes strings.Builder
	for _, s := range rep.Skips {
		fmt.Fprintf(&notes, "%d %s %s\n", s.Line, s.Reason.Code, s.Reason.Message)
	}
	return strings.Join(got, "\n"), strings.TrimSuffix(notes.String(), "\n")
}

// twice tells when a key stands twice in what an importer wrote, and not in what it was given.
func twice(t *testing.T, v protocol.Value, in []byte) {
	t.Helper()
	seen := map[string]bool{}
	for k, m := range v.Members() {
		if seen[k] && !bytes.Contains(in, []byte(v.Compact())) {
			t.Errorf("%q stands twice in %.200s", k, v.Compact())
		}
		seen[k] = true
		twice(t, m, in)
	}
	for _, e := range v.Elems() {
		twice(t, e, in)
	}
}

// event adapts as the facade does.
func event(result []byte) []byte {
	v, _ := protocol.Parse(result)
	return adapt.Adapt(v, adapt.Options{}).Event()
}

func section(t *testing.T, a *txtar.Archive, name string) ([]byte, bool) {
	t.Helper()
	for _, f := range a.Files {
		switch f.Name {
		case name:
			return bytes.TrimSuffix(f.Data, []byte("\n")), true
		case name + ".b64":
			data, err := base64.StdEncoding.DecodeString(strings.Join(strings.Fields(string(f.Data)), ""))
			if err != nil {
				t.Fatal(err)
			}
			return data, true
		}
	}
	return nil, false
}

func set(a *txtar.Archive, name, text string, keep bool) {
	for i, f := range a.Files {
		if f.Name == name {
			a.Files[i].Data = []byte(text + "\n")
			if !keep {
				a.Files = append(a.Files[:i], a.Files[i+1:]...)
			}
			return
		}
	}
	a.Files = append(a.Files, txtar.File{Name: name, Data: []byte(text + "\n")})
}
