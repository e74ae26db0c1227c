// Command vectors answers every vector in this runtime and prints one line: conformance runtime=… vectors=N digest=….
// With -out it writes vectors and answers as JSON, for the runtimes that are no Go program.
package main

import (
	"crypto/sha256"
	"encoding/json"
	"flag"
	"fmt"
	"os"
	"runtime"

	"github.com/vitrine-go/vitrine/artifactkit/internal/vectest"
	"github.com/vitrine-go/vitrine/wasm/kit/imports"
)

type entry struct {
	Name    string          `json:"name"`
	Rules   []string        `json:"rules"`
	Input   []byte          `json:"input,omitempty"` // base64, so that broken JSON and UTF-8 travel
	Parts   json.RawMessage `json:"parts,omitempty"` // in place of a long input: see vectest
	Options string          `json:"options"`         // as it is written: a JS value would lose some of it
	Calls   []call          `json:"calls"`
}

type call struct {
	Name   string `json:"name"`
	Answer []byte `json:"answer,omitempty"` // base64
	SHA256 string `json:"sha256,omitempty"` // of an answer to a long input, hex
}

func main() {
	out := flag.String("out", "", "write vectors with their answers to this file")
	root := flag.String("root", "artifactkit", "folder with the vectors")
	flag.Parse()
	if err := run(*root, *out); err != nil {
		fmt.Fprintln(os.Stderr, "vectors:", err)
		os.Exit(1)
	}
}

func run(root, out string) error {
	all, err := vectest.Load(root)
	if err != nil {
		return err
	}
	fmt.Printf("conformance runtime=%s vectors=%d digest=%s\n", runtime.GOOS+"/"+runtime.GOARCH, len(all), vectest.Digest(all, imports.Pure))
	if out == "" {
		return nil
	}
	entries := make([]entry, 0, len(all))
	for _, v := range all {
		e := entry{v.Name, v.Rules, v.Input, nil, string(v.Options), nil}
		if v.Parts != nil {
			e.Input, e.Parts = nil, v.Parts
		}
		for _, c := range v.Calls {
			answer := imports.Pure(c, v.Input, v.Options)
			if v.Parts != nil {
				e.Calls = append(e.Calls, call{c, nil, fmt.Sprintf("%x", sha256.Sum256(answer))})
				continue
			}
			e.Calls = append(e.Calls, call{c, answer, ""})
		}
		entries = append(entries, e)
	}
	data, err := json.Marshal(entries)
	if err != nil {
		return err
	}
	return os.WriteFile(out, data, 0o644)
}
