package anthropic

import (
	"strings"

	"github.com/vitrine-go/vitrine/artifactkit/protocol"
	"github.com/vitrine-go/vitrine/artifactkit/source"
	"github.com/vitrine-go/vitrine/artifactkit/source/internal/answer"
	"github.com/vitrine-go/vitrine/artifactkit/source/internal/blocks"
	"github.com/vitrine-go/vitrine/artifactkit/source/internal/carry"
	"github.com/vitrine-go/vitrine/artifactkit/source/internal/obj"
	"github.com/vitrine-go/vitrine/artifactkit/source/internal/talk"
)

// tools are the names under which the API's own tools are called, by the type of their results.
var tools = map[string]string{
	"web_search_tool_result": "web_search", "web_fetch_tool_result": "web_fetch", "code_execution_tool_result": "code_execution",
	"bash_code_execution_tool_result": "bash_code_execution", "text_editor_code_execution_tool_result": "text_editor_code_execution",
	"tool_search_tool_result": "tool_search", "advisor_tool_result": "advisor",
}

// read turns a result block into a draft. c is its call, zero when that is not known. said are the members that the draft says; what
// else the block holds is for the caller to keep.
func read(b protocol.Value, c talk.Call) (d answer.Draft, said []string) {
	d = answer.Draft{ID: b.Get("tool_use_id").Str(), Name: c.Name}
	typ, content := b.Get("type").Str(), b.Get("content")
	if d.Name == "" {
		d.Name = tools[typ]
	}
	if show := servers[typ]; show != nil && show(&d, content, c) {
		return d, []string{"type", "tool_use_id"}
	}
	failed := b.Get("is_error").Bool()
	said = []string{"type", "tool_use_id", "content", "is_error"}
	if code := content.Get("error_code"); strings.HasSuffix(content.Get("type").Str(), "_error") {
		refused(&d, content, code)
		return d, said[:2]
	}
	m := blocks.Make(blocks.Read(content), protocol.Value{}, failed)
	d.Value, d.Kind, d.Title, d.Payload, d.Display, d.Carried = m.Value, m.Kind, m.Title, m.Payload, m.Display, m.Carried
	if failed {
		if d.Fail(m.Words); m.Words == "" {
			d.Fail(m.Value)
		}
	}
	if own, ok := carry.Text(only(content)); ok {
		d.Own = own
	}
	if d.Title == "" {
		d.Title = c.Subject()
	}
	return d, said
}

// only is the text of a content that is one text.
func only(content protocol.Value) string {
	if content.Type() == protocol.Array && content.Len() == 1 {
		for _, b := range content.Elems() {
			if b.Get("type").Str() == "text" {
				return b.Get("text").Str()
			}
		}
	}
	return content.Str()
}

// refused is a tool of the API that did not run.
func refused(d *answer.Draft, content, code protocol.Value) {
	d.Value = code.Str()
	if d.Value == "" {
		d.Value = content.Get("type").Str()
	}
	var o obj.Object
	o.Str("message", d.Value)
	o.Set("detail", content.Get("error_message").Str())
	d.Kind, d.Payload = "error", o.JSON()
	d.Fail(d.Value)
}

// servers show the results of the API's own tools. False: the content is of no shape that is known, and is shown by its blocks.
var servers = map[string]func(d *answer.Draft, content protocol.Value, c talk.Call) bool{
	"web_search_tool_result": search, "web_fetch_tool_result": fetch, "code_execution_tool_result": execution, "bash_code_execution_tool_result": execution,
	"text_editor_code_execution_tool_result": edited, "tool_search_tool_result": toolSearch, "advisor_tool_result": advice,
}

// search shows the hits as a table.
func search(d *answer.Draft, content protocol.Value, c talk.Call) bool {
	rows, words := []byte{'['}, []string{}
	for _, hit := range content.Elems() {
		if hit.Get("url").Type() != protocol.String {
			return false
		}
		var row obj.Object
		for _, key := range []string{"title", "url", "page_age"} {
			if v := hit.Get(key); v.Type() == protocol.String {
				row.Val(key, v)
			}
		}
		if len(rows) > 1 {
			rows = append(rows, ',')
		}
		rows = append(rows, row.JSON()...)
		words = append(words, strings.TrimSpace(hit.Get("title").Str()+"\n"+hit.Get("url").Str()))
	}
	if content.Type() != protocol.Array {
		return false
	}
	d.Kind, d.Value, d.Title = "table", strings.Join(words, "\n"), source.TitleOf(c.Input.Get("query").Str())
	var o obj.Object
	o.Raw("df", append(rows, ']'))
	d.Payload = o.JSON()
	return true
}

// fetch shows the page that was fetched: its text, or what kind of file it is.
func fetch(d *answer.Draft, content protocol.Value, _ talk.Call) bool {
	document := content.Get("content")
	if content.Get("type").Str() != "web_fetch_result" || document.Type() != protocol.Object {
		return false
	}
	m := blocks.Make(blocks.Read(document), protocol.Value{}, false)
	d.Value, d.Kind, d.Payload, d.Title = m.Value, m.Kind, m.Payload, document.Get("title").Str()
	url := content.Get("url").Str()
	if d.Title == "" {
		d.Title = source.TitleOf(url)
	}
	if d.Value == "" {
		d.Value = url
	}
	if src := document.Get("source"); src.Get("type").Str() == "text" {
		d.Kind = "text"
		var o obj.Object
		o.Str("text", src.Get("data").Str())
		d.Payload = o.JSON()
	}
	return true
}

// execution shows the code, what it printed, and the files it left.
func execution(d *answer.Draft, content protocol.Value, c talk.Call) bool {
	if !strings.HasSuffix(content.Get("type").Str(), "code_execution_result") {
		return false
	}
	out, errs := content.Get("stdout").Str(), content.Get("stderr").Str()
	encrypted := content.Get("encrypted_stdout").Type() == protocol.String
	if encrypted {
		out = "[encrypted, for the model only]"
	}
	d.Value = out
	if out == "" {
		d.Value = errs
	}
	lines := []string{}
	for _, s := range []string{strings.TrimRight(out, "\n"), strings.TrimRight(errs, "\n")} {
		if s != "" {
			lines = append(lines, s)
		}
	}
	code, failed := content.Get("return_code").Int()
	if failed = failed && code != 0; failed {
		lines = append(lines, "[exit code "+content.Get("return_code").Num()+"]")
		if d.Fail(strings.TrimSpace(errs)); strings.TrimSpace(errs) == "" {
			d.Fail("exit code " + content.Get("return_code").Num())
		}
	}
	for _, f := range content.Get("content").Elems() {
		if id := f.Get("file_id").Str(); id != "" {
			lines = append(lines, "[file "+id+"]")
		}
	}
	terminal(d, c, strings.Join(lines, "\n"))
	return true
}

// terminal shows a command or a program with its output; without either the output is the text.
func terminal(d *answer.Draft, c talk.Call, output string) {
	text, language := c.Input.Get("command").Str(), "console"
	if text == "" {
		text, language = c.Input.Get("code").Str(), "python"
	}
	var o obj.Object
	d.Kind, d.Title = "code", source.TitleOf(text)
	if text == "" {
		o.Str("text", output)
		o.Str("lang", "console")
	} else {
		o.Str("text", text)
		o.Str("lang", language)
		o.Set("output", output)
	}
	d.Payload = o.JSON()
}

// toolSearch lists the tools that were found.
func toolSearch(d *answer.Draft, content protocol.Value, c talk.Call) bool {
	list := content.Get("tool_references")
	if list.Type() != protocol.Array {
		return false
	}
	var names []string
	for _, ref := range list.Elems() {
		names = append(names, ref.Get("tool_name").Str())
	}
	plain(d, strings.Join(names, "\n"), source.TitleOf(c.Input.Get("query").Str()))
	return true
}

// advice is what the advisor said.
func advice(d *answer.Draft, content protocol.Value, _ talk.Call) bool {
	words := content.Get("text")
	if words.Type() != protocol.String {
		return false
	}
	plain(d, words.Str(), "")
	return true
}
