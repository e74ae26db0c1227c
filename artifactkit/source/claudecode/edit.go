package claudecode

import (
	"strings"

	"github.com/vitrine-go/vitrine/artifactkit/limits"
	"github.com/vitrine-go/vitrine/artifactkit/protocol"
	"github.com/vitrine-go/vitrine/artifactkit/source/internal/lang"
	"github.com/vitrine-go/vitrine/artifactkit/source/internal/patch"
)

// edit shows a change to a file: the hunks that were applied, and both sides where they are short.
func edit(s *shown, failed bool) bool {
	path := s.rich.Get("filePath").Str()
	if path == "" {
		path = s.input.Get("file_path").Str()
	}
	if failed || path == "" {
		return false
	}
	s.kind, s.title = "diff", s.short(path)
	s.body.Str("path", s.short(path))
	s.carryChange()
	verb := s.tool
	if s.rich.Get("type").Str() == "create" {
		verb = "Create"
	}
	s.body.Str("verb", verb)
	if hunks, ok := patch.Parse(s.rich.Get("structuredPatch")); ok {
		s.hunks(hunks)
		return true
	}
	old, now, ok := s.sides()
	s.body.Str("old", old)
	s.body.Str("new", now)
	if old == "" && now != "" {
		s.counts(strings.Count(strings.TrimSuffix(now, "\n"), "\n")+1, 0)
	}
	return ok
}

// hunks writes a patch, and the whole of both sides if the patch fits the original and they are short.
func (s *shown) hunks(hunks []patch.Hunk) {
	s.carry("structuredPatch")
	key := "originalFile"
	if s.rich.Get("originalFileContents").Exists() {
		key = "originalFileContents"
	}
	original := s.rich.Get(key)
	if original.Type() == protocol.String && len(original.Raw()) <= limits.Twice {
		if now, ok := patch.Apply(original.Str(), hunks); ok {
			s.body.Str("old", original.Str())
			s.body.Str("new", now)
			s.carry(key)
		}
	}
	s.body.Str("patch", patch.Unified(hunks))
	added, removed := 0, 0
	for _, h := range hunks {
		for _, l := range h.Lines {
			switch l[0] {
			case '+':
				added++
			case '-':
				removed++
			}
		}
	}
	s.counts(added, removed)
}

// counts tells the row how much changed; what the model saw is the same sentence every time.
func (s *shown) counts(added, removed int) { s.preview = "+" + itoa(added) + " −" + itoa(removed) }

// sides are the old and the new text where no hunks tell.
func (s *shown) sides() (old, now string, ok bool) {
	if content := s.rich.Get("content"); content.Type() == protocol.String && (s.tool == "Write" || s.rich.Get("type").Exists()) {
		original := s.rich.Get("originalFile").Str()
		s.carry("content")
		s.carry("originalFile")
		return original, content.Str(), true
	}
	for _, in := range []struct {
		v        protocol.Value
		old, now string
	}{{s.rich, "oldString", "newString"}, {s.input, "old_string", "new_string"}} {
		if in.v.Get(in.old).Type() == protocol.String && in.v.Get(in.now).Type() == protocol.String {
			return in.v.Get(in.old).Str(), in.v.Get(in.now).Str(), true
		}
	}
	if content := s.input.Get("content"); content.Type() == protocol.String {
		return "", content.Str(), true
	}
	var before, after []string
	for _, e := range s.input.Get("edits").Elems() {
		before = append(before, e.Get("old_string").Str())
		after = append(after, e.Get("new_string").Str())
	}
	return strings.Join(before, "\n"), strings.Join(after, "\n"), len(before) > 0
}

// carryChange notes what the request says as well.
func (s *shown) carryChange() {
	for rich, in := range map[string]string{"filePath": "file_path", "oldString": "old_string", "newString": "new_string", "replaceAll": "replace_all", "content": "content"} {
		if a, b := s.rich.Get(rich), s.input.Get(in); a.Exists() && (a.Type() == protocol.String && b.Type() == protocol.String && a.Str() == b.Str() || a.Type() == protocol.Bool && a.Bool() == b.Bool()) {
			s.carry(rich)
		}
	}
	if sameEdits(s.rich.Get("edits"), s.input.Get("edits")) {
		s.carry("edits")
	}
	for _, quiet := range []string{"type", "userModified"} {
		if v := s.rich.Get(quiet); v.Type() == protocol.String || v.Type() == protocol.Bool && !v.Bool() {
			s.carry(quiet)
		}
	}
}

// sameEdits tells whether two lists of edits change the same; the recorded one spells out what was left to the default.
func sameEdits(rich, in protocol.Value) bool {
	var asked []protocol.Value
	for _, e := range in.Elems() {
		asked = append(asked, e)
	}
	if rich.Len() != len(asked) || len(asked) == 0 {
		return false
	}
	for i, e := range rich.Elems() {
		for _, key := range []string{"old_string", "new_string"} {
			if i >= len(asked) || e.Get(key).Str() != asked[i].Get(key).Str() {
				return false
			}
		}
		if e.Get("replace_all").Bool() != asked[i].Get("replace_all").Bool() {
			return false
		}
	}
	return true
}

// notebook shows the cell that was written.
func notebook(s *shown, failed bool) bool {
	cell := s.rich.Get("new_source")
	if cell.Type() != protocol.String {
		cell = s.input.Get("new_source")
	}
	if failed || cell.Type() != protocol.String {
		return false
	}
	path := s.input.Get("notebook_path").Str()
	language := s.rich.Get("language").Str()
	if language == "" && s.input.Get("cell_type").Str() == "markdown" {
		language = "markdown"
	}
	s.kind, s.title = "code", s.short(path)
	s.body.Str("text", cell.Str())
	s.body.Set("lang", language)
	s.body.Set("filename", lang.Base(path))
	s.carry("new_source")
	return true
}
