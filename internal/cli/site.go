package cli

import (
	"bytes"
	"fmt"
	"net/http"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/vitrine-go/vitrine/live"
	"github.com/vitrine-go/vitrine/web"
)

// siteCmd writes the page as files: whoever has them on a static host needs no server of ours.
type siteCmd struct {
	Out string `short:"o" required:"" placeholder:"DIR" help:"Folder to write to; files of the same names are replaced."`
}

func (c *siteCmd) Run(std Stdio) error {
	files, err := web.Site(live.Policy)
	if err != nil {
		return fmt.Errorf("writing the site: %w", err)
	}
	files = append(files, web.File{Name: "_headers", Data: headersFile()})
	for _, f := range files {
		to := filepath.Join(c.Out, filepath.FromSlash(f.Name))
		if err := os.MkdirAll(filepath.Dir(to), 0o755); err != nil {
			return fmt.Errorf("writing the site: %w", err)
		}
		if err := os.WriteFile(to, f.Data, 0o644); err != nil { // for everyone: a web server reads them
			return fmt.Errorf("writing the site: %w", err)
		}
	}
	_, err = fmt.Fprintf(std.Out, "%d files in %s\n", len(files), c.Out)
	return err
}

// headersFile says to hosts that read such a file what the server says with every answer.
func headersFile() []byte {
	var b bytes.Buffer
	b.WriteString("/*\n")
	h := policyHeaders()
	names := make([]string, 0, len(h))
	for name := range h {
		names = append(names, name)
	}
	slices.Sort(names)
	for _, name := range names {
		fmt.Fprintf(&b, "  %s: %s\n", name, strings.Join(h[name], ", "))
	}
	b.WriteString("  Cache-Control: no-cache\n/a/*\n  ! Cache-Control\n  Cache-Control: public, max-age=31536000, immutable\n")
	return b.Bytes()
}

// policyHeaders are those that live sets on every answer.
func policyHeaders() http.Header {
	to := headerWriter{}
	r, _ := http.NewRequest(http.MethodGet, "/", nil) // nothing in it can be wrong
	live.Headers(http.NotFoundHandler(), live.HeaderOptions{}).ServeHTTP(to, r)
	delete(to, "Content-Type")
	return http.Header(to)
}

// headerWriter is an answer of which only the headers are kept.
type headerWriter http.Header

func (h headerWriter) Header() http.Header       { return http.Header(h) }
func (headerWriter) Write(b []byte) (int, error) { return len(b), nil }
func (headerWriter) WriteHeader(int)             {}
