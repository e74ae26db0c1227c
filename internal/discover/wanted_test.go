package discover_test

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/vitrine-go/vitrine/internal/discover"
)

func TestWanted(t *testing.T) {
	dir := t.TempDir()
	for _, f := range []string{"c1/record.json", "c1/turns.jsonl", "c1/ui.jsonl", "plain/turns.jsonl"} {
		if err := os.MkdirAll(filepath.Join(dir, filepath.Dir(f)), 0o700); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(filepath.Join(dir, f), []byte("{}"), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	for name, want := range map[string]bool{
		"a.jsonl": true, "A.JSON": true, "book.ipynb": true, "a.txt": false, "a": false, "c1/record.json": true, "c1/turns.jsonl": false, "c1/ui.jsonl": false,
		"plain/turns.jsonl": true,
	} {
		if got := discover.Wanted(filepath.Join(dir, name)); got != want {
			t.Errorf("%s: %v", name, got)
		}
	}
}
