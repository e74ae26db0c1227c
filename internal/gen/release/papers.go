package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"time"

	"github.com/google/licensecheck"
)

// gomod is the tool that tells what a program is made of.
const gomod = "github.com/CycloneDX/cyclonedx-gomod/cmd/cyclonedx-gomod@v1.9.0"

// program is one main package as it is built for one system.
type program struct {
	main string // its folder
	env  []string
}

func browser(main string) program {
	return program{main, []string{"GOOS=js", "GOARCH=wasm", "CGO_ENABLED=0"}}
}

// papers go with an artefact: the readme, the licences of all that is in it, the list of its parts.
type papers struct {
	files []entry
	bom   []byte
}

func (p papers) under(dir string) []entry {
	var out []entry
	for _, e := range p.files {
		out = append(out, entry{dir + "/" + e.name, e.data, e.mode})
	}
	return out
}

func (b *build) papers(programs []program) (papers, error) {
	var p papers
	bom, parts, err := b.parts(programs)
	if err != nil {
		return p, err
	}
	p.bom = bom
	for _, name := range []string{"README.md", "CHANGELOG.md", "LICENSE"} {
		data, err := os.ReadFile(filepath.Join(b.src, name))
		if err != nil {
			return p, err
		}
		if name == "README.md" && programs[0].main != "." {
			continue // a folder that is no command has its own
		}
		p.files = append(p.files, entry{name, data, 0o644})
	}
	p.files = append(p.files, entry{"LICENSES.txt", licences(parts), 0o644})
	return p, nil
}

// part is one module in a program.
type part struct {
	Name, Version string
	Licence       string // an SPDX expression
	texts         []entry
}

// parts asks the tool about each program, and gives one CycloneDX document for all of them, with the commit's time, and the
// modules in it, sorted.
func (b *build) parts(programs []program) ([]byte, []part, error) {
	bin := filepath.Join(b.root, "dist", "tools")
	if _, err := b.in(b.root, []string{"GOBIN=" + bin}, "go", "install", gomod); err != nil {
		return nil, nil, err
	}
	var all map[string]any
	var parts []part
	for _, p := range programs {
		out, err := b.in(b.src, p.env, filepath.Join(bin, "cyclonedx-gomod"), "app", "-json", "-std", "-noserial", "-main", p.main, ".")
		if err != nil {
			return nil, nil, err
		}
		var bom map[string]any
		if err := json.Unmarshal([]byte(out), &bom); err != nil {
			return nil, nil, fmt.Errorf("reading the parts of %s: %w", p.main, err)
		}
		if all == nil {
			all = bom
			meta := all["metadata"].(map[string]any)
			meta["timestamp"] = b.when.Format(time.RFC3339)
			for _, tool := range meta["tools"].([]any) { // the hashes of this machine's copy of the tool
				delete(tool.(map[string]any), "hashes")
			}
		} else {
			merge(all, bom, "components", "bom-ref")
			merge(all, bom, "dependencies", "ref")
		}
	}
	for _, c := range all["components"].([]any) {
		c := c.(map[string]any)
		p := part{Name: c["name"].(string), Version: c["version"].(string)}
		var err error
		if p.Licence, p.texts, err = b.licence(p.Name); err != nil {
			return nil, nil, err
		}
		c["licenses"] = []any{map[string]any{"expression": p.Licence}}
		parts = append(parts, p)
	}
	slices.SortFunc(parts, func(a, b part) int { return strings.Compare(a.Name, b.Name) })
	out, err := json.MarshalIndent(all, "", "  ")
	return append(out, '\n'), parts, err
}

// merge adds the members of a list that the first document does not have.
func merge(into, from map[string]any, list, key string) {
	have, _ := into[list].([]any)
	more, _ := from[list].([]any)
	for _, m := range more {
		if !slices.ContainsFunc(have, func(h any) bool { return h.(map[string]any)[key] == m.(map[string]any)[key] }) {
			have = append(have, m)
		}
	}
	into[list] = have
}

var licenceFile = regexp.MustCompile(`(?i)^(licen[cs]e|copying|notice|patents)([.-].*)?$`)

// licence reads the texts that a module ships: what they are, as an SPDX expression, and the texts. It fails on a module whose
// licence is not known.
func (b *build) licence(module string) (string, []entry, error) {
	args := []string{"list", "-m", "-f", "{{.Dir}}", module}
	if module == "std" {
		args = []string{"env", "GOROOT"}
	}
	dir, err := b.in(b.src, nil, "go", args...)
	if err != nil {
		return "", nil, err
	}
	files, err := os.ReadDir(dir)
	if err != nil {
		return "", nil, err
	}
	var ids []string
	var texts []entry
	for _, f := range files {
		if f.IsDir() || !licenceFile.MatchString(f.Name()) {
			continue
		}
		text, err := os.ReadFile(filepath.Join(dir, f.Name()))
		if err != nil {
			return "", nil, err
		}
		texts = append(texts, entry{f.Name(), bytes.TrimSpace(text), 0o644})
		for _, m := range licensecheck.Scan(text).Match {
			if m.ID != "GooglePatentsFile" && !slices.Contains(ids, m.ID) { // a grant beside the licence
				ids = append(ids, m.ID)
			}
		}
	}
	if len(ids) == 0 {
		return "", nil, fmt.Errorf("%s has no licence that is known", module)
	}
	return strings.Join(ids, " AND "), texts, nil
}

// licences is every text of the parts, one after the other.
func licences(parts []part) []byte {
	var out bytes.Buffer
	out.WriteString("Licences of what is inside, as their authors ship them.\n")
	for _, p := range parts {
		for _, t := range p.texts {
			fmt.Fprintf(&out, "\n==== %s %s (%s): %s\n\n%s\n", p.Name, p.Version, p.Licence, t.name, t.data)
		}
	}
	return out.Bytes()
}
