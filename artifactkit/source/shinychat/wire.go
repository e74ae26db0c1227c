package shinychat

import (
	"strings"
	"unicode/utf8"
)

// element is a tool element in the text of a message.
type element struct {
	result bool
	attrs  []attr
	inner  string
	at     span
}

// attr is an attribute, its name in lower case and its value decoded.
type attr struct{ name, value string }

// has tells whether the element has the attribute, and returns the last of that name.
func (e element) has(name string) (string, bool) {
	for i := len(e.attrs) - 1; i >= 0; i-- {
		if e.attrs[i].name == name {
			return e.attrs[i].value, true
		}
	}
	return "", false
}

func (e element) get(name string) string { v, _ := e.has(name); return v }

// flag tells whether a boolean attribute is on: there without a value, or "true".
func (e element) flag(name string) bool {
	v, ok := e.has(name)
	return ok && (v == "" || v == "true")
}

const tagStart = "<shiny-tool-"

// elements finds the tool elements of a text, in order. One in a sample of code is none, and neither is one that is not closed: it and
// what follows it stays prose. The cost is linear.
func elements(s string, markdown bool) (all []element) {
	if !strings.Contains(s, tagStart) {
		return nil
	}
	var samples []span
	if markdown {
		samples = codeSpans(s)
	}
	for at := 0; ; {
		i := strings.Index(s[at:], tagStart)
		if i < 0 {
			return all
		}
		i += at
		for len(samples) > 0 && samples[0].to <= i {
			samples = samples[1:]
		}
		rest := s[i+len(tagStart):]
		tag := ""
		for _, name := range []string{"request", "result"} {
			if after, ok := strings.CutPrefix(rest, name); ok && (after == "" || !wordByte(after[0])) {
				tag = name
			}
		}
		if tag == "" || len(samples) > 0 && samples[0].from <= i {
			at = i + len(tagStart)
			continue
		}
		from := i + len(tagStart) + len(tag)
		end := openTagEnd(s, from)
		if end < 0 {
			return all
		}
		closeTag := "</shiny-tool-" + tag + ">"
		n := strings.Index(s[end+1:], closeTag)
		if n < 0 {
			return all
		}
		to := end + 1 + n + len(closeTag)
		all = append(all, element{tag == "result", attributes(s[from:end]), s[end+1 : end+1+n], span{i, to}})
		at = to
	}
}

func wordByte(c byte) bool {
	return c == '_' || c >= '0' && c <= '9' || c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z'
}

// openTagEnd is where the tag ends that is open at from; a ">" between quotes is none. -1 when it does not end.
func openTagEnd(s string, from int) int {
	quote := byte(0)
	for i := from; i < len(s); i++ {
		switch c := s[i]; {
		case quote != 0:
			if c == quote {
				quote = 0
			}
		case c == '"' || c == '\'':
			quote = c
		case c == '>':
			return i
		}
	}
	return -1
}

const blanks = " \t\n\f\r"

func attributes(s string) (attrs []attr) {
	for {
		s = strings.TrimLeft(s, blanks+"/=\"'")
		if s == "" {
			return attrs
		}
		n := strings.IndexAny(s, blanks+"=")
		if n < 0 {
			n = len(s)
		}
		a := attr{name: strings.ToLower(s[:n])}
		s = strings.TrimLeft(s[n:], blanks)
		if after, ok := strings.CutPrefix(s, "="); ok {
			a.value, s = value(strings.TrimLeft(after, blanks))
		}
		attrs = append(attrs, a)
	}
}

func value(s string) (v, rest string) {
	if s != "" && (s[0] == '"' || s[0] == '\'') {
		v, rest, _ = strings.Cut(s[1:], s[:1])
		return decode(v), rest
	}
	n := strings.IndexAny(s, blanks)
	if n < 0 {
		n = len(s)
	}
	return decode(s[:n]), s[n:]
}

// decode undoes the references that the servers write, each once: what comes out is not read again.
func decode(s string) string {
	if !strings.Contains(s, "&") {
		return s
	}
	var b strings.Builder
	for {
		before, rest, ok := strings.Cut(s, "&")
		b.WriteString(before)
		if !ok {
			return b.String()
		}
		name, _, ok := strings.Cut(rest[:min(len(rest), 12)], ";")
		r := reference(name)
		if !ok || r < 0 {
			b.WriteByte('&')
			s = rest
			continue
		}
		b.WriteRune(r)
		s = rest[len(name)+1:]
	}
}

// reference is the character that a reference names, -1 for none.
func reference(name string) rune {
	switch name {
	case "quot":
		return '"'
	case "apos":
		return '\''
	case "lt":
		return '<'
	case "gt":
		return '>'
	case "amp":
		return '&'
	}
	digits, ok := strings.CutPrefix(name, "#")
	base := rune(10)
	if hex, is := strings.CutPrefix(strings.ToLower(digits), "x"); is {
		digits, base = hex, 16
	}
	if !ok || digits == "" {
		return -1
	}
	r := rune(0)
	for _, c := range strings.ToLower(digits) {
		d := strings.IndexRune("0123456789abcdef", c)
		if d < 0 || rune(d) >= base || r > utf8.MaxRune {
			return -1
		}
		r = r*base + rune(d)
	}
	if !utf8.ValidRune(r) {
		return -1
	}
	return r
}
