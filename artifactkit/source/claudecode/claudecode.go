// Package claudecode reads the sessions of Claude Code: the JSONL files it keeps, and what it prints with --output-format stream-json.
// The format has no contract; what is read here was observed, and whatever is not known travels on under its own type.
//
// What a record holds and its event has no member for is kept: in messages, thoughts and requests under extra.claudecode, in tool
// results under extra.claudecode of the artifact, and where the artifact is a tool's own in an envelope of the type claudecode.extra
// behind it. What is the same on every line (folder, branch, version) is said once, in the open event.
package claudecode

import (
	"bytes"

	"github.com/vitrine-go/vitrine/artifactkit/protocol"
	"github.com/vitrine-go/vitrine/artifactkit/source"
	"github.com/vitrine-go/vitrine/artifactkit/source/internal/cut"
)

const name = "claudecode"

// Source is the format.
var Source = source.Source{Name: name, Title: "Claude Code session", Sniff: sniff, Open: open, Peek: peek, Count: count}

// count counts calls and those that failed, by the marks that they leave.
func count(part []byte) (calls, failed int) {
	return bytes.Count(part, []byte(`"type":"tool_use"`)), bytes.Count(part, []byte(`"is_error":true`))
}

// sniffed is how many lines a beginning is judged by.
const sniffed = 20

func sniff(head []byte) bool {
	n := 0
	for v := range cut.Objects(head) {
		switch v.Get("type").Str() {
		case "session-start", "chat-state", "genui-state":
			return false // a session of the R package has lines that look the same
		}
		if mine(v) {
			return true
		}
		if n++; n == sniffed {
			break
		}
	}
	return false
}

// mine tells whether a line has marks that no other format has together.
func mine(v protocol.Value) bool {
	session := v.Get("sessionId").Type() == protocol.String || v.Get("session_id").Type() == protocol.String
	switch v.Get("type").Str() {
	case "user", "assistant":
		known := session || v.Get("uuid").Exists() || v.Get("parentUuid").Exists() || v.Get("isSidechain").Exists() || v.Get("parent_tool_use_id").Exists()
		return known && v.Get("message").Exists()
	case "summary":
		return v.Get("leafUuid").Exists()
	case "file-history-snapshot":
		return v.Get("snapshot").Exists()
	case "system", "queue-operation", "progress", "attachment", "ai-title", "custom-title":
		return session
	}
	return false
}
