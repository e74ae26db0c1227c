package diff

import (
	"strconv"
	"strings"
)

// head reads a line outside hunks; true when it shows that this is a patch.
func (p *parser) head(raw string) bool {
	line := strings.TrimSuffix(raw, "\r")
	is := func(prefix string) (string, bool) { return strings.CutPrefix(line, prefix) }
	if rest, ok := is("diff --git "); ok {
		f := p.file(file{})
		f.old, f.new = gitNames(rest)
		return true
	}
	for _, s := range []string{"diff --cc ", "diff --combined "} {
		if name, ok := is(s); ok {
			name = unquote(name)
			p.file(file{old: name, new: name, parents: 2})
			return true
		}
	}
	if p.skip {
		p.literal(line)
		return false
	}
	if p.v4a(line) {
		return true
	}
	if strings.HasPrefix(line, "@@@") && p.combinedHead(line) {
		return true
	}
	if rest, ok := is("@@"); ok && (rest == "" || rest[0] == ' ') {
		if len(p.list.files) == 0 || p.list.last().binary {
			p.file(file{})
		}
		p.hunkHead(rest)
		return true
	}
	if rest, ok := is("Index: "); ok {
		p.file(file{old: rest, new: rest})
		return false
	}
	if p.binary(line) {
		return true
	}
	if len(p.list.files) == 0 {
		p.text(line)
		return false
	}
	if p.loose && p.list.last().change != deleted && line != "" && strings.Contains(" +-\\", line[:1]) {
		p.begin(0, endless, 0, endless, "")
		return p.line(raw)
	}
	return p.extended(line)
}

// text keeps a line that is no part of the patch.
func (p *parser) text(line string) {
	if strings.Trim(line, "= ") != "" {
		p.list.records = append(p.list.records, record{op: meta, text: line})
	}
}

// extended reads what git writes between "diff --git" and the names; true when it tells a change of its own.
func (p *parser) extended(line string) bool {
	f := p.list.last()
	if f.started {
		p.text(line)
		return false
	}
	is := func(prefix string, to *string) bool {
		rest, ok := strings.CutPrefix(line, prefix)
		if ok {
			*to = rest
		}
		return ok
	}
	var name string
	switch {
	case is("new file mode ", &f.newMode):
		f.change = created
	case is("deleted file mode ", &f.oldMode):
		f.change = deleted
	case is("old mode ", &f.oldMode), is("new mode ", &f.newMode):
		return true
	case is("similarity index ", &f.similar), is("dissimilarity index ", &name), is("index ", &name), line == "":
	case is("rename from ", &name), is("copy from ", &name):
		f.old, f.change = unquote(name), moved(line)
		return true
	case is("rename to ", &name), is("copy to ", &name):
		f.new, f.change = unquote(name), moved(line)
		return true
	default:
		p.text(line)
	}
	return false
}

func moved(line string) change {
	if strings.HasPrefix(line, "copy") {
		return copied
	}
	return renamed
}

// binary reads "Binary files a/x and b/x differ", with or without a head before it, and the beginning of git's own form.
func (p *parser) binary(line string) bool {
	if line == "GIT binary patch" && len(p.list.files) > 0 {
		p.list.last().binary, p.skip = true, true
		return true
	}
	rest, ok := strings.CutPrefix(line, "Binary files ")
	if !ok {
		return false
	}
	rest, ok = strings.CutSuffix(rest, " differ")
	old, new, two := strings.Cut(rest, " and ")
	if !ok || !two {
		return false
	}
	if n := len(p.list.files); n == 0 || p.list.last().started || p.list.last().binary || p.list.last().path() == "" {
		p.names(old, new)
	}
	p.list.last().binary = true
	return true
}

// literal reads the size out of git's binary patch; the data itself is not shown.
func (p *parser) literal(line string) {
	if rest, ok := strings.CutPrefix(line, "literal "); ok && p.list.last().size == 0 {
		if n, err := strconv.ParseInt(rest, 10, 40); err == nil && n > 0 {
			p.list.last().size = int(min(n, 1<<31-1))
		}
	}
}

// names takes the two lines --- and +++; they belong to the file that diff --git or Index: began, or begin one.
func (p *parser) names(old, new string) {
	p.close()
	p.skip = false
	old, new = cleanName(old), cleanName(new)
	if strings.HasPrefix(old, "a/") && strings.HasPrefix(new, "b/") || old == devNull && strings.HasPrefix(new, "b/") ||
		new == devNull && strings.HasPrefix(old, "a/") {
		old, new = strings.TrimPrefix(old, "a/"), strings.TrimPrefix(new, "b/")
	}
	var f *file
	if n := len(p.list.files); n > 0 && !p.list.last().named && !p.list.last().started && !p.list.last().binary {
		f = p.list.last()
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
	if len(s)%2 == 1 && s[n] == ' ' && strings.HasPrefix(s, `"a/`) && strings.HasPrefix(s[n+1:], `"b/`) {
		if a, b := unquote(s[:n]), unquote(s[n+1:]); a[2:] == b[2:] {
			return a[2:], b[2:]
		}
	}
	if a, b, ok := strings.Cut(s, " "); ok && !strings.ContainsAny(b, ` "`) && strings.HasPrefix(a, "a/") && strings.HasPrefix(b, "b/") {
		return a[2:], b[2:]
	}
	return "", ""
}
