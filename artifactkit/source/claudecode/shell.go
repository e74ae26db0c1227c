package claudecode

import (
	"strings"

	"github.com/vitrine-go/vitrine/artifactkit/protocol"
	"github.com/vitrine-go/vitrine/artifactkit/source"
	"github.com/vitrine-go/vitrine/artifactkit/source/internal/obj"
)

// shell shows a command and what it printed. The text that the model saw stands in where the two streams are not recorded.
func shell(s *shown, failed bool) bool {
	command := s.input.Get("command").Str()
	if command == "" {
		command = s.rich.Get("command").Str()
	}
	stdout, stderr := s.rich.Get("stdout"), s.rich.Get("stderr")
	if s.rich.Get("isImage").Bool() && strings.HasPrefix(stdout.Str(), "data:image/") {
		return s.printedImage(command, stdout.Str())
	}
	output := s.text
	if stdout.Type() == protocol.String && !s.rich.Get("backgroundTaskId").Exists() {
		output = stdout.Str()
		if more := stderr.Str(); more != "" {
			if output != "" && !strings.HasSuffix(output, "\n") {
				output += "\n"
			}
			output += more
		}
		s.carry("stdout")
		s.carry("stderr")
	}
	for _, quiet := range []string{"interrupted", "isImage", "noOutputExpected"} {
		if v := s.rich.Get(quiet); v.Type() == protocol.Bool && !v.Bool() {
			s.carry(quiet)
		}
	}
	if command == "" {
		s.kind = "text"
		if failed {
			return false
		}
		s.body.Str("text", output)
		return true
	}
	s.kind, s.title = "code", source.TitleOf(command)
	s.body.Str("text", command)
	s.body.Str("lang", "console")
	s.body.Set("output", strings.TrimRight(output, "\n"))
	if strings.Contains(output, "\x1b") {
		s.preview = output
	}
	return true
}

// printedImage shows a command that printed a picture.
func (s *shown) printedImage(command, data string) bool {
	head, b64, ok := strings.Cut(strings.TrimPrefix(data, "data:"), ",")
	if !ok {
		return false
	}
	mime, _, _ := strings.Cut(head, ";")
	s.kind, s.title = "image", source.TitleOf(command)
	s.images(mime, b64, "")
	s.body.Set("code", command)
	s.carry("stdout")
	s.carry("isImage")
	return true
}

// images writes one picture.
func (s *shown) images(mime, b64, name string) {
	var one obj.Object
	one.Set("mime", mime)
	one.Str("b64", b64)
	one.Set("name", name)
	s.body.Raw("images", append(append([]byte{'['}, one.JSON()...), ']'))
}
