package redact_test

import (
	"fmt"
	"hash/crc32"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"golang.org/x/tools/txtar"

	"github.com/vitrine-go/vitrine/artifactkit/protocol"
	"github.com/vitrine-go/vitrine/internal/redact"
)

// real makes the text that a line of a vector stands for. Keys are written in pieces ("gh‹›p_…"), so that no scanner takes the invented
// ones for real; ‹crc:BODY› is the body with its checksum, ␛ is ESC, ␇ is BEL.
func real(s string) string {
	s = regexp.MustCompile(`‹crc:([^›]*)›`).ReplaceAllStringFunc(s, func(m string) string {
		body := strings.TrimSuffix(strings.TrimPrefix(m, "‹crc:"), "›")
		sum := ""
		for n := crc32.ChecksumIEEE([]byte(body)); len(sum) < 6; n /= 62 {
			sum = string("0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"[n%62]) + sum
		}
		return body + sum
	})
	return strings.NewReplacer("‹›", "", "␛", "\x1b", "␇", "\a", "␠", "\u200b").Replace(s)
}

var marked = regexp.MustCompile(`⟦([^⟧]*)⟧`)

func archive(t *testing.T, name string) []txtar.File {
	t.Helper()
	a, err := txtar.ParseFile(filepath.Join("testdata", name))
	if err != nil {
		t.Fatal(err)
	}
	return a.Files
}

// TestLines runs every line of the vectors: what stands in ⟦⟧ is removed under the section's rule, all else stays.
func TestLines(t *testing.T) {
	rules, kept := map[string]bool{}, 0
	for _, file := range []string{"families.txtar", "named.txtar", "written.txtar", "kept.txtar"} {
		for _, sec := range archive(t, file) {
			rule, _, _ := strings.Cut(sec.Name, " ")
			for line := range strings.Lines(string(sec.Data)) {
				if line = strings.TrimSuffix(line, "\n"); line == "" {
					continue
				}
				want := real(marked.ReplaceAllString(line, "[removed: "+rule+"]"))
				in := real(strings.NewReplacer("⟦", "", "⟧", "").Replace(line))
				r := redact.New(redact.Options{Users: []string{"wilhelmine"}})
				got := r.Text(in)
				if got != want {
					t.Errorf("%s, %s: %s\n got %q\nwant %q", file, sec.Name, line, got, want)
				}
				if again := r.Text(got); again != got {
					t.Errorf("%s: a second look removes more: %q", sec.Name, again)
				}
				if n := strings.Count(line, "⟦"); r.Found().Total != n {
					t.Errorf("%s: %s: counted %d, want %d", sec.Name, line, r.Found().Total, n)
				}
				if want == in {
					kept++
				} else if file == "families.txtar" {
					rules[rule] = true
				}
			}
		}
	}
	if len(rules) < 30 || kept < 30 {
		t.Errorf("%d families and %d look-alikes, want 30 of each at least", len(rules), kept)
	}
}

// TestJSON runs the vectors of whole JSON texts: sections in pairs, NAME.in and NAME.want.
func TestJSON(t *testing.T) {
	files := archive(t, "json.txtar")
	for i := 0; i+1 < len(files); i += 2 {
		in, want := real(strings.TrimSpace(string(files[i].Data))), real(strings.TrimSpace(string(files[i+1].Data)))
		r := redact.New(redact.Options{Users: []string{"wilhelmine"}})
		got := string(r.JSON([]byte(in)))
		if got != want {
			t.Errorf("%s:\n got %s\nwant %s", files[i].Name, got, want)
		}
		if _, why := protocol.Parse([]byte(got)); why != nil {
			t.Errorf("%s: no JSON any more: %s", files[i].Name, why.Message)
		}
		if again := string(r.JSON([]byte(got))); again != got {
			t.Errorf("%s: a second look removes more: %s", files[i].Name, again)
		}
	}
	fmt.Fprintln(t.Output(), len(files)/2, "texts")
}
