package protocol

// Indented is the value as JSON text for people: two blanks a level, every token as written.
func (v Value) Indented() string {
	in := v.AppendCompact(nil)
	out := make([]byte, 0, len(in)*2)
	depth := 0
	line := func() {
		out = append(out, '\n')
		for range min(depth, indentLevels) {
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

// indentLevels is where indentation stops to grow, so that nesting costs no quadratic white space.
const indentLevels = 40
