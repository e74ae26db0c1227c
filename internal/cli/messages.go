package cli

import (
	"io"
	"strconv"
	"strings"
	"unicode"

	"github.com/vitrine-go/vitrine/artifactkit/markup"
)

// messages is where messages go. Names of files and parts of data stand in them: what a terminal would obey, and what reorders a
// line, is spelled or replaced (TR-7, TR-8).
type messages struct{ io.Writer }

func (m messages) Write(p []byte) (int, error) {
	if _, err := io.WriteString(m.Writer, markup.Spelled(markup.Clean(string(p)))); err != nil {
		return 0, err
	}
	return len(p), nil
}

// name is a file as messages name it; one that could pass for more than one line of them is quoted.
func name(file string) string {
	switch {
	case file == "-" || file == "":
		return "standard input"
	case strings.IndexFunc(file, unicode.IsControl) >= 0:
		return strconv.Quote(file)
	}
	return file
}
