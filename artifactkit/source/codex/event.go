package codex

import (
	"strings"

	"github.com/vitrine-go/vitrine/artifactkit/protocol"
	"github.com/vitrine-go/vitrine/artifactkit/source/internal/obj"
	"github.com/vitrine-go/vitrine/artifactkit/source/internal/talk"
)

// event reads an event as the screen showed it.
func (r *reader) event(t *talk.Talk, v protocol.Value) *protocol.Reason {
	typ := v.Get("type").Str()
	switch typ {
	case "user_message":
		return r.told(t, v, "user")
	case "agent_message":
		return r.told(t, v, "assistant")
	case "agent_reasoning", "agent_reasoning_raw_content":
		r.thought(t, v)
	case "token_count":
		r.counted(t, v)
	case "exec_command_begin", "patch_apply_begin", "mcp_tool_call_begin", "dynamic_tool_call_request":
		r.begins(t, v)
	case "exec_command_end", "patch_apply_end", "mcp_tool_call_end", "dynamic_tool_call_response":
		r.ends(t, v)
	case "web_search_end":
		r.query = v.Get("query").Str()
		r.held.make(v.Get("call_id").Str())
		r.searched(t, v, v.Get("call_id").Str(), v.Get("action"), r.query, "call_id", "query", "action")
	case "task_started", "turn_started":
		if n, ok := v.Get("model_context_window").Int(); ok && n > 0 {
			r.window = n
		}
		r.other(t, typ, v)
	case "turn_aborted":
		for _, id := range r.held.ids() {
			r.alone(t, id)
		}
		t.Item(v, "", "", obj.Rest(v, "type"))
		t.Break("interrupted")
	case "error":
		t.Item(v, "", "", obj.Rest(v, "type", "message"))
		t.Error(v.Get("message").Str())
	case "stream_error":
		t.Item(v, "", "", obj.Rest(v, "type", "message"))
		t.Recovered(v.Get("message").Str())
	case "warning":
		t.Item(v, "", "", obj.Rest(v, "message"))
		t.Message("system", "text", v.Get("message").Str(), nil)
	case "session_configured":
		t.Session(v.Get("session_id").Str(), v.Get("thread_name").Str(), "")
		t.Model(v.Get("model").Str())
		t.Place(v.Get("cwd").Str(), "", "")
		r.other(t, typ, v)
	case "thread_name_updated":
		t.Session("", v.Get("thread_name").Str(), "")
		r.other(t, typ, v)
	case "item_completed":
		r.turnItem(t, v)
	case "collab_agent_spawn_end":
		r.other(t, typ, v)
		r.agent(t, v.Get("call_id").Str(), v.Get("new_thread_id").Str(), first(v.Get("new_agent_nickname").Str(), v.Get("new_agent_role").Str()))
	case "":
		return &protocol.Reason{Code: protocol.NotAnObject, Path: "/type", Message: "The event does not say its type."}
	default:
		r.other(t, typ, v)
	}
	return nil
}

// counted reads what was used so far. The same counts come again whenever the limits of the account are told.
func (r *reader) counted(t *talk.Talk, v protocol.Value) {
	info := v.Get("info")
	text := info.Compact()
	if info.Type() != protocol.Object || text == r.info {
		r.other(t, "token_count", v)
		return
	}
	r.info = text
	total, _ := info.At("last_token_usage", "total_tokens").Int()
	if n, ok := info.Get("model_context_window").Int(); ok && n > 0 {
		r.window = n
	}
	t.Item(v, "", "", obj.Rest(v, "type", "info"))
	t.UsageOf(clamp(total), clamp(r.window), info)
}

// clamp is a count that can be one, else 0.
func clamp(n int64) int64 {
	if n < 0 || n > 1<<40 {
		return 0
	}
	return n
}

// begins reads that a call begins: it is a request when no item has made it.
func (r *reader) begins(t *talk.Talk, v protocol.Value) {
	id := idOf(v)
	if t.Called(id).Name != "" || id == "" {
		r.other(t, v.Get("type").Str(), v)
		return
	}
	r.request(t, v, id)
}

func (r *reader) request(t *talk.Talk, v protocol.Value, id string) {
	r.held.make(id)
	c, said := callOf(v)
	t.Item(v, "", "", obj.Rest(v, append(said, "type", "call_id")...))
	t.Request(id, c)
}

// ends reads how a call ended. When an item has made the call, its output comes as an item as well.
func (r *reader) ends(t *talk.Talk, v protocol.Value) {
	id := idOf(v)
	known := t.Called(id).Name != ""
	if id != "" && known && t.Waits(id) && !r.held.made[id] {
		if r.held.put(id, v) {
			r.alone(t, r.held.order[0])
		}
		return
	}
	if known && !t.Waits(id) { // the output was there before
		r.other(t, v.Get("type").Str(), v)
		return
	}
	if !known {
		r.request(t, v, id)
	}
	d, _, more := drafted(protocol.Value{}, v, t.Called(id), t.Known().Project)
	d.ID = id
	if d.Name == "" {
		c, _ := callOf(v)
		d.Name = c.Name
	}
	t.Item(v, "", "", nil)
	t.Result(d, false, more...)
}

func idOf(v protocol.Value) string {
	return first(v.Get("call_id").Str(), v.Get("callId").Str())
}

func first(words ...string) string {
	for _, s := range words {
		if s != "" {
			return s
		}
	}
	return ""
}

// callOf is the call that an event tells of, and the members that say it.
func callOf(v protocol.Value) (c talk.Call, said []string) {
	switch typ := v.Get("type").Str(); {
	case strings.HasPrefix(typ, "exec_"):
		var o obj.Object
		o.Val("command", v.Get("command"))
		o.Val("cwd", v.Get("cwd"))
		return talk.Call{Name: "shell", Input: parsed(o)}, []string{"command", "cwd"}
	case strings.HasPrefix(typ, "patch_"):
		var o obj.Object
		o.Val("changes", v.Get("changes"))
		return talk.Call{Name: "apply_patch", Input: parsed(o)}, []string{"changes"}
	case strings.HasPrefix(typ, "mcp_"):
		in := v.Get("invocation")
		c := talk.Call{Name: "mcp__" + in.Get("server").Str() + "__" + in.Get("tool").Str(), Input: in.Get("arguments")}
		if obj.Rest(in, "server", "tool", "arguments") == nil {
			said = []string{"invocation"}
		}
		return c, said
	}
	return talk.Call{Name: v.Get("tool").Str(), Input: v.Get("arguments")}, []string{"tool", "arguments", "callId"}
}

func parsed(o obj.Object) protocol.Value {
	v, _ := protocol.Parse(o.JSON())
	return v
}

// turnItem reads an item as newer versions record it, where nothing else says the same.
func (r *reader) turnItem(t *talk.Talk, v protocol.Value) {
	item := v.Get("item")
	var words []string
	for _, p := range item.Get("content").Elems() {
		if s := p.Get("text").Str(); s != "" {
			words = append(words, s)
		}
	}
	for _, p := range item.Get("summary_text").Elems() {
		if s := p.Str(); s != "" {
			words = append(words, s)
		}
	}
	if s := item.Get("text").Str(); s != "" {
		words = append(words, s)
	}
	said := strings.Join(words, "\n\n")
	rest := func() []byte { return obj.Rest(v, "type", "item") }
	switch typ := item.Get("type").Str(); {
	case said == "":
		r.other(t, "item_completed", v)
	case typ == "UserMessage" && !r.said.twice("user", said, asEvent):
		t.Prompt(promptOf(said))
		t.Item(v, item.Get("id").Str(), "", rest())
		t.Message("user", "text", said, nil, talk.Rest(item, "type", "id", "text"))
	case (typ == "AgentMessage" || typ == "Plan") && !r.said.twice("assistant", said, asEvent):
		t.Item(v, item.Get("id").Str(), "", rest())
		t.Message("assistant", "markdown", said, nil, talk.Rest(item, "type", "id", "text"))
	case typ == "Reasoning" && !r.thoughts(words):
		t.Item(v, item.Get("id").Str(), "", rest())
		t.Think(said, talk.Rest(item, "type", "id", "summary_text"))
	default:
		r.other(t, "item_completed", v)
	}
}

// thoughts tells whether all of the thoughts were said in the other shape.
func (r *reader) thoughts(words []string) bool {
	all := true
	for _, s := range words {
		all = r.said.twice("thought", s, asEvent) && all
	}
	return all
}
