package jupyter

import (
	"strings"

	"github.com/vitrine-go/vitrine/artifactkit/protocol"
	"github.com/vitrine-go/vitrine/artifactkit/source"
	"github.com/vitrine-go/vitrine/artifactkit/source/internal/answer"
	"github.com/vitrine-go/vitrine/artifactkit/source/internal/obj"
)

// draft chooses the artifact: pictures, else a table, else the code with what it printed, else what was printed.
func (s *shown) draft(code, lang string) answer.Draft {
	d := answer.Draft{Value: strings.Join(s.value, "\n"), Carried: s.carried}
	if s.failed {
		d.Fail(s.message)
	}
	lines := s.lines
	if s.detail != "" && (code != "" || s.images != nil || s.grid != nil) {
		lines = append(lines[:len(lines):len(lines)], s.detail)
	}
	words := strings.Join(s.words, "\n\n")
	var o obj.Object
	switch {
	case s.images != nil:
		d.Kind = "image"
		list := []byte{'['}
		for i, p := range s.images {
			if i > 0 {
				list = append(list, ',')
			}
			list = append(list, p...)
		}
		o.Raw("images", append(list, ']'))
		o.Set("output", strings.Join(also(lines, words, s.source), "\n"))
		o.Set("code", code)
		if code != "" {
			o.Set("lang", lang)
		}
	case s.grid != nil:
		d.Kind = "table"
		payload, _ := protocol.Parse(s.grid)
		for k, m := range payload.Members() {
			o.Val(k, m)
		}
		o.Set("output", strings.Join(also(lines, words, s.source), "\n"))
	case code != "":
		d.Kind = "code"
		o.Str("text", code)
		o.Set("lang", lang)
		o.Set("output", strings.Join(also(lines, words, s.source), "\n"))
	case s.failed:
		d.Kind = "error"
		o.Str("message", s.message)
		o.Set("detail", strings.Join(also(lines, s.detail), "\n"))
	case s.source != "":
		d.Kind = "code"
		o.Str("text", s.source)
		o.Str("lang", s.lang)
		o.Set("output", strings.Join(also(lines, words), "\n"))
	default:
		d.Kind = "text"
		o.Str("text", strings.Join(also(lines, words), "\n"))
	}
	d.Payload = o.JSON()
	if s.prose() {
		var hint obj.Object
		hint.Str("markdown", words)
		d.Display = hint.JSON()
	}
	return d
}

// prose tells whether all there is to see is Markdown.
func (s *shown) prose() bool {
	return len(s.words) > 0 && s.images == nil && s.grid == nil && !s.failed && len(s.lines) == 0 && s.source == ""
}

func also(lines []string, more ...string) []string {
	out := lines[:len(lines):len(lines)]
	for _, m := range more {
		if m != "" {
			out = append(out, m)
		}
	}
	return out
}

// display is how the call of a cell looks in a list: by the first line of its code, open where there is something to see.
func (s *shown) display(code string) []byte {
	var o obj.Object
	o.Set("label", label(code))
	if s.images != nil || s.grid != nil || s.words != nil {
		o.Bool("open", true)
	}
	if s.prose() {
		o.Str("markdown", strings.Join(s.words, "\n\n"))
	}
	if o.Empty() {
		return nil
	}
	return o.JSON()
}

// label is the first line of code that is no magic word.
func label(code string) string {
	for line := range strings.SplitSeq(code, "\n") {
		if t := source.TitleOf(line); t != "" && !strings.HasPrefix(t, "%%") {
			return t
		}
	}
	return source.TitleOf(code)
}
