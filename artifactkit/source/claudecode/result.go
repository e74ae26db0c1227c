package claudecode

import (
	"slices"
	"strings"

	"github.com/vitrine-go/vitrine/artifactkit/limits"
	"github.com/vitrine-go/vitrine/artifactkit/protocol"
	"github.com/vitrine-go/vitrine/artifactkit/source"
	"github.com/vitrine-go/vitrine/artifactkit/source/internal/answer"
	"github.com/vitrine-go/vitrine/artifactkit/source/internal/blocks"
	"github.com/vitrine-go/vitrine/artifactkit/source/internal/obj"
)

// shown is a tool result while its artifact is chosen.
type shown struct {
	tool  string
	input protocol.Value // arguments of the call; absent when the call is not known
	rich  protocol.Value // what Claude Code knows beyond the text
	text  string         // what the model saw, without reminders
	parts []blocks.Part
	cwd   string

	kind    string
	title   string
	body    obj.Object
	display []byte
	preview string     // what the row says of the result, where the model's words are not it
	carried [][]string // paths into rich that the artifact, the value or the request carries
}

// result sends the result of a call.
func (r *reader) result(l *line, b, rich protocol.Value) {
	id := b.Get("tool_use_id").Str()
	c := r.calls.take(id)
	r.finished(id, rich)
	s := &shown{tool: c.name, input: c.input, rich: rich, cwd: r.facts.Project}
	reminders := s.read(b.Get("content"))
	failed := b.Get("is_error").Bool()
	status := s.choose(failed)
	a := answer.Answer{ID: id, Name: c.name, Value: s.text, Display: s.hints()}
	drop := []string{"type", "tool_use_id", "content"}
	if status == "error" {
		if a.Error = protocol.AppendString(nil, s.text); s.text == "" {
			a.Error = []byte("true")
		}
		drop = append(drop, "is_error")
	} else if !failed {
		drop = append(drop, "is_error")
	}
	if typ := b.Get("type").Str(); typ != "tool_result" {
		drop = drop[1:]
		if s.server(b.Get("content")) {
			drop = slices.DeleteFunc(drop, func(k string) bool { return k == "content" })
			a.Value = s.text
		}
	}
	own, isOwn := s.own()
	rest := l.left(member{"block", obj.Rest(b, drop...)}, member{"toolUseResult", s.left()}, remindersMember(reminders))
	if isOwn {
		a.Artifact, a.Display = own, s.display
	} else {
		a.Artifact = answer.Artifact{Kind: s.kind, Status: status, Title: s.title, Payload: s.body.JSON(), Source: name, Rest: rest}.JSON()
	}
	r.put(l, "tool_result", id, a.Event())
	if isOwn && rest != nil {
		r.send(source.Envelope{ID: r.ids.Hash(l.rec), Type: name + ".extra", Event: rest, At: l.at, Parent: l.thread.parent, Agent: l.thread.agent})
	}
}

// read reads the content that the model saw.
func (s *shown) read(content protocol.Value) (reminders []string) {
	s.parts = blocks.Read(content)
	var words []string
	for i, p := range s.parts {
		if p.Shape == blocks.Words {
			text, more := cutReminders(p.Text)
			reminders = append(reminders, more...)
			s.parts[i].Text, s.parts[i].Value = text, text
		}
		words = append(words, s.parts[i].Value)
	}
	s.text = strings.Join(words, "\n")
	return reminders
}

// choose picks the artifact and returns the status.
func (s *shown) choose(failed bool) string {
	switch {
	case failed && denied(s.text):
		s.kind, s.title = "text", s.name()
		s.body.Str("text", s.text)
		return "denied"
	case strings.HasPrefix(s.text, interruption):
		s.kind, s.title = "text", s.name()
		s.body.Str("text", s.text)
		return "interrupted"
	}
	show := tools[s.tool]
	if show != nil && show(s, failed) {
		return s.status(failed)
	}
	s.carried, s.body, s.display, s.preview = nil, obj.Object{}, nil, "" // what a tool began and gave up
	s.generic(failed)
	return s.status(failed)
}

func (s *shown) status(failed bool) string {
	switch {
	case failed:
		return "error"
	case s.rich.Get("interrupted").Bool():
		s.carry("interrupted")
		return "interrupted"
	}
	return "success"
}

// hints is the display: that the body is Markdown, and the words of the row, which have no terminal escapes.
func (s *shown) hints() []byte {
	preview := stripANSI(s.preview)
	if preview == "" && strings.Contains(s.text, "\x1b") {
		preview = stripANSI(s.text)
	}
	if preview == "" {
		return s.display
	}
	var d obj.Object
	for k, m := range parsed(s.display).Members() {
		d.Val(k, m)
	}
	if runes := []rune(preview); len(runes) > limits.PreviewGraphemes*2 {
		preview = string(runes[:limits.PreviewGraphemes*2]) // the host cuts it; a host must not be sent a whole log for one row
	}
	d.Str("value_preview", preview)
	return d.JSON()
}

// denied tells whether the text says that the call was not allowed, rather than that it failed.
func denied(text string) bool {
	for _, start := range []string{
		"The user doesn't want to proceed with this tool use.", "The user doesn't want to take this action right now.", "Permission to use ", "Permission for this action has been denied",
		"Claude requested permissions to ", "User rejected tool use", "Tool use rejected", "This tool use was rejected", "The agent proposed a plan that was rejected by the user.",
	} {
		if strings.HasPrefix(text, start) {
			return true
		}
	}
	return false
}

// generic shows a result of a tool that is not known here: by its blocks, or by those that the rich data has in their place.
func (s *shown) generic(failed bool) {
	parts, structured := s.parts, protocol.Value{}
	switch list := s.rich.Get("content"); {
	case s.rich.Type() == protocol.Array && isBlocks(s.rich):
		parts = blocks.Read(s.rich)
		s.carried = append(s.carried, nil)
	case s.rich.Type() == protocol.Object && isBlocks(list) && s.rich.Get("structuredContent").Exists():
		parts, structured = blocks.Read(list), s.rich.Get("structuredContent")
		s.carry("content")
		s.carry("structuredContent")
	case s.rich.Type() == protocol.Object && s.rich.Get("structuredContent").Exists():
		structured = s.rich.Get("structuredContent")
		s.carry("structuredContent")
	}
	m := blocks.Make(parts, structured, failed)
	s.kind, s.title, s.display = m.Kind, m.Title, m.Display
	if s.title == "" {
		s.title = s.name()
	}
	s.payload(m.Payload)
}

// payload takes a payload that is made.
func (s *shown) payload(json []byte) {
	s.body = obj.Object{}
	for k, m := range parsed(json).Members() {
		s.body.Val(k, m)
	}
}

func isBlocks(v protocol.Value) bool {
	for _, b := range v.Elems() {
		if b.Get("type").Type() != protocol.String {
			return false
		}
	}
	return v.Type() == protocol.Array && v.Len() > 0
}

// own is the artifact that a tool sent along by itself (CAR-1).
func (s *shown) own() ([]byte, bool) {
	meta := s.rich.Get("_meta")
	a := meta.Get("codeagent/artifact")
	if a.Type() != protocol.Object {
		return nil, false
	}
	s.carry("_meta", "codeagent/artifact")
	if d := meta.Get("codeagent/display"); d.Type() == protocol.Object {
		s.display = d.AppendCompact(nil)
	}
	return a.AppendCompact(nil), true
}

// carry notes that a member of rich stands elsewhere.
func (s *shown) carry(path ...string) { s.carried = append(s.carried, path) }

// left is what rich holds and nothing else carries, nil for nothing.
func (s *shown) left() []byte {
	switch s.rich.Type() {
	case protocol.Object:
		edits := make([]protocol.Edit, len(s.carried))
		for i, path := range s.carried {
			edits[i] = protocol.Delete(path...)
		}
		if out := protocol.AppendEdited(nil, s.rich, edits...); string(out) != "{}" {
			return out
		}
		return nil
	case protocol.String:
		if said := s.rich.Str(); said == s.text || said == "Error: "+s.text || strings.HasSuffix(s.text, strings.TrimPrefix(said, "Error: ")) {
			return nil
		}
	case protocol.Array:
		if len(s.carried) > 0 {
			return nil
		}
	case protocol.Absent, protocol.Null:
		return nil
	}
	return s.rich.AppendCompact(nil)
}

// name is what a call is about in a word: the file, the command, the pattern, the address.
func (s *shown) name() string {
	for _, key := range []string{"file_path", "notebook_path", "path", "command", "pattern", "query", "url", "description", "skill"} {
		if v := s.input.Get(key).Str(); v != "" {
			return source.TitleOf(s.short(v))
		}
	}
	return ""
}

// short writes a path below the project's folder without it.
func (s *shown) short(path string) string {
	if rest, ok := strings.CutPrefix(path, strings.TrimRight(s.cwd, `/\`)); ok && s.cwd != "" && len(rest) > 1 && (rest[0] == '/' || rest[0] == '\\') {
		return rest[1:]
	}
	return path
}
