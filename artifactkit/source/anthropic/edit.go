package anthropic

import (
	"strings"

	"github.com/vitrine-go/vitrine/artifactkit/protocol"
	"github.com/vitrine-go/vitrine/artifactkit/source/internal/answer"
	"github.com/vitrine-go/vitrine/artifactkit/source/internal/lang"
	"github.com/vitrine-go/vitrine/artifactkit/source/internal/obj"
	"github.com/vitrine-go/vitrine/artifactkit/source/internal/patch"
	"github.com/vitrine-go/vitrine/artifactkit/source/internal/talk"
)

// edited shows what the text editor did: a file that was written, looked at, or changed.
func edited(d *answer.Draft, content protocol.Value, c talk.Call) bool {
	kind, _ := strings.CutPrefix(content.Get("type").Str(), "text_editor_code_execution_")
	path := c.Input.Get("path").Str()
	d.Title = path
	switch kind {
	case "view_result":
		return viewed(d, content, path)
	case "create_result":
		return created(d, content, c, path)
	case "str_replace_result":
		return replaced(d, content, path)
	}
	d.Title = ""
	return false
}

func viewed(d *answer.Draft, content protocol.Value, path string) bool {
	text := content.Get("content")
	if text.Type() != protocol.String {
		return false
	}
	var o obj.Object
	d.Kind, d.Value = "code", text.Str()
	o.Val("text", text)
	o.Set("lang", lang.OfFile(path))
	o.Set("filename", path)
	if start := content.Get("start_line"); start.Type() == protocol.Number && start.Num() != "1" {
		o.Val("start", start)
	}
	d.Payload = o.JSON()
	return true
}

func created(d *answer.Draft, content protocol.Value, c talk.Call, path string) bool {
	verb := "Create"
	if content.Get("is_file_update").Bool() {
		verb = "Update"
	}
	d.Value = strings.TrimSpace(verb + " " + path)
	text := c.Input.Get("file_text")
	if text.Type() != protocol.String {
		plain(d, d.Value, "")
		return true
	}
	var o obj.Object
	d.Kind = "diff"
	o.Str("old", "")
	o.Val("new", text)
	o.Str("path", path)
	o.Str("verb", verb)
	d.Payload = o.JSON()
	return true
}

// replaced is one hunk, all that the API tells of the file.
func replaced(d *answer.Draft, content protocol.Value, path string) bool {
	old, okOld := content.Get("old_start").Int()
	now, okNew := content.Get("new_start").Int()
	var lines []string
	for _, l := range content.Get("lines").Elems() {
		s := l.Str()
		if s == "" || !strings.ContainsRune(` -+\`, rune(s[0])) || strings.ContainsRune(s, '\n') {
			return false
		}
		lines = append(lines, s)
	}
	if len(lines) == 0 {
		return false
	}
	if !okOld || !okNew || old < 0 || now < 0 || old > 1<<31 || now > 1<<31 {
		old, now = 1, 1
	}
	d.Value = strings.Join(lines, "\n")
	var o obj.Object
	d.Kind = "diff"
	o.Str("path", path)
	o.Str("verb", "Edit")
	o.Str("patch", patch.Unified([]patch.Hunk{{OldStart: int(old), NewStart: int(now), Lines: lines}}))
	d.Payload = o.JSON()
	return true
}

func plain(d *answer.Draft, text, title string) {
	var o obj.Object
	o.Str("text", text)
	d.Kind, d.Value, d.Title, d.Payload = "text", text, title, o.JSON()
}
