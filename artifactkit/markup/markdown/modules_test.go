package markdown_test

import (
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
)

// Older versions of these modules let markup through that runs: x/net/html until v0.55 in four ways, goldmark in addresses.
func TestTheParsersAreNotOlderThanTheirFixes(t *testing.T) {
	data, err := os.ReadFile(filepath.Join("..", "..", "..", "go.mod"))
	if err != nil {
		t.Fatalf("reading go.mod: %v", err)
	}
	versions := map[string]string{}
	for line := range strings.Lines(string(data)) {
		if f := strings.Fields(strings.TrimPrefix(strings.TrimSpace(line), "require ")); len(f) >= 2 {
			versions[f[0]] = f[1]
		}
	}
	for module, least := range map[string]string{
		"golang.org/x/net": "v0.55.0", "github.com/yuin/goldmark": "v1.8.7", "github.com/microcosm-cc/bluemonday": "v1.0.27",
	} {
		if got := versions[module]; !atLeast(got, least) {
			t.Errorf("%s: got %q, want at least %s", module, got, least)
		}
	}
	if strings.Contains(string(data), "replace ") {
		t.Error("go.mod replaces a module: the versions above say nothing then")
	}
}

// atLeast compares releases; a version that is none is older than any.
func atLeast(got, least string) bool {
	a, b := strings.Split(strings.TrimPrefix(got, "v"), "."), strings.Split(strings.TrimPrefix(least, "v"), ".")
	for i := range b {
		if i >= len(a) {
			return false
		}
		x, err := strconv.Atoi(a[i])
		y, _ := strconv.Atoi(b[i])
		if err != nil || x < y {
			return false
		}
		if x > y {
			return true
		}
	}
	return true
}

func TestVersionsCompareByNumber(t *testing.T) {
	for _, c := range []struct {
		got, least string
		want       bool
	}{
		{"v0.62.0", "v0.55.0", true}, {"v0.9.0", "v0.55.0", false}, {"v1.0.0", "v0.55.0", true}, {"v1.8.7", "v1.8.7", true}, {"v1.8.6", "v1.8.7", false},
		{"v1.10.0", "v1.8.7", true}, {"", "v1.8.7", false}, {"v1.9.0-rc.1", "v1.8.7", true},
	} {
		if got := atLeast(c.got, c.least); got != c.want {
			t.Errorf("%q at least %q: got %v", c.got, c.least, got)
		}
	}
}
