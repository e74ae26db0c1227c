package main

import (
	"bytes"
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"

	"golang.org/x/tools/txtar"

	"github.com/vitrine-go/vitrine/artifactkit"
)

// rooms are the vectors that the readers are held to: what the two accessors say about one text.
var rooms = []string{"accessor", "artifact", "channels", "duplicate", "error", "event", "kind", "payload", "title", "value", "version"}

// beyond are vectors that no reader on a language's own JSON decoder answers as the protocol does, each with what it lacks.
var beyond = map[string]string{
	"duplicate/artifact":  twice,
	"duplicate/codeagent": twice,
	"duplicate/escaped":   twice,
	"duplicate/hidden":    twice,
	"duplicate/result":    twice,
	"value/lines":         "digits: 1.50 and 1.5 are one number to a decoder",
	"value/nested":        "digits, and the order of members",
	"value/number":        "digits beyond a double",
	"value/object":        "escapes, and the order of members",
}

const twice = "a decoder keeps one of two members and does not tell"

type input struct{ name, text string }

// inputs are the vectors' inputs, one line each, that are JSON and take the default versions.
func inputs(t *testing.T) (all []input) {
	t.Helper()
	for _, room := range rooms {
		files, err := filepath.Glob("../../artifactkit/testdata/vectors/" + room + "/*.txtar")
		if err != nil || len(files) == 0 {
			t.Fatalf("%s: %v, %d files", room, err, len(files))
		}
		for _, file := range files {
			a, err := txtar.ParseFile(file)
			if err != nil {
				t.Fatal(err)
			}
			name := room + "/" + strings.TrimSuffix(filepath.Base(file), ".txtar")
			if text, ok := accessorInput(a); ok && beyond[name] == "" {
				all = append(all, input{name, text})
			}
		}
	}
	return all
}

func accessorInput(a *txtar.Archive) (text string, ok bool) {
	pinned := false
	for _, f := range a.Files {
		switch f.Name {
		case "options.json":
			return "", false
		case "want.inspect.json":
			pinned = true
		case "input.json":
			var line bytes.Buffer
			if json.Compact(&line, f.Data) == nil {
				text = line.String()
			}
		}
	}
	return text, pinned && text != ""
}

type answer struct {
	Artifact map[string]any
	Value    string
}

// TestReadersAgreeWithTheAccessors runs the three programs of the protocol's page over the vectors.
func TestReadersAgreeWithTheAccessors(t *testing.T) {
	all := inputs(t)
	var lines bytes.Buffer
	for _, in := range all {
		lines.WriteString(in.text + "\n")
	}
	for _, command := range [][]string{{"go", "run", "read.go"}, {"node", "read.mjs"}, {"python3", "read.py"}} {
		t.Run(command[0], func(t *testing.T) {
			cmd := exec.Command(command[0], command[1:]...)
			cmd.Stdin, cmd.Stderr = bytes.NewReader(lines.Bytes()), os.Stderr
			out, err := cmd.Output()
			if err != nil {
				t.Fatalf("%v: %v (scripts/test-setup.sh installs what is missing)", command, err)
			}
			said := strings.Split(strings.TrimSpace(string(out)), "\n")
			if len(said) != len(all) {
				t.Fatalf("got %d answers to %d inputs", len(said), len(all))
			}
			for i, in := range all {
				var got, want answer
				if err := json.Unmarshal([]byte(said[i]), &got); err != nil {
					t.Fatalf("%s: %v", in.name, err)
				}
				a, _ := artifactkit.ArtifactOf([]byte(in.text), artifactkit.Versions{})
				if err := json.Unmarshal(a.AppendJSON(nil), &want.Artifact); err != nil {
					t.Fatalf("%s: %v", in.name, err)
				}
				want.Value = artifactkit.ValueOf([]byte(in.text), "")
				if !reflect.DeepEqual(got, want) {
					t.Errorf("%s\n got %v\nwant %v", in.name, got, want)
				}
			}
		})
	}
}

// TestWhatReadersLackIsThere keeps the list of exceptions to vectors that exist.
func TestWhatReadersLackIsThere(t *testing.T) {
	for name := range beyond {
		if _, err := os.Stat("../../artifactkit/testdata/vectors/" + name + ".txtar"); err != nil {
			t.Error(err)
		}
	}
}

// TestReadersAreShort holds the page to its word.
func TestReadersAreShort(t *testing.T) {
	for _, file := range []string{"read.mjs", "read.py"} {
		if n := len(readLines(t, file)); n > 30 {
			t.Errorf("%s has %d lines, at most 30 are promised", file, n)
		}
	}
	lines := readLines(t, "read.go")
	value, end := slices.Index(lines, "func value(x any, missing string) string {"), slices.Index(lines, "func main() {")
	get := slices.Index(lines, "func get[T any](x any, path ...string) (v T) {")
	if get < 0 || value-get > 30 || end-value > 30 {
		t.Errorf("read.go reads an artifact in %d lines and a value in %d, at most 30 each are promised", value-get, end-value)
	}
}

func readLines(t *testing.T, file string) []string {
	t.Helper()
	data, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	return strings.Split(strings.TrimSpace(string(data)), "\n")
}
