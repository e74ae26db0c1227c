package image

import (
	"bytes"
	"encoding/binary"
)

// isSVG tells a document whose root is <svg>, behind a byte order mark, declarations and comments.
func isSVG(head []byte) bool {
	s := bytes.TrimPrefix(head, []byte("\ufeff"))
	for range 16 {
		s = bytes.TrimLeft(s, " \t\r\n")
		var end []byte
		switch {
		case bytes.HasPrefix(s, []byte("<svg")):
			return len(s) > 4 && bytes.IndexByte([]byte(" \t\r\n>/"), s[4]) >= 0
		case bytes.HasPrefix(s, []byte("<!--")):
			end = []byte("-->")
		case bytes.HasPrefix(s, []byte("<?")), bytes.HasPrefix(s, []byte("<!")):
			end = []byte(">")
		default:
			return false
		}
		i := bytes.Index(s, end)
		if i < 0 {
			return false
		}
		s = s[i+len(end):]
	}
	return false
}

// size reads width and height in pixels out of a header; 0, 0 when it does not say. Nothing is decompressed.
func size(mime string, h []byte) (w, height int) {
	be, le := binary.BigEndian, binary.LittleEndian
	switch mime {
	case "image/png":
		if len(h) >= 24 {
			return positive(be.Uint32(h[16:]), be.Uint32(h[20:]))
		}
	case "image/gif":
		if len(h) >= 10 {
			return int(le.Uint16(h[6:])), int(le.Uint16(h[8:]))
		}
	case "image/bmp":
		if len(h) < 26 {
			return 0, 0
		}
		switch info := le.Uint32(h[14:]); { // the length of the header, which tells its version
		case info == 12:
			return int(le.Uint16(h[18:])), int(le.Uint16(h[20:]))
		case info >= 40 && info <= 124:
			up := int32(le.Uint32(h[22:])) // negative for rows from the top
			return positive(le.Uint32(h[18:]), uint32(max(up, -up)))
		}
	case "image/jpeg":
		return jpegSize(h)
	case "image/webp":
		return webpSize(h)
	case "image/avif":
		return avifSize(h)
	}
	return 0, 0
}

func positive(w, h uint32) (int, int) {
	if w > 1<<30 || h > 1<<30 {
		return 1 << 30, 1 << 30 // beyond every bound
	}
	return int(w), int(h)
}

// jpegSize goes from marker to marker to the start of the frame.
func jpegSize(h []byte) (int, int) {
	for i := 2; i+9 < len(h) && h[i] == 0xff; {
		m := h[i+1]
		switch {
		case m == 0xff: // fill
			i++
			continue
		case m >= 0xc0 && m <= 0xcf && m != 0xc4 && m != 0xc8 && m != 0xcc:
			return int(binary.BigEndian.Uint16(h[i+7:])), int(binary.BigEndian.Uint16(h[i+5:]))
		}
		i += 2 + int(binary.BigEndian.Uint16(h[i+2:]))
	}
	return 0, 0
}

func webpSize(h []byte) (int, int) {
	if len(h) < 30 {
		return 0, 0
	}
	le := binary.LittleEndian
	switch string(h[12:16]) {
	case "VP8 ":
		return int(le.Uint16(h[26:]) & 0x3fff), int(le.Uint16(h[28:]) & 0x3fff)
	case "VP8L":
		bits := le.Uint32(h[21:])
		return int(bits&0x3fff) + 1, int(bits>>14&0x3fff) + 1
	case "VP8X":
		return int(le.Uint32(h[24:])&0xffffff) + 1, int(le.Uint32(h[26:])>>8) + 1
	}
	return 0, 0
}

// avifSize takes the largest of the spatial extents: the others belong to previews.
func avifSize(h []byte) (w, height int) {
	for {
		i := bytes.Index(h, []byte("ispe"))
		if i < 0 || len(h) < i+16 {
			return w, height
		}
		a, b := positive(binary.BigEndian.Uint32(h[i+8:]), binary.BigEndian.Uint32(h[i+12:]))
		if a*b > w*height {
			w, height = a, b
		}
		h = h[i+16:]
	}
}
