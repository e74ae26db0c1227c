package redact

import "strings"

// userName is the rule about the person's name.
const userName = "user-name"

// nobody are accounts that are no person's.
var nobody = map[string]bool{}

func init() {
	for n := range strings.FieldsSeq("root user users username name runner ubuntu debian fedora node vscode codespace jovyan circleci git admin administrator shared public default linuxbrew app dev developer docker vagrant pi ec2-user travis gitpod builder build test tests www www-data postgres nobody coder sandbox me you your home") {
		nobody[n] = true
	}
}

// home finds the name of the person in a path that begins at i: /home/NAME, /Users/NAME, and after /mnt/c.
func (s *scanner) home(i int, roots ...string) {
	for _, root := range roots {
		if strings.HasPrefix(s.text[i:], root) && !s.inAddress(i) {
			s.person(i+len(root), false)
		}
	}
}

// inAddress tells whether the path at i belongs to a web address, in which /home/ is no folder of a person.
func (s *scanner) inAddress(i int) bool {
	t := s.text
	from := i
	for from > 0 && i-from < 256 && strings.IndexByte(" \t\n\"'`<>()[]=,;", t[from-1]) < 0 {
		from--
	}
	before := t[from:i]
	at := strings.Index(before, "://")
	return at >= 0 && at+3 < len(before)
}

// windowsHome finds the name in C:\Users\NAME, with slashes of either kind, escaped or not.
func (s *scanner) windowsHome(i int) {
	t := s.text
	n := i
	for n < len(t) && n-i < maxSlashes && (t[n] == '\\' || t[n] == '/') {
		n++
	}
	if i < 2 || !letters.has(t[i-2]) || !foldPrefix(t[n:], "users") {
		return
	}
	n += len("users")
	from := n
	for n < len(t) && n-from < maxSlashes && (t[n] == '\\' || t[n] == '/') {
		n++
	}
	if n > from {
		s.person(n, true)
	}
}

// ends are the characters that no name of an account has, in the paths of systems and in texts.
const ends = "/\\\"'`<>|:*?,;()[]{}$&#=!\t\r\n"

// person notes the name that begins at i. On Windows it may have a space in it, when a backslash shows where it ends.
func (s *scanner) person(i int, spaces bool) {
	t := s.text
	n := i
	for n < len(t) && n-i < 65 && t[n] != ' ' && strings.IndexByte(ends, t[n]) < 0 {
		n++
	}
	if spaces && n < len(t) && t[n] == ' ' {
		m := n
		for m < len(t) && m-i < 65 && strings.IndexByte(ends, t[m]) < 0 {
			m++
		}
		if m < len(t) && t[m] == '\\' {
			n = m
		}
	}
	name := strings.TrimRight(t[i:n], ".… ")
	if name == "" || len(name) > 64 || name[0] == '.' || name[0] == '~' || name[0] == '%' || nobody[strings.ToLower(name)] || strings.HasPrefix(name, "[removed") {
		return
	}
	s.add(i, i+len(name), userName, false)
}

// dash looks at what begins with one: a folder named after a path (-home-NAME-project), a flag, a key in armour.
func (s *scanner) dash(i int) int {
	t := s.text
	switch {
	case strings.HasPrefix(t[i:], "-----BEGIN "):
		return s.armour(i)
	case i > 0 && words.has(t[i-1]):
	case strings.HasPrefix(t[i:], "-home-"):
		s.folder(i + len("-home-"))
	case strings.HasPrefix(t[i:], "-Users-"):
		s.folder(i + len("-Users-"))
	case i == 0 || t[i-1] != '-':
		s.flag(i)
	}
	return i
}

func (s *scanner) folder(i int) {
	t := s.text
	n := i
	for n < len(t) && n-i < 65 && words.has(t[n]) {
		n++
	}
	if n > i && n < len(t) && t[n] == '-' && !nobody[strings.ToLower(t[i:n])] {
		s.add(i, n, userName, false)
	}
}
