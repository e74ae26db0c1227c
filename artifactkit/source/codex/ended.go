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

// ended shows a call by the event that tells how it ended. text is what the model saw of it, body the same without its heading; both are
// empty when that is not known. What the event says and the result does not is kept.
func ended(d *answer.Draft, event protocol.Value, c talk.Call, text, body, project string) talk.Member {
	said := []string{"type", "call_id", "callId"}
	if event.Get("status").Str() == "completed" {
		said = append(said, "status")
	}
	switch typ := event.Get("type").Str(); {
	case strings.HasPrefix(typ, "exec_"):
		said = append(said, executed(d, event, c, body)...)
	case strings.HasPrefix(typ, "patch_"):
		said = append(said, applied(d, event, c, text, project)...)
	case strings.HasPrefix(typ, "mcp_"):
		said = append(said, called(d, event.Get("result"))...)
	default:
		said = append(said, answered(d, event)...)
	}
	_, invoked := callOf(event)
	said = append(said, invoked...)
	switch event.Get("status").Str() {
	case "declined":
		d.Error, d.Status = nil, "denied"
	case "failed":
		if d.Error == nil {
			d.Fail(d.Value)
		}
	}
	judge(d, body)
	return talk.Member{Key: "event", JSON: obj.Rest(event, said...)}
}

// executed shows a command. An event of the first versions leaves it to the one that told of the beginning.
func executed(d *answer.Draft, event protocol.Value, c talk.Call, body string) (said []string) {
	stdout, stderr := event.Get("stdout").Str(), event.Get("stderr").Str()
	printed := event.Get("aggregated_output").Str()
	said = []string{"stdout", "stderr", "aggregated_output"}
	if printed == "" {
		printed = stdout
		if stderr != "" {
			printed = strings.TrimLeft(strings.TrimRight(stdout, "\n")+"\n"+stderr, "\n")
		}
	} else if stderr != "" && !strings.Contains(printed, strings.TrimSpace(stderr)) {
		said = []string{"aggregated_output"}
	}
	value := body
	if formatted := event.Get("formatted_output").Str(); value == "" {
		value = first(formatted, printed)
	}
	if f := event.Get("formatted_output").Str(); f == "" || f == value || f == printed {
		said = append(said, "formatted_output")
	}
	code := event.Get("exit_code")
	if code.Type() == protocol.Number {
		said = append(said, "exit_code")
	}
	shell(d, first(responses.Command(event), responses.Command(c.Input)), value, printed, code.Num())
	return said
}

// called shows the result of an MCP server's tool: {"Ok": …} or {"Err": …}.
func called(d *answer.Draft, result protocol.Value) (said []string) {
	if failure := result.Get("Err"); failure.IsSet() {
		text := failure.Str()
		if text == "" {
			text = failure.Compact()
		}
		made(d, blocks.Make([]blocks.Part{blocks.Plain(text)}, protocol.Value{}, true), true)
		return []string{"result"}
	}
	ok := result.Get("Ok")
	if !ok.Exists() {
		ok = result
	}
	structured, failed := ok.Get("structuredContent"), ok.Get("isError").Bool() || ok.Get("is_error").Bool()
	if !structured.IsSet() {
		structured = ok.Get("structured_content")
	}
	if own, isOwn := carry.Of(ok); isOwn {
		d.Own = own
	}
	made(d, blocks.Make(blocks.Read(ok.Get("content")), structured, failed), failed)
	if obj.Rest(ok, "content", "structuredContent", "structured_content", "isError", "is_error") == nil {
		said = []string{"result"}
	}
	return said
}

// answered shows what a tool of the program around Codex gave.
func answered(d *answer.Draft, event protocol.Value) (said []string) {
	list := event.Get("content_items")
	if !list.Exists() {
		list = event.Get("contentItems")
	}
	failed := event.Get("success").Type() == protocol.Bool && !event.Get("success").Bool()
	var parts []blocks.Part
	for _, one := range list.Elems() {
		if text := one.Get("text"); one.Get("type").Str() == "inputText" && text.Type() == protocol.String {
			parts = append(parts, blocks.Said(text))
			continue
		}
		parts = append(parts, blocks.Read(one)...)
	}
	if s := event.Get("error").Str(); s != "" && len(parts) == 0 {
		parts = []blocks.Part{blocks.Plain(s)}
		said = append(said, "error")
	}
	made(d, blocks.Make(parts, protocol.Value{}, failed), failed)
	if !event.Get("error").IsSet() {
		said = append(said, "error")
	}
	return append(said, "content_items", "contentItems", "success")
}
