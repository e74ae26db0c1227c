// Package codeagent reads transcripts of the protocol's own shapes: JSONL of envelopes, events and results in any mix, and the
// session files of the R package, which keep a whole conversation in one line (chat-state) and its text beside it.
//
// In a session file the first chat state that can be read counts, and the lines of text serve only without one. What a recorded result
// holds beside the event's six fields follows it in an envelope of the type codeagent.extra.
package codeagent

import (
	"github.com/vitrine-go/vitrine/artifactkit/protocol"
	"github.com/vitrine-go/vitrine/artifactkit/source"
	"github.com/vitrine-go/vitrine/artifactkit/source/internal/cut"
)

const name = "codeagent"

// Source is the format. Single results of it need no reader: every door takes them as they are.
var Source = source.Source{Name: name, Title: "codeagent session", Sniff: sniff, Open: open, Peek: peek}

// sniffed is how many lines a beginning is judged by.
const sniffed = 10

func sniff(head []byte) bool {
	n := 0
	for v := range cut.Objects(head) {
		// Records alone are ellmer's; among lines of our own they are read here as well.
		if s := shapeOf(v); sessionLine(v) || s != unknown && s != record {
			return true
		}
		if n++; n == sniffed {
			break
		}
	}
	return false
}

// sessionLine tells whether a line is of a type that only session files have.
func sessionLine(v protocol.Value) bool {
	switch v.Get("type").Str() {
	case "session-start", "chat-state", "genui-state":
		return true
	}
	return false
}

func peek(head, tail []byte) source.Info {
	info := source.Info{Agent: name}
	for v := range cut.Objects(head) {
		switch v.Get("type").Str() {
		case "session-start":
			info.Title, info.Project, info.Model = v.Get("customTitle").Str(), v.Get("cwd").Str(), v.Get("model").Str()
			info.Session, info.Started = v.Get("sessionId").Str(), source.When(v.Get("timestamp").Str())
		case "user":
			if text, ok := lineText(v); ok && info.FirstPrompt == "" {
				info.FirstPrompt = text
			}
		case "open":
			if title := v.At("event", "title").Str(); info.Title == "" {
				info.Title, info.Started = title, source.When(v.At("event", "created").Str())
			}
		case "message":
			e := v.Get("event")
			if text := e.Get("text").Str() + e.Get("markdown").Str(); info.FirstPrompt == "" && e.Get("role").Str() == "user" {
				info.FirstPrompt = text
			}
		}
	}
	info.Updated = info.Started
	for v := range cut.Objects(tail) {
		for _, key := range []string{"at", "timestamp"} {
			if at := source.When(v.Get(key).Str()); at > info.Updated {
				info.Updated = at
			}
		}
	}
	if info.Title == "" {
		info.Title = source.TitleOf(info.FirstPrompt)
	}
	return info
}
