package artifactkit_test

import (
	"os"
	"regexp"
	"testing"

	"github.com/vitrine-go/vitrine/artifactkit"
	"github.com/vitrine-go/vitrine/artifactkit/protocol"
)

var example = regexp.MustCompile("(?s)```json (before|after)\n(.*?)```")

// TestMigrationPageIsTrue adapts what the page shows before a change, and wants what it shows after it: byte for byte, white space
// aside. What it shows after it needs no adaptation.
func TestMigrationPageIsTrue(t *testing.T) {
	page, err := os.ReadFile("../docs/MIGRATION.md")
	if err != nil {
		t.Fatal(err)
	}
	found := example.FindAllSubmatch(page, -1)
	if len(found) < 12 || len(found)%2 != 0 {
		t.Fatalf("the page has %d examples", len(found))
	}
	for i := 0; i < len(found); i += 2 {
		before, after := found[i], found[i+1]
		if string(before[1]) != "before" || string(after[1]) != "after" {
			t.Fatalf("example %d is not before and after", i/2+1)
		}
		v, why := protocol.Parse(after[2])
		if why != nil {
			t.Fatalf("example %d: %s", i/2+1, why.Message)
		}
		want := v.Compact()
		got, why := artifactkit.Adapt(before[2], artifactkit.Options{})
		if why != nil || string(got.Result) != want || len(got.Notes) == 0 {
			t.Errorf("example %d: %v %v\n got %s\nwant %s", i/2+1, why, got.Notes, got.Result, want)
		}
		again, why := artifactkit.Adapt(after[2], artifactkit.Options{})
		if why != nil || string(again.Result) != want || len(again.Notes) != 0 {
			t.Errorf("example %d, once more: %v %v\n got %s", i/2+1, why, again.Notes, again.Result)
		}
	}
}
