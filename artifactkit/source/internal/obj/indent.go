package obj

import (
	"bytes"

	"github.com/vitrine-go/vitrine/artifactkit/protocol"
)

// Indent returns v as JSON text for people: two blanks a level, every token as written.
func Indent(v protocol.Value) string {
	in := v.AppendCompact(nil)
	out := make([]byte, 0, len(in)*2)
	depth := 0
	line := func() {
		out = append(out, '\n')
		for range min(depth, 40) {
			out = append(out, ' ', ' ')
		}
	}
	for i := 0; i < len(in); i++ {
		switch c := in[i]; c {
		case '"':
			n := stringEnd(in[i:])
			out = append(out, in[i:i+n]...)
			i += n - 1
		case '{', '[':
			out = append(out, c)
			if in[i+1] == '}' || in[i+1] == ']' {
				i++
				out = append(out, in[i])
				continue
			}
			depth++
			line()
		case '}', ']':
			depth--
			line()
			out = append(out, c)
		case ',':
			out = append(out, c)
			line()
		case ':':
			out = append(out, ':', ' ')
		default:
			out = append(out, c)
		}
	}
	return string(out)
}

// stringEnd returns the length of the string token that in, already checked, begins with.
func stringEnd(in []byte) int {
	n := 1
	for {
		i := bytes.IndexAny(in[n:], `"\`)
		if in[n+i] == '"' {
			return n + i + 1
		}
		n += i + 2
	}
}
