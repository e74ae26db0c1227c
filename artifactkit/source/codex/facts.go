package codex

import (
	"bytes"
	"strings"

	"github.com/vitrine-go/vitrine/artifactkit/protocol"
	"github.com/vitrine-go/vitrine/artifactkit/source"
	"github.com/vitrine-go/vitrine/artifactkit/source/internal/cut"
	"github.com/vitrine-go/vitrine/artifactkit/source/internal/talk"
)

// facts are what lines say about their session.
type facts struct {
	source.Info
	version string
}

// take reads one line.
func (f *facts) take(v protocol.Value) {
	keep := func(dst *string, s string) {
		if *dst == "" {
			*dst = s
		}
	}
	at := source.When(v.Get("timestamp").Str())
	if at != "" {
		keep(&f.Started, at)
		f.Updated = at
	}
	p, typ := v.Get("payload"), v.Get("type").Str()
	switch {
	case typ == "session_meta", typ == "" && v.Get("timestamp").Exists() && v.Get("id").Exists():
		if typ == "" {
			p = v
		}
		if f.Session == "" {
			if at := source.When(p.Get("timestamp").Str()); at != "" {
				f.Started = at
			}
			f.Parent = parentOf(p)
		}
		keep(&f.Session, p.Get("id").Str())
		keep(&f.Project, p.Get("cwd").Str())
		keep(&f.Branch, p.At("git", "branch").Str())
		keep(&f.version, p.Get("cli_version").Str())
	case typ == "turn_context":
		keep(&f.Model, p.Get("model").Str())
		keep(&f.Project, p.Get("cwd").Str())
	case typ == "thread.started":
		keep(&f.Session, v.Get("thread_id").Str())
	}
	if msg := v.Get("msg"); msg.Exists() {
		p = msg
	}
	if typ == "message" {
		p = v
	}
	switch p.Get("type").Str() {
	case "user_message":
		keep(&f.FirstPrompt, promptOf(p.Get("message").Str()))
	case "message":
		if p.Get("role").Str() == "user" {
			words, _ := textOf(p.Get("content"))
			keep(&f.FirstPrompt, promptOf(words))
		}
	case "thread_name_updated":
		if s := p.Get("thread_name").Str(); s != "" {
			f.Title = s
		}
	case "session_configured":
		keep(&f.Session, p.Get("session_id").Str())
		keep(&f.Model, p.Get("model").Str())
	}
}

// parentOf is the session that started this one as an agent, "" for none.
func parentOf(meta protocol.Value) string {
	for _, at := range []protocol.Value{meta.At("source", "subagent", "thread_spawn"), meta.At("source", "sub_agent", "thread_spawn"), meta} {
		if s := at.Get("parent_thread_id").Str(); s != "" {
			return s
		}
	}
	return ""
}

// Head takes from the beginning what the first event says.
func (r *reader) Head(t *talk.Talk, head []byte) {
	f := read(head, nil)
	t.Session(f.Session, f.Title, f.Started)
	t.Place(f.Project, f.Branch, f.version)
	t.Model(f.Model)
	t.Prompt(f.FirstPrompt)
}

func read(head, tail []byte) facts {
	f := facts{Info: source.Info{Agent: product}}
	for v := range cut.Objects(head) {
		f.take(v)
	}
	// Of the end, the time of the last line and a name are of interest.
	lines := bytes.Split(bytes.TrimSpace(tail), []byte("\n"))
	for i, line := range lines {
		if i == len(lines)-1 || bytes.Contains(line, []byte(`"thread_name_updated"`)) {
			for v := range cut.Objects(line) {
				f.take(v)
			}
		}
	}
	return f
}

func peek(head, tail []byte) source.Info {
	f := read(head, tail)
	if f.Title == "" {
		f.Title = source.TitleOf(f.FirstPrompt)
	}
	return f.Info
}

// count counts calls and those that failed, by the marks that they leave.
func count(part []byte) (calls, failed int) {
	for _, mark := range []string{`"type":"function_call",`, `"type":"custom_tool_call",`, `"type":"local_shell_call",`, `"type":"web_search_call"`} {
		calls += bytes.Count(part, []byte(mark))
	}
	if calls == 0 { // a stream of exec
		for _, mark := range []string{`"type":"command_execution"`, `"type":"mcp_tool_call"`, `"type":"file_change"`, `"type":"web_search"`} {
			calls += bytes.Count(part, []byte(mark))
		}
		started := bytes.Count(part, []byte(`"type":"item.started"`))
		calls -= min(calls, started)
		failed = bytes.Count(part, []byte(`"status":"failed"`))
		return calls, failed
	}
	for _, mark := range []string{`\"exit_code\":`, `"Exit code: `, `Process exited with code `} {
		rest := part
		for {
			i := bytes.Index(rest, []byte(mark))
			if i < 0 {
				break
			}
			rest = rest[i+len(mark):]
			if s := strings.TrimLeft(string(rest[:min(len(rest), 4)]), " "); s != "" && s[0] != '0' {
				failed++
			}
		}
	}
	return calls, failed
}
