// Command vectors answers every vector in this runtime and prints one line: conformance runtime=… vectors=N digest=….
// With -out it writes vectors and answers as JSON, for the runtimes that are no Go program.
package main

import (
	"encoding/json"
	"flag"
	"fmt"
	"os"
	"runtime"

	"github.com/vitrine-go/vitrine/artifactkit/internal/vectest"
	"github.com/vitrine-go/vitrine/wasm/kit/imports"
)

type entry struct {
	Name    string   `json:"name"`
	Rules   []string `json:"rules"`
	Input   []byte   `json:"input"`   // base64, so that broken JSON and UTF-8 travel
	Options string   `json:"options"` // as it is written: a JS value would lose some of it
	Calls   []call   `json:"calls"`
}

type call struct {
	Name   string `json:"name"`
	Answer []byte `json:"answer"` // base64
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
		e := entry{v.Name, v.Rules, v.Input, string(v.Options), nil}
		for _, c := range v.Calls {
			e.Calls = append(e.Calls, call{c, imports.Pure(c, v.Input, v.Options)})
		}
		entries = append(entries, e)
	}
	data, err := json.Marshal(entries)
	if err != nil {
		return err
	}
	return os.WriteFile(out, data, 0o644)
}
