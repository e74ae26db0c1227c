package codex

import (
	"strings"

	"github.com/vitrine-go/vitrine/artifactkit/protocol"
	"github.com/vitrine-go/vitrine/artifactkit/source/internal/obj"
	"github.com/vitrine-go/vitrine/artifactkit/source/internal/responses"
	"github.com/vitrine-go/vitrine/artifactkit/source/internal/talk"
)

// remembered is how many messages back the second shape of one may come.
const remembered = 32

// shape is one of the two in which a message is recorded.
type shape uint8

const (
	asItem  shape = iota + 1 // as the model sees it
	asEvent                  // as the screen shows it
)

// said are the last messages that have come in one shape only.
type said struct{ list []spoken }

type spoken struct {
	who, words string
	shape      shape
}

// twice tells whether the same was said a short while ago in the other shape; else it remembers that it was said now.
func (s *said) twice(who, words string, now shape) bool {
	words = strings.TrimSpace(words)
	for i, m := range s.list {
		if m.shape != now && m.who == who && m.words == words {
			s.list = append(s.list[:i:i], s.list[i+1:]...)
			return true
		}
	}
	if len(s.list) == remembered {
		s.list = s.list[1:]
	}
	s.list = append(s.list, spoken{who, words, now})
	return false
}

// begins are the beginnings of texts that Codex puts on the user's side for the model.
var begins = []string{
	"<environment_context>", "<user_instructions>", "<INSTRUCTIONS>", "# AGENTS.md instructions for ", "<turn_aborted>", "<skill>", "<skills_instructions>",
	"<permissions instructions>", "<collaboration_mode>", "<subagent_notification>", "<user_action>", "<apps_instructions>", "<plugins_instructions>", "<personality_spec>",
	"<model_switch>", "<realtime_conversation>", "<multi_agent_mode>",
}

// forModel tells whether a text was written by Codex and is for the model only.
func forModel(words string) bool {
	words = strings.TrimSpace(words)
	for _, b := range begins {
		if strings.HasPrefix(words, b) {
			return true
		}
	}
	return false
}

// request is the heading behind which editors put what a person wrote.
const request = "## My request for Codex:"

// promptOf is what a person wrote, "" for texts that are for the model.
func promptOf(words string) string {
	if forModel(words) {
		return ""
	}
	if _, prompt, ok := strings.Cut(words, request); ok {
		words = prompt
	}
	return strings.TrimSpace(words)
}

// message reads an item that is a message.
func (r *reader) message(t *talk.Talk, v protocol.Value) *protocol.Reason {
	content, role := v.Get("content"), v.Get("role").Str()
	if content.Type() != protocol.String && content.Type() != protocol.Array {
		return &protocol.Reason{Code: protocol.BadPayload, Path: "/content", Message: "A message has a text or parts, this has " + content.Type().String() + "."}
	}
	words, plain := textOf(content)
	if role != "assistant" && forModel(words) {
		r.other(t, "context", v)
		return nil
	}
	rest := obj.Rest(v, "type", "role", "content", "id")
	if (role == "user" || role == "assistant") && plain && r.said.twice(role, words, asItem) {
		t.Item(v, v.Get("id").Str(), "", rest)
		t.Leftover()
		return nil
	}
	t.Item(v, v.Get("id").Str(), "", rest)
	if role == "user" {
		t.Prompt(promptOf(words))
	}
	responses.Says(t, content, role)
	t.Leftover()
	return nil
}

// textOf is the text of a content; plain tells that it is nothing else.
func textOf(content protocol.Value) (words string, plain bool) {
	if content.Type() == protocol.String {
		return content.Str(), true
	}
	var parts []string
	plain = true
	for _, p := range content.Elems() {
		switch p.Get("type").Str() {
		case "input_text", "output_text", "text":
			parts = append(parts, p.Get("text").Str())
			plain = plain && p.Len() == 2
		default:
			plain = false
		}
	}
	return strings.Join(parts, "\n\n"), plain
}

// told reads an event that is a message.
func (r *reader) told(t *talk.Talk, v protocol.Value, role string) *protocol.Reason {
	words := v.Get("message")
	if words.Type() != protocol.String {
		return &protocol.Reason{Code: protocol.BadPayload, Path: "/message", Message: "A message has a text, this has " + words.Type().String() + "."}
	}
	quiet := []string{"type", "message"}
	for _, key := range []string{"images", "local_images", "text_elements"} {
		if m := v.Get(key); !m.IsSet() || m.Type() == protocol.Array && m.Len() == 0 {
			quiet = append(quiet, key)
		}
	}
	if v.Get("kind").Str() == "plain" {
		quiet = append(quiet, "kind")
	}
	for _, key := range []string{"phase", "memory_citation"} {
		if !v.Get(key).IsSet() {
			quiet = append(quiet, key)
		}
	}
	if role == "user" {
		t.Prompt(promptOf(words.Str()))
	}
	if r.said.twice(role, words.Str(), asEvent) {
		t.Item(v, "", "", obj.Rest(v, quiet...))
		t.Leftover()
		return nil
	}
	if role == "user" && forModel(words.Str()) {
		r.other(t, "context", v)
		return nil
	}
	t.Item(v, "", "", obj.Rest(v, quiet...))
	var pictures [][]byte
	for _, p := range v.Get("images").Elems() {
		if p.Type() == protocol.String {
			pictures = append(pictures, talk.Picture("", p.Str(), ""))
		}
	}
	if len(pictures) > 0 {
		t.Item(v, "", "", obj.Rest(v, append(quiet, "images")...))
	}
	t.Message(role, keyOf(role), words.Str(), pictures)
	return nil
}

func keyOf(role string) string {
	if role == "assistant" {
		return "markdown"
	}
	return "text"
}

// thought reads one thought of an event.
func (r *reader) thought(t *talk.Talk, v protocol.Value) {
	words := v.Get("text").Str()
	t.Item(v, "", "", obj.Rest(v, "type", "text"))
	switch {
	case words != "" && !r.said.twice("thought", words, asEvent):
		t.Think(words)
	default:
		t.Leftover()
	}
}

// reasoning reads an item that is a thought: those of its parts that no event has said.
func (r *reader) reasoning(t *talk.Talk, v protocol.Value) {
	var words []string
	for _, key := range []string{"summary", "content"} {
		for _, p := range v.Get(key).Elems() {
			if s := p.Get("text").Str(); s != "" && !r.said.twice("thought", s, asItem) {
				words = append(words, s)
			}
		}
	}
	said := []string{"type", "id"}
	for _, key := range []string{"summary", "content", "encrypted_content"} {
		if c := v.Get(key); !c.IsSet() || key != "encrypted_content" && onlyTexts(c) {
			said = append(said, key)
		}
	}
	t.Item(v, v.Get("id").Str(), "", obj.Rest(v, said...))
	if len(words) > 0 {
		t.Think(strings.Join(words, "\n\n"))
	}
	t.Leftover()
}

// onlyTexts tells whether a list holds parts of {type, text} and nothing else.
func onlyTexts(list protocol.Value) bool {
	for _, p := range list.Elems() {
		if p.Len() != 2 || p.Get("text").Type() != protocol.String || !p.Get("type").Exists() {
			return false
		}
	}
	return list.Type() == protocol.Array
}
