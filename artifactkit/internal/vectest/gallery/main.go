// Command gallery writes pages that show every kind in every state: one page a kind, made of the vectors, and one of what is huge.
// They are looked at by people and by e2e/gallery.test.mjs.
//
//	go run ./artifactkit/internal/vectest/gallery dist/gallery
package main

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"github.com/vitrine-go/vitrine/artifactkit"
	"github.com/vitrine-go/vitrine/artifactkit/internal/vectest"
)

func main() {
	if len(os.Args) != 2 {
		fmt.Fprintln(os.Stderr, "usage: gallery DIR")
		os.Exit(2)
	}
	if err := run(os.Args[1]); err != nil {
		fmt.Fprintln(os.Stderr, "gallery:", err)
		os.Exit(1)
	}
}

// exhibit is one card with the name under which it hangs.
type exhibit struct {
	name string
	html string
}

func run(dir string) error {
	vectors, err := vectest.Load("artifactkit")
	if err != nil {
		return fmt.Errorf("loading the vectors: %w", err)
	}
	pages := map[string][]exhibit{"huge": huge()}
	for _, v := range vectors {
		room := filepath.ToSlash(filepath.Dir(v.Name))
		switch {
		case strings.HasPrefix(v.Name, "kind/") && v.Calls[0] == "inspect":
			room = strings.TrimPrefix(room, "kind/")
		case v.Calls[0] == "page" && strings.HasPrefix(v.Name, "transcript/"):
			room = "transcript"
		default:
			continue
		}
		pages[room] = append(pages[room], exhibit{v.Name, draw(v)})
	}
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return err
	}
	for name, exhibits := range pages {
		if err := os.WriteFile(filepath.Join(dir, name+".html"), page(name, exhibits), 0o644); err != nil {
			return err
		}
		fmt.Println(name, len(exhibits))
	}
	return nil
}

// draw is the view of a vector, in its own state and scope, so that many stand in one document.
func draw(v vectest.Vector) string {
	o, state := options(v.Options)
	o.Scope = "g-" + strings.Map(func(r rune) rune {
		if r >= 'a' && r <= 'z' || r >= '0' && r <= '9' {
			return r
		}
		return '-'
	}, v.Name)
	if v.Calls[0] == "page" {
		return artifactkit.TranscriptPage(v.Input, o).String()
	}
	return artifactkit.Open(v.Input, o).Render(state).HTML.String()
}

// page hangs the exhibits. The names are our own files' names.
func page(title string, exhibits []exhibit) []byte {
	b := []byte(`<!doctype html><html class="ak-root" data-ak-theme="auto" lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1"><title>` + title + `</title><style>`)
	b = append(b, artifactkit.Stylesheet()...)
	b = append(b, `.exhibit{margin-block:0 2rem}.exhibit>h3{font:600 .75rem/1.5 ui-monospace,monospace;color:var(--ak-text-2);margin:0}</style></head><body class="ak-page"><main><h1>Gallery</h1><h2>`+title+`</h2>`...)
	for _, e := range exhibits {
		b = append(b, `<section class="exhibit" data-name="`+e.name+`"><h3>`+e.name+`</h3>`...)
		b = append(append(b, e.html...), `</section>`...)
	}
	return append(b, `</main></body></html>`...)
}
