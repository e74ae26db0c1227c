// Command api writes what the public Go packages declare, as `go doc -all` says it without the comments, into docs/api: names and
// shapes that others build on. They change on purpose and with a line in CHANGELOG.md.
//
//	go run ./internal/gen/api          write
//	go run ./internal/gen/api -check   only say what differs, exit 1 if anything does
package main

import (
	"bytes"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
)

// packages are the public ones; all others may change at any time.
var packages = []string{
	"artifactkit", "artifactkit/carrier", "artifactkit/kind", "artifactkit/markup", "artifactkit/protocol", "artifactkit/source", "artifactkit/transcript",
	"artifactkit/trusted", "live", "live/store",
}

func main() {
	check := flag.Bool("check", false, "write nothing, fail if something differs")
	flag.Parse()
	differs, err := run(*check)
	if err != nil {
		fmt.Fprintln(os.Stderr, "api:", err)
		os.Exit(1)
	}
	if *check && len(differs) > 0 {
		fmt.Fprintln(os.Stderr, "api: the public Go API has changed; say so in CHANGELOG.md, run go run ./internal/gen/api, and read the diff of:", strings.Join(differs, ", "))
		os.Exit(1)
	}
}

func run(check bool) (differs []string, err error) {
	for _, p := range packages {
		doc, err := exec.Command("go", "doc", "-all", "./"+p).Output()
		if err != nil {
			return nil, fmt.Errorf("asking go doc about %s: %w", p, err)
		}
		want := declarations(string(doc))
		path := filepath.Join("docs", "api", strings.ReplaceAll(p, "/", "-")+".txt")
		if got, _ := os.ReadFile(path); bytes.Equal(got, want) {
			continue
		}
		differs = append(differs, path)
		if check {
			continue
		}
		if err := os.WriteFile(path, want, 0o644); err != nil {
			return nil, err
		}
	}
	return differs, nil
}

// declarations leaves out of the words of go doc what may be worded anew at any time: the comments.
func declarations(doc string) []byte {
	var out bytes.Buffer
	inside := false // of the declarations, behind the package's own comment
	for line := range strings.Lines(doc) {
		code, comment, _ := strings.Cut(line, "//")
		inside = inside || strings.HasPrefix(line, "CONSTANTS") || strings.HasPrefix(line, "VARIABLES") || strings.HasPrefix(line, "FUNCTIONS") || strings.HasPrefix(line, "TYPES")
		switch {
		case strings.HasPrefix(line, "package "):
			out.WriteString(line)
		case !inside || strings.HasPrefix(line, "    ") || strings.TrimSpace(line) == "":
		case comment != "" && !strings.ContainsAny(code, "\"`"): // a comment, and no address in a string
			if code = strings.TrimRight(code, " \t"); code != "" {
				out.WriteString(code + "\n")
			}
		default:
			out.WriteString(line)
		}
	}
	return out.Bytes()
}
