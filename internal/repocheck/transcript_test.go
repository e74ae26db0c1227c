package repocheck_test

import (
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
)

const casesPage = "../../docs/TRANSCRIPT.md"

var (
	caseRow    = regexp.MustCompile(`(?m)^\| TUI-(\d+) \| (.+?) \| (.*)\|$`)
	caseQuoted = regexp.MustCompile(`\[TUI-(\d+)\]`)
	pinned     = regexp.MustCompile("`([^`]+)`")
)

// TestEveryCaseOfTheTranscriptIsPinned follows each case of the page to what pins it, and each vector that quotes a case back to the page.
func TestEveryCaseOfTheTranscriptIsPinned(t *testing.T) {
	rows := caseRow.FindAllStringSubmatch(read(t, casesPage), -1)
	if len(rows) < 100 {
		t.Fatalf("the page has %d cases", len(rows))
	}
	prose, named := map[string]string{}, tests(t)
	for name, v := range vectors(t) {
		prose[name] = v.prose
	}
	pins := map[string][]string{} // the cases that a vector is named for
	for i, row := range rows {
		id, what, by := row[1], row[2], pinned.FindAllStringSubmatch(row[3], -1)
		if id != strconv.Itoa(i+1) {
			t.Fatalf("TUI-%s stands in the place of TUI-%d", id, i+1)
		}
		if len(by) == 0 && !strings.HasPrefix(what, "not here: ") {
			t.Errorf("TUI-%s is pinned by nothing", id)
		}
		for _, m := range by {
			name := m[1]
			file, title, isJourney := strings.Cut(name, ": ")
			switch text, isVector := prose[name]; {
			case isVector && strings.Contains(text, "[TUI-"+id+"]"):
				pins[name] = append(pins[name], id)
			case isVector:
				t.Errorf("TUI-%s names %s, which does not quote it", id, name)
			case named[name]:
			case isJourney && strings.HasPrefix(file, "e2e/"):
				data, err := os.ReadFile(filepath.Join("../..", file))
				if err != nil || !strings.Contains(string(data), "test(\""+title+"\"") {
					t.Errorf("TUI-%s names %q, which is not in %s: %v", id, title, file, err)
				}
			default:
				t.Errorf("TUI-%s names %s, which is neither a vector nor a test", id, name)
			}
		}
	}
	for name, text := range prose {
		for _, m := range caseQuoted.FindAllStringSubmatch(text, -1) {
			if !slices.Contains(pins[name], m[1]) {
				t.Errorf("%s quotes TUI-%s, which does not name it", name, m[1])
			}
		}
	}
}
