package main

import (
	"bytes"
	"fmt"
	"maps"
	"os"
	"slices"
)

// binaries are the programs of the table, in the order of its columns.
var binaries = []struct {
	name string
	of   program
}{
	{"vitrine", program{".", []string{"GOOS=linux", "GOARCH=amd64", "CGO_ENABLED=0"}}},
	{"app.wasm", browser("wasm/pwa")},
	{"kit.wasm", browser("wasm/kit")},
	{"kit-import.wasm", browser("wasm/kit-import")},
}

// dependencies writes the table of modules: what is in which binary, under which licence.
func (b *build) dependencies(file string) error {
	rows := map[string]part{}
	in := map[string]map[string]bool{}
	for _, bin := range binaries {
		_, parts, err := b.parts([]program{bin.of})
		if err != nil {
			return err
		}
		for _, p := range parts {
			rows[p.Name] = p
			if in[p.Name] == nil {
				in[p.Name] = map[string]bool{}
			}
			in[p.Name][bin.name] = true
		}
	}
	var out bytes.Buffer
	out.WriteString(head)
	for _, name := range slices.Sorted(maps.Keys(rows)) {
		fmt.Fprintf(&out, "| %s | %s | %s |", name, rows[name].Version, rows[name].Licence)
		for _, bin := range binaries {
			mark := ""
			if in[name][bin.name] {
				mark = "x"
			}
			fmt.Fprintf(&out, " %s |", mark)
		}
		out.WriteString("\n")
	}
	return os.WriteFile(file, out.Bytes(), 0o644)
}

const head = `# What is inside

Written by ` + "`make deps`" + `; a test compares it with what the programs import. Every module is linked because a package of it is; modules
that only tests or tools use are not in any of these. The same lists, with checksums, are in the release as CycloneDX files, and the
texts of the licences are in each archive as LICENSES.txt. ` + "`vitrine`" + ` is built for linux/amd64 here; it holds app.wasm too.

The JS package has no dependency of its own: its two modules are the last two columns.

| module | version | licence | vitrine | app.wasm | kit.wasm | kit-import.wasm |
|---|---|---|---|---|---|---|
`
