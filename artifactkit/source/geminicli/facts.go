package geminicli

import (
	"bytes"

	"github.com/vitrine-go/vitrine/artifactkit/protocol"
	"github.com/vitrine-go/vitrine/artifactkit/source"
	"github.com/vitrine-go/vitrine/artifactkit/source/internal/cut"
	"github.com/vitrine-go/vitrine/artifactkit/source/internal/talk"
)

// take reads an object of a beginning: the session, a message, or a line that sets something.
func take(f *source.Info, v protocol.Value) {
	keep := func(dst *string, s string) {
		if *dst == "" {
			*dst = s
		}
	}
	latest := func(s string) {
		if at := source.When(s); at > f.Updated {
			f.Updated = at
		}
	}
	switch typ := v.Get("type").Str(); {
	case typ == "" && v.Get("sessionId").Exists():
		keep(&f.Session, v.Get("sessionId").Str())
		keep(&f.Started, source.When(v.Get("startTime").Str()))
		keep(&f.Title, v.Get("summary").Str())
		keep(&f.Project, folderOf(v))
		f.Sub = f.Sub || v.Get("kind").Str() == "subagent"
		latest(v.Get("lastUpdated").Str())
	case v.Get("$set").Exists():
		if s := v.At("$set", "summary").Str(); s != "" {
			f.Title = s
		}
		latest(v.At("$set", "lastUpdated").Str())
	case typ == "init":
		keep(&f.Session, v.Get("session_id").Str())
		keep(&f.Model, v.Get("model").Str())
		keep(&f.Started, source.When(v.Get("timestamp").Str()))
	case typ == "gemini":
		keep(&f.Model, v.Get("model").Str())
		latest(v.Get("timestamp").Str())
	case typ == "user", typ == "message" && v.Get("role").Str() == "user":
		content := v.Get("displayContent")
		if !content.IsSet() {
			content = v.Get("content")
		}
		if s := promptOf(textOf(content, "\n")); len(s) > 0 && s[0] != '<' {
			keep(&f.FirstPrompt, s)
		}
		latest(v.Get("timestamp").Str())
	}
}

// Head takes from the beginning what the first event says.
func (r *reader) Head(t *talk.Talk, head []byte) {
	f := peek(head, nil)
	t.Session(f.Session, f.Title, f.Started)
	t.Place(f.Project, "", "")
	t.Model(f.Model)
}

func peek(head, tail []byte) source.Info {
	f := source.Info{Agent: product}
	for _, v := range talk.Begins(head, "messages") {
		take(&f, v)
	}
	for _, part := range [][]byte{head, tail} {
		for line := range bytes.Lines(part) {
			if !bytes.HasPrefix(line, []byte(`{"$set":`)) {
				continue
			}
			for v := range cut.Objects(line) {
				take(&f, v)
			}
		}
	}
	if f.Title == "" {
		f.Title = source.TitleOf(f.FirstPrompt)
	}
	return f
}
