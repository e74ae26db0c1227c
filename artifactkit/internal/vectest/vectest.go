// Package vectest reads the vectors (txtar files under testdata) and gives the answers that every runtime must give to them:
// native code, GOOS=js under Node, and the exported functions in Node and in a browser. One digest over all answers proves it.
package vectest

import (
	"crypto/sha256"
	"encoding/base64"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"sort"
	"strconv"
	"strings"

	"golang.org/x/tools/txtar"

	"github.com/vitrine-go/vitrine/artifactkit/protocol"
)

// Vector is one txtar file.
type Vector struct {
	Name    string   // path below the root, with forward slashes and without .txtar
	File    string   // path for -update
	Rules   []string // rule ids that its prose begins with
	Input   []byte
	Parts   []byte // what Input was made of, for one that is too long to be written down
	Options []byte // a JSON object
	Calls   []string
	Archive *txtar.Archive
}

var ruleID = regexp.MustCompile(`\[([A-Z]{2,3}-\d+)\]`)

// Load reads all vectors below root, sorted by name. A file without an input that is known here is left to its package's own test.
func Load(root string) ([]Vector, error) {
	var all []Vector
	err := filepath.WalkDir(root, func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() || filepath.Ext(path) != ".txtar" {
			return err
		}
		data, err := os.ReadFile(path)
		if err != nil {
			return err
		}
		rel, err := filepath.Rel(root, path)
		if err != nil {
			return err
		}
		v := Vector{Name: strings.TrimSuffix(filepath.ToSlash(rel), ".txtar"), File: path, Archive: txtar.Parse(data), Options: []byte("{}")}
		v.Name = strings.Replace(v.Name, "/testdata/", "/", 1)
		v.Name = strings.TrimPrefix(v.Name, "testdata/")
		for _, m := range ruleID.FindAllStringSubmatch(string(v.Archive.Comment), -1) {
			v.Rules = append(v.Rules, m[1])
		}
		for _, f := range v.Archive.Files {
			if err := v.section(f); err != nil {
				return fmt.Errorf("%s: %s: %w", path, f.Name, err)
			}
		}
		if v.Calls != nil {
			all = append(all, v)
		}
		return nil
	})
	sort.Slice(all, func(i, j int) bool { return all[i].Name < all[j].Name })
	return all, err
}

func (v *Vector) section(f txtar.File) (err error) {
	data := trim(f.Data)
	name, isBase64 := strings.CutSuffix(f.Name, ".b64")
	if isBase64 {
		if data, err = base64.StdEncoding.DecodeString(strings.Join(strings.Fields(string(data)), "")); err != nil {
			return err
		}
	}
	switch name {
	case "input.json":
		v.Input, v.Calls = data, []string{"inspect", "adapt", "render", "value"}
	case "input.parts.json":
		v.Parts, v.Calls = data, []string{"inspect", "adapt", "render", "value"}
		v.Input, err = expand(data)
		return err
	case "input.jsonl":
		v.Input, v.Calls = data, []string{"import"}
	case "spec.json":
		v.Input, v.Calls = data, []string{"result"}
	case "inspection.json":
		v.Input, v.Calls = data, []string{"inspection"}
	case "events.jsonl":
		v.Input, v.Calls = data, []string{"page"}
	case "options.json":
		if _, why := protocol.Parse(data); why != nil {
			return fmt.Errorf("%s", why.Message)
		}
		v.Options = data
	}
	return nil
}

// expand makes a long input of a short description: an array of texts, which stand for themselves, and of {"repeat": n, "text": "…"},
// n times the text with {i} for 0 to n-1.
func expand(parts []byte) ([]byte, error) {
	var all []json.RawMessage
	if err := json.Unmarshal(parts, &all); err != nil {
		return nil, err
	}
	var out []byte
	for _, raw := range all {
		part := struct {
			Repeat int
			Text   string
		}{Repeat: 1}
		into := any(&part)
		if raw[0] == '"' {
			into = &part.Text
		}
		if err := json.Unmarshal(raw, into); err != nil {
			return nil, err
		}
		for i := range part.Repeat {
			out = append(out, strings.ReplaceAll(part.Text, "{i}", strconv.Itoa(i))...)
		}
	}
	return out, nil
}

// trim takes one trailing newline off: it is not part of a section.
func trim(b []byte) []byte {
	if n := len(b); n > 0 && b[n-1] == '\n' {
		return b[:n-1]
	}
	return b
}

// Want returns a section that pins an answer.
func (v Vector) Want(name string) (string, bool) {
	for _, f := range v.Archive.Files {
		if f.Name == name {
			return string(trim(f.Data)), true
		}
	}
	return "", false
}

// Answer is what one runtime says to one call.
type Answer func(call string, input, options []byte) []byte

// Digest runs all calls of all vectors and returns the hex SHA-256 over names and answers.
func Digest(vectors []Vector, answer Answer) string {
	h := sha256.New()
	for _, v := range vectors {
		fmt.Fprintf(h, "%s\n", v.Name)
		for _, c := range v.Calls {
			h.Write(answer(c, v.Input, v.Options))
			h.Write([]byte{'\n'})
		}
	}
	return hex.EncodeToString(h.Sum(nil))
}
