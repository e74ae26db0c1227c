package image

import (
	"encoding/base64"
	"strings"

	"github.com/vitrine-go/vitrine/artifactkit/limits"
	"github.com/vitrine-go/vitrine/artifactkit/markup"
)

// picture is one entry of images, read once.
type picture struct {
	name, alt     string
	mime, b64     string // empty when it cannot be drawn
	bytes         int
	width, height int // 0 when the header does not say
	remote        markup.URL
	fault         fault
	at            int // with a fault: where in the data
}

// fault is why an image is not drawn, as a key of the catalogs; "" for none.
type fault string

const (
	faultEmpty  fault = "image_empty"
	faultBase64 fault = "image_base64"
	faultType   fault = "image_type"
	faultBytes  fault = "image_bytes"
	faultPixels fault = "image_pixels"
	faultScheme fault = "image_address"
)

// headBytes is how much of an image is decoded to find its type and size: camera files keep previews and profiles before it.
const headBytes = 256 << 10

// read fills in what the data says: a data: address, base64 in any of its dresses, the source of an SVG, or an address.
func (p *picture) read(data string) {
	data = strings.TrimSpace(data)
	switch scheme := strings.ToLower(data[:min(len(data), 8)]); {
	case data == "":
		p.fault = faultEmpty
		return
	case strings.HasPrefix(scheme, "data:"):
		head, body, ok := strings.Cut(data[5:], ",")
		if !ok {
			p.fault = faultEmpty
			return
		}
		if !strings.HasSuffix(strings.ToLower(strings.TrimSpace(head)), ";base64") {
			body = base64.StdEncoding.EncodeToString(unescape(body))
		}
		p.decode(body)
	case data[0] == '<':
		p.decode(base64.StdEncoding.EncodeToString([]byte(data)))
	case strings.HasPrefix(scheme, "http:") || strings.HasPrefix(scheme, "https:"):
		u, ok := markup.SafeURL(data)
		if p.remote = u; !ok {
			p.fault = faultScheme
		}
	case strings.Contains(data[:min(len(data), 64)], ":"):
		p.fault = faultScheme
	default:
		p.decode(data)
	}
}

// decode checks base64 and looks into the head of the image.
func (p *picture) decode(b64 string) {
	clean, at := normalize(b64)
	if at >= 0 {
		p.fault, p.at = faultBase64, at
		return
	}
	p.bytes = len(clean)/4*3 - strings.Count(clean[max(0, len(clean)-2):], "=")
	if p.bytes <= 0 {
		p.fault = faultEmpty
		return
	}
	if p.bytes > limits.ImageBytes {
		p.fault = faultBytes
		return
	}
	head, err := base64.StdEncoding.DecodeString(clean[:min(len(clean), headBytes/3*4)])
	if err != nil {
		p.fault, p.at = faultBase64, len(b64)
		return
	}
	mime := markup.Raster(head)
	if mime == "" && isSVG(head) {
		mime = "image/svg+xml"
	}
	if mime == "" {
		p.fault = faultType
		return
	}
	if p.width, p.height = size(mime, head); mime == "image/bmp" && p.width*p.height == 0 {
		p.fault = faultType // two letters alone are no proof
		return
	}
	if int64(p.width)*int64(p.height) > limits.ImagePixels {
		p.fault = faultPixels
		return
	}
	p.mime, p.b64 = mime, clean
}

// normalize turns base64 as it occurs, with white space, in the alphabet for addresses, without padding, into the standard form.
// at is the offset of the first character that belongs to neither alphabet, -1 if all do.
func normalize(s string) (clean string, at int) {
	out := make([]byte, 0, len(s)+2)
	for i := 0; i < len(s); i++ {
		switch c := s[i]; {
		case c >= 'a' && c <= 'z', c >= 'A' && c <= 'Z', c >= '0' && c <= '9', c == '+', c == '/':
			out = append(out, c)
		case c == '-':
			out = append(out, '+')
		case c == '_':
			out = append(out, '/')
		case c == ' ', c == '\n', c == '\r', c == '\t':
		case c == '=' && strings.Trim(s[i:min(len(s), i+64)], "= \r\n\t") == "" && len(s)-i <= 64:
			i = len(s)
		default:
			return "", i
		}
	}
	if len(out)%4 == 1 {
		return "", len(s)
	}
	for len(out)%4 != 0 {
		out = append(out, '=')
	}
	return string(out), -1
}

// unescape undoes percent escapes; a broken one stays as it is.
func unescape(s string) []byte {
	out := make([]byte, 0, len(s))
	for i := 0; i < len(s); i++ {
		if s[i] == '%' && i+2 < len(s) {
			hi, lo := hex(s[i+1]), hex(s[i+2])
			if hi >= 0 && lo >= 0 {
				out = append(out, byte(hi<<4|lo))
				i += 2
				continue
			}
		}
		out = append(out, s[i])
	}
	return out
}

func hex(c byte) int { return strings.IndexByte("0123456789abcdef", c|0x20) }
