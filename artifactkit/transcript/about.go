package transcript

import (
	"strings"

	"github.com/vitrine-go/vitrine/artifactkit/protocol"
)

// About is what can be done with a call.
type About struct {
	Ref  string   // for Reveal, and for links
	Copy []string // words that Extract knows for it: "value", "artifact", "arguments", "markdown"
}

// About tells of the call that a part belongs to; ok is false where there is none.
func (t *Transcript) About(part string) (a About, ok bool) {
	c := t.callOf(part)
	if c == nil {
		return About{}, false
	}
	a.Ref = c.ref()
	if c.result != nil {
		a.Copy = append(a.Copy, "value")
		if c.opened().Adapted.HasArtifact {
			a.Copy = append(a.Copy, "artifact")
		}
	}
	if c.request != nil {
		a.Copy = append(a.Copy, "arguments")
	}
	a.Copy = append(a.Copy, "markdown")
	return a, true
}

// Event is the latest result of the call of a reference, and the request before it where there is one, both as they came; ok is
// false for a call without a result. Do not write to them.
func (t *Transcript) Event(ref string) (event, request []byte, ok bool) {
	c := t.lookup(ref)
	if c == nil || c.result == nil {
		return nil, nil, false
	}
	return c.result, c.request, true
}

// extract gives out what belongs to a call as a whole and not to its card.
func (c *call) extract(what string) (mime, file string, body []byte, ok bool) {
	switch {
	case what == "arguments" && c.request != nil:
		v, _ := protocol.Parse(c.request)
		return "application/json", "arguments.json", []byte(v.Get("arguments").Indented()), true
	case what == "artifact" && c.result != nil && c.opened().Adapted.HasArtifact:
		return "application/json", "artifact.json", c.opened().Adapted.Artifact.AppendJSON(nil), true
	case what == "markdown":
		return "text/markdown", "call.md", []byte(c.markdown()), true
	}
	return "", "", nil, false
}

// markdown is the call as a piece of a document: what was done, with what, and what came of it.
func (c *call) markdown() string {
	var b strings.Builder
	title := c.seg.title()
	if title == "" {
		title = c.tool
	}
	b.WriteString("**" + escapeInline(title) + "**")
	if c.tool != "" && c.tool != title {
		b.WriteString(" (" + code(c.tool) + ")")
	}
	b.WriteString(": " + escapeInline(c.t.word(c)) + "\n")
	if c.request != nil {
		v, _ := protocol.Parse(c.request)
		if a := v.Get("arguments"); a.IsSet() {
			b.WriteString("\n" + fenced("json", a.Indented()))
		}
	}
	if c.result == nil {
		return b.String()
	}
	if _, _, table, ok := c.opened().Extract("md", c.view); ok {
		b.WriteString("\n" + strings.TrimRight(string(table), "\n") + "\n")
	} else if v := c.opened().Value; v != "" {
		b.WriteString("\n" + fenced("", v))
	}
	return b.String()
}

// fenced is a block of code with a fence that nothing in the text ends.
func fenced(lang, text string) string {
	fence := strings.Repeat("`", max(3, ticks(text)+1))
	return fence + lang + "\n" + strings.TrimRight(text, "\n") + "\n" + fence + "\n"
}

func code(s string) string {
	t := strings.Repeat("`", ticks(s)+1)
	if strings.HasPrefix(s, "`") || strings.HasSuffix(s, "`") {
		s = " " + s + " "
	}
	return t + s + t
}

// ticks is the longest run of backticks.
func ticks(s string) (longest int) {
	n := 0
	for i := range len(s) {
		if s[i] != '`' {
			n = 0
			continue
		}
		n++
		longest = max(longest, n)
	}
	return longest
}

var inline = strings.NewReplacer(`\`, `\\`, "*", `\*`, "_", `\_`, "`", "\\`", "[", `\[`, "]", `\]`, "<", `\<`, "&", `\&`)

func escapeInline(s string) string { return inline.Replace(s) }
