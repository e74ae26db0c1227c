package codex

import (
	"strings"

	"github.com/vitrine-go/vitrine/artifactkit/protocol"
	"github.com/vitrine-go/vitrine/artifactkit/source/internal/answer"
	"github.com/vitrine-go/vitrine/artifactkit/source/internal/blocks"
	"github.com/vitrine-go/vitrine/artifactkit/source/internal/carry"
	"github.com/vitrine-go/vitrine/artifactkit/source/internal/obj"
	"github.com/vitrine-go/vitrine/artifactkit/source/internal/responses"
	"github.com/vitrine-go/vitrine/artifactkit/source/internal/talk"
)

// drafted makes a result of the output that the model saw and of how an event says that the call ended; either may be absent. said are
// the members of the item that the draft says, more is what else is kept.
func drafted(v, event protocol.Value, c talk.Call, project string) (d answer.Draft, said []string, more []talk.Member) {
	output := v.Get("output")
	d.Name, said = c.Name, []string{"output"}
	if content := output.Get("content"); output.Type() == protocol.Object && content.Exists() { // as it was sent once
		more = append(more, talk.Member{Key: "output", JSON: obj.Rest(output, "content")})
		if success := output.Get("success"); success.Type() == protocol.Bool && !success.Bool() {
			defer func() {
				if d.Status == "" {
					d.Fail(d.Value)
				}
			}()
		}
		output = content
	}
	text := responses.Only(output)
	head, body := header(text)
	if head.text != "" {
		more = append(more, talk.Member{Key: "header", JSON: protocol.AppendString(nil, head.text)})
	}
	if event.Exists() {
		more = append(more, ended(&d, event, c, text, body, project))
		return d, said, more
	}
	own, isOwn := carry.Text(body)
	switch {
	case isOwn:
		d.Own = own
		d.Value = body
	case patchOf(c) != "":
		patched(&d, c, body, project)
	case head.text != "" && commands[c.Name]:
		shell(&d, responses.Command(c.Input), body, body, head.code)
	case c.Name == "update_plan" && c.Input.Get("plan").Len() > 0:
		plan(&d, c.Input.Get("plan"), text)
	case strings.HasPrefix(c.Name, "mcp__") && output.Type() == protocol.String:
		server(&d, body)
	default:
		responses.Generic(&d, output, c)
		if d.Kind == "text" && commands[c.Name] && !d.Own.Artifact.Exists() {
			shell(&d, responses.Command(c.Input), body, body, "")
		}
	}
	judge(&d, body)
	return d, said, more
}

// commands are the tools that run one.
var commands = map[string]bool{
	"shell": true, "container.exec": true, "local_shell": true, "shell_command": true, "exec_command": true, "write_stdin": true, "unified_exec": true,
}

// judge reads in the words of a result what no member says: that it was refused, broken off, or failed.
func judge(d *answer.Draft, text string) {
	if d.Error != nil || d.Status != "" {
		return
	}
	start := strings.TrimSpace(text)
	for _, one := range []struct{ start, status string }{
		{"exec command rejected by user", "denied"}, {"patch rejected by user", "denied"}, {"rejected by user", "denied"}, {"user rejected", "denied"}, {"user cancelled MCP tool call", "denied"},
		{"aborted by user", "interrupted"}, {"aborted", "interrupted"},
		{"apply_patch verification failed", "error"}, {"execution error", "error"}, {"failed to parse function arguments", "error"}, {"unsupported call", "error"},
		{"unsupported custom tool call", "error"}, {"exec_command failed", "error"}, {"write_stdin failed", "error"}, {"tool call error", "error"}, {"err: ", "error"}, {"collab spawn failed", "error"},
		{"unable to locate image", "error"}, {"command timed out", "error"},
	} {
		if !strings.HasPrefix(start, one.start) {
			continue
		}
		if one.status == "error" {
			d.Fail(d.Value)
		} else {
			d.Status = one.status
		}
		return
	}
}

// heading is what Codex tells the model in front of what a command printed.
type heading struct{ text, code string }

// header takes the heading off; without one the text is the body.
func header(text string) (h heading, body string) {
	at := 0
	for n := 0; n < 10; n++ {
		line, rest, more := strings.Cut(text[at:], "\n")
		line = strings.TrimRight(line, "\r")
		if line == "Output:" && n > 0 {
			h.text = strings.TrimRight(text[:at], "\r\n")
			return h, rest
		}
		code, known := field(line)
		if !known || !more {
			break
		}
		if code != "" {
			h.code = code
		}
		at += len(text[at:]) - len(rest)
	}
	return heading{}, text
}

func field(line string) (code string, ok bool) {
	for _, key := range []string{"Exit code: ", "Process exited with code "} {
		if code, ok := strings.CutPrefix(line, key); ok {
			return strings.TrimSpace(code), true
		}
	}
	for _, key := range []string{"Wall time: ", "Chunk ID: ", "Original token count: ", "Total output lines: ", "Process running with session ID ", "Command: ", "Warning: "} {
		if strings.HasPrefix(line, key) {
			return "", true
		}
	}
	return "", false
}

// shell shows a command with what it printed, and fails when its exit code says so.
func shell(d *answer.Draft, command, value, output, code string) {
	d.Value = value
	out := strings.TrimRight(output, "\n")
	if code != "" && code != "0" {
		d.Fail(out)
		out = strings.TrimLeft(out+"\n[exit code "+code+"]", "\n")
	}
	responses.Terminal(d, command, "console", out)
}

// plan shows the steps of a plan.
func plan(d *answer.Draft, steps protocol.Value, value string) {
	var rows [][]byte
	for _, s := range steps.Elems() {
		var row obj.Object
		row.Str("status", s.Get("status").Str())
		row.Str("step", s.Get("step").Str())
		rows = append(rows, row.JSON())
	}
	var o obj.Object
	o.Raw("df", obj.List(rows))
	d.Kind, d.Title, d.Value, d.Payload = "table", "Plan", value, o.JSON()
}

// server shows what the tool of an MCP server gave, of which the output is JSON.
func server(d *answer.Draft, text string) {
	v, ok := blocks.JSON(text)
	list := v
	if ok && v.Type() == protocol.Object {
		if parts, structured, failed, ok := blocks.Result(v); ok {
			made(d, blocks.Make(parts, structured, failed), failed)
			return
		}
	}
	if ok && list.Type() == protocol.Array && list.Len() > 0 && blocks.AreBlocks(list) {
		made(d, blocks.Make(blocks.Read(list), protocol.Value{}, false), false)
		return
	}
	made(d, blocks.Make([]blocks.Part{blocks.Plain(text)}, protocol.Value{}, false), false)
}

func made(d *answer.Draft, m blocks.Made, failed bool) {
	d.Value, d.Kind, d.Title, d.Payload, d.Display = m.Value, m.Kind, m.Title, m.Payload, m.Display
	if failed {
		d.Fail(m.Words)
	}
}
