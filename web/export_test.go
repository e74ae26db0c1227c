package web

import (
	"io/fs"
	"net/http"
)

// NewSite serves other files than the embedded ones.
func NewSite(files fs.FS, o Options) http.Handler { return newSite(files, o) }
