package redact

import "strings"

// secretly tells whether a value given under a name that says so is a secret.
func secretly(m naming, v string, g given) bool {
	if len(v) < 8 || len(v) >= valueMax || strings.ContainsAny(v, " \t") || placeholder(v) || pathLike(v) || !g.quoted && !g.plain && codeLike(v) {
		return false
	}
	n, digit, letter := classes(v)
	switch m {
	case password:
		return letter && (digit || n >= 3) && varied(v, 4)
	case someKey:
		return len(v) >= 20 && digit && letter && flips(v) >= 6 && varied(v, 10)
	default:
		return len(v) >= 12 && digit && letter && flips(v) >= 5 && varied(v, 8)
	}
}

// likely tells whether a value that stands where credentials stand is one.
func likely(v string) bool {
	n, digit, letter := classes(v)
	return len(v) >= 8 && !placeholder(v) && varied(v, 5) && (digit && letter || n >= 3 || digit && len(v) >= 12)
}

// credentials finds what follows the scheme in the value of an Authorization header.
func credentials(v string) (from int, ok bool) {
	v = strings.TrimRight(v, " \t")
	if at := strings.IndexByte(v, ' '); at > 0 && at < 32 {
		from = at + 1
	}
	word, _, _ := strings.Cut(v[from:], " ")
	return from, likely(word)
}

// pairs tells whether a header's value is a list of cookies, one of which may be a key.
func pairs(v string) bool {
	for pair := range strings.SplitSeq(v, ";") {
		name, value, ok := strings.Cut(strings.TrimSpace(pair), "=")
		if !ok || strings.ContainsAny(name, " \t") {
			return false
		}
		if likely(value) {
			return true
		}
	}
	return false
}

// flips counts how often the kind of character changes: a random text changes all the time, words do not.
func flips(s string) (n int) {
	kind := func(c byte) int {
		switch {
		case c >= 'a' && c <= 'z':
			return 1
		case c >= 'A' && c <= 'Z':
			return 2
		case c >= '0' && c <= '9':
			return 3
		}
		return 4
	}
	for i := 1; i < len(s); i++ {
		if kind(s[i]) != kind(s[i-1]) {
			n++
		}
	}
	return n
}

// pathLike tells the path of a file from a key that begins with a slash.
func pathLike(v string) bool {
	if strings.Contains(v, "://") {
		return true
	}
	switch {
	case strings.HasPrefix(v, "./"), strings.HasPrefix(v, "../"), strings.HasPrefix(v, "~/"), len(v) > 2 && v[1] == ':' && v[2] == '\\':
		return true
	case v[0] == '/':
		return strings.ContainsAny(v, "._-~") || flips(v)*3 < len(v) // base 64 has none of these
	}
	return false
}

// codeLike tells an expression from a value: calls, members, and names with hardly a digit.
func codeLike(v string) bool {
	if strings.ContainsAny(v, "()[]{}") || strings.Contains(v, "?.") || strings.Contains(v, "::") {
		return true
	}
	digit := 0
	for i := 0; i < len(v); i++ {
		switch c := v[i]; {
		case digits.has(c):
			digit++
		case !words.has(c) && c != '.' && c != '-':
			return false
		}
	}
	if digits.has(v[0]) {
		return false
	}
	for part := range strings.SplitSeq(v, ".") {
		if part == "" {
			return false
		}
	}
	return digit <= 2 || strings.Contains(v, ".") && digit <= 3
}

// flag looks at an option of a command that is followed by a secret: --password VALUE, and curl's -u NAME:PASSWORD.
func (s *scanner) flag(i int) {
	t := s.text
	end := s.runs.of(urls, i)
	if end >= len(t) || t[end] != ' ' || end-i > nameMax+2 {
		return
	}
	name := strings.TrimLeft(t[i:end], "-")
	g := given{from: end + 1, plain: true}
	for g.from < len(t) && g.from-end < 4 && t[g.from] == ' ' {
		g.from++
	}
	if g.from == len(t) {
		return
	}
	if q := t[g.from]; q == '"' || q == '\'' {
		g.quoted = true
		g.to = s.closing(g.from)
		g.from++
	} else {
		g.to = s.valueEnd(g.from)
	}
	if (name == "u" || name == "user") && strings.Contains(t[max(0, i-256):i], "curl") {
		v := t[g.from:g.to]
		user, pass, ok := strings.Cut(v, ":")
		if ok && pass != user && len(pass) >= 4 && !placeholder(pass) && !strings.ContainsAny(v, " /") {
			s.add(g.from+len(user)+1, g.to, "password", true)
		}
		return
	}
	if m := meaning(name); m == password || m == secret {
		s.value(m, g)
	}
}

// commonWords are passwords that stand in every example.
var commonWords = map[string]bool{"password": true, "passwd": true, "pass": true, "pwd": true, "secret": true, "user": true, "test": true, "postgres": true, "root": true, "admin": true, "guest": true, "token": true}

// userInfo finds the password in an address, and a token in place of a name. i is behind "://".
func (s *scanner) userInfo(i int) {
	t := s.text
	n := i
	for n < len(t) && n-i < 512 && t[n] > ' ' && strings.IndexByte("/?#\"'<>`\\|@", t[n]) < 0 {
		n++
	}
	if n == len(t) || t[n] != '@' {
		return
	}
	user, pass, ok := strings.Cut(t[i:n], ":")
	switch {
	case ok && len(pass) >= 4 && pass != user && !placeholder(pass) && !commonWords[strings.ToLower(pass)]:
		s.add(i+len(user)+1, n, "password-in-address", true)
	case len(user) >= 16 && flips(user) >= 5 && !placeholder(user):
		s.add(i, i+len(user), "password-in-address", true)
	}
}
