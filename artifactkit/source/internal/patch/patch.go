// Package patch reads and writes the hunks that coding agents record.
package patch

import (
	"strconv"
	"strings"

	"github.com/vitrine-go/vitrine/artifactkit/protocol"
)

// Hunk is one run of changed lines with its context. Starts count from 1.
type Hunk struct {
	OldStart, NewStart int
	Lines              []string // each begins with ' ', '-', '+' or '\'
}

// Parse reads an array of {oldStart, oldLines, newStart, newLines, lines}. The counts are not believed: the lines are counted. ok is
// false unless it is an array with at least one hunk, all of that shape.
func Parse(v protocol.Value) (hunks []Hunk, ok bool) {
	for _, h := range v.Elems() {
		old, okOld := h.Get("oldStart").Int()
		now, okNew := h.Get("newStart").Int()
		lines := h.Get("lines")
		if !okOld || !okNew || old < 0 || now < 0 || old > 1<<31 || now > 1<<31 || lines.Type() != protocol.Array {
			return nil, false
		}
		hunk := Hunk{OldStart: int(old), NewStart: int(now)}
		for _, l := range lines.Elems() {
			s := l.Str()
			if s == "" || !strings.ContainsRune(` -+\`, rune(s[0])) || strings.ContainsRune(s, '\n') {
				return nil, false
			}
			hunk.Lines = append(hunk.Lines, s)
		}
		hunks = append(hunks, hunk)
	}
	return hunks, len(hunks) > 0
}

// Unified writes hunks as the body of a unified diff.
func Unified(hunks []Hunk) string {
	var b strings.Builder
	for _, h := range hunks {
		old, now := h.counts()
		b.WriteString("@@ -" + span(h.OldStart, old) + " +" + span(h.NewStart, now) + " @@\n")
		for _, l := range h.Lines {
			b.WriteString(l)
			b.WriteByte('\n')
		}
	}
	return b.String()
}

// span writes "start,count"; an empty side stands before the line that would be its first.
func span(start, count int) string {
	switch count {
	case 0:
		return strconv.Itoa(max(start-1, 0)) + ",0"
	case 1:
		return strconv.Itoa(start)
	}
	return strconv.Itoa(start) + "," + strconv.Itoa(count)
}

func (h Hunk) counts() (old, now int) {
	for _, l := range h.Lines {
		switch l[0] {
		case ' ':
			old++
			now++
		case '-':
			old++
		case '+':
			now++
		}
	}
	return old, now
}

// Apply makes the new text of the old one. ok is false when a hunk does not fit, or says something about the end of the
// file, which only the patch itself can show.
func Apply(old string, hunks []Hunk) (now string, ok bool) {
	lines := strings.Split(old, "\n")
	var out []string
	at := 0
	for _, h := range hunks {
		from := max(h.OldStart-1, 0)
		if from < at || from > len(lines) {
			return "", false
		}
		out = append(out, lines[at:from]...)
		at = from
		for _, l := range h.Lines {
			switch l[0] {
			case '+':
				out = append(out, l[1:])
				continue
			case '\\':
				return "", false
			}
			if at == len(lines) || lines[at] != l[1:] {
				return "", false
			}
			if l[0] == ' ' {
				out = append(out, lines[at])
			}
			at++
		}
	}
	return strings.Join(append(out, lines[at:]...), "\n"), true
}

// Looks tells whether a text is a patch rather than words: a line begins with "diff --git " or with a hunk header, or it begins with
// the frame of a V4A patch. What a patch says is read where it is drawn; sources hand over the text.
func Looks(text string) bool {
	if strings.HasPrefix(strings.TrimSpace(text), "*** Begin Patch\n") {
		return true
	}
	for len(text) > 0 {
		line, rest, _ := strings.Cut(text, "\n")
		if strings.HasPrefix(line, "diff --git ") || strings.HasPrefix(line, "@@ -") || strings.HasPrefix(line, "@@ +") {
			return true
		}
		text = rest
	}
	return false
}
