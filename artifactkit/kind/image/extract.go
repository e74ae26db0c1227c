package image

import (
	"encoding/base64"
	"strconv"

	"github.com/vitrine-go/vitrine/artifactkit/kind"
)

// Extract gives the picture with the number that the word is, and "text", the output.
func (v *view) Extract(what string, _ kind.State) (mime, name string, body []byte, ok bool) {
	if what == "text" && v.output != nil {
		return "text/plain", "output.txt", []byte(v.output.Text()), true
	}
	i, err := strconv.Atoi(what)
	if err != nil || i < 0 || i >= len(v.pictures) || v.pictures[i].b64 == "" {
		return "", "", nil, false
	}
	p := v.pictures[i]
	body, err = base64.StdEncoding.DecodeString(p.b64)
	if err != nil {
		return "", "", nil, false
	}
	mime = p.mime
	if mime == "image/svg+xml" { // a saved SVG is a document that may run scripts where it is opened (TR-10)
		mime = "application/octet-stream"
	}
	return mime, "image-" + strconv.Itoa(i+1) + extension[p.mime], body, true
}

// CopyWord is the output's; a picture is saved, not copied.
func (v *view) CopyWord() string {
	if v.output != nil {
		return "text"
	}
	return "value"
}

var extension = map[string]string{
	"image/png": ".png", "image/jpeg": ".jpg", "image/gif": ".gif", "image/webp": ".webp", "image/avif": ".avif", "image/bmp": ".bmp", "image/svg+xml": ".svg",
}
