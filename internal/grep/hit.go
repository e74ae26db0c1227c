package grep

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/vitrine-go/vitrine/artifactkit/protocol"
	"github.com/vitrine-go/vitrine/artifactkit/source"
)

const (
	// before and after are how many characters of a snippet stand on either side of the first word.
	before, after = 50, 110
	// maxText is how much of one event is searched.
	maxText = 8 << 20
)

// hit tells whether an event has all of the words. names are the tools of the calls so far.
func (q Query) hit(e source.Envelope, v protocol.Value, names map[string]string) (Hit, bool) {
	h := Hit{Type: e.Type, At: e.At}
	var fields []string
	size := 0
	put := func(s string) {
		if size += len(s); s != "" && size <= maxText {
			fields = append(fields, s)
		}
	}
	switch e.Type {
	case "message":
		h.Who = v.Get("role").Str()
		put(v.Get("text").Str())
		put(v.Get("markdown").Str())
	case "thinking", "error":
		h.Who = e.Type
		put(v.Get("text").Str())
		put(v.Get("message").Str())
	case "tool_request":
		h.Who, h.Call = toolOf(v, names), reference(e, v)
		strs(v.Get("arguments"), put)
		put(h.Who)
	case "tool_result":
		h.Who, h.Call = toolOf(v, names)+", result", reference(e, v)
		put(v.Get("value").Str())
		if k := v.At("artifact", "kind").Str(); k == "diff" || k == "table" { // of all others the value says what there is
			strs(v.At("artifact", "payload"), put)
		}
	default:
		return h, false
	}
	first := -1
	for i, w := range q.words {
		n := holds(fields, w)
		if n < 0 {
			return h, false
		}
		if i == 0 {
			first = n
		}
	}
	low := strings.ToLower(fields[first])
	// Lower case may be longer or shorter than upper case, in bytes; never in runes.
	at := utf8.RuneCountInString(low[:strings.Index(low, q.words[0])])
	h.Snippet, h.From, h.To = snippet(fields[first], at, utf8.RuneCountInString(q.words[0]))
	return h, true
}

// holds is the first field that has a word, -1 for none.
func holds(fields []string, word string) int {
	for i, f := range fields {
		if strings.Contains(strings.ToLower(f), word) {
			return i
		}
	}
	return -1
}

// toolOf is the tool of a call or a result.
func toolOf(v protocol.Value, names map[string]string) string {
	for _, s := range []string{v.Get("name").Str(), names[v.Get("id").Str()]} {
		if s != "" {
			return s
		}
	}
	return "tool"
}

// reference is how the page is asked for a call.
func reference(e source.Envelope, v protocol.Value) string {
	id := v.Get("id").Str()
	if id != "" && e.Parent != "" {
		return e.Parent + "/" + id
	}
	return id
}

// strs calls put for the strings in a value, but for pictures.
func strs(v protocol.Value, put func(string)) {
	switch v.Type() {
	case protocol.String:
		put(v.Str())
	case protocol.Array:
		for _, e := range v.Elems() {
			strs(e, put)
		}
	case protocol.Object:
		for key, m := range v.Members() {
			if key != "b64" && key != "data" {
				strs(m, put)
			}
		}
	}
}

// snippet cuts n runes of a text out, which begin behind the first at, with what stands around them, and puts them on one line.
func snippet(text string, at, n int) (line string, from, to int) {
	var b strings.Builder
	blank, i := true, 0
	first := max(at-before, 0)
	if first > 0 {
		b.WriteString("…")
	}
	for _, r := range text {
		if i == at {
			from = b.Len()
		}
		if i == at+n {
			to = b.Len()
		}
		if i >= at+n+after {
			b.WriteString("…")
			break
		}
		if i >= first {
			inside := i >= at && i < at+n
			if unicode.IsSpace(r) && !inside {
				if !blank {
					b.WriteByte(' ')
				}
				blank = true
			} else {
				b.WriteRune(r)
				blank = false
			}
		}
		i++
	}
	line = b.String()
	if to == 0 {
		to = len(line)
	}
	return strings.TrimRight(line, " "), min(from, len(line)), min(to, len(strings.TrimRight(line, " ")))
}
