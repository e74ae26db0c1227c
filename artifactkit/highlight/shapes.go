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
	closing := name < len(src) && src[name] == '/'
	if closing {
		name++
	}
	end := nameEnd(src, name)
	inner := inside[strings.ToLower(src[name:min(end, name+8)])]
	s.paint(end, keyword)
	for s.pos < len(src) {
		switch c := src[s.pos]; {
		case c == '>':
			s.paint(s.pos+1, keyword)
			if inner != "" && !closing && src[s.pos-2] != '/' {
				s.embedded(inner, src[name:end])
			}
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

// inside are the elements of HTML whose content is of another language.
var inside = map[string]string{"script": "javascript", "style": "css"}

// embedded reads up to the closing tag by another language's table.
func (s *scanner) embedded(lang, tag string) {
	end := len(s.src)
	for i := s.pos; i < len(s.src); {
		n := strings.Index(s.src[i:], "</")
		if n < 0 {
			break
		}
		i += n
		if len(s.src) >= i+2+len(tag) && strings.EqualFold(s.src[i+2:i+2+len(tag)], tag) {
			end = i
			break
		}
		i += 2
	}
	tags := s.lang
	s.lang = byName[lang]
	s.part(end)
	s.lang = tags
}

// part reads up to end by the language's own way.
func (s *scanner) part(end int) {
	if s.lang.scan == nil {
		s.code(end)
		return
	}
	whole, scan := s.src, s.lang.scan
	s.src = whole[:end]
	if s.lang.inner != "" {
		s.lang = byName[s.lang.inner]
	}
	scan(s)
	s.src, s.pos = whole, end
}

// scanCSS takes names of properties for keywords: the words before a colon inside braces, where no brace opens before the end.
func scanCSS(s *scanner) {
	src, depth, fresh := s.src, 0, false // fresh: a declaration may begin here
	for s.pos < len(src) {
		switch c := src[s.pos]; {
		case c == '{' || c == '}' || c == ';':
			if c == '{' {
				depth++
			} else if c == '}' {
				depth = max(0, depth-1)
			}
			fresh = depth > 0
			s.pos++
		case c == ' ' || c == '\n' || c == '\t':
			s.pos++
		case fresh && (isLetter(c) || c == '-'):
			fresh = false
			end := s.pos
			for end < len(src) && (isLetter(src[end]) || src[end] == '-' || src[end] >= '0' && src[end] <= '9') {
				end++
			}
			if i := end + spaces(src[end:min(len(src), end+16)]); i < len(src) && src[i] == ':' && !nests(src[i:min(len(src), i+cssLine)]) {
				s.paint(end, keyword)
			} else {
				s.pos = end
			}
		default:
			comment := strings.HasPrefix(src[s.pos:], "/*")
			next := s.pos + 1
			for !comment && next < len(src) && strings.IndexByte("{}; \n\t/", src[next]) < 0 && c != '"' && c != '\'' {
				next++
			}
			if comment || c == '"' || c == '\'' {
				next = len(src)
			}
			s.one(next)
			fresh = fresh && comment
		}
	}
}

// cssLine bounds the look at what follows a colon, which is made for each declaration.
const cssLine = 200

// nests tells a selector such as a:hover { from a declaration.
func nests(s string) bool {
	i := strings.IndexAny(s, "{};")
	return i >= 0 && s[i] == '{'
}

// one reads one comment or string by the table, or else the words up to end.
func (s *scanner) one(end int) {
	if s.comment(s.src) || s.quoted(s.src, s.pos) {
		return
	}
	s.code(end)
}

// scanTOML takes headings in brackets and what stands before = for keys.
func scanTOML(s *scanner) {
	src := s.src
	for s.pos < len(src) {
		end := lineEnd(src, s.pos)
		for s.pos < end && (src[s.pos] == ' ' || src[s.pos] == '\t') {
			s.pos++
		}
		line := src[s.pos:end]
		switch i := strings.IndexByte(line, '='); {
		case strings.HasPrefix(line, "[") && strings.Contains(line, "]"):
			s.paint(s.pos+strings.LastIndexByte(line, ']')+1, keyword)
			s.code(end)
		case i > 0 && strings.IndexByte("#;\"'[{", line[0]) < 0:
			s.paint(s.pos+len(strings.TrimRight(line[:i], " \t")), keyword)
			s.code(multi(src, s.pos, end))
		default:
			s.code(end)
		}
		s.pos = max(s.pos, end)
		if s.pos < len(src) && src[s.pos] == '\n' {
			s.pos++
		}
	}
}

// multi is where a value ends that goes over lines: behind its closing quotes.
func multi(src string, from, end int) int {
	for _, q := range [...]string{`"""`, `'''`} {
		if i := strings.Index(src[from:end], q); i >= 0 {
			at := from + i + 3
			if n := strings.Index(src[at:], q); n >= 0 && at+n > end {
				return at + n + 3
			}
			return end
		}
	}
	return end
}
