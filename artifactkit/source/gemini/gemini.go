// Package gemini reads Google's Gemini API: one answer of a tool or of the model's own code, and conversations as an array of contents,
// a request or a response around them, one of these a line, or a recorded stream of responses. Names may be in camel or in snake case.
//
// The API's calls need no ids: an answer without one belongs to the oldest call of its name that waits. What has no place in an event
// is kept under extra.gemini; parts that are not known are shown as JSON.
package gemini

import (
	"github.com/vitrine-go/vitrine/artifactkit/protocol"
	"github.com/vitrine-go/vitrine/artifactkit/source"
	"github.com/vitrine-go/vitrine/artifactkit/source/internal/genai"
	"github.com/vitrine-go/vitrine/artifactkit/source/internal/talk"
)

const name = "gemini"

var format = talk.Format{Name: name, Agent: "Gemini API", Lists: []string{"contents", "history", "candidates"}, New: func() talk.Items { return &reader{} }}

// Source is the format.
var Source = source.Source{
	Name: name, Title: "Gemini API", Result: result, Sniff: sniff,
	Open: func(o source.Options) source.Reader { return format.Open(o) },
	Peek: func(head, tail []byte) source.Info { return format.Peek(head, tail) },
}

// result reads one part that answers a call, or a content that is nothing but one.
func result(root protocol.Value) ([]byte, bool) {
	p := root
	if isRole(root.Get("role").Str()) && root.Get("parts").Len() == 1 {
		for _, only := range root.Get("parts").Elems() {
			p = only
		}
	}
	if !answers(p) {
		return nil, false
	}
	d, _ := read(p)
	return d.Single(name, root), true
}

// answers tells whether a part holds what a call gave.
func answers(p protocol.Value) bool {
	f := genai.Get(p, "functionResponse")
	return f.Get("name").Type() == protocol.String && f.Get("response").Type() == protocol.Object ||
		genai.Get(p, "codeExecutionResult").Get("outcome").Type() == protocol.String ||
		genai.Get(p, "toolResponse").Type() == protocol.Object && genai.Get(p, "toolResponse").Get("response").Exists()
}

func isRole(role string) bool {
	return role == "user" || role == "model" || role == "function" || role == "tool"
}

func sniff(head []byte) bool {
	for _, v := range talk.Begins(head, "contents", "history") {
		switch mine(v) {
		case yes:
			return true
		case no:
			return false
		}
	}
	return false
}

type verdict uint8

const (
	perhaps verdict = iota // says nothing either way
	yes
	no
)

// mine tells whether an item of a beginning is of this API alone.
func mine(v protocol.Value) verdict {
	for _, foreign := range []string{"sessionId", "id", "content", "kind", "messageId", "type"} {
		if v.Get(foreign).Exists() {
			return no
		}
	}
	if genai.Get(v, "usageMetadata").Exists() || genai.Get(v, "modelVersion").Exists() || genai.Get(v, "systemInstruction").Exists() || genai.Get(v, "generationConfig").Exists() {
		return yes
	}
	for _, c := range v.Get("candidates").Elems() {
		return whose(c.Get("content").Get("parts"))
	}
	if v.Get("contents").Len() > 0 {
		return perhaps // its elements follow
	}
	if isRole(v.Get("role").Str()) || !v.Get("role").Exists() {
		return whose(v.Get("parts"))
	}
	return no
}

// known are the members of which a part has one.
var known = []string{"functionCall", "functionResponse", "executableCode", "codeExecutionResult", "inlineData", "fileData", "toolCall", "toolResponse"}

// whose tells whose parts a content holds: those of other formats name their type.
func whose(parts protocol.Value) verdict {
	out := perhaps
	for _, p := range parts.Elems() {
		if p.Get("type").Exists() || p.Get("kind").Exists() || p.Get("content").Exists() {
			return no
		}
		if p.Get("text").Type() == protocol.String {
			out = yes
		}
		for _, k := range known {
			if genai.Get(p, k).Type() == protocol.Object {
				return yes
			}
		}
	}
	return out
}
