package field_test

import (
	"strings"
	"testing"

	"github.com/vitrine-go/vitrine/artifactkit/kind/internal/field"
)

func TestFileNamesAreSafe(t *testing.T) {
	for in, want := range map[string]string{
		"main.go":                "main.go",
		"src/parse/lex.rs":       "lex.rs",
		`C:\src\a.cs`:            "a.cs",
		"../../etc/passwd":       "passwd",
		"..":                     "def",
		"":                       "def",
		"dir/":                   "def",
		".env":                   "env",
		"CON.txt":                "def",
		"nul":                    "def",
		"COM7.log":               "def",
		"-rf":                    "rf",
		"a<b>:c?.py":             "a_b__c_.py",
		"report\u202efdp.exe":    "reportfdp.exe.txt",
		"page.HTML":              "page.HTML.txt",
		"setup.bat":              "setup.bat.txt",
		"a\x00b\nc.go":           "abc.go",
		"trailing. . ":           "trailing",
		"имя файла.py":           "имя файла.py",
		"Makefile":               "Makefile",
		strings.Repeat("é", 300): strings.Repeat("é", 100),
	} {
		if got := field.FileName(in, "def"); got != want {
			t.Errorf("%q: got %q, want %q", in, got, want)
		}
	}
}
