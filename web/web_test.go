package web_test

import (
	"encoding/json"
	"fmt"
	"image/png"
	"io"
	"io/fs"
	"net/http"
	"net/http/httptest"
	"os"
	"regexp"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/vitrine-go/vitrine/app"
	"github.com/vitrine-go/vitrine/app/engine"
	"github.com/vitrine-go/vitrine/artifactkit/markup"
	"github.com/vitrine-go/vitrine/web"
)

// built are the page's files with a program in two forms.
func built(t *testing.T) fs.FS {
	t.Helper()
	files := fstest.MapFS{
		"app.wasm.br": {Data: []byte("brotli")}, "app.wasm.gz": {Data: []byte("gzip")}, "wasm_exec.js": {Data: []byte("// glue")},
		"artifactkit.css": {Data: []byte("/* css */")},
	}
	for _, name := range []string{"index.html", "plain.html", "app.css", "loader.mjs", "patch.mjs", "manifest.webmanifest"} {
		data, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		files[name] = &fstest.MapFile{Data: data}
	}
	return files
}

func get(h http.Handler, path string, header ...string) *http.Response {
	r := httptest.NewRequest("GET", path, nil)
	for i := 0; i < len(header); i += 2 {
		r.Header.Set(header[i], header[i+1])
	}
	w := httptest.NewRecorder()
	h.ServeHTTP(w, r)
	return w.Result()
}

func body(r *http.Response) string {
	b, _ := io.ReadAll(r.Body)
	return string(b)
}

func TestThePageStandsUnderItsBase(t *testing.T) {
	h := web.NewSite(built(t), web.Options{Base: "/show"})
	for _, path := range []string{"/", "/inspect", "/s/abc-1_x"} {
		page := body(get(h, path))
		for _, want := range []string{`data-base="/show/"`, `href="/show/"`, `href="/show/manifest.webmanifest"`} {
			if !strings.Contains(page, want) {
				t.Errorf("%s: got %s, want %q in it", path, page, want)
			}
		}
		if strings.Contains(page, `="./`) {
			t.Errorf("%s: got a relative address in %s", path, page)
		}
		for _, m := range regexp.MustCompile(`"/show/(a/[0-9a-f]+/[^"]+)"`).FindAllStringSubmatch(page, -1) {
			r := get(h, "/"+m[1], "Accept-Encoding", "br")
			if r.StatusCode != 200 || !strings.Contains(r.Header.Get("Cache-Control"), "immutable") {
				t.Errorf("%s: got %d %q, want it kept for ever", m[1], r.StatusCode, r.Header.Get("Cache-Control"))
			}
		}
	}
}

func TestForms(t *testing.T) {
	h := web.NewSite(built(t), web.Options{})
	for _, c := range []struct {
		name, path, accept       string
		status                   int
		coding, mime, cache, got string
	}{
		{"brotli is preferred", "/app.wasm", "gzip, br", 200, "br", "application/wasm", "no-cache", "brotli"},
		{"gzip for those without brotli", "/app.wasm", "gzip, deflate", 200, "gzip", "application/wasm", "no-cache", "gzip"},
		{"a weight of zero is a no", "/app.wasm", "br;q=0, gzip;q=0.5", 200, "gzip", "application/wasm", "no-cache", "gzip"},
		{"no form that is taken", "/app.wasm", "", 406, "", "text/plain; charset=utf-8", "", ""},
		{"scripts have their type", "/patch.mjs", "", 200, "", "text/javascript; charset=utf-8", "no-cache", ""},
		{"an old version's name is not kept", "/a/0000/patch.mjs", "", 200, "", "text/javascript; charset=utf-8", "no-cache", ""},
		{"what is not there", "/nothing.js", "", 404, "", "text/plain; charset=utf-8", "", ""},
		{"no file beside the listed ones", "/a/x/../embed.go", "", 404, "", "text/plain; charset=utf-8", "", ""},
		{"no session of another form", "/s/UPPER", "", 404, "", "text/plain; charset=utf-8", "", ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			r := get(h, c.path, "Accept-Encoding", c.accept)
			got := body(r)
			if r.StatusCode != c.status || r.Header.Get("Content-Encoding") != c.coding || r.Header.Get("Content-Type") != c.mime || r.Header.Get("Cache-Control") != c.cache {
				t.Errorf("got %d %v, want %d %s %s %s", r.StatusCode, r.Header, c.status, c.coding, c.mime, c.cache)
			}
			if c.got != "" && got != c.got {
				t.Errorf("got %q, want %q", got, c.got)
			}
		})
	}
}

func TestAFileThatIsKnownIsNotSentAgain(t *testing.T) {
	h := web.NewSite(built(t), web.Options{})
	tag := get(h, "/app.wasm", "Accept-Encoding", "br").Header.Get("ETag")
	if r := get(h, "/app.wasm", "Accept-Encoding", "br", "If-None-Match", tag); tag == "" || r.StatusCode != http.StatusNotModified {
		t.Errorf("got %d for the tag %q, want 304", r.StatusCode, tag)
	}
}

func TestWithoutTheProgramThePageSaysHowToGetIt(t *testing.T) {
	files := built(t).(fstest.MapFS)
	delete(files, "wasm_exec.js")
	h := web.NewSite(files, web.Options{Base: "/b"})
	home, session := body(get(h, "/")), body(get(h, "/s/abc"))
	for _, page := range []string{home, session} {
		if !strings.Contains(page, "make build") || !strings.Contains(page, `href="/b/app.css"`) {
			t.Errorf("got %s, want it to say how to get the full one", page)
		}
	}
	if !strings.Contains(session, `href="/b/s/abc/static"`) || strings.Contains(home, "/static") {
		t.Errorf("got %s and %s, want a link to the plain page in the session's only", session, home)
	}
}

func TestThePageHasNoScriptOrStyleInside(t *testing.T) {
	for _, name := range []string{"index.html", "plain.html"} {
		page, _ := os.ReadFile(name)
		if m := regexp.MustCompile(`(?i)<style|\sstyle=|\son[a-z]+=|<script(?:\s+type="module")?>|javascript:`).Find(page); m != nil {
			t.Errorf("%s has %q inside", name, m)
		}
	}
}

func TestEveryFileOfThePageIsServed(t *testing.T) {
	page, _ := os.ReadFile("index.html")
	scripts, _ := fs.Glob(os.DirFS("."), "*.mjs")
	for _, name := range scripts {
		if name != "loader.mjs" && !strings.Contains(string(page), `modulepreload" href="./`+name) {
			t.Errorf("index.html does not preload %s", name)
		}
		if get(web.Handler(web.Options{}), "/"+name).StatusCode != 200 {
			t.Errorf("%s is not served", name)
		}
	}
}

func TestTheManifestsIconsAreWhatItSays(t *testing.T) {
	manifest, err := os.ReadFile("manifest.webmanifest")
	if err != nil {
		t.Fatal(err)
	}
	var m struct {
		Icons []struct{ Src, Sizes, Type, Purpose string }
	}
	if err := json.Unmarshal(manifest, &m); err != nil {
		t.Fatal(err)
	}
	h := web.Handler(web.Options{})
	got := map[string]bool{}
	for _, icon := range m.Icons {
		r := get(h, "/"+icon.Src)
		if r.StatusCode != 200 || r.Header.Get("Content-Type") != icon.Type {
			t.Errorf("%s: got %d %q, want %q", icon.Src, r.StatusCode, r.Header.Get("Content-Type"), icon.Type)
		}
		if icon.Type != "image/png" {
			continue
		}
		picture, err := png.DecodeConfig(r.Body)
		if size := fmt.Sprintf("%dx%d", picture.Width, picture.Height); err != nil || size != icon.Sizes {
			t.Errorf("%s: got %s, %v, want %s", icon.Src, size, err, icon.Sizes)
		}
		got[icon.Purpose+" "+icon.Sizes] = true
	}
	for _, want := range []string{"any 192x192", "any 512x512", "maskable 512x512"} { // what installing asks for
		if !got[want] {
			t.Errorf("no icon for %s", want)
		}
	}
}

func TestEveryIconHasItsDrawing(t *testing.T) {
	css, err := os.ReadFile("../artifactkit/assets/icons.css")
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range append(markup.Icons(), "dot") {
		if !strings.Contains(string(css), ".ak-i-"+name+" {") {
			t.Errorf("icons.css does not draw %s", name)
		}
	}
}

func TestTheLoaderAndTheEngineCountTheirCallsAlike(t *testing.T) {
	js, _ := os.ReadFile("engine.mjs")
	m := regexp.MustCompile(`const CALLS = \[([^\]]*)\]`).FindSubmatch(js)
	if m == nil {
		t.Fatal("engine.mjs has no list of calls")
	}
	want := `"` + strings.Join(engine.Names[:], `", "`) + `"`
	if got := string(m[1]); got != want {
		t.Errorf("got %s, want %s", got, want)
	}
}

func TestTheListOfKeysIsWhatThePageAnswers(t *testing.T) {
	js, _ := os.ReadFile("keys.mjs")
	m := regexp.MustCompile(`(?s)export const KEYS = \{(.*?)\n\};`).FindSubmatch(js)
	if m == nil {
		t.Fatal("keys.mjs has no list of keys")
	}
	answered := map[string]bool{"Enter": true, "Escape": true} // the browser's own, and the one that is never switched off
	for _, k := range regexp.MustCompile(`(?:"([^"]+)"|(\w+)): "[a-z-]+"`).FindAllStringSubmatch(string(m[1]), -1) {
		answered[k[1]+k[2]] = true
	}
	for _, row := range app.Keys {
		for _, key := range row.Keys {
			if !answered[key] {
				t.Errorf("the list has %q, which does nothing", key)
			}
			delete(answered, key)
		}
	}
	for key := range answered {
		t.Errorf("the list lacks %q", key)
	}
}
