package claudecode

import (
	"strconv"
	"strings"

	"github.com/vitrine-go/vitrine/artifactkit/protocol"
	"github.com/vitrine-go/vitrine/artifactkit/source/internal/lang"
)

// read shows a file, or a picture. The line it begins with is in the payload's "start".
func read(s *shown, failed bool) bool {
	if failed {
		return false
	}
	file := s.rich.Get("file")
	path := file.Get("filePath").Str()
	if path == "" {
		path = s.input.Get("file_path").Str()
	}
	s.title = s.short(path)
	if data := file.Get("base64"); data.Type() == protocol.String && strings.HasPrefix(file.Get("type").Str(), "image/") {
		s.kind = "image"
		s.images(file.Get("type").Str(), data.Str(), lang.Base(path))
		for _, key := range []string{"base64", "type", "filePath"} {
			s.carry("file", key)
		}
		s.carry("type")
		return true
	}
	text, start := file.Get("content").Str(), 1
	if file.Get("content").Type() == protocol.String {
		if n, ok := file.Get("startLine").Int(); ok && n > 0 && n < 1<<31 {
			start = int(n)
		}
		for _, key := range []string{"content", "filePath", "startLine"} {
			s.carry("file", key)
		}
		s.carry("type")
	} else if numbered, first, ok := unnumber(s.text); ok {
		text, start = numbered, first
	} else {
		return false
	}
	s.kind, s.preview = "code", text // without the numbers
	s.body.Str("text", text)
	s.body.Set("lang", lang.OfFile(path))
	s.body.Set("filename", s.short(path))
	if start > 1 {
		s.body.Raw("start", strconv.AppendInt(nil, int64(start), 10))
	}
	return true
}

// unnumber takes the numbers off that stand before each line of a file, as the model sees it: "     1→text", or with a tab.
func unnumber(text string) (plain string, first int, ok bool) {
	var out []string
	for i, l := range strings.Split(strings.TrimRight(text, "\n"), "\n") {
		trimmed := strings.TrimLeft(l, " ")
		digits := 0
		for digits < len(trimmed) && trimmed[digits] >= '0' && trimmed[digits] <= '9' {
			digits++
		}
		n, err := strconv.Atoi(trimmed[:digits])
		rest, arrow := strings.CutPrefix(trimmed[digits:], "→")
		if !arrow {
			rest, arrow = strings.CutPrefix(trimmed[digits:], "\t")
		}
		if err != nil || !arrow || i > 0 && n != first+i {
			return "", 0, false
		}
		if i == 0 {
			first = n
		}
		out = append(out, rest)
	}
	return strings.Join(out, "\n"), first, len(out) > 0
}
