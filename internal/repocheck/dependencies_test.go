package repocheck

import (
	"maps"
	"os"
	"os/exec"
	"slices"
	"strings"
	"testing"
)

// TestTheTableOfDependenciesIsTrue compares docs/DEPENDENCIES.md with what each program imports.
func TestTheTableOfDependenciesIsTrue(t *testing.T) {
	table, err := os.ReadFile("../../docs/DEPENDENCIES.md")
	if err != nil {
		t.Fatal(err)
	}
	want := map[string]map[string]bool{} // program -> module version
	var programs []string
	for line := range strings.Lines(string(table)) {
		cells := strings.Split(strings.TrimSpace(line), " | ")
		for i := range cells {
			cells[i] = strings.Trim(cells[i], " |")
		}
		switch {
		case !strings.HasPrefix(line, "| "):
		case cells[0] == "module":
			programs = cells[3:]
			for _, p := range programs {
				want[p] = map[string]bool{}
			}
		case cells[0] != "std":
			if cells[2] == "" {
				t.Errorf("%s has no licence", cells[0])
			}
			marks := strings.Split(strings.TrimSuffix(strings.TrimSpace(line), "|"), "|")[4:]
			for i, p := range programs {
				if strings.TrimSpace(marks[i]) != "" {
					want[p][cells[0]+" "+cells[1]] = true
				}
			}
		}
	}
	for program, main := range map[string]struct{ dir, system, arch string }{
		"vitrine": {".", "linux", "amd64"}, "app.wasm": {"./wasm/pwa", "js", "wasm"},
		"kit.wasm": {"./wasm/kit", "js", "wasm"}, "kit-import.wasm": {"./wasm/kit-import", "js", "wasm"},
	} {
		cmd := exec.CommandContext(t.Context(), "go", "list", "-deps", "-f", "{{with .Module}}{{if not .Main}}{{.Path}} {{.Version}}{{end}}{{end}}", main.dir)
		cmd.Dir = "../.."
		cmd.Env = append(os.Environ(), "GOOS="+main.system, "GOARCH="+main.arch, "CGO_ENABLED=0")
		out, err := cmd.Output()
		if err != nil {
			t.Fatal(err)
		}
		got := map[string]bool{}
		for line := range strings.Lines(string(out)) {
			if line = strings.TrimSpace(line); line != "" {
				got[line] = true
			}
		}
		if !maps.Equal(got, want[program]) {
			t.Errorf("%s imports\n%s\nthe table has\n%s\nmake deps writes it", program, strings.Join(slices.Sorted(maps.Keys(got)), "\n"), strings.Join(slices.Sorted(maps.Keys(want[program])), "\n"))
		}
	}
}
