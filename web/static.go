package web

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"html"
	"io"
	"io/fs"
	"slices"
	"strings"

	"github.com/andybalholm/brotli"
)

// ErrNoProgram says that the page's program was not built into this binary.
var ErrNoProgram = errors.New("this binary has no page inside: make build makes one that has")

// File is one file of a static site.
type File struct {
	Name string // with forward slashes, below the site's folder
	Data []byte
}

// Site is the page as files for any static host, under any path: the page at its root, everything it loads below a/ under names that
// change with the content, each with its .br and .gz beside it, and the service worker that keeps them for when there is no network.
// policy is the Content-Security-Policy; the page carries what of it a page can say, for hosts that send no headers.
func Site(policy string) ([]File, error) { return siteOf(Files(), policy) }

func siteOf(files fs.FS, policy string) ([]File, error) {
	s := newSite(files, Options{})
	if s.page == nil {
		return nil, ErrNoProgram
	}
	s.base = "./"
	var all []File
	kept := []string{"./"}
	for _, name := range names {
		a := s.assets[name]
		if a == nil {
			continue
		}
		raw, err := a.raw()
		if err != nil {
			return nil, fmt.Errorf("unpacking %s: %w", name, err)
		}
		to := "a/" + a.version + "/" + name
		if name == "manifest.webmanifest" {
			to = name
		}
		kept = append(kept, "./"+to)
		all = append(all, File{to, raw})
		for suffix, coding := range map[string]string{".br": "br", ".gz": "gzip"} {
			if body, ok := a.forms[coding]; ok {
				all = append(all, File{to + suffix, body})
			}
		}
		if strings.HasPrefix(name, "icon") { // the manifest's addresses are relative to it
			kept = append(kept, "./"+name)
			all = append(all, File{name, raw})
		}
	}
	index, err := fs.ReadFile(files, "index.html")
	if err != nil {
		return nil, err
	}
	page := bytes.Replace(s.place(index), []byte(` data-base="./"`), []byte(` data-base="./" data-static`), 1)
	meta := `<meta charset="utf-8">` + "\n" + `<meta http-equiv="Content-Security-Policy" content="` + html.EscapeString(forMeta(policy)) + `">`
	page = bytes.Replace(page, []byte(`<meta charset="utf-8">`), []byte(meta), 1)
	all = append(all, File{"index.html", page})
	worker, err := fs.ReadFile(files, "sw.js")
	if err != nil {
		return nil, err
	}
	list, err := json.Marshal(kept)
	if err != nil {
		return nil, err
	}
	version := digest(append(slices.Clone(page), list...))
	worker = bytes.Replace(worker, []byte(`"VERSION"`), []byte(`"`+version+`"`), 1)
	worker = bytes.Replace(worker, []byte(`["FILES"]`), list, 1)
	all = append(all, File{"sw.js", worker})
	slices.SortFunc(all, func(a, b File) int { return strings.Compare(a.Name, b.Name) })
	return all, nil
}

// raw is the file itself, unpacked where it is kept packed only.
func (a *asset) raw() ([]byte, error) {
	if body, ok := a.forms[""]; ok {
		return body, nil
	}
	return io.ReadAll(brotli.NewReader(bytes.NewReader(a.forms["br"])))
}

// forMeta is a policy without what browsers take from a header only.
func forMeta(policy string) string {
	var parts []string
	for part := range strings.SplitSeq(policy, ";") {
		part = strings.TrimSpace(part)
		if part != "" && !strings.HasPrefix(part, "frame-ancestors") && !strings.HasPrefix(part, "report-uri") {
			parts = append(parts, part)
		}
	}
	return strings.Join(parts, "; ")
}
