package discover

import (
	"path/filepath"
	"strconv"
	"strings"
	"time"

	"github.com/vitrine-go/vitrine/artifactkit/protocol"
	"github.com/vitrine-go/vitrine/artifactkit/source"
)

// open is the record that the list of sessions shows: {title, agent, format, project?, branch?, model?, created, ended?, bytes, calls?,
// failed?, partial?, resume?}. Calls are those of the beginning and the end; partial tells that there is more between them.
func open(f found, path string, created time.Time, size int64) []byte {
	dst := []byte(`{`)
	key := func(key string) {
		if len(dst) > 1 {
			dst = append(dst, ',')
		}
		dst = append(protocol.AppendString(dst, key), ':')
	}
	str := func(name, s string) {
		if s != "" {
			key(name)
			dst = protocol.AppendString(dst, s)
		}
	}
	num := func(name string, n int64) {
		key(name)
		dst = strconv.AppendInt(dst, n, 10)
	}
	agent := f.info.Agent
	if agent == "" {
		agent = f.source.Title
	}
	str("title", titleOf(f, agent, path))
	str("agent", agent)
	str("format", f.source.Name)
	str("project", f.info.Project)
	str("branch", f.info.Branch)
	str("model", f.info.Model)
	str("created", created.Format(time.RFC3339))
	str("ended", f.info.Updated)
	num("bytes", size)
	if f.counted {
		num("calls", int64(f.calls))
		num("failed", int64(f.failed))
		if f.partial {
			key("partial")
			dst = append(dst, "true"...)
		}
	}
	str("resume", resume(f.source.Name, f.info))
	return source.Envelope{ID: "open", Type: "open", Event: append(dst, '}')}.AppendJSON(nil)
}

// titleOf is what a session is called. A file's name serves unless it is an id, which tells nobody anything.
func titleOf(f found, agent, path string) string {
	for _, s := range []string{f.info.Title, source.TitleOf(f.info.FirstPrompt)} {
		if s != "" {
			return s
		}
	}
	name := filepath.Base(path)
	if stem := strings.TrimSuffix(name, filepath.Ext(name)); isID(stem) {
		return agent + ", no prompt"
	}
	return name
}

// isID tells whether a name ends in an id: eight hexadecimal digits or more, with dashes.
func isID(stem string) bool {
	run := 0
	for i := len(stem) - 1; i >= 0; i-- {
		switch c := stem[i]; {
		case c >= '0' && c <= '9', c >= 'a' && c <= 'f', c >= 'A' && c <= 'F':
			run++
		case c != '-':
			return run >= 8
		}
	}
	return run >= 8
}

// resume is the command that goes on with a session, "" when there is none. It is pasted into a shell: nothing stands in it but an id,
// and a folder whose name is plain.
func resume(format string, info source.Info) string {
	if !only(info.Session, "-_") || info.Session == "" || info.Session[0] == '-' || len(info.Session) > 64 {
		return ""
	}
	command := map[string]string{"claudecode": "claude --resume ", "codex": "codex resume ", "geminicli": "gemini --resume "}[format]
	if command == "" {
		return ""
	}
	command += info.Session
	// Claude Code and Gemini CLI look for the session in the folder they are started in.
	if dir := info.Project; format != "codex" && filepath.IsAbs(dir) && only(dir, "-_./@+ ") {
		command = "cd '" + dir + "' && " + command
	}
	return command
}

// only tells whether s has ASCII letters, digits, and the others, nothing else.
func only(s, others string) bool {
	for i := range len(s) {
		if c := s[i]; !(c >= '0' && c <= '9' || c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || strings.IndexByte(others, c) >= 0) {
			return false
		}
	}
	return true
}
