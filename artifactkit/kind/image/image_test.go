package image_test

import (
	"bytes"
	"encoding/base64"
	"encoding/binary"
	"fmt"
	stdimage "image"
	"image/color"
	"image/gif"
	"image/jpeg"
	"image/png"
	"strings"
	"testing"
	"time"

	"github.com/vitrine-go/vitrine/artifactkit/kind"
	"github.com/vitrine-go/vitrine/artifactkit/kind/image"
	"github.com/vitrine-go/vitrine/artifactkit/kind/internal/kindtest"
	"github.com/vitrine-go/vitrine/artifactkit/limits"
)

func b64(data []byte) string { return base64.StdEncoding.EncodeToString(data) }

func encoded(format string, w, h int) []byte {
	m := stdimage.NewPaletted(stdimage.Rect(0, 0, w, h), color.Palette{color.Black})
	var b bytes.Buffer
	var err error
	switch format {
	case "png":
		err = png.Encode(&b, m)
	case "gif":
		err = gif.Encode(&b, m, nil)
	case "jpeg":
		err = jpeg.Encode(&b, m, nil)
	}
	if err != nil {
		panic(err)
	}
	return b.Bytes()
}

// header makes a file of which only the head is real.
func header(format string, w, h int) []byte {
	le, be := binary.LittleEndian, binary.BigEndian
	switch format {
	case "bmp":
		b := append([]byte("BM"), make([]byte, 60)...)
		le.PutUint32(b[14:], 40)
		le.PutUint32(b[18:], uint32(w))
		le.PutUint32(b[22:], uint32(int32(-h)))
		return b
	case "webp VP8X":
		b := append([]byte("RIFF....WEBPVP8X"), make([]byte, 20)...)
		le.PutUint32(b[24:], uint32(w-1))
		b[27], b[28], b[29] = byte(h-1), byte((h-1)>>8), byte((h-1)>>16)
		return b
	case "webp VP8L":
		b := append([]byte("RIFF....WEBPVP8L....\x2f"), make([]byte, 20)...)
		le.PutUint32(b[21:], uint32(w-1)|uint32(h-1)<<14)
		return b
	case "webp VP8":
		b := append([]byte("RIFF....WEBPVP8 "), make([]byte, 20)...)
		le.PutUint16(b[26:], uint16(w))
		le.PutUint16(b[28:], uint16(h))
		return b
	case "avif":
		b := []byte("\x00\x00\x00\x1cftypavif....meta....ispe\x00\x00\x00\x00\x00\x00\x00\x10\x00\x00\x00\x10....ispe\x00\x00\x00\x00")
		b = be.AppendUint32(b, uint32(w))
		return be.AppendUint32(b, uint32(h))
	}
	return nil
}

func TestTypesAndSizesComeFromTheBytes(t *testing.T) {
	tests := []struct {
		name, mime string
		data       []byte
	}{
		{"png", "image/png", encoded("png", 12, 34)},
		{"gif", "image/gif", encoded("gif", 12, 34)},
		{"jpeg", "image/jpeg", encoded("jpeg", 12, 34)},
		{"jpeg with a long profile", "image/jpeg", append(append([]byte("\xff\xd8\xff\xe1\xff\xff"), make([]byte, 65533)...), encoded("jpeg", 12, 34)[2:]...)},
		{"bmp", "image/bmp", header("bmp", 12, 34)},
		{"webp VP8", "image/webp", header("webp VP8", 12, 34)},
		{"webp VP8L", "image/webp", header("webp VP8L", 12, 34)},
		{"webp VP8X", "image/webp", header("webp VP8X", 12, 34)},
		{"avif", "image/avif", header("avif", 12, 34)},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			got := kindtest.HTML(kindtest.Open(t, image.Kind, `{"images":[{"mime":"text/html","b64":"`+b64(tt.data)+`"}]}`), "")
			for _, want := range []string{`<img src="data:` + tt.mime + `;base64,` + b64(tt.data) + `" alt="Image 1" decoding="async" width="12" height="34">`, "12×34 · "} {
				if !strings.Contains(got, want) {
					t.Errorf("%.60q is missing in %.300s", want, got)
				}
			}
		})
	}
}

func TestMarkup(t *testing.T) {
	data := b64(encoded("png", 1, 1))
	got := kindtest.HTML(kindtest.Open(t, image.Kind, `{"images":[{"b64":"`+data+`","name":"a.png","alt":"A dot"}],"output":"saved"}`), "")
	want := `<div class="ak-images"><div class="ak-shots ak-alone"><figure class="ak-shot"><div class="ak-im"><img src="data:image/png;base64,` + data +
		`" alt="A dot" decoding="async" width="1" height="1"></div><figcaption><span><bdi>a.png</bdi> · 1×1 · ` + fmt.Sprint(len(encoded("png", 1, 1))) +
		` B</span> <span class="ak-space"></span><button class="ak-link" type="button" data-ak-action="copy:0">Copy</button><button class="ak-link" type="button" data-ak-action="download:0">Download</button></figcaption></figure></div>` +
		`<pre class="ak-pre ak-term" tabindex="0" role="group" aria-label="Output">saved</pre></div>`
	if got != want {
		t.Errorf("got  %s\nwant %s", got, want)
	}
}

func TestDataComesInManyDresses(t *testing.T) {
	data := encoded("png", 40, 50)
	std := b64(data)
	url := strings.TrimRight(strings.NewReplacer("+", "-", "/", "_").Replace(std), "=")
	svg := `<?xml version="1.0"?><!-- c --><svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>`
	tests := []struct{ name, entry, src string }{
		{"a data: address", `{"type":"png","src":"data:image/png;base64,` + std + `"}`, "image/png;base64," + std},
		{"a data: address that lies about its type", `{"src":"DATA:text/html;charset=utf-8;base64,` + std + `"}`, "image/png;base64," + std},
		{"white space inside", `{"data":"` + std[:20] + `\n ` + std[20:] + `\r\n"}`, "image/png;base64," + std},
		{"the alphabet for addresses, without padding", `{"b64":"` + url + `"}`, "image/png;base64," + std},
		{"a text alone", `"` + std + `"`, "image/png;base64," + std},
		{"boxed", `{"b64":["` + std + `"],"name":{}}`, "image/png;base64," + std},
		{"the source of an SVG", `{"data":` + kindtest.Quote(svg) + `}`, "image/svg+xml;base64," + b64([]byte(svg))},
		{"a data: address of an SVG in percent escapes", `{"src":"data:image/svg+xml,%3Csvg%20/%3E"}`, "image/svg+xml;base64," + b64([]byte("<svg />"))},
	}
	for _, tt := range tests {
		got := kindtest.HTML(kindtest.Open(t, image.Kind, `{"images":[`+tt.entry+`]}`), "")
		if want := `<img src="data:` + tt.src + `"`; !strings.Contains(got, want) {
			t.Errorf("%s: got %s", tt.name, got)
		}
	}
}

func TestWhatCannotBeDrawnSaysWhy(t *testing.T) {
	tests := []struct{ name, entry, want string }{
		{"no base64", `{"b64":"abc%def="}`, "the data is not base64 from character 4 on"},
		{"padding in the middle", `{"b64":"ab==cdef"}`, "the data is not base64 from character 3 on"},
		{"a character too few", `{"b64":"abcde"}`, "the data is not base64 from character 6 on"},
		{"no data", `{"b64":""}`, "there is no data"},
		{"no fields", `{}`, "there is no data"},
		{"a number", `5`, "there is no data"},
		{"no image", `{"b64":"` + b64([]byte("<html><script>")) + `"}`, "the data is of no known image type"},
		{"two letters of BMP", `{"b64":"` + b64([]byte("BM and much more text, but no header")) + `"}`, "the data is of no known image type"},
		{"too many pixels", `{"b64":"` + b64(header("avif", 60000, 60000)) + `"}`, "it has 60000×60000 pixels"},
		{"a size that overflows", `{"b64":"` + b64(header("bmp", -1, -1)) + `"}`, "pixels"},
		{"a file", `{"src":"file:///etc/passwd"}`, "its address is of a kind that is not opened"},
		{"a script", `{"src":"javascript:alert(1)"}`, "its address is of a kind that is not opened"},
		{"a blob", `{"src":"blob:https://e.org/x"}`, "its address is of a kind that is not opened"},
		{"a broken address", `{"src":"https://a b"}`, "its address is of a kind that is not opened"},
	}
	for _, tt := range tests {
		got := kindtest.HTML(kindtest.Open(t, image.Kind, `{"images":[`+tt.entry+`]}`), "")
		if !strings.Contains(got, "This image cannot be shown: ") || !strings.Contains(got, tt.want) || strings.Contains(got, "<img") {
			t.Errorf("%s: got %s", tt.name, got)
		}
	}
	big := kindtest.HTML(kindtest.Open(t, image.Kind, `{"images":[{"b64":"`+strings.Repeat("AAAA", limits.ImageBytes/3+2)+`"}]}`), "")
	if !strings.Contains(big, "it has 10.5 MB, 10.5 MB are shown at most") {
		t.Errorf("got %.500s", big)
	}
}

func TestARemoteImageIsALinkAndNeverFetched(t *testing.T) {
	got := kindtest.HTML(kindtest.Open(t, image.Kind, `{"images":[{"src":"https://example.org/a.png?x=<","name":"a.png"}]}`), "")
	want := `<p class="ak-remote"><a href="https://example.org/a.png?x=&lt;" target="_blank" rel="noopener noreferrer nofollow">Image from example.org</a></p>`
	if !strings.Contains(got, want) || strings.Contains(got, "<img") || strings.Contains(got, "src=") {
		t.Errorf("got %s", got)
	}
}

func TestShapes(t *testing.T) {
	data := b64(encoded("png", 1, 1))
	for payload, want := range map[string]int{
		`{"images":{"b64":"` + data + `"}}`: 1, `{"b64":"` + data + `"}`: 1, `[{"b64":"` + data + `"},"` + data + `"]`: 2, `{"images":[],"output":"x"}`: 0,
		`{"images":"` + data + `"}`: 1, `{"code":"plot(1)","images":null}`: 0,
	} {
		if got := strings.Count(kindtest.HTML(kindtest.Open(t, image.Kind, payload), ""), "<img"); got != want {
			t.Errorf("%.60s: got %d images, want %d", payload, got, want)
		}
	}
	for _, p := range []string{`{}`, `[]`, `{"images":[]}`, `{"images":5}`, `{"images":{"x":1}}`, `{"output":" "}`} {
		kindtest.Reason(t, image.Kind, p, "/images")
	}
}

func TestEveryFieldIsEscaped(t *testing.T) {
	evil := kindtest.Quote(kindtest.Evil)
	data := `"b64":"` + b64(encoded("png", 1, 1)) + `"`
	kindtest.Escaped(t, image.Kind, `{"images":[{`+data+`,"name":`+evil+`}]}`, true)
	kindtest.Escaped(t, image.Kind, `{"images":[{`+data+`,"alt":`+evil+`}]}`, true)
	kindtest.Escaped(t, image.Kind, `{"images":[{`+data+`,"mime":`+evil+`,"type":`+evil+`}]}`, false)
	kindtest.Escaped(t, image.Kind, `{"images":[{"b64":`+evil+`,"name":`+evil+`}]}`, true)
	kindtest.Escaped(t, image.Kind, `{"images":[`+evil+`]}`, false)
	kindtest.Escaped(t, image.Kind, `{"images":[{"src":"https://e.org/`+evil[1:]+`}]}`, false)
	kindtest.Escaped(t, image.Kind, `{"images":[{`+data+`}],"output":`+evil+`}`, true)
	kindtest.Escaped(t, image.Kind, `{"images":[{`+data+`}],"code":`+evil+`}`, true)
}

func TestExtractGivesThePictures(t *testing.T) {
	data := encoded("png", 1, 1)
	x := kindtest.Open(t, image.Kind, `{"images":[{"b64":"`+b64(data)+`"},{"data":"<svg/>"},{"b64":"%"}]}`).(kind.Extractor)
	if mime, name, body, ok := x.Extract("0", kind.State{}); !ok || mime != "image/png" || name != "image-1.png" || !bytes.Equal(body, data) {
		t.Errorf("got %v %s %s %d bytes", ok, mime, name, len(body))
	}
	if mime, name, _, ok := x.Extract("1", kind.State{}); !ok || mime != "application/octet-stream" || name != "image-2.svg" {
		t.Errorf("an SVG that is saved: got %v %s %s", ok, mime, name)
	}
	for _, what := range []string{"2", "3", "-1", "x", ""} {
		if _, _, _, ok := x.Extract(what, kind.State{}); ok {
			t.Errorf("%q is given", what)
		}
	}
}

func TestPlainText(t *testing.T) {
	got := kindtest.Text(kindtest.Open(t, image.Kind, `{"images":[{"b64":"`+b64(encoded("png", 3, 2))+`","alt":"Chart"},{"b64":"%","name":"b.png"}],"output":"ok"}`), "")
	if want := "Chart\n3×2 · " + fmt.Sprint(len(encoded("png", 3, 2))) + " B\nThis image cannot be shown: the data is not base64 from character 1 on.\nb.png\nok\n"; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
}

func TestViewsAreBounded(t *testing.T) {
	long := kindtest.Quote(strings.Repeat("\x1b[31mx\x1b[32my\n", 200_000))
	kindtest.Bounded(t, "long output and code", image.Kind, `{"images":[{"b64":"%"}],"output":`+long+`,"code":`+long+`}`, 3*time.Second, "more:output:1", "more:code:2")
	tiny := `"` + b64(encoded("png", 1, 1)) + `",`
	kindtest.Bounded(t, "200 pictures", image.Kind, `{"images":[`+strings.Repeat(tiny, 199)+tiny[:len(tiny)-1]+`]}`, time.Second, "more:3", "page:150", "zoom:in")
	kindtest.Bounded(t, "many entries", image.Kind, `{"images":[`+strings.Repeat(`{"b64":"%","name":"`+strings.Repeat("\u202e", 300)+`"},`, 20000)+`1]}`, time.Second)
}

func FuzzImage(f *testing.F) {
	for _, format := range []string{"bmp", "webp VP8", "webp VP8L", "webp VP8X", "avif"} {
		f.Add([]byte(`{"images":[{"b64":"`+b64(header(format, 3, 4))+`"}]}`), []byte(`{}`), "x")
	}
	kindtest.Fuzz(f, image.Kind, `{"images":[{"b64":"`+b64(encoded("png", 1, 1))+`","name":"a"},"data:,x"],"output":"x","code":"y"}`,
		`[{"src":"https://e.org"},{"data":"<svg "}]`, `{"b64":"`+b64(encoded("jpeg", 1, 1))+`"}`, `{"b64":"`+b64(encoded("gif", 1, 1))+`"}`)
}
