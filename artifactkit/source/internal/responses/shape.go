package responses

import (
	"strings"

	"github.com/vitrine-go/vitrine/artifactkit/protocol"
)

// IsResult tells whether v is an item that holds what a tool gave, by its type and one more mark of that type.
func IsResult(v protocol.Value) bool {
	has := func(keys ...string) bool {
		for _, k := range keys {
			if !v.Get(k).Exists() {
				return false
			}
		}
		return true
	}
	if has("role") || has("payload") {
		return false
	}
	switch v.Get("type").Str() {
	case "function_call_output", "custom_tool_call_output", "shell_call_output", "computer_call_output":
		return v.Get("call_id").Type() == protocol.String && has("output")
	case "local_shell_call_output":
		return has("output") && (has("id") || has("call_id"))
	case "apply_patch_call_output":
		return has("call_id") && (has("status") || has("output"))
	case "apply_patch_call":
		return v.Get("operation").Type() == protocol.Object
	case "code_interpreter_call":
		return has("code") || has("outputs")
	case "image_generation_call":
		return has("result") || has("id", "status")
	case "mcp_call":
		return has("server_label") && has("name")
	case "mcp_list_tools":
		return has("server_label") && (has("tools") || has("error"))
	case "file_search_call":
		return has("queries") || has("results")
	case "web_search_call":
		return has("id") && has("status")
	}
	return false
}

// IsCall tells whether an item is a call whose result is another item.
func IsCall(v protocol.Value) bool {
	switch v.Get("type").Str() {
	case "function_call", "custom_tool_call", "computer_call":
		return v.Get("call_id").Type() == protocol.String
	case "shell_call", "local_shell_call":
		return v.Get("action").Type() == protocol.Object
	}
	return false
}

// Arguments takes the JSON out of its string. A model may write what is none: that stays a text.
func Arguments(v protocol.Value) protocol.Value {
	if v.Type() != protocol.String {
		return v
	}
	if strings.TrimSpace(v.Str()) == "" {
		return protocol.Value{}
	}
	if in, why := protocol.Parse([]byte(v.Str())); why == nil {
		return in
	}
	return v
}
