package highlight

import "strings"

// Languages that are read a line at a time.

// scanDiff is unified diffs: what was added and removed, the heads of files and hunks.
func scanDiff(s *scanner) {
	for s.pos < len(s.src) {
		end := lineEnd(s.src, s.pos)
		line := s.src[s.pos:end]
		switch {
		case strings.HasPrefix(line, "+++"), strings.HasPrefix(line, "---"), strings.HasPrefix(line, "diff "), strings.HasPrefix(line, "index "),
			strings.HasPrefix(line, "\\ "), strings.HasPrefix(line, "rename "), strings.HasPrefix(line, "new file"), strings.HasPrefix(line, "deleted file"):
			s.paint(end, comment)
		case strings.HasPrefix(line, "@@"):
			s.paint(end, keyword)
		case strings.HasPrefix(line, "+"):
			s.paint(end, str)
		case strings.HasPrefix(line, "-"):
			s.paint(end, removed)
		}
		s.pos = min(end+1, len(s.src))
	}
}

// scanMarkdown is Markdown as source: headings, quotes, the marks of lists, code, and what stands in fences by its own language.
func scanMarkdown(s *scanner) {
	src := s.src
	for s.pos < len(src) {
		end := lineEnd(src, s.pos)
		line := src[s.pos:end]
		text := strings.TrimLeft(line, " \t")
		indent := len(line) - len(text)
		switch {
		case strings.HasPrefix(text, "```"), strings.HasPrefix(text, "~~~"):
			s.fence(text[:3], strings.TrimLeft(text, "`~"), end)
			continue
		case strings.HasPrefix(text, "#") && strings.HasPrefix(strings.TrimLeft(text, "#"), " "):
			s.paint(end, keyword)
		case strings.HasPrefix(text, ">"):
			s.paint(end, comment)
		default:
			if n := bullet(text); n > 0 {
				s.pos += indent
				s.paint(s.pos+n, number)
			}
			s.spans(end)
		}
		s.pos = min(end+1, len(src))
	}
}

// bullet is the length of the mark that an item of a list begins with.
func bullet(s string) int {
	n := 0
	for n < len(s) && n < 9 && s[n] >= '0' && s[n] <= '9' {
		n++
	}
	if n == 0 && s != "" && strings.IndexByte("-*+", s[0]) >= 0 || n > 0 && n < len(s) && (s[n] == '.' || s[n] == ')') {
		n++
	} else {
		return 0
	}
	if n < len(s) && s[n] == ' ' {
		return n
	}
	return 0
}

// spans colours code, strong words and the addresses of links on one line.
func (s *scanner) spans(end int) {
	for s.pos < end {
		rest := s.src[s.pos:end]
		switch {
		case rest[0] == '\\':
			s.pos = min(s.pos+2, end)
			continue
		case rest[0] == '`':
			if n := strings.IndexByte(rest[1:], '`'); n > 0 {
				s.paint(s.pos+n+2, str)
				continue
			}
			s.pos = end
			return
		case strings.HasPrefix(rest, "**"):
			if n := strings.Index(rest[2:], "**"); n > 0 {
				s.paint(s.pos+n+4, keyword)
				continue
			}
		case strings.HasPrefix(rest, "]("):
			if n := strings.IndexByte(rest, ')'); n > 0 {
				s.pos++
				s.paint(s.pos+n, number)
				continue
			}
		}
		s.pos++
		for s.pos < end && strings.IndexByte("\\`*]", s.src[s.pos]) < 0 {
			s.pos++
		}
	}
}

// fence colours a block of code, from the line that opens it, which ends at end, to the line that closes it.
func (s *scanner) fence(mark, info string, end int) {
	s.paint(end, comment)
	stop := len(s.src)
	for at := end; at < len(s.src); {
		at++
		e := lineEnd(s.src, at)
		if strings.HasPrefix(strings.TrimLeft(s.src[at:e], " "), mark) {
			stop = at
			break
		}
		at = e
	}
	outer := s.lang
	if l := find(strings.Trim(strings.SplitN(strings.TrimSpace(info)+" ", " ", 2)[0], "{},.")); l != nil && l != outer {
		s.lang = l
		s.part(stop)
	}
	s.lang = outer
	s.pos = stop
	if stop < len(s.src) {
		s.paint(lineEnd(s.src, stop), comment)
		s.pos = min(s.pos+1, len(s.src))
	}
}
