package web

import (
	"bytes"
	"compress/gzip"
	"crypto/sha256"
	"encoding/hex"
	"html"
	"io/fs"
	"net/http"
	"path"
	"regexp"
	"strconv"
	"strings"
)

// names are the files of the page but for the page itself, in the order in which they make up its version.
var names = []string{
	"artifactkit.css", "app.css", "inspect.css", "theme.js", "wasm_exec.js", "loader.mjs", "trust.mjs", "engine.mjs", "stage.mjs", "patch.mjs", "listen.mjs", "clock.mjs",
	"follow.mjs", "socket.mjs", "blobs.mjs", "files.mjs", "offline.mjs", "links.mjs", "early.mjs", "fade.mjs", "export.mjs", "give.mjs", "inspector.mjs", "marks.mjs", "walk.mjs", "keys.mjs", "menu.mjs",
	"finder.mjs", "ways.mjs", "speaker.mjs", "words.mjs", "words_gen.mjs", "icon.svg", "icon-192.png", "icon-512.png", "icon-mask-512.png", "manifest.webmanifest", wasmName,
}

const wasmName = "app.wasm"

var types = map[string]string{
	".html": "text/html; charset=utf-8", ".css": "text/css; charset=utf-8", ".js": "text/javascript; charset=utf-8", ".mjs": "text/javascript; charset=utf-8",
	".svg": "image/svg+xml", ".png": "image/png", ".webmanifest": "application/manifest+json", ".wasm": "application/wasm",
}

// site answers requests from memory.
type site struct {
	base     string
	withhold string
	assets   map[string]*asset
	page     *asset
	plain    string // the page without the program; "" when it is there
}

// asset is one file in the forms that it can be sent in.
type asset struct {
	mime, version string
	forms         map[string][]byte // by content coding, "" is as it is
}

// codings in the order in which they are preferred.
var codings = []string{"br", "gzip", ""}

func newSite(files fs.FS, o Options) *site {
	s := &site{base: "/" + strings.Trim(o.Base, "/") + "/", withhold: o.Withhold, assets: map[string]*asset{}}
	if s.base == "//" {
		s.base = "/"
	}
	all := sha256.New()
	for _, name := range names {
		a := load(files, name)
		if a == nil {
			continue
		}
		if name != wasmName {
			all.Write([]byte(a.version))
		}
		s.assets[name] = a
	}
	version := hex.EncodeToString(all.Sum(nil)[:8])
	for name, a := range s.assets {
		if name != wasmName {
			a.version = version
		}
	}
	if s.assets[wasmName] == nil || s.assets["wasm_exec.js"] == nil {
		text, _ := fs.ReadFile(files, "plain.html")
		s.plain = string(text)
		return s
	}
	index, _ := fs.ReadFile(files, "index.html")
	s.page = textAsset(types[".html"], s.place(index))
	return s
}

// load reads a file, or what there is of its compressed forms. Nil: it is not there.
func load(files fs.FS, name string) *asset {
	mime := types[path.Ext(name)]
	if name != wasmName {
		body, err := fs.ReadFile(files, name)
		if err != nil {
			return nil
		}
		return textAsset(mime, body)
	}
	a := &asset{mime: mime, forms: map[string][]byte{}}
	for suffix, coding := range map[string]string{"": "", ".gz": "gzip", ".br": "br"} {
		if body, err := fs.ReadFile(files, name+suffix); err == nil {
			a.forms[coding] = body
		}
	}
	for _, coding := range codings {
		if body, ok := a.forms[coding]; ok {
			a.version = digest(body)
			return a
		}
	}
	return nil
}

func textAsset(mime string, body []byte) *asset {
	a := &asset{mime: mime, version: digest(body), forms: map[string][]byte{"": body}}
	if len(body) > 1024 {
		var b bytes.Buffer
		z, _ := gzip.NewWriterLevel(&b, gzip.BestCompression)
		_, _ = z.Write(body) // a buffer takes everything
		_ = z.Close()
		a.forms["gzip"] = b.Bytes()
	}
	return a
}

func digest(b []byte) string {
	sum := sha256.Sum256(b)
	return hex.EncodeToString(sum[:8])
}

var relative = regexp.MustCompile(`="\./([^"]*)"`)

// place writes the page's addresses as this site has them: the page is shown at several depths, so none may be relative.
func (s *site) place(index []byte) []byte {
	if s.withhold != "" {
		index = bytes.Replace(index, []byte("<html "), []byte(`<html data-withhold="`+html.EscapeString(s.withhold)+`" `), 1)
	}
	return relative.ReplaceAllFunc(index, func(m []byte) []byte {
		name := string(relative.FindSubmatch(m)[1])
		to := s.base + name
		if a := s.assets[name]; a != nil && name != "manifest.webmanifest" { // its own addresses are relative to it
			to = s.base + "a/" + a.version + "/" + name
		}
		return []byte(`="` + to + `"`)
	})
}

var session = regexp.MustCompile(`^/s/([a-z0-9][a-z0-9_-]{0,63})$`)

// ServeHTTP answers GET and HEAD; the path comes without the base.
func (s *site) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	p := r.URL.Path
	inSession := session.FindStringSubmatch(p)
	switch {
	case p != "/" && p != "/inspect" && inSession == nil:
		s.file(w, r, strings.TrimPrefix(p, "/"))
	case s.page != nil:
		s.page.send(w, r, false)
	default:
		s.without(w, inSession)
	}
}

func (s *site) file(w http.ResponseWriter, r *http.Request, name string) {
	version := ""
	if rest, ok := strings.CutPrefix(name, "a/"); ok {
		version, name, _ = strings.Cut(rest, "/")
	}
	a := s.assets[name]
	if a == nil {
		http.Error(w, "There is nothing at this address.", http.StatusNotFound)
		return
	}
	a.send(w, r, version == a.version)
}

// without sends the page of a binary that has no program.
func (s *site) without(w http.ResponseWriter, inSession []string) {
	to := s.base
	if inSession != nil {
		to += "s/" + inSession[1] + "/static"
	}
	h := w.Header()
	h.Set("Content-Type", types[".html"])
	h.Set("Cache-Control", "no-store")
	page := strings.NewReplacer(`="./static"`, `="`+to+`"`, `="./`, `="`+s.base).Replace(s.plain)
	if inSession == nil {
		page = cutBetween(page, "<!--session-->", "<!--/session-->")
	}
	_, _ = w.Write([]byte(page)) // a reader who left
}

func cutBetween(s, from, to string) string {
	before, rest, ok := strings.Cut(s, from)
	_, after, ok2 := strings.Cut(rest, to)
	if !ok || !ok2 {
		return s
	}
	return before + after
}

// send sends the best form that the reader takes. A name with the right version in it may be kept for ever.
func (a *asset) send(w http.ResponseWriter, r *http.Request, forever bool) {
	h := w.Header()
	h.Set("Vary", "Accept-Encoding")
	coding, body, ok := a.pick(r.Header.Get("Accept-Encoding"))
	if !ok {
		http.Error(w, "This file is kept compressed: ask for it with Accept-Encoding br or gzip.", http.StatusNotAcceptable)
		return
	}
	h.Set("Cache-Control", "no-cache")
	if forever {
		h.Set("Cache-Control", "public, max-age=31536000, immutable")
	}
	tag := `"` + a.version + "-" + coding + `"`
	h.Set("ETag", tag)
	if strings.Contains(r.Header.Get("If-None-Match"), tag) {
		w.WriteHeader(http.StatusNotModified)
		return
	}
	h.Set("Content-Type", a.mime)
	h.Set("Content-Length", strconv.Itoa(len(body)))
	if coding != "" {
		h.Set("Content-Encoding", coding)
	}
	if r.Method != http.MethodHead {
		_, _ = w.Write(body) // a reader who left
	}
}

func (a *asset) pick(accept string) (coding string, body []byte, ok bool) {
	for _, c := range codings {
		if body, there := a.forms[c]; there && (c == "" || accepts(accept, c)) {
			return c, body, true
		}
	}
	return "", nil, false
}

// accepts tells whether a coding is named, and not by a weight of zero.
func accepts(header, coding string) bool {
	for part := range strings.SplitSeq(header, ",") {
		name, params, _ := strings.Cut(part, ";")
		if !strings.EqualFold(strings.TrimSpace(name), coding) {
			continue
		}
		q, has := strings.CutPrefix(strings.ReplaceAll(params, " ", ""), "q=")
		weight, err := strconv.ParseFloat(q, 64)
		return !has || err != nil || weight > 0
	}
	return false
}
