// Package web is the page: its static files and the built program, as an http.Handler.
//
// The program (web/gen/app.wasm and wasm_exec.js) is built, not committed. A binary without it serves a plain page that says
// how to get the full one; everything else of the command works the same.
package web

import (
	"embed"
	"io/fs"
	"net/http"
	"path"
	"strings"

	"github.com/vitrine-go/vitrine/artifactkit"
)

//go:embed index.html plain.html app.css inspect.css theme.js sw.js *.mjs *.png icon.svg manifest.webmanifest all:gen
var embedded embed.FS

// Options say where the page stands.
type Options struct {
	Base string // path under which browsers see the page, "/" if empty
	// Withhold names what readers do not get, with commas between them, as markup.ParseWithheld reads it.
	Withhold string
}

// Files are what a static host serves: the page for any prefix, its stylesheets and scripts, and the program if it is built.
func Files() fs.FS { return static{embedded} }

// Handler serves the page at /, /inspect and /s/{session}, and its files: under a name that changes with their content, which may be
// kept for ever, and under their plain names. It sets no security headers: live does, on every answer.
func Handler(o Options) http.Handler { return newSite(Files(), o) }

// static joins what is written, what is built and the stylesheet of artifactkit under the names that the page knows.
type static struct{ fs.FS }

// Open opens a file by the name that the page knows it by.
func (s static) Open(name string) (fs.File, error) {
	switch {
	case name == "artifactkit.css":
		return artifactkit.Assets().Open("artifactkit_gen.css")
	case name == "wasm_exec.js", strings.HasPrefix(name, "app.wasm"):
		return s.FS.Open("gen/" + name)
	case strings.Contains(name, "/"), path.Ext(name) == "":
		return nil, &fs.PathError{Op: "open", Path: name, Err: fs.ErrNotExist}
	}
	return s.FS.Open(name)
}
