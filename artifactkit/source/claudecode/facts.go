package claudecode

import (
	"strings"

	"github.com/vitrine-go/vitrine/artifactkit/protocol"
	"github.com/vitrine-go/vitrine/artifactkit/source"
	"github.com/vitrine-go/vitrine/artifactkit/source/internal/cut"
)

// facts are what lines say about their session.
type facts struct {
	source.Info
	version string
	command string // the first command a person gave, a title for sessions without a prompt
	rank    int    // of the title: a given one beats a generated one beats a summary
}

// take reads one line.
func (f *facts) take(v protocol.Value) {
	f.Agent = "Claude Code"
	keep := func(dst *string, keys ...string) {
		for _, k := range keys {
			if *dst == "" {
				*dst = v.Get(k).Str()
			}
		}
	}
	keep(&f.Session, "sessionId", "session_id")
	keep(&f.Project, "cwd")
	keep(&f.Branch, "gitBranch")
	keep(&f.version, "version", "claude_code_version")
	if at := source.When(v.Get("timestamp").Str()); at != "" {
		if f.Started == "" {
			f.Started = at
		}
		f.Updated = at
	}
	switch v.Get("type").Str() {
	case "custom-title":
		f.title(v.Get("customTitle").Str(), 3)
	case "ai-title":
		f.title(v.Get("aiTitle").Str(), 2)
	case "summary":
		f.title(v.Get("summary").Str(), 1)
	case "system":
		keep(&f.Model, "model")
	case "assistant":
		if m := v.At("message", "model").Str(); f.Model == "" && m != synthetic {
			f.Model = m
		}
	case "user":
		if f.FirstPrompt == "" && !v.Get("isMeta").Bool() && !v.Get("isSidechain").Bool() {
			f.FirstPrompt = promptOf(v.At("message", "content"))
		}
		if s := v.At("message", "content").Str(); f.command == "" {
			f.command = commandOf(strings.TrimSpace(s))
		}
	}
}

// name is the title, or what comes nearest to one.
func (f *facts) name() string {
	for _, s := range []string{f.Title, source.TitleOf(f.FirstPrompt)} {
		if s != "" {
			return s
		}
	}
	return source.TitleOf(f.command)
}

func (f *facts) title(s string, rank int) {
	if s != "" && rank >= f.rank {
		f.Title, f.rank = s, rank
	}
}

// promptOf is what a person wrote, "" for lines that tools and commands write.
func promptOf(content protocol.Value) string {
	s := content.Str()
	for _, b := range content.Elems() {
		if t := b.Get("text").Str(); t != "" && b.Get("type").Str() == "text" && !strings.HasPrefix(strings.TrimSpace(t), "<") {
			s = t
			break
		}
	}
	if t := strings.TrimSpace(s); strings.HasPrefix(t, "<") || strings.HasPrefix(t, caveat) || strings.HasPrefix(t, interruption) {
		return ""
	}
	return s
}

func peek(head, tail []byte) source.Info {
	var f facts
	for v := range cut.Objects(head) {
		f.take(v)
	}
	for v := range cut.Objects(tail) {
		f.take(v)
	}
	f.Title = f.name()
	return f.Info
}
