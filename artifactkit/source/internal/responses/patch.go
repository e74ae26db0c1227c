package responses

import (
	"strings"

	"github.com/vitrine-go/vitrine/artifactkit/protocol"
	"github.com/vitrine-go/vitrine/artifactkit/source/internal/answer"
	"github.com/vitrine-go/vitrine/artifactkit/source/internal/obj"
	"github.com/vitrine-go/vitrine/artifactkit/source/internal/talk"
)

// operation shows a change that was asked for: the lines of a diff without the file names of one.
func operation(d *answer.Draft, op protocol.Value) {
	path, diff := op.Get("path").Str(), op.Get("diff")
	d.Kind, d.Title, d.Value = "diff", path, diff.Str()
	var o obj.Object
	switch op.Get("type").Str() {
	case "create_file":
		if text, ok := added(diff.Str()); ok {
			o.Str("old", "")
			o.Str("new", text)
		} else {
			o.Str("patch", diff.Str())
		}
		o.Str("path", path)
		o.Str("verb", "Create")
	case "delete_file":
		d.Value = "Delete " + path
		o.Str("patch", "*** Begin Patch\n*** Delete File: "+path+"\n*** End Patch\n")
		o.Str("path", path)
		o.Str("verb", "Delete")
	default:
		if diff.Type() != protocol.String {
			o.Str("text", op.Indented())
			o.Str("lang", "json")
			d.Kind, d.Value = "text", op.Compact()
			break
		}
		o.Str("path", path)
		o.Str("verb", "Edit")
		o.Str("patch", diff.Str())
	}
	d.Payload = o.JSON()
}

// added is the text of a diff that only adds, false for any other.
func added(diff string) (string, bool) {
	var b strings.Builder
	for line := range strings.Lines(diff) {
		text, ok := strings.CutPrefix(line, "+")
		if !ok {
			return "", false
		}
		b.WriteString(text)
	}
	return b.String(), true
}

// patched shows how a change went: what was asked for stays the body, also when it failed.
func patched(d *answer.Draft, v protocol.Value, c talk.Call) {
	said := v.Get("output").Str()
	if op := c.Input; op.Get("path").Exists() {
		operation(d, op)
		if said != "" {
			d.Value = said
		}
	} else {
		if d.Value = said; said == "" {
			d.Value = v.Get("status").Str()
		}
		var o obj.Object
		o.Str("text", d.Value)
		d.Kind, d.Payload = "text", o.JSON()
	}
	if v.Get("status").Str() == "failed" {
		d.Fail(said)
	}
}

// applied shows the patch that a call brought along, when its output is words about it.
func applied(d *answer.Draft, output protocol.Value, c talk.Call) bool {
	text := c.Input.Str()
	for _, key := range []string{"input", "patch"} {
		if text == "" {
			text = c.Input.Get(key).Str()
		}
	}
	if c.Name != "apply_patch" || !strings.Contains(text, "*** Begin Patch") {
		return false
	}
	d.Kind, d.Value = "diff", output.Str()
	var o obj.Object
	o.Str("verb", "Patch")
	o.Str("patch", text)
	if path := FirstFile(text); path != "" {
		d.Title = path
		o.Str("path", path)
	}
	d.Payload = o.JSON()
	return true
}

// FirstFile is the file that a patch changes, if it is only one.
func FirstFile(patch string) string {
	path := ""
	for line := range strings.Lines(patch) {
		for _, head := range []string{"*** Update File: ", "*** Add File: ", "*** Delete File: "} {
			if name, ok := strings.CutPrefix(line, head); ok {
				if path != "" {
					return ""
				}
				path = strings.TrimSpace(name)
			}
		}
	}
	return path
}
