package highlight

import "strings"

// The languages that the table cannot say.

func scanJSON(s *scanner) {
	src := s.src
	for s.pos < len(src) {
		switch c := src[s.pos]; {
		case c == '"':
			end := quoteEnd(src, s.pos+1, double)
			pen := str
			if i := end + spaces(src[end:min(len(src), end+64)]); i < len(src) && src[i] == ':' {
				pen = keyword
			}
			s.paint(end, pen)
		case c == '/' && strings.HasPrefix(src[s.pos:], "//"):
			s.paint(lineEnd(src, s.pos), comment)
		case c >= '0' && c <= '9' || c == '-':
			s.paint(numberEnd(src, s.pos+1), number)
		case c >= 'a' && c <= 'z':
			end := s.pos
			for end < len(src) && src[end] >= 'a' && src[end] <= 'z' {
				end++
			}
			switch src[s.pos:end] {
			case "true", "false", "null":
				s.paint(end, number)
			}
			s.pos = end
		default:
			s.pos++
		}
	}
}

func spaces(s string) int { return len(s) - len(strings.TrimLeft(s, " \t\r\n")) }

// scanConsole takes lines behind a prompt for commands and leaves the rest, which is output.
func scanConsole(s *scanner) {
	for s.pos < len(s.src) {
		end := lineEnd(s.src, s.pos)
		if line := s.src[s.pos:end]; len(line) > 1 && line[1] == ' ' && strings.IndexByte("$%>#", line[0]) >= 0 {
			s.paint(s.pos+1, comment)
			s.code(end)
		}
		s.pos = min(end+1, len(s.src))
	}
}

// scanTags is HTML and XML: names of tags, attributes, their values, comments, entities.
func scanTags(s *scanner) {
	src := s.src
	for s.pos < len(src) {
		rest := src[s.pos:]
		switch {
		case strings.HasPrefix(rest, "<!--"):
			s.paint(quoteEnd(src, s.pos+4, quote{close: "-->", multi: true}), comment)
		case strings.HasPrefix(rest, "<!") || strings.HasPrefix(rest, "<?"):
			s.paint(quoteEnd(src, s.pos+2, quote{close: ">", multi: true}), comment)
		case rest[0] == '<' && len(rest) > 1 && (isLetter(rest[1]) || rest[1] == '/'):
			s.tag()
		case rest[0] == '&':
			if i := strings.IndexByte(rest[:min(len(rest), 32)], ';'); i > 1 {
				s.paint(s.pos+i+1, number)
			} else {
				s.pos++
			}
		default:
			s.pos++
		}
	}
}

func isLetter(c byte) bool { return c|0x20 >= 'a' && c|0x20 <= 'z' }

func nameEnd(src string, i int) int {
	for i < len(src) && (isLetter(src[i]) || src[i] >= '0' && src[i] <= '9' || strings.IndexByte("-_:.@", src[i]) >= 0) {
		i++
	}
	return i
}

func (s *scanner) tag() {
	src, name := s.src, s.pos+1
	if name < len(src) && src[name] == '/' {
		name++
	}
	s.paint(nameEnd(src, name), keyword)
	for s.pos < len(src) {
		switch c := src[s.pos]; {
		case c == '>':
			s.paint(s.pos+1, keyword)
			return
		case c == '<': // the tag was never closed
			return
		case c == '"' || c == '\'':
			s.paint(quoteEnd(src, s.pos+1, quote{close: src[s.pos : s.pos+1], multi: true}), str)
		case isLetter(c) || c == '@' || c == ':':
			s.paint(max(nameEnd(src, s.pos), s.pos+1), number)
		default:
			s.pos++
		}
	}
}

// scanYAML takes what stands before ": " for a key and reads the rest of each line by the table.
func scanYAML(s *scanner) {
	src := s.src
	for s.pos < len(src) {
		end := lineEnd(src, s.pos)
		for s.pos < end && strings.IndexByte(" \t-?", src[s.pos]) >= 0 {
			s.pos++
		}
		if i := strings.IndexByte(src[s.pos:end], ':'); i > 0 && strings.IndexByte("#\"'[{&*!|>%", src[s.pos]) < 0 &&
			(s.pos+i+1 == end || src[s.pos+i+1] == ' ') {
			s.paint(s.pos+i, keyword)
		}
		s.code(end)
		s.pos = min(end+1, len(src))
	}
}
