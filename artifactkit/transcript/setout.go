package transcript

import "bytes"

// setOut writes JSON with a line for each member, every token as it came: order, duplicates, digits and escapes stay. It works
// on the text, so that depth costs no stack, and stops at limit bytes; left is how much of the input was not written.
func setOut(raw []byte, limit int) (text string, left int) {
	var b bytes.Buffer
	depth, opened := 0, false
	line := func() {
		b.WriteByte('\n')
		for range min(depth, 40) {
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

// stringEnd is the length of the string token that raw, read before, begins with.
func stringEnd(raw []byte) int {
	for i := 1; i < len(raw); i++ {
		switch raw[i] {
		case '\\':
			i++
		case '"':
			return i + 1
		}
	}
	return len(raw)
}
