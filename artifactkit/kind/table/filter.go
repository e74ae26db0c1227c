package table

import (
	"bytes"
	"unicode"
	"unicode/utf8"

	"github.com/vitrine-go/vitrine/artifactkit/kind/internal/field"
	"github.com/vitrine-go/vitrine/artifactkit/protocol"
)

// find returns the rows in which every word of the filter stands somewhere, in the columns that are not hidden.
func (v *view) find(w wish) []int {
	words := bytes.Fields(lower(nil, []byte(w.filter)))
	found := []int{}
	var line []byte
	v.frame.walk(nil, v.shown(w), func(row int, cells []protocol.Value) bool {
		line = line[:0]
		for _, c := range cells {
			switch c = field.Unbox(c); c.Type() {
			case protocol.Absent, protocol.Null:
				continue
			case protocol.String:
				line = lower(line, content(c))
			default:
				line = lower(line, c.Raw())
			}
			line = append(line, '\n') // in no word, so that none is found across two cells
		}
		for _, word := range words {
			if !bytes.Contains(line, word) {
				return true
			}
		}
		found = append(found, row)
		return true
	})
	return found
}

func lower(dst, s []byte) []byte {
	for i := 0; i < len(s); {
		c := s[i]
		if c < utf8.RuneSelf {
			if c >= 'A' && c <= 'Z' {
				c += 'a' - 'A'
			}
			dst = append(dst, c)
			i++
			continue
		}
		r, n := utf8.DecodeRune(s[i:])
		dst = utf8.AppendRune(dst, unicode.ToLower(r))
		i += n
	}
	return dst
}
