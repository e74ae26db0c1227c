package diff

import "strings"

// The patches that are no unified diffs: V4A, bare lines, and the combined diff of a merge.

// v4a reads a line of the frame of a V4A patch: files are named one by one, and hunks have no numbers but in files that are new.
func (p *parser) v4a(line string) bool {
	rest, ok := strings.CutPrefix(line, "*** ")
	if !ok {
		return false
	}
	verb, name, named := strings.Cut(rest, ": ")
	name = strings.TrimSpace(name)
	switch {
	case rest == "Begin Patch":
		p.loose = true
	case rest == "End Patch", rest == "End of File":
	case named && verb == "Add File":
		p.loose = true
		p.file(file{new: name, change: created})
		p.begin(0, endless, 1, endless, "")
	case named && verb == "Update File":
		p.loose = true
		p.file(file{old: name, new: name})
	case named && verb == "Delete File":
		p.loose = true
		p.file(file{old: name, change: deleted})
	case named && verb == "Move to" && len(p.list.files) > 0 && !p.list.last().started:
		f := p.list.last()
		f.new, f.change = name, renamed
	default:
		return false
	}
	return true
}

// join adds a section to the hunk that has no lines yet: V4A says where it is in steps, "@@ class A", "@@ def f".
func (p *parser) join(section string) bool {
	n := len(p.list.records)
	if !p.loose || n == 0 {
		return false
	}
	r := &p.list.records[n-1]
	if r.op != hunk || r.text == "" || section == "" || len(r.text) > 1000 {
		return false
	}
	r.text += " › " + section
	p.inHunk = true
	return true
}

// bare tells whether a text is nothing but lines with signs: at least one of them is a change, and none says which file it is of.
func bare(text string) bool {
	changes, before := false, ""
	for line := range strings.Lines(text) {
		line = strings.TrimRight(line, "\r\n")
		names := strings.HasPrefix(before, "--- ") && strings.HasPrefix(line, "+++ ")
		switch before = line; {
		case names:
			return false
		case line == "", line[0] == ' ', line[0] == '\\':
		case line[0] == '+', line[0] == '-':
			changes = true
		case strings.HasPrefix(line, "@@ -"), line != "@@" && !strings.HasPrefix(line, "@@ ") && line != "*** End of File":
			return false
		}
	}
	return changes
}

// combinedHead reads "@@@ -1,2 -1,2 +1,3 @@@ section". There is a column of signs for each parent, and a number for the new side only.
func (p *parser) combinedHead(line string) bool {
	n := 0
	for n < len(line) && line[n] == '@' {
		n++
	}
	ranges, _, _ := strings.Cut(line[n:], line[:n])
	parts := strings.Fields(ranges)
	if n > 9 || len(parts) != n {
		return false
	}
	new, count, ok := numbers(parts[n-1], "+")
	if !ok {
		return false
	}
	if len(p.list.files) == 0 {
		p.file(file{})
	}
	p.list.last().parents = n - 1
	p.begin(0, 0, new, count, line)
	return true
}

// combinedLine takes a line with a sign for each of n parents. Its text keeps the signs.
func (p *parser) combinedLine(s string, n int) bool {
	if strings.HasPrefix(s, "\\") {
		p.noEOL()
		return true
	}
	if len(s) < n || strings.Trim(s[:n], " +-") != "" || p.newLeft <= 0 && !strings.Contains(s[:n], "-") {
		return false
	}
	o := context
	switch {
	case strings.Contains(s[:n], "+"):
		o = added
	case strings.Contains(s[:n], "-"):
		o = removed
	}
	p.list.add(o, s, 0, p.new)
	p.step(false, o != removed)
	return true
}

// signs divides a line of a combined diff.
func (f *file) signs(text string) (signs, line string) {
	if f.parents > 0 && len(text) >= f.parents {
		return text[:f.parents], text[f.parents:]
	}
	return "", text
}

// section is what the head of a hunk says beside its numbers.
func (f *file) section(text string) string {
	if f.parents == 0 {
		return text
	}
	mark := strings.Repeat("@", f.parents+1)
	_, rest, _ := strings.Cut(strings.TrimPrefix(text, mark), mark)
	return strings.TrimSpace(rest)
}
