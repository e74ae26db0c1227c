package inspect_test

import (
	"os"
	"regexp"
	"testing"

	"github.com/vitrine-go/vitrine/artifactkit/locale"
)

func TestEveryCodeSaysWhatItMeans(t *testing.T) {
	declared, err := os.ReadFile("../protocol/reason.go")
	if err != nil {
		t.Fatal(err)
	}
	codes := regexp.MustCompile(`Code += "(\w+)"`).FindAllSubmatch(declared, -1)
	if len(codes) < 20 {
		t.Errorf("got %d codes, want all of them: is the search broken?", len(codes))
	}
	for _, m := range codes {
		if !locale.Has("code_" + string(m[1])) {
			t.Errorf("the catalogs have no words for %s", m[1])
		}
	}
}
