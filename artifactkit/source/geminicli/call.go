package geminicli

import (
	"strconv"
	"strings"

	"github.com/vitrine-go/vitrine/artifactkit/protocol"
	"github.com/vitrine-go/vitrine/artifactkit/source"
	"github.com/vitrine-go/vitrine/artifactkit/source/internal/answer"
	"github.com/vitrine-go/vitrine/artifactkit/source/internal/carry"
	"github.com/vitrine-go/vitrine/artifactkit/source/internal/genai"
	"github.com/vitrine-go/vitrine/artifactkit/source/internal/lang"
	"github.com/vitrine-go/vitrine/artifactkit/source/internal/obj"
	"github.com/vitrine-go/vitrine/artifactkit/source/internal/responses"
	"github.com/vitrine-go/vitrine/artifactkit/source/internal/talk"
)

// call reads a call with its result, as far as neither was said. message and n make an id for one that has none.
func (r *reader) call(t *talk.Talk, v protocol.Value, message string, n int, at string, anew bool) {
	if v.Type() != protocol.Object {
		t.Other("call", v)
		return
	}
	id := v.Get("id").Str()
	if id == "" {
		id = message + ".call." + strconv.Itoa(n)
	}
	now := source.DigestOf(v.AppendCompact(nil))
	if before, ok := r.calls[id]; ok {
		if before != now && !anew { // in a list that is written anew, results are shortened
			t.Item(v, "", at, nil)
			t.Other("call", v)
		}
		return
	}
	when := v.Get("timestamp").Str()
	if source.When(when) == "" {
		when = at
	}
	c := talk.Call{Name: v.Get("name").Str(), Input: v.Get("args"), Title: v.Get("displayName").Str()}
	if !t.Waits(id) {
		said := []string{"id", "name", "args", "result", "status", "timestamp", "resultDisplay", "renderOutputAsMarkdown"}
		t.Item(v, "", when, join(t.Keep(), obj.Rest(v, said...)))
		t.Request(id, c)
	}
	status := v.Get("status").Str()
	if status != "success" && status != "error" && status != "cancelled" && !v.Get("result").IsSet() {
		return // it runs
	}
	r.calls[id] = now
	r.agent(t, id, v)
	d, rest := drafted(v, c, t.Known().Project)
	d.ID = id
	t.Item(v, "", when, nil)
	t.Result(d, false, rest...)
}

// join puts the members of two objects together; either may be nil.
func join(a, b []byte) []byte {
	if a == nil || b == nil {
		return append(a, b...)
	}
	return append(append(a[:len(a)-1:len(a)-1], ','), b[1:]...)
}

// drafted makes a result of what the model saw and of what the screen showed: the screen knows more. rest is what of it the result does
// not say.
func drafted(v protocol.Value, c talk.Call, project string) (d answer.Draft, rest []talk.Member) {
	result, shown := v.Get("result"), v.Get("resultDisplay")
	d.Name = c.Name
	failed := genai.Give(&d, result)
	if own, ok := carry.Text(d.Value); ok {
		d.Own = own
	}
	if d.Title == "" {
		d.Title = c.Subject()
	}
	status := v.Get("status").Str()
	failed = failed || status == "error"
	if left := display(&d, v, shown, c, project); left != nil {
		rest = append(rest, talk.Member{Key: "resultDisplay", JSON: left})
	}
	switch {
	case status == "cancelled":
		d.Status = "interrupted"
		if strings.Contains(d.Value, "did not allow") || strings.Contains(d.Value, "denied") {
			d.Status = "denied"
		}
		if d.Kind == "error" {
			d.Kind, d.Payload = "text", body("text", d.Value)
		}
	case failed:
		d.Fail(d.Value)
	}
	if s := status; s != "success" && s != "error" && s != "cancelled" && s != "" {
		rest = append(rest, text("status", s))
	}
	return d, rest
}

// display shows what the screen showed. left is what of it stands nowhere in the result, nil for nothing.
func display(d *answer.Draft, v, shown protocol.Value, c talk.Call, project string) (left []byte) {
	screen := ansi(shown)
	switch {
	case !shown.IsSet():
		words(d, v, "", c)
	case shown.Type() == protocol.String:
		words(d, v, shown.Str(), c)
	case screen != "":
		terminal(d, c, screen)
	case shown.Get("fileDiff").Type() == protocol.String:
		return change(d, shown, project)
	case shown.Get("todos").Type() == protocol.Array:
		return todos(d, shown)
	default:
		switch {
		case shown.Get("isSubagentProgress").Bool():
			progress(d, shown)
		case shown.Get("matches").Len() > 0:
			matches(d, shown)
		case shown.Get("files").Type() == protocol.Array && shown.Get("summary").Type() == protocol.String:
			listed(d, shown)
		}
		return shown.AppendCompact(nil)
	}
	return nil
}

// words shows what the tool gave and the words that the screen showed of it: a command with its output, a file as code, Markdown where
// the tool says that it is, and the longer of both texts where nothing else is known.
func words(d *answer.Draft, v protocol.Value, s string, c talk.Call) {
	blank := strings.TrimSpace(s) == ""
	switch {
	case c.Name == shellTool && !blank:
		terminal(d, c, s)
	case c.Name == "read_file" && d.Kind == "text":
		var o obj.Object
		path := c.Input.Get("file_path").Str()
		o.Str("text", d.Value)
		o.Set("lang", lang.OfFile(path))
		o.Set("filename", lang.Base(path))
		d.Kind, d.Payload = "code", o.JSON()
	case d.Kind == "text" && !blank && s != d.Value:
		if len(s) > len(d.Value) {
			d.Payload = body("text", s)
		} else {
			d.Title, s = source.TitleOf(s), d.Value // words about what was done
		}
		fallthrough
	case d.Kind == "text" && v.Get("renderOutputAsMarkdown").Bool():
		if blank {
			s = d.Value
		}
		if v.Get("renderOutputAsMarkdown").Bool() && s != "" {
			d.Display = body("markdown", s)
		}
	}
	if d.Value == "" {
		d.Value = s
	}
}

// shellTool runs a command.
const shellTool = "run_shell_command"

func terminal(d *answer.Draft, c talk.Call, output string) {
	value := d.Value
	responses.Terminal(d, responses.Command(c.Input), "console", strings.TrimRight(output, "\n"))
	if d.Value = value; value == "" {
		d.Value = output
	}
}
