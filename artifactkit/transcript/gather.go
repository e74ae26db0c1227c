package transcript

import (
	"bytes"
	"strings"

	"github.com/vitrine-go/vitrine/artifactkit/protocol"
)

// gatherer takes the texts out of the JSON of events that were read before. It works on the tokens, so that a long result costs no
// more than the part of it that is wanted.
type gatherer struct {
	text strings.Builder
	left int // bytes that are still taken
	read int // bytes that were looked at
	cut  bool
}

// put takes a text. Texts are apart, so that no words are found across two of them.
func (w *gatherer) put(s string) {
	if s == "" || w.left <= 0 {
		return
	}
	if len(s) > w.left {
		s, w.cut = s[:w.left], true
	}
	w.left -= len(s) + 1
	w.text.WriteString(s)
	w.text.WriteByte('\n')
}

// Members of an event, of an artifact and of a display whose texts are shown. All others are words of the protocol.
var (
	shownOfEvent    = map[string]bool{"arguments": true, "value": true, "artifact": true, "display": true}
	shownOfArtifact = map[string]bool{"title": true, "payload": true}
	shownOfDisplay  = map[string]bool{"title": true, "label": true, "value_preview": true, "html": true, "markdown": true, "text": true, "footer": true}
)

// unseen are members that hold no text, wherever they stand.
var unseen = map[string]bool{"b64": true, "data": true, "mime": true, "icon": true, "schema": true}

// event takes the texts of a request or a result: strings and numbers as they are shown, and the names of members where these are
// shown too, in arguments and inside a payload.
func (w *gatherer) event(raw []byte) {
	var path [4]string // names of the members around, as deep as it matters
	depth := 0
	name := ""
	for i := 0; i < len(raw) && w.left > 0; {
		start := i
		switch c := raw[i]; {
		case c == '{' || c == '[':
			if depth < len(path) {
				path[depth] = name
			}
			depth++
			i++
		case c == '}' || c == ']':
			depth--
			i++
		case c == '"':
			n := stringEnd(raw[i:])
			token := raw[i : i+n]
			i += n
			if isName(raw[i:]) {
				name = shortText(token)
				if nameShows(path, depth) {
					w.put(name)
				}
				break
			}
			if shows(path, depth, name) && !bytes.HasPrefix(token, []byte(`"data:`)) {
				w.put(w.string(token))
			}
		case c >= '0' && c <= '9' || c == '-':
			for i < len(raw) && strings.IndexByte("0123456789+-.eE", raw[i]) >= 0 {
				i++
			}
			if shows(path, depth, name) {
				w.put(string(raw[start:min(i, start+64)]))
			}
		default:
			i++
		}
		w.read += i - start
	}
	w.cut = w.cut || w.left <= 0
}

// shows tells whether a text at a place in an event is shown. depth counts the event itself; path[1] is its member.
func shows(path [4]string, depth int, name string) bool {
	if unseen[name] {
		return false
	}
	member := func(at int) string {
		if depth > at {
			return path[at]
		}
		return name
	}
	switch top := member(1); top {
	case "artifact":
		return depth > 1 && shownOfArtifact[member(2)]
	case "display":
		return depth > 1 && shownOfDisplay[member(2)]
	default:
		return shownOfEvent[top]
	}
}

// nameShows tells whether names at a depth are shown: those of arguments, and those inside a payload but its own members.
func nameShows(path [4]string, depth int) bool {
	return depth >= 2 && path[1] == "arguments" || depth >= 4 && path[1] == "artifact" && path[2] == "payload"
}

// isName tells whether what follows a string makes it the name of a member.
func isName(rest []byte) bool {
	for _, c := range rest {
		switch c {
		case ' ', '\t', '\n', '\r':
			continue
		}
		return c == ':'
	}
	return false
}

// shortText is the text of a string token, cut.
func shortText(token []byte) string {
	if len(token) > 256 {
		return string(token[1:255])
	}
	return textOf(token)
}

func textOf(token []byte) string {
	if bytes.IndexByte(token, '\\') < 0 {
		return string(token[1 : len(token)-1])
	}
	v, _ := protocol.Parse(token)
	return v.Str()
}

// string is the text of a string token, as much of it as is taken.
func (w *gatherer) string(token []byte) string {
	if len(token) <= 2*w.left+2 || len(token) < 64 {
		return textOf(token)
	}
	// The beginning, ended where no escape is cut in two.
	w.cut = true
	cut := w.left
	for j := cut; j > 0 && j > cut-12; j-- {
		if token[j] == '\\' {
			cut = j
		}
	}
	return textOf(append(bytes.Clone(token[:cut]), '"'))
}

// stringEnd is the length of the string token that raw, read before, begins with.
func stringEnd(raw []byte) int {
	for i := 1; i < len(raw); i++ {
		switch raw[i] {
		case '\\':
			i++
		case '"':
			return i + 1
		}
	}
	return len(raw)
}
