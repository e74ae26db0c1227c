package talk

import (
	"github.com/vitrine-go/vitrine/artifactkit/protocol"
	"github.com/vitrine-go/vitrine/artifactkit/source"
)

// subjects are the arguments that tell what a call is about, the most telling first.
var subjects = []string{"file_path", "notebook_path", "path", "filename", "command", "cmd", "pattern", "query", "url", "uri"}

// Subject is what a call is about in a word: the file, the command, the pattern, the address. "" when its arguments do not tell.
func (c Call) Subject() string {
	for _, key := range subjects {
		if v := c.Input.Get(key); v.Type() == protocol.String && v.Str() != "" {
			return source.TitleOf(v.Str())
		}
	}
	return ""
}
