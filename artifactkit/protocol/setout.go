package protocol

import (
	"bytes"
	"math"
)

// Indented is the value as JSON text for people: two blanks a level, every token as written.
func (v Value) Indented() string {
	text, _ := SetOut(v.Raw(), math.MaxInt)
	return text
}

// SetOut writes JSON, parsed before, with a line for each member, every token as it came: order, duplicates, digits and escapes
// stay. It works on the text, so that depth costs no stack, and stops at limit bytes; left is how much of the input was not written.
func SetOut(raw []byte, limit int) (text string, left int) {
	var b bytes.Buffer
	depth, opened := 0, false
	line := func() {
		b.WriteByte('\n')
		for range min(depth, indentLevels) {
			b.WriteString("  ")
		}
	}
	for i := 0; i < len(raw); {
		if b.Len() >= limit {
			return b.String(), len(raw) - i
		}
		c := raw[i]
		switch c {
		case ' ', '\t', '\n', '\r':
			i++
			continue
		case '}', ']':
			depth--
			if !opened {
				line()
			}
			b.WriteByte(c)
			opened = false
			i++
			continue
		}
		if opened {
			line()
		}
		opened = false
		switch c {
		case '{', '[':
			b.WriteByte(c)
			depth++
			opened = true
		case ',':
			b.WriteByte(c)
			line()
		case ':':
			b.WriteString(": ")
		case '"':
			n := stringEnd(raw[i:])
			if room := limit - b.Len(); n > room {
				b.Write(bytes.ToValidUTF8(raw[i:i+room], nil))
				return b.String(), len(raw) - i - room
			}
			b.Write(raw[i : i+n])
			i += n
			continue
		default:
			b.WriteByte(c)
		}
		i++
	}
	return b.String(), 0
}

// indentLevels is where indentation stops to grow, so that nesting costs no quadratic white space.
const indentLevels = 40
