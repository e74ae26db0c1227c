package image

import (
	"fmt"
	"strconv"

	"github.com/vitrine-go/vitrine/artifactkit/protocol"
)

// codes are the faults of pictures as reasons (ART-9, TR-5).
var codes = map[fault]struct {
	code    protocol.Code
	message string
}{
	faultEmpty:  {protocol.BadPayload, "The picture has no data."},
	faultBase64: {protocol.BadBase64, "The data of the picture is not base64 from character %d on."},
	faultType:   {protocol.BadPayload, "The data of the picture is of no known image type."},
	faultBytes:  {protocol.TooLarge, "The picture has more bytes than are drawn."},
	faultPixels: {protocol.TooLarge, "The picture has more pixels than are drawn."},
	faultScheme: {protocol.BadPayload, "The address of the picture is not one that is linked to."},
}

// Notes are the pictures that cannot be drawn.
func (v *view) Notes() (notes []protocol.Reason) {
	for i := range v.pictures {
		p := &v.pictures[i]
		c, ok := codes[p.fault]
		if !ok {
			continue
		}
		if p.fault == faultBase64 {
			c.message = fmt.Sprintf(c.message, p.at+1)
		}
		notes = append(notes, protocol.Reason{Code: c.code, Path: v.path(i), Message: c.message})
	}
	return notes
}

// path leads to a picture.
func (v *view) path(i int) string {
	if v.single {
		return v.at
	}
	return v.at + "/" + strconv.Itoa(i)
}
