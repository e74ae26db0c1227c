package vectest_test

import (
	"crypto/sha256"
	"flag"
	"fmt"
	"os"
	"runtime"
	"strings"
	"testing"

	"golang.org/x/tools/txtar"

	"github.com/vitrine-go/vitrine/artifactkit/internal/vectest"
	"github.com/vitrine-go/vitrine/artifactkit/protocol"
	"github.com/vitrine-go/vitrine/wasm/kit/imports"
)

var update = flag.Bool("update", false, "write the answers into the vectors; natively only, and read the diff")

// TestVectors holds every answer against the section that pins it. A vector without any want section pins nothing: that is an error.
func TestVectors(t *testing.T) {
	if *update && (runtime.GOOS == "js" || os.Getenv("CI") != "") {
		t.Fatal("-update works natively and outside CI only")
	}
	vectors, err := vectest.Load("../..")
	if err != nil {
		t.Fatal(err)
	}
	if len(vectors) < 60 {
		t.Errorf("%d vectors, want at least 60", len(vectors))
	}
	for _, v := range vectors {
		t.Run(v.Name, func(t *testing.T) {
			if len(v.Rules) == 0 && v.Calls[0] != "page" { // those of the transcript say it in words
				t.Error("the prose names no rule")
			}
			if len(v.Archive.Comment) == 0 {
				t.Error("the vector does not say why it is there")
			}
			pinned, changed := pins(v.Archive), false
			bare := !pinned
			for _, call := range v.Calls {
				got := imports.Pure(call, v.Input, v.Options)
				answers := sections(call, got)
				if v.Parts != nil {
					answers = map[string]string{"want." + call + ".sum": sum(t, call, got)}
				}
				for name, text := range answers {
					want, ok := v.Want(name)
					if *update && (ok && want != text || !ok && bare && written(name)) {
						set(v.Archive, name, text)
						pinned, changed, ok, want = true, true, true, text
					}
					if !ok {
						continue
					}
					if want != text {
						t.Errorf("%s\n got %s\nwant %s", name, text, want)
					}
				}
			}
			if !pinned {
				t.Error("no want section: the vector pins nothing")
			}
			if changed {
				if err := os.WriteFile(v.File, txtar.Format(v.Archive), 0o644); err != nil {
					t.Fatal(err)
				}
			}
		})
	}
}

// sections splits an answer into the sections that can pin it.
func sections(call string, got []byte) map[string]string {
	switch call {
	case "inspect", "adapt", "value", "result":
		return map[string]string{"want." + call + ".json": string(got)}
	case "import":
		return map[string]string{"want.jsonl": string(got)}
	case "page":
		return map[string]string{"want.page.html": string(got)}
	case "inspection":
		return map[string]string{"want.html": string(got)}
	}
	v, _ := protocol.Parse(got)
	code := v.At("reason", "code").Str()
	return map[string]string{
		"want.html": v.Get("html").Str(), "want.txt": trimNewline(v.Get("text").Str()), "want.codes": trimNewline(code + " " + v.Get("kind").Str() + " " + v.Get("status").Str() + " " + v.Get("from").Str()),
	}
}

// sum is what pins an answer to a long input: its size and digest, and of a view also the number of elements and where its text
// begins and ends.
func sum(t *testing.T, call string, got []byte) string {
	t.Helper()
	s := fmt.Sprintf("%d bytes, sha256 %x", len(got), sha256.Sum256(got))
	if call != "render" {
		return s
	}
	v, _ := protocol.Parse(got)
	html, text := v.Get("html").Str(), []rune(v.Get("text").Str())
	n := strings.Count(html, "<") - strings.Count(html, "</")
	if n > 5000 && !strings.Contains(html, "ak-prose") { // prose has a bound of its own
		t.Errorf("%d elements, want 5,000 at most", n)
	}
	return fmt.Sprintf("%s\n%d elements, %d bytes of HTML\n%s\n…\n%s", s, n, len(html), string(text[:min(len(text), 300)]), strings.TrimRight(string(text[max(0, len(text)-200):]), "\n"))
}

func trimNewline(s string) string {
	if n := len(s); n > 0 && s[n-1] == '\n' {
		return s[:n-1]
	}
	return s
}

// pins tells whether a vector has a section that its own package or this test holds an answer against.
func pins(a *txtar.Archive) bool {
	for _, f := range a.Files {
		if strings.HasPrefix(f.Name, "want") {
			return true
		}
	}
	return false
}

// written tells whether -update adds the section to a vector that pins nothing yet.
func written(name string) bool {
	return strings.HasSuffix(name, ".sum") || name == "want.html" || name == "want.txt" || name == "want.jsonl"
}

func set(a *txtar.Archive, name, text string) {
	for i := range a.Files {
		if a.Files[i].Name == name {
			a.Files[i].Data = []byte(text + "\n")
			return
		}
	}
	a.Files = append(a.Files, txtar.File{Name: name, Data: []byte(text + "\n")})
}
