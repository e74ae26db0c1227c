package diff

import (
	"strconv"
	"strings"

	"github.com/vitrine-go/vitrine/artifactkit/limits"
)

// parser reads a patch line by line: unified diffs of one or many files, with git's extensions, and what people and models make
// of them (wrong counts, hunks without numbers, no file names).
type parser struct {
	list             *list
	inHunk, skip     bool
	oldLeft, newLeft int32 // lines that the hunk's head still promises
	old, new         int32 // numbers of the next lines, 0 when not known
	end              int32 // number behind the last line of the hunk before, in the new file
}

// parse reads a patch; false when nothing in it is one.
func (l *list) parse(text string) bool {
	if len(text) > limits.DiffPatch {
		cut := strings.LastIndexByte(text[:limits.DiffPatch], '\n') + 1
		l.left = lines(text[cut:])
		text = text[:cut]
	}
	p := parser{list: l}
	found := false
	for text != "" {
		if len(l.records) >= limits.DiffRecords {
			l.left += lines(text)
			break
		}
		line, rest, _ := strings.Cut(text, "\n")
		header := strings.HasPrefix(line, "--- ") && strings.HasPrefix(rest, "+++ ")
		if header && (!p.inHunk || p.oldLeft <= 0 && p.newLeft <= 0) {
			next, after, _ := strings.Cut(rest, "\n")
			p.names(line[4:], next[4:])
			text, found = after, true
			continue
		}
		text = rest
		if p.inHunk {
			if p.line(line) {
				continue
			}
			p.inHunk = false
		}
		if p.head(line) {
			found = true
		}
	}
	if !found {
		*l = list{}
	}
	return found
}

// head reads a line outside hunks; true when it shows that this is a patch.
func (p *parser) head(raw string) bool {
	line := strings.TrimSuffix(raw, "\r")
	is := func(prefix string) (string, bool) { return strings.CutPrefix(line, prefix) }
	if rest, ok := is("diff --git "); ok {
		f := p.file(file{})
		f.old, f.new = gitNames(rest)
		p.skip = false
		return true
	}
	if p.skip {
		return false
	}
	if rest, ok := is("@@"); ok && (rest == "" || rest[0] == ' ') {
		if len(p.list.files) == 0 || p.list.files[len(p.list.files)-1].binary {
			p.file(file{})
		}
		p.hunkHead(rest)
		return true
	}
	if rest, ok := is("Index: "); ok {
		p.file(file{old: rest, new: rest})
		return false
	}
	if len(p.list.files) == 0 {
		if strings.TrimSpace(line) != "" {
			p.list.records = append(p.list.records, record{op: meta, text: line})
		}
		return false
	}
	f := &p.list.files[len(p.list.files)-1]
	switch word, rest, _ := strings.Cut(line, " "); word {
	case "new":
		if strings.HasPrefix(rest, "file mode") {
			f.change = created
			return false
		}
	case "deleted":
		f.change = deleted
		return false
	case "rename", "copy":
		f.change = renamed
		if word == "copy" {
			f.change = copied
		}
		if name, ok := strings.CutPrefix(rest, "from "); ok {
			f.old = unquote(name)
		} else if name, ok := strings.CutPrefix(rest, "to "); ok {
			f.new = unquote(name)
		}
		return true
	case "index", "similarity", "dissimilarity", "":
		return false
	case "Binary":
		f.binary = true
		return true
	case "GIT":
		f.binary, p.skip = true, true
		return true
	}
	if strings.Trim(line, "= ") != "" {
		p.list.records = append(p.list.records, record{op: meta, text: line})
	}
	return false
}

// file begins the next file.
func (p *parser) file(f file) *file {
	p.end, p.inHunk = 0, false
	return p.list.start(f)
}

// names takes the two lines --- and +++; they belong to the file that diff --git or Index: began, or begin one.
func (p *parser) names(old, new string) {
	p.inHunk, p.skip = false, false
	old, new = cleanName(old), cleanName(new)
	if strings.HasPrefix(old, "a/") && strings.HasPrefix(new, "b/") || old == devNull && strings.HasPrefix(new, "b/") ||
		new == devNull && strings.HasPrefix(old, "a/") {
		old, new = strings.TrimPrefix(old, "a/"), strings.TrimPrefix(new, "b/")
	}
	var f *file
	if n := len(p.list.files); n > 0 && !p.list.files[n-1].named && !p.list.files[n-1].started {
		f = &p.list.files[n-1]
	} else {
		f = p.file(file{})
	}
	f.old, f.new, f.named = old, new, true
	if old == devNull {
		f.old = ""
	}
	if new == devNull {
		f.new = ""
	}
}

const devNull = "/dev/null"

// cleanName takes the time stamp off a name, and git's quotes.
func cleanName(s string) string {
	s, _, _ = strings.Cut(strings.TrimRight(s, "\r"), "\t")
	return unquote(strings.TrimRight(s, " "))
}

func unquote(s string) string {
	if strings.HasPrefix(s, `"`) {
		if u, err := strconv.Unquote(s); err == nil {
			return u
		}
	}
	return s
}

// gitNames reads "a/x b/x", which is clear only when both are the same; else the lines that follow tell.
func gitNames(s string) (old, new string) {
	n := len(s) / 2
	if len(s)%2 == 1 && s[n] == ' ' && strings.HasPrefix(s, "a/") && s[n+1:] == "b/"+s[2:n] {
		return s[2:n], s[n+3:]
	}
	if a, b, ok := strings.Cut(s, " "); ok && !strings.ContainsAny(b, ` "`) && strings.HasPrefix(a, "a/") && strings.HasPrefix(b, "b/") {
		return a[2:], b[2:]
	}
	return "", ""
}

// hunkHead reads " -12,3 +14,4 @@ section". Without numbers the lines have none.
func (p *parser) hunkHead(s string) {
	ranges, section, _ := strings.Cut(strings.TrimPrefix(s, " "), "@@")
	var n [4]int32
	known := true
	parts := strings.Fields(ranges)
	for i, sign := range []string{"-", "+"} {
		if i >= len(parts) || !strings.HasPrefix(parts[i], sign) {
			known = false
			break
		}
		start, length, ok := strings.Cut(parts[i][1:], ",")
		if !ok {
			length = "1"
		}
		a, err1 := strconv.ParseInt(start, 10, 31)
		b, err2 := strconv.ParseInt(length, 10, 31)
		known = known && err1 == nil && err2 == nil && a < 1<<30 && b < 1<<30
		n[2*i], n[2*i+1] = int32(a), int32(b)
	}
	if !known {
		n = [4]int32{}
		if len(parts) > 0 && section == "" {
			section = s
		}
	}
	p.begin(n[0], n[1], n[2], n[3], strings.TrimSpace(section))
}

// begin opens a hunk. An empty side is said to begin at the line before.
func (p *parser) begin(old, oldLines, new, newLines int32, section string) {
	if old == 0 && oldLines == 0 && new > 0 || old > 0 && oldLines == 0 {
		old++
	}
	if new == 0 && newLines == 0 && old > 0 || new > 0 && newLines == 0 {
		new++
	}
	r := record{op: hunk, text: section, old: old, new: new}
	if new > p.end && new > 0 {
		r.gap = new - max(p.end, 1)
	}
	p.list.records = append(p.list.records, r)
	p.list.files[len(p.list.files)-1].started = true
	p.inHunk, p.old, p.new, p.oldLeft, p.newLeft, p.end = true, old, new, oldLines, newLines, new
}

// line takes a line of a hunk; false when it is none.
func (p *parser) line(s string) bool {
	done := p.oldLeft <= 0 && p.newLeft <= 0
	if strings.TrimSuffix(s, "\r") == "" {
		if done {
			return false
		}
		s = " " + s // editors eat the space of an empty line
	}
	var o op
	switch s[0] {
	case ' ':
	case '+':
		o = added
	case '-':
		if done && s == "-- " { // the signature of git format-patch
			return false
		}
		o = removed
	case '\\':
		p.list.records[len(p.list.records)-1].noEOL = true
		return true
	default:
		return false
	}
	p.list.add(o, s[1:], p.old, p.new)
	step := func(on bool, left, number *int32) {
		if on {
			*left--
			if *number > 0 && *number < 1<<30 {
				*number++
			}
		}
	}
	step(o != added, &p.oldLeft, &p.old)
	step(o != removed, &p.newLeft, &p.new)
	p.end = p.new
	return true
}
