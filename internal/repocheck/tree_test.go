package repocheck_test

import (
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// tracked lists the files that git knows, and those it would take.
func tracked(t *testing.T) []string {
	t.Helper()
	out, err := exec.Command("git", "-C", "../..", "ls-files", "--cached", "--others", "--exclude-standard").Output()
	if err != nil {
		t.Fatal(err)
	}
	return strings.Fields(string(out))
}

func TestGeneratedFilesAreFresh(t *testing.T) {
	cmd := exec.Command("go", "run", "./internal/gen", "-check")
	cmd.Dir = "../.."
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Errorf("%v: %s", err, out)
	}
}

// words are what must not stand in the tree, each with where it may.
var words = []struct {
	pattern *regexp.Regexp
	files   *regexp.Regexp
	except  *regexp.Regexp
	why     string
}{
	{regexp.MustCompile(`\bt\.Skip|\bb\.Skip|\.skip\(|test\.fixme|\.only\(`), regexp.MustCompile(`_test\.go$|\.mjs$`), regexp.MustCompile(`^internal/repocheck/`), "a skipped test is no pass"},
	{regexp.MustCompile(`\btime\.(Now|Since|Until|Sleep|After|Tick|NewTimer|NewTicker)\b`), regexp.MustCompile(`^artifactkit/.*\.go$`), regexp.MustCompile(`_test\.go$|/kindtest/`), "the core has no clock"},
	{regexp.MustCompile(`\bapp\.Raw\(`), regexp.MustCompile(`\.go$`), nil, "markup reaches the page through the one helper"},
	{regexp.MustCompile(`\)\.Style\(|^\s*Style\(`), regexp.MustCompile(`^app/.*\.go$`), nil, "the policy forbids style attributes"},
	{regexp.MustCompile(`(^|[^\w.])/(work|root)/[\w.-]+`), regexp.MustCompile(`.`), regexp.MustCompile(`^internal/repocheck/|^artifactkit/.*testdata/`), "no paths of one machine"},
	{regexp.MustCompile(`"resolved": *"https?:`), regexp.MustCompile(`\.json$`), nil, "no addresses of a registry"},
	{regexp.MustCompile(`\b(TODO|FIXME|XXX|HACK)\b`), regexp.MustCompile(`\.(go|mjs|css|sh)$`), regexp.MustCompile(`^internal/repocheck/`), "unfinished work is an issue, not a comment"},
	{regexp.MustCompile(`\.innerHTML\s*=`), regexp.MustCompile(`^(web|wasm)/.*\.mjs$`), regexp.MustCompile(`^web/patch\.mjs$`), "one helper writes markup into the page"},
}

func TestDangerousWordsDoNotOccur(t *testing.T) {
	for _, name := range tracked(t) {
		data, err := os.ReadFile(filepath.Join("../..", name))
		if err != nil || len(data) > 2<<20 {
			continue
		}
		for _, w := range words {
			if !w.files.MatchString(name) || w.except != nil && w.except.MatchString(name) {
				continue
			}
			for i, line := range strings.Split(string(data), "\n") {
				if w.pattern.MatchString(line) {
					t.Errorf("%s:%d: %s: %.100s", name, i+1, w.why, strings.TrimSpace(line))
				}
			}
		}
	}
}

var docPath = regexp.MustCompile("`((?:artifactkit|live|app|web|wasm|e2e|internal|docs|examples|scripts|bench)/[\\w./*-]*|[A-Z]+\\.md)`|\\]\\(([^)#:]+)\\)")

// fenced is code in a document.
var fenced = regexp.MustCompile("(?s)\n```.*?\n```")

func TestDocumentsNamePathsThatExist(t *testing.T) {
	docs, _ := filepath.Glob("../../docs/*.md")
	for _, doc := range append(docs, "../../README.md", "../../CHANGELOG.md") {
		data, err := os.ReadFile(doc)
		if err != nil {
			t.Error(err)
			continue
		}
		for _, m := range docPath.FindAllStringSubmatch(fenced.ReplaceAllString(string(data), ""), -1) {
			path, base := m[1], "../.."
			if path == "" {
				path, base = m[2], filepath.Dir(doc)
			}
			found, _ := filepath.Glob(filepath.Join(base, path))
			if len(found) == 0 {
				found, _ = filepath.Glob(filepath.Join(base, "docs", path))
			}
			if len(found) == 0 {
				t.Errorf("%s names %s, which is not there", filepath.Base(doc), path)
			}
		}
	}
}

// TestEveryKindAndFormatHasItsVectors demands, per folder, what a thing must at least survive.
func TestEveryKindAndFormatHasItsVectors(t *testing.T) {
	for _, family := range []string{"kind", "source"} {
		dirs, _ := filepath.Glob("../../artifactkit/" + family + "/*")
		for _, dir := range dirs {
			info, err := os.Stat(dir)
			if err != nil || !info.IsDir() || filepath.Base(dir) == "internal" {
				continue
			}
			names, _ := filepath.Glob(dir + "/testdata/*.txtar")
			all := strings.Join(names, " ")
			for _, want := range []string{`/ok`, `/hostile`, `/malformed`, `/(unknown|extra)`} {
				if !regexp.MustCompile(want).MatchString(all) {
					t.Errorf("%s has no vector named %s…", dir, want)
				}
			}
		}
	}
}
