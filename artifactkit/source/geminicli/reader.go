package geminicli

import (
	"strings"

	"github.com/vitrine-go/vitrine/artifactkit/protocol"
	"github.com/vitrine-go/vitrine/artifactkit/source"
	"github.com/vitrine-go/vitrine/artifactkit/source/internal/genai"
	"github.com/vitrine-go/vitrine/artifactkit/source/internal/obj"
	"github.com/vitrine-go/vitrine/artifactkit/source/internal/talk"
)

// reader remembers of each message and each call how much of it was said, as digests; nothing else of what it has read.
type reader struct {
	seen  map[string]*spoken
	calls map[string]source.Digest // of calls that are answered, as they were then
	files map[string]bool          // files of sub-agents that were read; shared with their readers
	depth int

	met  bool      // the first line was there
	part *streamed // a message of a stream that comes in pieces
}

// spoken is how much of a message was said.
type spoken struct {
	words    source.Digest
	said     bool // its words, not only its calls
	thoughts int
	usage    bool
}

func newReader() *reader {
	return &reader{seen: map[string]*spoken{}, calls: map[string]source.Digest{}, files: map[string]bool{}}
}

// Item reads a line, a message of a document, or the document.
func (r *reader) Item(t *talk.Talk, v protocol.Value) *protocol.Reason {
	list := v.Get("messages")
	switch {
	case v.Get("$rewindTo").Type() == protocol.String:
		r.rewound(t, v)
	case v.Get("$set").Exists():
		return r.set(t, v)
	case v.Get("sessionId").Exists() && !v.Get("type").Exists():
		r.meta(t, v)
		switch {
		case list.Type() == protocol.Array:
			t.Each(list, func(m protocol.Value) *protocol.Reason { return r.message(t, m, false) })
		case list.IsSet():
			return &protocol.Reason{Code: protocol.BadPayload, Path: "/messages", Message: "The messages are an array, this is " + list.Type().String() + "."}
		}
	case r.ofStream(v):
		return r.stream(t, v)
	default:
		return r.message(t, v, false)
	}
	return nil
}

// End sends what was said last in a stream.
func (r *reader) End(t *talk.Talk) { r.flush(t) }

// meta is the first line of a session, or the document around the messages.
func (r *reader) meta(t *talk.Talk, v protocol.Value) {
	said := []string{"sessionId", "startTime", "messages", "lastUpdated"}
	if r.met || r.depth > 0 {
		said = []string{"messages"}
	} else {
		t.Session(v.Get("sessionId").Str(), v.Get("summary").Str(), v.Get("startTime").Str())
		t.Place(folderOf(v), "", "")
	}
	r.met = true
	if v.Get("kind").Str() == "main" {
		said = append(said, "kind")
	}
	t.Item(v, "", v.Get("startTime").Str(), nil)
	if rest := obj.Rest(v, said...); rest != nil {
		m, _ := protocol.Parse(rest)
		t.Other("session", m)
	}
}

// folderOf is the first folder that a session names; the hash of its own tells nothing.
func folderOf(v protocol.Value) string {
	for _, d := range v.Get("directories").Elems() {
		return d.Str()
	}
	return ""
}

// set reads a line that changes what the first line said, or that writes the messages anew.
func (r *reader) set(t *talk.Talk, v protocol.Value) *protocol.Reason {
	set := v.Get("$set")
	if set.Type() != protocol.Object {
		return &protocol.Reason{Code: protocol.BadPayload, Path: "/$set", Message: "What is set is an object, this is " + set.Type().String() + "."}
	}
	t.Session("", set.Get("summary").Str(), "")
	drop := []string{"messages"}
	if source.When(set.Get("lastUpdated").Str()) != "" {
		drop = append(drop, "lastUpdated")
	}
	if set.Get("sessionId").Str() == t.Known().Session {
		drop = append(drop, "sessionId")
	}
	t.Item(v, "", set.Get("lastUpdated").Str(), nil)
	if rest := obj.Rest(set, drop...); rest != nil {
		m, _ := protocol.Parse(rest)
		t.Other("set", m)
	}
	if list := set.Get("messages"); list.Exists() {
		r.rewritten(t, v, list)
	}
	return nil
}

// rewritten reads a list of messages that takes the place of what was said: what is new in it follows a note.
func (r *reader) rewritten(t *talk.Talk, v, list protocol.Value) {
	noted := false
	for _, m := range list.Elems() {
		if _, known := r.seen[m.Get("id").Str()]; !known && !noted {
			noted = true
			t.Item(v, "", "", nil)
			t.Message("system", "text", "The conversation was written anew, as when it is shortened.", nil)
		}
		if why := r.message(t, m, true); why != nil {
			t.Item(m, "", "", nil)
			t.Other("unread", m)
		}
	}
}

// rewound notes that the messages from one on were taken back. They stay: a transcript tells what happened.
func (r *reader) rewound(t *talk.Talk, v protocol.Value) {
	t.Item(v, "", "", nil)
	t.Message("system", "text", "The conversation was taken back to an earlier point.", nil, talk.Member{Key: "rewind_to", JSON: v.Get("$rewindTo").AppendCompact(nil)})
}

// message reads a message, or what is new in it when it was there before. anew tells that it stands in a list that was written anew.
func (r *reader) message(t *talk.Talk, v protocol.Value, anew bool) *protocol.Reason {
	if v.Type() != protocol.Object {
		return &protocol.Reason{Code: protocol.NotAnObject, Message: "A message is an object, this is " + v.Type().String() + "."}
	}
	typ, id, content := v.Get("type").Str(), v.Get("id").Str(), v.Get("content")
	if typ == "" {
		return &protocol.Reason{Code: protocol.NotAnObject, Path: "/type", Message: "The message does not say its type."}
	}
	switch content.Type() {
	case protocol.String, protocol.Array, protocol.Object, protocol.Null:
	case protocol.Absent:
		if v.Get("toolCalls").Exists() || v.Get("thoughts").Exists() {
			break
		}
		fallthrough
	default:
		return &protocol.Reason{Code: protocol.BadPayload, Path: "/content", Message: "A message has a text or parts, this has " + content.Type().String() + "."}
	}
	m := r.seen[id]
	fresh := m == nil || id == ""
	if fresh {
		m = &spoken{}
		if id != "" {
			r.seen[id] = m
		}
	}
	words := source.DigestOf(content.AppendCompact(nil))
	t.Item(v, id, v.Get("timestamp").Str(), nil)
	if fresh {
		t.Item(v, id, v.Get("timestamp").Str(), restOf(v))
	}
	if typ == "gemini" {
		r.answer(t, v, m, words, anew)
		t.Leftover()
		return nil
	}
	switch {
	case !fresh && m.words == words:
	case !fresh:
		t.Other("changed", v)
	case typ == "user":
		r.prompt(t, v, content)
	case typ == "error":
		t.Error(textOf(content, "\n"), more(content)...)
	case typ == "info", typ == "warning":
		t.Message("system", "text", textOf(content, "\n"), nil, append(more(content), text("level", typ))...)
	default:
		t.Unknown(typ, v)
	}
	m.words = words
	t.Leftover()
	return nil
}

// restOf is what a message holds beside what its envelopes say.
func restOf(v protocol.Value) []byte {
	said := []string{"id", "type", "content", "displayContent"}
	for key, typ := range map[string]protocol.Type{"toolCalls": protocol.Array, "thoughts": protocol.Array, "tokens": protocol.Object} {
		if m := v.Get(key); !m.IsSet() || m.Type() == typ && v.Get("type").Str() == "gemini" {
			said = append(said, key)
		}
	}
	if source.When(v.Get("timestamp").Str()) != "" {
		said = append(said, "timestamp")
	}
	return obj.Rest(v, said...)
}

// prompt reads what a person said: what they typed, where the model saw more than that.
func (r *reader) prompt(t *talk.Talk, v, content protocol.Value) {
	if shown := v.Get("displayContent"); shown.IsSet() && shown.Compact() != content.Compact() {
		words, pictures, other := genai.Content(shown, "\n")
		t.Prompt(promptOf(words))
		t.Message("user", "text", words, pictures, append(other, talk.Member{Key: "content", JSON: content.AppendCompact(nil)})...)
		return
	}
	words, pictures, other := genai.Content(content, "\n")
	if strings.HasPrefix(strings.TrimSpace(words), "<session_context>") || strings.HasPrefix(strings.TrimSpace(words), "<hook_context>") {
		t.Other("context", v)
		return
	}
	if words == "" && len(pictures) == 0 { // the answers of tools, which stand with their calls
		r.responses(t, content)
		return
	}
	t.Prompt(promptOf(words))
	t.Message("user", "text", words, pictures, other...)
}

// promptOf is what a person asked, "" for commands.
func promptOf(words string) string {
	words = strings.TrimSpace(words)
	if strings.HasPrefix(words, "/") && !strings.ContainsAny(words, " \n") || strings.HasPrefix(words, "?") {
		return ""
	}
	return words
}

// answer reads what the model thought, said and called.
func (r *reader) answer(t *talk.Talk, v protocol.Value, m *spoken, digest source.Digest, anew bool) {
	t.Model(v.Get("model").Str())
	id, at := v.Get("id").Str(), v.Get("timestamp").Str()
	i := 0
	for _, th := range v.Get("thoughts").Elems() {
		if i++; i > m.thoughts {
			t.Think(thought(th), talk.Rest(th, "subject", "description", "timestamp"))
		}
	}
	m.thoughts = max(m.thoughts, i)
	content := v.Get("content")
	words, pictures, other := genai.Content(content, "")
	switch {
	case m.said && m.words != digest:
		t.Other("changed", v)
	case !m.said && (strings.TrimSpace(words) != "" || len(pictures) > 0):
		m.said = true
		t.Message("assistant", "markdown", words, pictures, other...)
	case !m.said && len(other) > 0 && m.words != digest:
		r.parts(t, v, content)
	}
	m.words = digest
	n := 0
	for _, c := range v.Get("toolCalls").Elems() {
		r.call(t, c, id, n, at, anew)
		n++
	}
	if u := v.Get("tokens"); u.Type() == protocol.Object && !m.usage {
		m.usage = true
		total, _ := u.Get("total").Int()
		t.Item(v, id, at, t.Keep())
		t.Usage(min(max(total, 0), 1<<40), u)
	}
}

// thought is a thought with its subject in front.
func thought(v protocol.Value) string {
	subject, words := v.Get("subject").Str(), v.Get("description").Str()
	if v.Type() == protocol.String {
		words = v.Str()
	}
	if subject != "" {
		subject = "**" + subject + "**"
	}
	return strings.TrimSpace(subject + "\n\n" + words)
}
