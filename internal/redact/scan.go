package redact

import (
	"slices"
	"strings"
)

// span is a piece of a text that is a secret. Of a secret that goes over several lines the first piece is marked and the others are
// emptied, so that no line is lost.
type span struct {
	start, end int
	rule       string
	named      bool // told by what stands before it, not by itself
	more       bool // belongs to the span before
}

// scanner looks through one view.
type scanner struct {
	*view
	runs  runs
	users []string
	spans []span
}

func (r *Redactor) scan(v *view) []span {
	s := &scanner{view: v, runs: runs{text: v.text}, users: r.o.Users}
	t := v.text
	for i := 0; i < len(t); i++ {
		switch c := t[i]; {
		case c == ':' || c == '=':
			s.separator(i)
		case c == '/':
			s.home(i, "/home/", "/Users/")
		case c == '-':
			i = s.dash(i)
		case c == '~':
			s.azure(i)
		case letters.has(c) && s.begins(i):
			i = s.word(i)
		}
	}
	return merged(s.spans)
}

// add notes a secret.
func (s *scanner) add(start, end int, rule string, named bool) {
	if start < end {
		s.spans = append(s.spans, span{start: start, end: end, rule: rule, named: named})
	}
}

// begins tells whether a word begins at i. The letter of an escape (\n) and a character that an address spells (%3D) end the word before.
func (s *scanner) begins(i int) bool {
	if i == 0 || !words.has(s.text[i-1]) {
		return true
	}
	t := s.text
	return i >= 2 && t[i-2] == '\\' && strings.IndexByte("nrtbf", t[i-1]) >= 0 || i >= 3 && t[i-3] == '%' && isHex(t[i-2]) && isHex(t[i-1])
}

func isHex(c byte) bool { return hexes.has(c|0x20) && (c >= 'A' || c <= '9') }

// word looks at the word that begins at i and answers the last character that needs no second look.
func (s *scanner) word(i int) int {
	if rule, end := s.key(i); rule != "" {
		s.add(i, end, rule, false)
		return end - 1
	}
	switch s.text[i] {
	case 'B', 'b':
		s.scheme(i)
	}
	for _, u := range s.users {
		if end := i + len(u); strings.HasPrefix(s.text[i:], u) && (end == len(s.text) || !letters.has(s.text[end])) {
			s.add(i, end, userName, false)
			return end - 1
		}
	}
	return i
}

// scheme finds "Bearer TOKEN" and "Basic BASE64".
func (s *scanner) scheme(i int) {
	t := s.text
	switch {
	case foldPrefix(t[i:], "bearer "):
		from := i + len("bearer ")
		end := s.runs.of(dotted, from)
		if v := strings.TrimRight(t[from:end], ".="); len(v) >= 16 && flips(v) >= 5 && !placeholder(v) {
			s.add(from, end, "bearer-token", true)
		}
	case foldPrefix(t[i:], "basic "):
		from := i + len("basic ")
		end := s.runs.of(base64s, from)
		if v := t[from:end]; len(v) <= 1024 && namedAndSecret(v) {
			s.add(from, end, "basic-credentials", true)
		}
	}
}

func foldPrefix(s, prefix string) bool {
	return len(s) >= len(prefix) && strings.EqualFold(s[:len(prefix)], prefix)
}

// separator looks at what stands on both sides of a colon or an equals sign.
func (s *scanner) separator(i int) {
	t := s.text
	if t[i] == ':' {
		if strings.HasPrefix(t[i:], "://") {
			s.userInfo(i + 3)
			return
		}
		s.telegram(i)
		if i+1 < len(t) && (t[i+1] == '\\' || t[i+1] == '/') {
			s.windowsHome(i + 1)
		}
	}
	s.assignment(i)
}

// telegram finds the token of a bot: its number, a colon, 35 characters that begin with AA.
func (s *scanner) telegram(i int) {
	t := s.text
	if !strings.HasPrefix(t[i+1:], "AA") || s.runs.of(urls, i+1) != i+36 {
		return
	}
	from := i
	for from > 0 && i-from < 11 && digits.has(t[from-1]) {
		from--
	}
	if n := i - from; n >= 8 && n <= 10 && varied(t[i+3:i+36], 10) {
		s.add(from, i+36, "telegram-token", false)
	}
}

// azure finds a client secret: three characters, a digit, "Q~", 31 to 34 characters.
func (s *scanner) azure(i int) {
	t := s.text
	if i < 5 || t[i-1] != 'Q' || !digits.has(t[i-2]) || i > 5 && letters.has(t[i-6]) {
		return
	}
	end := s.runs.of(dotted, i+1)
	if n := len(strings.TrimRight(t[i+1:min(end, i+64)], ".=")); n >= 31 && n <= 34 && varied(t[i+1:i+1+n], 10) {
		s.add(i-5, i+1+n, "azure-client-secret", false)
	}
}

// merged puts spans in order and makes one of those that overlap, under the name of the one that was told by itself.
func merged(in []span) []span {
	slices.SortStableFunc(in, func(a, b span) int {
		if a.start != b.start {
			return a.start - b.start
		}
		return b.end - a.end
	})
	out := in[:0]
	for _, x := range in {
		if n := len(out) - 1; n >= 0 && x.start < out[n].end {
			last := &out[n]
			if last.named && !x.named && x.rule != userName {
				last.rule, last.named = x.rule, false
			}
			last.end = max(last.end, x.end)
			continue
		}
		out = append(out, x)
	}
	return out
}
