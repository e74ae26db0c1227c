package redact

import (
	"bytes"
	"strconv"
	"strings"

	"github.com/vitrine-go/vitrine/artifactkit/protocol"
)

// maxDepth bounds JSON in strings of JSON; what lies deeper is read as text.
const maxDepth = 3

// maxInner is the largest text that is read as JSON because it looks like it.
const maxInner = 4 << 20

// inner reads a text that is JSON as JSON.
func (r *Redactor) inner(s string, depth int) (string, bool) {
	body := strings.TrimSpace(s)
	if depth >= maxDepth || len(body) > maxInner || len(body) < 2 || body[0] != '{' && body[0] != '[' {
		return "", false
	}
	if _, why := protocol.Parse([]byte(body)); why != nil {
		return "", false
	}
	lead := strings.Index(s, body)
	w := walker{r: r, src: []byte(body), depth: depth + 1}
	if !w.run() {
		return s, true
	}
	return s[:lead] + string(w.out) + s[lead+len(body):], true
}

// JSON is a JSON text without its secrets. json was parsed before. Every token but the strings that hold a secret stays as it is.
func (r *Redactor) JSON(json []byte) []byte {
	w := walker{r: r, src: json}
	if !w.run() {
		return json
	}
	return w.out
}

// level is one object or array that is open.
type level struct {
	array bool
	name  string          // of the member that is read, or that the array is the value of
	said  string          // in {"name": "Authorization", "value": …} and in ["--token", …], what was said before
	names map[string]bool // those that were written anew
	index int
}

// walker goes through the tokens of a JSON text once and writes it anew where something is removed. It depends on no bound of the
// parser: the deepest string is looked at like the first.
type walker struct {
	r     *Redactor
	src   []byte
	out   []byte
	done  int // src is written up to here
	depth int
	open  []level
	key   bool // inside a private key whose lines are strings of an array
}

func (w *walker) run() (changed bool) {
	for i := 0; i < len(w.src); {
		switch c := w.src[i]; c {
		case '{', '[':
			name := ""
			if l := w.top(); l != nil {
				name = l.name
			}
			w.open = append(w.open, level{array: c == '[', name: name})
			i++
		case '}', ']':
			if len(w.open) > 0 {
				w.open = w.open[:len(w.open)-1]
			}
			if len(w.open) == 0 || c == ']' {
				w.key = false
			}
			i++
		case ',':
			if l := w.top(); l != nil {
				l.index++
			}
			i++
		case '"':
			n := i + stringToken(w.src[i:])
			w.token(i, n)
			i = n
		default:
			i++
		}
	}
	if w.out == nil {
		return false
	}
	w.out = append(w.out, w.src[w.done:]...)
	return true
}

func (w *walker) top() *level {
	if len(w.open) == 0 {
		return nil
	}
	return &w.open[len(w.open)-1]
}

// stringToken is the length of the string that a JSON text begins with.
func stringToken(s []byte) int {
	for i := 1; i < len(s); i++ {
		switch s[i] {
		case '\\':
			i++
		case '"':
			return i + 1
		}
	}
	return len(s)
}

func (w *walker) token(from, to int) {
	raw := w.src[from:to]
	text := decoded(raw)
	l := w.top()
	rest := bytes.TrimLeft(w.src[to:min(len(w.src), to+16)], " \t\r\n")
	if l != nil && !l.array && len(rest) > 0 && rest[0] == ':' {
		name := w.r.text(text, w.depth)
		if name != text {
			name = l.fresh(name)
			w.write(from, to, name)
		}
		l.name = name
		if len(text) <= nameMax {
			l.name = text
		}
		w.r.place.enter(len(w.open), name)
		return
	}
	if s := w.value(l, text); s != text {
		w.write(from, to, s)
	}
	if l != nil && len(text) <= nameMax+2 && (l.array || l.name == "name" || l.name == "key" || l.name == "header") {
		l.said = text
	} else if l != nil && l.array {
		l.said = ""
	}
}

// value is the text of a string without secrets, told by its member's name and by itself.
func (w *walker) value(l *level, text string) string {
	if w.key {
		return w.keyLine(text)
	}
	name := ""
	switch {
	case l == nil:
	case l.array && l.said != "" && (strings.HasPrefix(l.said, "-") || len(w.open) > 1 && l.index == 1):
		name = strings.TrimLeft(l.said, "-")
		l.said = ""
	case !l.array && l.name == "value" && l.said != "":
		name = l.said
	default:
		name = l.name
	}
	if m := meaning(name); m != nothing && m != signature && m != someKey {
		v := view{text: text, src: text}
		s := scanner{view: &v, runs: runs{text: text}}
		s.value(m, given{to: len(text), quoted: true})
		text = w.r.replaced(&v, s.spans)
	}
	text = w.r.text(text, w.depth)
	if l != nil && l.array && strings.Contains(text, "-----BEGIN ") && strings.Contains(text, "PRIVATE KEY-----") && !strings.Contains(text, "-----END ") {
		w.key = true
	}
	return text
}

// keyLine empties one line of a private key whose lines are strings of their own.
func (w *walker) keyLine(text string) string {
	if strings.Contains(text, "-----END ") {
		w.key = false
		return text
	}
	body := strings.TrimLeft(text, " \t+-")
	if strings.Trim(body, upper+lower+"0123456789+/= :,-\r") != "" {
		w.key = false
		return w.r.text(text, w.depth)
	}
	if body == "" {
		return text
	}
	w.r.note("private-key")
	return text[:len(text)-len(body)] + mark("private-key")
}

// fresh is a name that the object has not yet: two names may be one when their secrets are gone.
func (l *level) fresh(name string) string {
	if l.names == nil {
		l.names = map[string]bool{}
	}
	one := name
	for n := 2; l.names[one]; n++ {
		one = name + " " + strconv.Itoa(n)
	}
	l.names[one] = true
	return one
}

func (w *walker) write(from, to int, s string) {
	if w.out == nil {
		w.out = make([]byte, 0, len(w.src)+64)
	}
	w.out = append(w.out, w.src[w.done:from]...)
	w.out = protocol.AppendString(w.out, s)
	w.done = to
}

// decoded is the text of a string token.
func decoded(raw []byte) string {
	if bytes.IndexByte(raw, '\\') < 0 {
		return string(raw[1 : len(raw)-1])
	}
	v, why := protocol.Parse(raw)
	if why != nil {
		return string(raw[1 : len(raw)-1])
	}
	return v.Str()
}
