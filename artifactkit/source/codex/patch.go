package codex

import (
	"strconv"
	"strings"

	"github.com/vitrine-go/vitrine/artifactkit/limits"
	"github.com/vitrine-go/vitrine/artifactkit/protocol"
	"github.com/vitrine-go/vitrine/artifactkit/source/internal/answer"
	"github.com/vitrine-go/vitrine/artifactkit/source/internal/obj"
	"github.com/vitrine-go/vitrine/artifactkit/source/internal/responses"
	"github.com/vitrine-go/vitrine/artifactkit/source/internal/talk"
)

// Frame of a patch as the model writes it.
const (
	patchBegin = "*** Begin Patch"
	patchEnd   = "*** End Patch"
)

// patchOf is the patch that a call brings along, "" for none: free text, an argument, or a command that is apply_patch.
func patchOf(c talk.Call) string {
	text := c.Input.Str()
	if c.Name == "apply_patch" {
		for _, key := range []string{"input", "patch"} {
			text = first(text, c.Input.Get(key).Str())
		}
	} else if commands[c.Name] {
		text = strings.TrimSpace(responses.Command(c.Input))
		if !strings.HasPrefix(text, "apply_patch") && !strings.HasPrefix(text, "applypatch") {
			return ""
		}
	}
	_, from, ok := strings.Cut(text, patchBegin)
	if !ok {
		return ""
	}
	if inside, _, whole := strings.Cut(from, patchEnd); whole {
		return patchBegin + inside + patchEnd + "\n"
	}
	return patchBegin + from
}

// patched shows the patch of a call whose output is words about it.
func patched(d *answer.Draft, c talk.Call, words, project string) {
	text := patchOf(c)
	d.Kind, d.Value = "diff", words
	if d.Name == "apply_patch" || d.Name == "" || commands[d.Name] {
		if v, ok := recorded(words); ok {
			d.Value = v.Get("output").Str()
			if code := v.At("metadata", "exit_code").Num(); code != "" && code != "0" {
				d.Fail(strings.TrimRight(d.Value, "\n"))
			}
		}
	}
	var o obj.Object
	if path := responses.FirstFile(text); path != "" {
		d.Title = short(path, project)
		o.Str("path", d.Title)
	}
	o.Str("verb", "Patch")
	o.Str("patch", text)
	d.Payload = o.JSON()
}

// recorded reads {"output", "metadata": {"exit_code"}}.
func recorded(text string) (protocol.Value, bool) {
	if !strings.HasPrefix(strings.TrimSpace(text), "{") || len(text) > limits.SniffText {
		return protocol.Value{}, false
	}
	v, why := protocol.Parse([]byte(text))
	return v, why == nil && v.Get("output").Type() == protocol.String && v.Get("metadata").Type() == protocol.Object
}

// applied shows the changes that an event lists, file by file; where it lists none, the patch of the call.
func applied(d *answer.Draft, event protocol.Value, c talk.Call, text, project string) (said []string) {
	changes := event.Get("changes")
	if changes.Len() == 0 && c.Input.Get("changes").Exists() { // the first versions say them once
		changes = c.Input.Get("changes")
	}
	stdout, stderr := event.Get("stdout").Str(), event.Get("stderr").Str()
	said = []string{"changes", "success"}
	d.Value = first(text, stdout, stderr)
	if v, ok := recorded(d.Value); ok {
		d.Value = v.Get("output").Str()
	}
	for key, s := range map[string]string{"stdout": stdout, "stderr": stderr} {
		if s == "" || strings.Contains(d.Value, strings.TrimSpace(s)) {
			said = append(said, key)
		}
	}
	switch body, title, ok := changed(changes, project); {
	case ok:
		d.Kind, d.Title, d.Payload = "diff", title, body.JSON()
	case patchOf(c) != "":
		value := d.Value
		patched(d, c, "", project)
		d.Value = value
		said[0] = "type"
	default:
		var o obj.Object
		o.Str("text", first(d.Value, changes.Indented()))
		d.Kind, d.Payload = "text", o.JSON()
		said[0] = "type"
	}
	if s := event.Get("success"); s.Type() == protocol.Bool && !s.Bool() {
		d.Fail(first(strings.TrimSpace(stderr), d.Value))
	}
	return said
}

// changed is the payload of a diff of {path: {type, content | unified_diff, move_path?}}; ok is false for anything else.
func changed(changes protocol.Value, project string) (body obj.Object, title string, ok bool) {
	if changes.Type() != protocol.Object || changes.Len() == 0 {
		return body, "", false
	}
	var patch strings.Builder
	for path, one := range changes.Members() {
		path = short(path, project)
		typ := one.Get("type").Str()
		if typ == "" && one.Len() == 1 { // the first versions write {"add": {…}}
			for key, inner := range one.Members() {
				typ, one = key, inner
			}
		}
		content, diff, to := one.Get("content"), one.Get("unified_diff"), short(one.Get("move_path").Str(), project)
		if changes.Len() == 1 && content.Type() == protocol.String && len(content.Str()) <= limits.Twice && (typ == "add" || typ == "delete") {
			body.Str("path", path)
			if typ == "add" {
				body.Str("verb", "Create")
				body.Str("old", "")
				body.Val("new", content)
			} else {
				body.Str("verb", "Delete")
				body.Val("old", content)
				body.Str("new", "")
			}
			return body, path, true
		}
		switch {
		case typ == "add" && content.Type() == protocol.String:
			whole(&patch, "--- /dev/null\n+++ "+side("b", path)+"\n", "+", content.Str())
		case typ == "delete" && content.Type() == protocol.String:
			whole(&patch, "--- "+side("a", path)+"\n+++ /dev/null\n", "-", content.Str())
		case typ == "update" && diff.Type() == protocol.String:
			patch.WriteString("--- " + side("a", path) + "\n+++ " + side("b", first(to, path)) + "\n" + withoutNames(diff.Str()))
		default:
			return body, "", false
		}
		title = path
		if to != "" {
			title += " → " + to
		}
	}
	if changes.Len() > 1 {
		title = strconv.Itoa(changes.Len()) + " files"
	} else {
		body.Str("path", title)
	}
	body.Str("verb", "Edit")
	body.Str("patch", patch.String())
	return body, title, true
}

// side is how a patch names a file of its old or its new side.
func side(which, path string) string { return which + "/" + strings.TrimLeft(path, "/") }

// withoutNames is a unified diff from its first hunk on, with a line end behind it.
func withoutNames(diff string) string {
	if i := strings.Index(diff, "@@"); i > 0 && (strings.HasPrefix(diff, "--- ") || strings.HasPrefix(diff, "diff ")) {
		diff = diff[i:]
	}
	if !strings.HasSuffix(diff, "\n") {
		diff += "\n"
	}
	return diff
}

// whole writes a file that was added or deleted.
func whole(b *strings.Builder, names, sign, content string) {
	n := strings.Count(content, "\n")
	ended := strings.HasSuffix(content, "\n")
	if !ended && content != "" {
		n++
	}
	b.WriteString(names)
	if n == 0 {
		return
	}
	if sign == "+" {
		b.WriteString("@@ -0,0 +1," + strconv.Itoa(n) + " @@\n")
	} else {
		b.WriteString("@@ -1," + strconv.Itoa(n) + " +0,0 @@\n")
	}
	for line := range strings.Lines(content) {
		b.WriteString(sign + line)
	}
	if !ended {
		b.WriteString("\n\\ No newline at end of file\n")
	}
}

// short writes a path below the project's folder without it.
func short(path, project string) string {
	rest, ok := strings.CutPrefix(path, strings.TrimRight(project, `/\`))
	if ok && project != "" && len(rest) > 1 && (rest[0] == '/' || rest[0] == '\\') {
		return rest[1:]
	}
	return path
}
