// Package responses reads the items of OpenAI's Responses API: the calls of tools and what they gave. The API itself sends them, and
// agents that talk to it keep them.
package responses

import (
	"strings"

	"github.com/vitrine-go/vitrine/artifactkit/protocol"
	"github.com/vitrine-go/vitrine/artifactkit/source/internal/obj"
	"github.com/vitrine-go/vitrine/artifactkit/source/internal/talk"
)

// Item reads one item that is no message.
func Item(t *talk.Talk, v protocol.Value) {
	typ, id := v.Get("type").Str(), v.Get("id").Str()
	switch {
	case typ == "function_call", typ == "custom_tool_call":
		input := Arguments(v.Get("arguments"))
		if typ == "custom_tool_call" {
			input = v.Get("input")
		}
		t.Item(v, id, "", obj.Rest(v, said(v, "call_id", "name", "arguments", "input")...))
		t.Request(CallID(v), talk.Call{Name: v.Get("name").Str(), Input: input})
	case typ == "shell_call", typ == "local_shell_call", typ == "computer_call":
		t.Item(v, id, "", obj.Rest(v, said(v, "call_id", "action")...))
		t.Request(CallID(v), talk.Call{Name: strings.TrimSuffix(typ, "_call"), Input: v.Get("action")})
	case typ == "apply_patch_call":
		t.Item(v, id, "", obj.Rest(v, said(v, "call_id", "operation")...))
		t.Request(CallID(v), talk.Call{Name: "apply_patch", Input: v.Get("operation")})
	case IsResult(v), strings.HasSuffix(typ, "_output") && v.Get("output").Exists():
		d, carried := Read(v, t.Called(CallID(v)))
		t.Item(v, id, "", obj.Rest(v, append(carried, "id", "status")...))
		if strings.HasSuffix(typ, "_output") {
			d.ID = v.Get("call_id").Str()
			t.Result(d, false)
			break
		}
		t.Request(d.ID, talk.Call{Name: d.Name, Input: hostedInput(v)})
		if s := v.Get("status").Str(); s != "in_progress" && s != "interpreting" && s != "searching" && s != "generating" {
			t.Result(d, false)
		}
	case typ == "reasoning":
		reasoning(t, v, id)
	case typ == "item_reference", typ == "compaction", typ == "ghost_snapshot":
		t.Item(v, id, "", nil)
		t.Other(typ, v)
	default:
		t.Item(v, id, "", nil)
		t.Unknown(typ, v)
	}
	t.Leftover()
}

// CallID is the id of the call that an item is or answers.
func CallID(v protocol.Value) string {
	if s := v.Get("call_id").Str(); s != "" {
		return s
	}
	return v.Get("id").Str()
}

// said names the members of a call that its event says; a status that says only that the item is complete is none.
func said(v protocol.Value, keys ...string) []string {
	keys = append(keys, "id")
	if v.Get("type").Str() == "function_call" {
		keys = append(keys, "type")
	}
	if s := v.Get("status").Str(); s == "completed" || s == "in_progress" {
		keys = append(keys, "status")
	}
	return keys
}

// hostedInput is what a tool of the API was asked, as its arguments.
func hostedInput(v protocol.Value) protocol.Value {
	switch v.Get("type").Str() {
	case "code_interpreter_call":
		return member("code", v.Get("code"))
	case "mcp_call":
		return Arguments(v.Get("arguments"))
	case "file_search_call":
		return member("queries", v.Get("queries"))
	case "web_search_call":
		return v.Get("action")
	case "mcp_list_tools":
		return member("server_label", v.Get("server_label"))
	case "image_generation_call":
		return member("prompt", v.Get("revised_prompt"))
	}
	return protocol.Value{}
}

func member(key string, v protocol.Value) protocol.Value {
	if !v.IsSet() {
		return protocol.Value{}
	}
	var o obj.Object
	o.Val(key, v)
	out, _ := protocol.Parse(o.JSON())
	return out
}

// reasoning is a thought: its summary, and its own words where the API gives them. One that is encrypted is carried.
func reasoning(t *talk.Talk, v protocol.Value, id string) {
	var words []string
	for _, key := range []string{"summary", "content"} {
		for _, p := range v.Get(key).Elems() {
			if s := p.Get("text").Str(); s != "" {
				words = append(words, s)
			}
		}
	}
	if len(words) == 0 {
		t.Item(v, id, "", nil)
		t.Other("reasoning", v)
		return
	}
	t.Item(v, id, "", obj.Rest(v, "type", "id", "summary", "content", "status"))
	t.Think(strings.Join(words, "\n\n"))
}

// Says reads a content: what is said in it is one message with its pictures and files.
func Says(t *talk.Talk, content protocol.Value, role string) {
	key := "text"
	switch role {
	case "assistant":
		key = "markdown"
	case "system", "developer":
		role = "system"
	}
	if content.Type() == protocol.String {
		if s := content.Str(); role != "assistant" || strings.TrimSpace(s) != "" {
			t.Message(role, key, s, nil)
		}
		return
	}
	var words []string
	var pictures [][]byte
	var more []talk.Member
	flush := func() {
		if len(words)+len(pictures) > 0 {
			t.Message(role, key, strings.Join(words, "\n\n"), pictures, more...)
		}
		words, pictures, more = nil, nil, nil
	}
	for _, p := range content.Elems() {
		switch typ := p.Get("type").Str(); typ {
		case "text", "input_text", "output_text", "summary_text":
			words = append(words, p.Get("text").Str())
			drop := []string{"type", "text"}
			for _, quiet := range []string{"annotations", "logprobs"} {
				if p.Get(quiet).Len() == 0 {
					drop = append(drop, quiet)
				}
			}
			more = append(more, talk.Rest(p, drop...))
		case "refusal":
			words = append(words, p.Get("refusal").Str())
			more = append(more, talk.Rest(p, "refusal"))
			t.Stop("refusal")
		case "image_url", "input_image":
			url := p.Get("image_url")
			if url.Type() == protocol.Object {
				more = append(more, talk.Rest(url, "url"))
				url = url.Get("url")
			} else {
				more = append(more, talk.Rest(p, "type", "image_url"))
			}
			if url.Type() == protocol.String {
				pictures = append(pictures, talk.Picture("", url.Str(), ""))
			} else {
				words = append(words, "[image "+p.Get("file_id").Str()+"]")
			}
		case "input_file", "file", "input_audio":
			words = append(words, fileLine(p))
			more = append(more, talk.Member{Key: "block", JSON: p.AppendCompact(nil)})
		default:
			flush()
			t.Unknown(typ, p)
		}
	}
	flush()
}

// fileLine names a file that stands beside its name.
func fileLine(p protocol.Value) string {
	f := p
	if inner := p.Get("file"); inner.Type() == protocol.Object {
		f = inner
	}
	for _, key := range []string{"filename", "file_url", "file_id"} {
		if s := f.Get(key).Str(); s != "" {
			return "[file " + s + "]"
		}
	}
	return "[" + p.Get("type").Str() + "]"
}
