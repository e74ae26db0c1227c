package redact

import "strings"

// naming is what a name says about the value that is given to it.
type naming uint8

const (
	nothing   naming = iota
	password         // chosen by a person
	secret           // made by a machine
	someKey          // named like an environment variable that holds a key of some kind
	signature        // only in an address
	authorization
	cookie
	setCookie
)

var passwords = []string{"password", "passwd", "passphrase", "pwd"}

var secrets = []string{"secret", "token", "apikey", "secretkey", "accesskey", "privatekey", "authkey", "signingkey", "encryptionkey", "masterkey", "accountkey", "servicekey", "rolekey", "sharedkey", "licensekey", "deploykey", "webhookkey", "accesskeysecret", "clientsecret", "secretaccesskey", "npmauth", "sessionkey"}

// harmless are names that end like those of secrets and hold none.
var harmless = []string{"publickey", "pagetoken", "nexttoken", "continuationtoken", "synctoken", "canceltoken", "cancellationtoken", "resumetoken", "oldpwd", "publishablekey", "primarykey", "foreignkey", "cachekey", "sortkey", "partitionkey", "idempotencykey", "hashkey", "groupkey", "rowkey", "logkey", "sitekey"}

// nameMax is the longest name that is read.
const nameMax = 64

// meaning is what a name says. Writing does not matter: API_KEY, apiKey, api-key and Api.Key are one.
func meaning(name string) naming {
	if len(name) < 3 || len(name) > nameMax {
		return nothing
	}
	switch name[len(name)-1] | 0x20 {
	case 'd', 'e', 't', 'n', 'y', 'g', 'h':
	default:
		return nothing
	}
	var buf [nameMax]byte
	low := buf[:0]
	for i := 0; i < len(name); i++ {
		if c := name[i]; letters.has(c) {
			if c >= 'A' && c <= 'Z' {
				c |= 0x20
			}
			low = append(low, c)
		}
	}
	n := string(low)
	switch n {
	case "authorization", "proxyauthorization", "xauthorization":
		return authorization
	case "cookie":
		return cookie
	case "setcookie":
		return setCookie
	case "pwd":
		return nothing
	case "sig", "signature", "xamzsignature", "xgoogsignature":
		return signature
	case "auth":
		if strings.HasPrefix(name, "_") { // .npmrc
			return secret
		}
	}
	for _, h := range harmless {
		if strings.HasSuffix(n, h) {
			return nothing
		}
	}
	for _, w := range passwords {
		if strings.HasSuffix(n, w) {
			return password
		}
	}
	for _, w := range secrets {
		if strings.HasSuffix(n, w) {
			return secret
		}
	}
	if strings.HasSuffix(name, "_KEY") && strings.ToUpper(name) == name {
		return someKey
	}
	return nothing
}

// given is a value and how it is given.
type given struct {
	from, to int
	quoted   bool
	plain    bool // no code: an environment variable, an argument, part of an address
}

// assignment looks at NAME=VALUE, name: value, "name": "value", 'name' => 'value', ?name=value, and a header's line.
func (s *scanner) assignment(i int) {
	t := s.text
	if t[i] == '=' && (i+1 < len(t) && (t[i+1] == '=' || t[i+1] == '~') || i > 0 && strings.IndexByte("=!<>~", t[i-1]) >= 0) {
		return
	}
	name, start, quote := s.nameBefore(i)
	m := meaning(name)
	if m == nothing {
		return
	}
	opened := byte(0) // the quote that stands before an unquoted name ends the value too: -H 'Cookie: a=b'
	if quote == 0 && start > 0 && strings.IndexByte("\"'`", t[start-1]) >= 0 {
		opened = t[start-1]
	}
	from := i + 1
	for from < len(t) && from-i < 9 && (t[from] == ' ' || t[from] == '\t' || from == i+1 && (t[from] == '>' || t[from] == '=')) {
		from++
	}
	if from == len(t) {
		return
	}
	g := given{from: from, plain: t[i] == '=' && from == i+1 && (strings.ToUpper(name) == name || start > 0 && strings.IndexByte("?&;", t[start-1]) >= 0)}
	switch q := t[from]; {
	case (q == '"' || q == '\'' || q == '`') && q != opened:
		g.quoted = true
		g.from, g.to = from+1, s.closing(from)
	case m >= authorization:
		g.to = s.lineEnd(from, opened)
	default:
		g.to = s.valueEnd(from)
	}
	if m == signature && !(start > 0 && (t[start-1] == '?' || t[start-1] == '&')) {
		return
	}
	s.value(m, g)
}

// nameBefore is the name in front of a separator, where it begins, and its quote.
func (s *scanner) nameBefore(i int) (name string, start int, quote byte) {
	t := s.text
	end := i
	if end > 0 && t[i] == '=' && t[end-1] == ':' {
		end--
	}
	for end > 0 && i-end < 8 && (t[end-1] == ' ' || t[end-1] == '\t') {
		end--
	}
	if end > 0 && strings.IndexByte("\"'`]", t[end-1]) >= 0 {
		end--
		if quote = t[end]; quote == ']' && end > 0 { // config["password"] = …
			end--
			quote = t[end]
		}
	}
	start = end
	for start > 0 && end-start <= nameMax && (urls.has(t[start-1]) || t[start-1] == '.') {
		start--
	}
	name = t[start:end]
	if s.escapedStart(start) && len(name) > 1 {
		start, name = start+1, name[1:]
	}
	return name, start, quote
}

// escapedStart tells whether a word begins with the letter of an escape: \nAPI_KEY=.
func (s *scanner) escapedStart(i int) bool {
	return i > 0 && i < len(s.text) && s.text[i-1] == '\\' && strings.IndexByte("nrt", s.text[i]) >= 0
}

// valueMax bounds a value.
const valueMax = 4096

// closing is where the quote at i is closed, on the same line and at the same depth of escapes; without a quote, where the line ends.
func (s *scanner) closing(i int) int {
	t := s.text
	q, level := t[i], s.level(i)
	n := i + 1
	for ; n < len(t) && n-i < valueMax && t[n] != '\n'; n++ {
		if t[n] == q && s.level(n) <= level && (level > 0 || t[n-1] != '\\') {
			break
		}
	}
	return n
}

// lineEnd is where the value of a header ends.
func (s *scanner) lineEnd(i int, quote byte) int {
	t := s.text
	n := i
	for ; n < len(t) && n-i < valueMax; n++ {
		c := t[n]
		if c == '\n' || c == '\r' || c == quote || quote == 0 && c == '"' || c == '\\' && n+1 < len(t) && (t[n+1] == 'n' || t[n+1] == 'r') {
			break
		}
	}
	return n
}

// valueEnd is where a value without quotes ends.
func (s *scanner) valueEnd(i int) int {
	t := s.text
	n := i
	for n < len(t) && n-i < valueMax && t[n] > ' ' && strings.IndexByte("\"'`,;&<>|\\", t[n]) < 0 {
		n++
	}
	return n
}

// value notes what is given under a name, if it is a secret.
func (s *scanner) value(m naming, g given) {
	v := s.text[g.from:max(g.from, g.to)]
	switch m {
	case authorization:
		if from, ok := credentials(v); ok {
			s.add(g.from+from, g.to, "authorization", true)
		}
	case cookie:
		if pairs(v) {
			s.add(g.from, g.to, "cookie", true)
		}
	case setCookie:
		if eq := strings.IndexByte(v, '='); eq > 0 {
			body, _, _ := strings.Cut(v[eq+1:], ";")
			if likely(body) {
				s.add(g.from+eq+1, g.from+eq+1+len(body), "cookie", true)
			}
		}
	default:
		if v = strings.TrimRight(v, ")]}"); secretly(m, v, g) {
			s.add(g.from, g.from+len(v), [...]string{password: "password", secret: "secret", someKey: "secret", signature: "signed-address"}[m], true)
		}
	}
}
