// Package geminicli reads the sessions of Gemini CLI: one document, as its first versions kept them, lines with a message each and lines
// that change what was said before ({"$set": …}, {"$rewindTo": id}), as it keeps them today, and what it prints with --output-format
// stream-json.
//
// A line repeats its message whenever a tool has answered: what is new in it is said, the rest stands already. What was taken back stays,
// with a note where it was. What has no place in an event is kept under extra.geminicli.
package geminicli

import (
	"bytes"

	"github.com/vitrine-go/vitrine/artifactkit/protocol"
	"github.com/vitrine-go/vitrine/artifactkit/source"
	"github.com/vitrine-go/vitrine/artifactkit/source/internal/talk"
)

const (
	name    = "geminicli"
	product = "Gemini CLI"
)

var format = talk.Format{Name: name, Agent: product, Lists: []string{"messages"}, New: func() talk.Items { return newReader() }}

// Source is the format.
var Source = source.Source{
	Name: name, Title: "Gemini CLI session", Sniff: sniff, Open: func(o source.Options) source.Reader { return format.Open(o) }, Peek: peek, Count: count,
}

func sniff(head []byte) bool {
	for _, v := range talk.Begins(head, "messages") {
		if mine(v) {
			return true
		}
	}
	return false
}

// mine tells whether an object of a beginning has marks that no other format has together.
func mine(v protocol.Value) bool {
	text := func(key string) bool { return v.Get(key).Type() == protocol.String }
	switch {
	case text("sessionId") && text("projectHash"):
		return true
	case v.Get("$set").Type() == protocol.Object, text("$rewindTo"):
		return true
	case v.Get("type").Str() == "gemini":
		return text("id") && v.Get("content").Exists()
	case v.Get("type").Str() == "init":
		return text("session_id") && text("model") && text("timestamp") && !v.Get("tools").Exists()
	}
	return false
}

// count counts calls and those that failed, by the marks that they leave. A line repeats the calls of its message, so the names of results
// are counted once for each call's own mark.
func count(part []byte) (calls, failed int) {
	calls = bytes.Count(part, []byte(`"functionResponse":`))
	if calls == 0 {
		calls = bytes.Count(part, []byte(`"type":"tool_use"`))
	}
	return calls, bytes.Count(part, []byte(`"status":"error"`)) + bytes.Count(part, []byte(`"status": "error"`))
}
