package markup

import (
	"bytes"
	"encoding/base64"
	"strings"
)

// Raster names the image type that the first bytes of a file show, of those that are drawn (TR-5); "" for anything else.
// Twelve bytes are enough. What a producer says about the type does not count.
func Raster(head []byte) string {
	switch {
	case bytes.HasPrefix(head, []byte("\x89PNG\r\n\x1a\n")):
		return "image/png"
	case bytes.HasPrefix(head, []byte("\xff\xd8\xff")):
		return "image/jpeg"
	case bytes.HasPrefix(head, []byte("GIF87a")), bytes.HasPrefix(head, []byte("GIF89a")):
		return "image/gif"
	case len(head) >= 12 && string(head[:4]) == "RIFF" && string(head[8:12]) == "WEBP":
		return "image/webp"
	case len(head) >= 12 && (string(head[4:12]) == "ftypavif" || string(head[4:12]) == "ftypavis"):
		return "image/avif"
	case bytes.HasPrefix(head, []byte("BM")):
		return "image/bmp"
	}
	return ""
}

// DataPicture draws a data: address of a raster image; ok is false for every other address. Its bytes decide the type.
func DataPicture(address, alt string, attrs ...Attr) (n Node, ok bool) {
	if len(address) < 5 || !strings.EqualFold(address[:5], "data:") {
		return Node{}, false
	}
	head, b64, ok := strings.Cut(address[5:], ",")
	if !ok || len(head) < 7 || !strings.EqualFold(head[len(head)-7:], ";base64") {
		return Node{}, false
	}
	b64 = strings.Join(strings.Fields(b64), "")
	first := make([]byte, 12)
	size, _ := base64.StdEncoding.Decode(first, []byte(b64[:min(len(b64), 16)]))
	mime := Raster(first[:size])
	if mime == "" {
		return Node{}, false
	}
	n = Picture(mime, b64, alt, attrs...)
	return n, !n.Empty()
}
