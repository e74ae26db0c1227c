package geminicli

import (
	"strconv"
	"strings"

	"github.com/vitrine-go/vitrine/artifactkit/limits"
	"github.com/vitrine-go/vitrine/artifactkit/protocol"
	"github.com/vitrine-go/vitrine/artifactkit/source/internal/answer"
	"github.com/vitrine-go/vitrine/artifactkit/source/internal/obj"
)

// change shows a file that was changed: the patch, and both texts where they are short enough to be worth it.
func change(d *answer.Draft, v protocol.Value, project string) (left []byte) {
	path := v.Get("filePath").Str()
	if path == "" {
		path = v.Get("fileName").Str()
	}
	path = short(path, project)
	old, now := v.Get("originalContent"), v.Get("newContent")
	var o obj.Object
	o.Str("path", path)
	isNew := v.Get("isNewFile").Bool() || old.Type() == protocol.Null || old.Type() == protocol.String && old.Str() == "" && now.Str() != ""
	if isNew {
		o.Str("verb", "Create")
	} else {
		o.Str("verb", "Edit")
	}
	carried := []string{"fileDiff", "fileName", "filePath", "isNewFile"}
	whole := now.Type() == protocol.String && len(old.Raw()) <= limits.Twice && len(now.Raw()) <= limits.Twice
	if whole {
		o.Str("old", old.Str())
		o.Val("new", now)
		carried = append(carried, "originalContent", "newContent")
	}
	if s := v.Get("fileDiff").Str(); s != "" {
		o.Str("patch", s)
	}
	d.Kind, d.Title, d.Display, d.Payload = "diff", path, nil, o.JSON()
	if d.Value == "" {
		d.Value = v.Get("fileDiff").Str()
	}
	return obj.Rest(v, carried...)
}

// short writes a path below the project's folder without it.
func short(path, project string) string {
	rest, ok := strings.CutPrefix(path, strings.TrimRight(project, `/\`))
	if ok && project != "" && len(rest) > 1 && (rest[0] == '/' || rest[0] == '\\') {
		return rest[1:]
	}
	return path
}

// todos shows things to do.
func todos(d *answer.Draft, v protocol.Value) (left []byte) {
	whole := v.Len() == 1
	var rows [][]byte
	for _, one := range v.Get("todos").Elems() {
		var row obj.Object
		row.Str("status", one.Get("status").Str())
		row.Str("description", one.Get("description").Str())
		rows = append(rows, row.JSON())
		whole = whole && obj.Rest(one, "status", "description") == nil
	}
	if len(rows) > 0 {
		table(d, rows, "To do")
		if whole {
			return nil
		}
	}
	return v.AppendCompact(nil)
}

// matches shows what a search found.
func matches(d *answer.Draft, v protocol.Value) {
	var rows [][]byte
	for _, one := range v.Get("matches").Elems() {
		var row obj.Object
		row.Val("file", one.Get("filePath"))
		row.Val("line", one.Get("lineNumber"))
		row.Val("text", one.Get("line"))
		rows = append(rows, row.JSON())
	}
	table(d, rows, v.Get("summary").Str())
}

// listed shows the files that a tool found.
func listed(d *answer.Draft, v protocol.Value) {
	var rows [][]byte
	for _, f := range v.Get("files").Elems() {
		var row obj.Object
		row.Str("file", f.Str())
		rows = append(rows, row.JSON())
	}
	if len(rows) > 0 && d.Kind == "text" {
		table(d, rows, v.Get("summary").Str())
	}
}

func table(d *answer.Draft, rows [][]byte, title string) {
	var o obj.Object
	o.Raw("df", obj.List(rows))
	d.Kind, d.Title, d.Display, d.Payload = "table", title, nil, o.JSON()
}

// progress shows what a sub-agent did and what it found.
func progress(d *answer.Draft, v protocol.Value) {
	d.Title = v.Get("agentName").Str()
	if s := v.Get("result").Str(); s != "" {
		d.Kind, d.Display, d.Payload = "text", body("markdown", s), body("text", s)
		return
	}
	var rows [][]byte
	for _, one := range v.Get("recentActivity").Elems() {
		var row obj.Object
		for _, key := range []string{"status", "type", "content"} {
			row.Str(key, one.Get(key).Str())
		}
		rows = append(rows, row.JSON())
	}
	if len(rows) > 0 {
		table(d, rows, d.Title)
	}
}

// ansi writes a screen of styled runs as a terminal's text; "" for any other list.
func ansi(screen protocol.Value) string {
	var b strings.Builder
	for i, line := range screen.Elems() {
		if line.Type() != protocol.Array {
			return ""
		}
		if i > 0 {
			b.WriteByte('\n')
		}
		var l strings.Builder
		for _, run := range line.Elems() {
			words := run.Get("text")
			if words.Type() != protocol.String {
				return ""
			}
			if style := styleOf(run); style != "" && strings.TrimSpace(words.Str()) != "" {
				l.WriteString("\x1b[" + style + "m" + words.Str() + "\x1b[0m")
			} else {
				l.WriteString(words.Str())
			}
		}
		b.WriteString(strings.TrimRight(l.String(), " "))
	}
	return strings.TrimRight(b.String(), "\n")
}

// styleOf is the style of a run as parameters of a terminal's sequence.
func styleOf(run protocol.Value) string {
	var codes []string
	for _, one := range []struct{ key, code string }{{"bold", "1"}, {"dim", "2"}, {"italic", "3"}, {"underline", "4"}, {"inverse", "7"}} {
		if run.Get(one.key).Bool() {
			codes = append(codes, one.code)
		}
	}
	for _, one := range []struct{ key, code string }{{"fg", "38;2;"}, {"bg", "48;2;"}} {
		if rgb := colour(run.Get(one.key).Str()); rgb != "" {
			codes = append(codes, one.code+rgb)
		}
	}
	return strings.Join(codes, ";")
}

// colour reads #rrggbb.
func colour(s string) string {
	if len(s) != 7 || s[0] != '#' {
		return ""
	}
	n, err := strconv.ParseUint(s[1:], 16, 32)
	if err != nil {
		return ""
	}
	return strconv.Itoa(int(n>>16)) + ";" + strconv.Itoa(int(n>>8&0xff)) + ";" + strconv.Itoa(int(n&0xff))
}
