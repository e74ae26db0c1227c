// Package image is the kind of pictures: drawn from their bytes, with what their headers say, and never fetched from anywhere.
package image

import (
	"slices"
	"strings"

	"github.com/vitrine-go/vitrine/artifactkit/kind"
	"github.com/vitrine-go/vitrine/artifactkit/kind/internal/field"
	"github.com/vitrine-go/vitrine/artifactkit/kind/internal/longtext"
	"github.com/vitrine-go/vitrine/artifactkit/limits"
	"github.com/vitrine-go/vitrine/artifactkit/protocol"
)

// Kind reads {images: [{mime, b64, alt?, name?}], output?, code?}; type, src and data are read as well. The bytes decide the
// type, whatever mime says (TR-5).
var Kind = kind.Kind{Name: "image", Icon: "card-image", Rich: true, Open: open}

// view is the decoded payload. With several pictures it is a gallery: a sheet of all of them, and each alone.
type view struct {
	pictures     []picture
	more         int    // pictures over the bound
	at           string // JSON Pointer to them, below the payload
	single       bool   // the one picture stands there itself, in no array
	output, code *longtext.Text
}

func open(payload protocol.Value, value string) (kind.View, *protocol.Reason) {
	v := &view{}
	images := payload
	if payload.Type() == protocol.Object && payload.Get("images").IsSet() {
		images, v.at = payload.Get("images"), "/images"
	}
	if images.Type() == protocol.Array {
		for i, e := range images.Elems() {
			if i == limits.Images {
				v.more = images.Len() - i
				break
			}
			v.pictures = append(v.pictures, one(e))
		}
	} else if images.Type() == protocol.Object && dataOf(images) != "" || images.Type() == protocol.String {
		v.pictures, v.single = append(v.pictures, one(images)), true
	}
	if payload.Type() == protocol.Object {
		if s := field.Optional(payload, "output"); strings.TrimSpace(s) != "" {
			v.output = longtext.Terminal(s)
		}
		if s := field.Optional(payload, "code"); strings.TrimSpace(s) != "" {
			v.code = longtext.Code(s, field.Optional(payload, "lang"))
		}
	}
	if len(v.pictures) == 0 && v.output == nil && v.code == nil {
		return nil, &protocol.Reason{Code: protocol.BadPayload, Path: "/images", Message: "There is no image."}
	}
	if v.output == nil && strings.TrimSpace(value) != "" && !slices.ContainsFunc(v.pictures, func(p picture) bool { return p.fault == "" }) {
		v.output = longtext.Terminal(value) // no picture can be drawn: the portable text is what there is to see (TR-6)
	}
	return v, nil
}

// one reads an entry: an object, or the data alone.
func one(e protocol.Value) (p picture) {
	if e = field.Unbox(e); e.Type() == protocol.String {
		p.read(e.Str())
		return p
	}
	p.name, p.alt = field.Name(field.Optional(e, "name")), field.Name(field.Optional(e, "alt"))
	p.read(dataOf(e))
	return p
}

func dataOf(e protocol.Value) string {
	for _, key := range []string{"b64", "data", "src"} {
		if s := field.Optional(e, key); s != "" {
			return s
		}
	}
	return ""
}
