// Package diff is the kind of changes: two texts that are compared, or a patch of one or many files that is read. Both become
// the same list of lines with their numbers, and one page of it is drawn, in one column or in two.
package diff

import (
	"strings"

	"github.com/vitrine-go/vitrine/artifactkit/kind"
	"github.com/vitrine-go/vitrine/artifactkit/kind/internal/field"
	"github.com/vitrine-go/vitrine/artifactkit/kind/internal/longtext"
	"github.com/vitrine-go/vitrine/artifactkit/protocol"
)

// Kind reads {patch}, {unified} or {diff}, else {hunks} or {structuredPatch}, else {old, new}; path? and verb? head it. A patch is
// a unified diff, git's or any other, a combined diff of a merge, a V4A patch ("*** Begin Patch"), or bare lines with signs. It is
// preferred to the texts (AD-4), and drawn as the changes it describes, never as added lines (AD-5). Where both texts are there as
// well and the patch fits them, the lines between its hunks can be opened.
var Kind = kind.Kind{Name: "diff", Icon: "file-diff", Rich: true, Open: open}

type view struct {
	list
	path, verb string
	old, new   string
	patch      string
	both       sides   // empty unless all lines of both sides are known
	patched    bool    // the changes were told, not found by comparing
	has        [3]bool // whether the whole old text (removed) and the whole new one (added) are known
	replaced   bool    // too large to compare: all of the old is removed, all of the new added
}

func open(payload protocol.Value, _ string) (kind.View, *protocol.Reason) {
	if payload.Type() != protocol.Object {
		return nil, field.Bad("", "an object", payload)
	}
	v := &view{path: field.Optional(payload, "path"), verb: field.Optional(payload, "verb")}
	var oldSet, newSet bool
	v.old, oldSet, _ = field.Text(payload, "old")
	v.new, newSet, _ = field.Text(payload, "new")
	for _, key := range []string{"patch", "unified", "diff"} {
		if v.patch == "" {
			v.patch = field.Optional(payload, key)
		}
	}
	hunks := payload.Get("hunks")
	if hunks.Type() != protocol.Array {
		hunks = payload.Get("structuredPatch")
	}
	switch {
	case v.patch != "" && v.parse(v.patch, v.path), v.hunks(hunks, v.path):
		v.patched = true
		v.fit(oldSet && newSet)
	case oldSet || newSet:
		v.compare(oldSet, newSet)
	case strings.TrimSpace(v.patch) != "":
		return longtext.View{Body: longtext.Terminal(v.patch), File: "changes.txt"}, nil // no change was found in it
	default:
		return nil, &protocol.Reason{Code: protocol.BadPayload, Message: "There is no patch, and neither an old nor a new text."}
	}
	v.finish()
	if len(v.files) == 1 && v.files[0].path() == "" {
		v.files[0].old, v.files[0].new = v.path, v.path
	}
	_, v.has[removed] = v.side(removed)
	_, v.has[added] = v.side(added)
	return v, nil
}

// Extract gives "patch" (and "text", the same), the changes as a unified diff; "old", "new" and "path" as far as they are known.
func (v *view) Extract(what string, _ kind.State) (mime, name string, body []byte, ok bool) {
	switch what {
	case "text", "patch":
		return "text/x-diff", v.base("changes") + ".patch", v.export(), true
	case "old":
		if s, ok := v.side(removed); ok {
			return "text/plain", v.base("old.txt"), []byte(s), true
		}
	case "new":
		if s, ok := v.side(added); ok {
			return "text/plain", v.base("new.txt"), []byte(s), true
		}
	case "path":
		if len(v.files) == 1 && v.files[0].path() != "" {
			return "text/plain", "path.txt", []byte(v.files[0].path()), true
		}
	}
	return "", "", nil, false
}

// CopyWord is "patch".
func (*view) CopyWord() string { return "patch" }

// export is the patch as it came, or one that makes the new text of the old, byte for byte.
func (v *view) export() []byte {
	l := v.list
	switch {
	case v.patched && v.patch != "":
		return []byte(v.patch)
	case !v.patched && !v.replaced: // the view leaves out what its notes say
		f := v.files[0]
		l = list{}
		l.start(file{old: f.old, new: f.new, change: f.change})
		l.texts(v.old, v.new, true)
		l.finish()
	}
	return l.unified(nil, 0, len(l.records), 0)
}

// side is the whole old or new text of the one file; ok is false when only parts of it are known.
func (v *view) side(o op) (text string, ok bool) {
	whole := v.both.new.text != "" || v.both.old.text != "" || v.replaced
	switch {
	case len(v.files) != 1:
		return "", false
	case whole && o == removed:
		return v.old, v.old != ""
	case whole:
		return v.new, v.new != ""
	case o == added && v.files[0].change == created, o == removed && v.files[0].change == deleted:
		return v.lines(o)
	}
	return "", false
}

// lines joins the lines of one kind, which are the whole text of a file that was made or removed. ok is false when some are missing.
func (v *view) lines(o op) (text string, ok bool) {
	var b strings.Builder
	next := int32(1)
	for i := range v.records {
		r := &v.records[i]
		if r.op != o {
			continue
		}
		if at := max(r.old, r.new); at != next {
			return "", false
		}
		next++
		b.WriteString(r.text)
		if !r.noEOL {
			b.WriteByte('\n')
		}
	}
	f := &v.files[0]
	return b.String(), b.Len() > 0 && v.left == 0 && f.odd == 0 && !f.miscounted
}

// base is the name under which a file is saved: its own, made safe, else def.
func (v *view) base(def string) string {
	if len(v.files) != 1 {
		return def
	}
	return field.FileName(v.files[0].path(), def)
}
