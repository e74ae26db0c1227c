package responses

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

// Read turns an item into a draft. c is its call, zero when it is not known or the item is its own call.
func Read(v protocol.Value, c talk.Call) (d answer.Draft, said []string) {
	d = answer.Draft{ID: v.Get("call_id").Str(), Name: c.Name}
	if d.ID == "" {
		d.ID = v.Get("id").Str()
	}
	typ := v.Get("type").Str()
	if d.Name == "" {
		d.Name = strings.TrimSuffix(strings.TrimSuffix(typ, "_output"), "_call")
	}
	said = []string{"type", "call_id"}
	switch typ {
	case "function_call_output", "custom_tool_call_output", "local_shell_call_output":
		d.Name = c.Name
		Generic(&d, v.Get("output"), c)
		said = append(said, "output")
	case "shell_call_output":
		if d.Name = "shell"; !shell(&d, v.Get("output"), c) {
			Generic(&d, v.Get("output"), c)
			said = append(said, "output")
		}
	case "computer_call_output":
		screenshot(&d, v.Get("output"))
		said = append(said, "output")
	case "apply_patch_call":
		operation(&d, v.Get("operation"))
		said = append(said, "operation")
	case "apply_patch_call_output":
		patched(&d, v, c)
		said = append(said, "output")
	case "code_interpreter_call":
		said = append(said, "code")
		interpreter(&d, v)
	case "image_generation_call":
		generated(&d, v)
		said = append(said, "result", "revised_prompt")
	case "mcp_call":
		d.Name = v.Get("name").Str()
		remote(&d, v)
		said = append(said, "name", "arguments", "output", "error")
	case "mcp_list_tools":
		d.Name, said = typ, append(said, "server_label")
		listed(&d, v.Get("tools"))
	case "file_search_call":
		said = append(said, "queries")
		found(&d, v)
	case "web_search_call":
		said = append(said, "action")
		searched(&d, v)
	default:
		Generic(&d, v.Get("output"), c)
		said = append(said[1:], "output")
	}
	switch status := v.Get("status").Str(); {
	case status == "failed" && d.Error == nil:
		if d.Fail(d.Value); d.Value == "" {
			d.Fail(status)
		}
	case status == "incomplete" && d.Status == "":
		d.Status = status
	}
	return d, said
}

// Generic shows what a function gave: the producer's own channels, a text, or parts.
func Generic(d *answer.Draft, output protocol.Value, c talk.Call) {
	own, isOwn := carry.Text(Only(output))
	if !isOwn {
		own, isOwn = carry.Of(output)
	}
	d.Own = own
	if output.Type() == protocol.String && !isOwn && (recorded(d, output.Str(), c) || applied(d, output, c)) {
		return
	}
	m := blocks.Make(blocks.Read(output), protocol.Value{}, false)
	d.Value, d.Kind, d.Title, d.Payload, d.Display, d.Carried = m.Value, m.Kind, m.Title, m.Payload, m.Display, m.Carried
	if d.Title == "" {
		d.Title = c.Subject()
	}
}

// Only is the text of an output that is one text.
func Only(output protocol.Value) string {
	if output.Type() == protocol.Array && output.Len() == 1 {
		for _, p := range output.Elems() {
			return p.Get("text").Str()
		}
	}
	return output.Str()
}

// recorded reads the text in which a command's output and exit code are recorded: {"output": …, "metadata": {"exit_code": …}}.
func recorded(d *answer.Draft, text string, c talk.Call) bool {
	v, ok := blocks.JSON(text)
	code := v.At("metadata", "exit_code")
	if !ok || v.Get("output").Type() != protocol.String || code.Type() != protocol.Number {
		return false
	}
	d.Value = v.Get("output").Str()
	out := strings.TrimRight(d.Value, "\n")
	if code.Num() != "0" {
		if d.Fail(out); out == "" {
			d.Fail("exit code " + code.Num())
		}
		out = strings.TrimLeft(out+"\n[exit code "+code.Num()+"]", "\n")
	}
	Terminal(d, Command(c.Input), "console", out)
	return true
}

// Command is the command of a call, in any of the shapes that shells take.
func Command(input protocol.Value) string {
	for _, key := range []string{"command", "commands", "cmd"} {
		switch v := input.Get(key); v.Type() {
		case protocol.String:
			return v.Str()
		case protocol.Array:
			var words []string
			for _, w := range v.Elems() {
				words = append(words, w.Str())
			}
			if key == "commands" {
				return strings.Join(words, "\n")
			}
			if len(words) == 3 && (words[1] == "-lc" || words[1] == "-c") {
				return words[2]
			}
			return strings.Join(words, " ")
		}
	}
	return ""
}

// Terminal shows a command or program with its output; without one the output is the text.
func Terminal(d *answer.Draft, text, language, output string) {
	var o obj.Object
	d.Kind, d.Title = "code", source.TitleOf(text)
	if text == "" {
		text, language, output = output, "console", ""
	}
	o.Str("text", text)
	o.Str("lang", language)
	o.Set("output", output)
	d.Payload = o.JSON()
}

// shell shows commands with what each printed and how it ended.
func shell(d *answer.Draft, output protocol.Value, c talk.Call) bool {
	if output.Type() != protocol.Array || output.Len() == 0 {
		return false
	}
	var lines, value, errs, ends []string
	for _, o := range output.Elems() {
		outcome := o.Get("outcome")
		if o.Type() != protocol.Object || o.Get("stdout").Type() != protocol.String && o.Get("stderr").Type() != protocol.String {
			return false
		}
		for i, s := range []string{o.Get("stdout").Str(), o.Get("stderr").Str()} {
			if s = strings.TrimRight(s, "\n"); s != "" {
				lines = append(lines, s)
				if i == 0 {
					value = append(value, s)
				} else {
					errs = append(errs, s)
				}
			}
		}
		switch code := outcome.Get("exit_code"); {
		case outcome.Get("type").Str() == "timeout":
			ends = append(ends, "timed out")
			lines = append(lines, "[timed out]")
		case code.Type() == protocol.Number && code.Num() != "0":
			ends = append(ends, "exit code "+code.Num())
			lines = append(lines, "[exit code "+code.Num()+"]")
		}
	}
	d.Value = strings.Join(value, "\n")
	if d.Value == "" {
		d.Value = strings.Join(errs, "\n")
	}
	if len(ends) > 0 {
		if len(errs) == 0 {
			errs = ends
		}
		d.Fail(strings.Join(errs, "\n"))
	}
	Terminal(d, Command(c.Input), "console", strings.Join(lines, "\n"))
	return true
}

// screenshot shows what a computer's screen showed.
func screenshot(d *answer.Draft, output protocol.Value) {
	m := blocks.Make(blocks.Read(output), protocol.Value{}, false)
	d.Value, d.Kind, d.Payload, d.Carried = m.Value, m.Kind, m.Payload, m.Carried
}
