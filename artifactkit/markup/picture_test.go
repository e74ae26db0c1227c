package markup_test

import (
	"encoding/base64"
	"testing"

	"github.com/vitrine-go/vitrine/artifactkit/markup"
)

func TestRasterTypesByTheirFirstBytes(t *testing.T) {
	for _, c := range []struct{ name, head, want string }{
		{"png", "\x89PNG\r\n\x1a\n\x00\x00\x00\x0d", "image/png"},
		{"jpeg", "\xff\xd8\xff\xe0\x00\x10JFIF\x00\x01", "image/jpeg"},
		{"gif", "GIF89a\x01\x00\x01\x00\x00\x00", "image/gif"},
		{"webp", "RIFF\x1a\x00\x00\x00WEBP", "image/webp"},
		{"avif", "\x00\x00\x00\x1cftypavif", "image/avif"},
		{"bmp", "BM\x3a\x00\x00\x00\x00\x00\x00\x00\x36\x00", "image/bmp"},
		{"a sound in the same container as webp", "RIFF\x1a\x00\x00\x00WAVE", ""},
		{"a film in the same container as avif", "\x00\x00\x00\x1cftypmp42", ""},
		{"markup", "<svg xmlns=\"", ""},
		{"half a signature", "\x89PN", ""},
		{"nothing", "", ""},
	} {
		if got := markup.Raster([]byte(c.head)); got != c.want {
			t.Errorf("%s: got %q, want %q", c.name, got, c.want)
		}
	}
}

func TestDataPicture(t *testing.T) {
	gif := base64.StdEncoding.EncodeToString([]byte("GIF89a\x01\x00\x01\x00\x00\x00\x00;"))
	want := `<img src="data:image/gif;base64,` + gif + `" alt="a &lt;b&gt;">`
	for _, c := range []struct {
		name, address string
		ok            bool
	}{
		{"as it should be", "data:image/gif;base64," + gif, true},
		{"in capitals", "DATA:IMAGE/GIF;BASE64," + gif, true},
		{"with white space", "data:image/gif;base64,\n" + gif[:8] + " \t" + gif[8:] + "\n", true},
		{"called something else", "data:text/html;charset=utf-8;base64," + gif, true},
		{"not base64", "data:image/gif,GIF89a", false},
		{"a vector image", "data:image/svg+xml;base64,PHN2Zz48L3N2Zz4=", false},
		{"a page that begins like an image", "data:image/gif;base64," + gif + "\"><script>", false},
		{"a web address", "https://e.example/data:image/gif;base64," + gif, false},
		{"no address", "", false},
	} {
		n, ok := markup.DataPicture(c.address, "a <b>")
		if ok != c.ok {
			t.Errorf("%s: got %v, want %v", c.name, ok, c.ok)
		}
		if got := markup.Write(n).String(); ok && got != want || !ok && got != "" {
			t.Errorf("%s: got %s, want %s", c.name, got, want)
		}
	}
}

func TestLangIsALanguageTag(t *testing.T) {
	for tag, want := range map[string]string{"zh-Hant-TW": `<p lang="zh-Hant-TW"></p>`, "": `<p></p>`, "a b": `<p></p>`, "\"x": `<p></p>`} {
		if got := markup.Write(markup.El(markup.P, markup.Attrs(markup.Lang(tag)))).String(); got != want {
			t.Errorf("%q: got %s, want %s", tag, got, want)
		}
	}
}

func TestWithLeavesTheFirstElementAlone(t *testing.T) {
	a := markup.El(markup.P, markup.Attrs(markup.Dir("ltr"), markup.Lang("de"))[:1])
	b, c := a.With(markup.Tooltip("b")), a.With(markup.Tooltip("c"))
	got := markup.Write(markup.Group(a, b, c, markup.Text("d").With(markup.Tooltip("d")))).String()
	if want := `<p dir="ltr"></p><p dir="ltr" title="b"></p><p dir="ltr" title="c"></p>d`; got != want {
		t.Errorf("got %s, want %s", got, want)
	}
}
