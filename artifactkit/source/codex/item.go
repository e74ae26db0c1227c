package codex

import (
	"strconv"

	"github.com/vitrine-go/vitrine/artifactkit/protocol"
	"github.com/vitrine-go/vitrine/artifactkit/source/internal/answer"
	"github.com/vitrine-go/vitrine/artifactkit/source/internal/obj"
	"github.com/vitrine-go/vitrine/artifactkit/source/internal/responses"
	"github.com/vitrine-go/vitrine/artifactkit/source/internal/talk"
)

// item reads an item as the model saw it.
func (r *reader) item(t *talk.Talk, v protocol.Value) *protocol.Reason {
	switch typ := v.Get("type").Str(); typ {
	case "message":
		return r.message(t, v)
	case "reasoning":
		r.reasoning(t, v)
	case "function_call":
		r.call(t, v, responses.Arguments(v.Get("arguments")))
	case "custom_tool_call":
		r.call(t, v, v.Get("input"))
	case "local_shell_call":
		id := responses.CallID(v)
		t.Item(v, "", "", rest(v, "call_id", "id", "action"))
		t.Request(id, talk.Call{Name: "shell", Input: v.Get("action")})
	case "function_call_output", "custom_tool_call_output", "local_shell_call_output", "mcp_tool_call_output":
		r.output(t, v)
	case "web_search_call":
		r.search(t, v)
	case "ghost_snapshot", "compaction", "compaction_summary", "context_compaction", "compaction_trigger":
		r.other(t, typ, v)
	case "":
		return &protocol.Reason{Code: protocol.NotAnObject, Path: "/type", Message: "The item does not say its type."}
	default:
		responses.Item(t, v)
	}
	return nil
}

// call sends a call, unless an event has told of it.
func (r *reader) call(t *talk.Talk, v, input protocol.Value) {
	id := v.Get("call_id").Str()
	t.Item(v, "", "", rest(v, "call_id", "id", "name", "arguments", "input"))
	if r.held.made[id] {
		t.Other(v.Get("type").Str(), v)
		return
	}
	t.Request(id, talk.Call{Name: v.Get("name").Str(), Input: input, Intent: input.Get("justification").Str()})
}

// rest is a call without the members that its event says; a status that says only that the item is complete is none.
func rest(v protocol.Value, said ...string) []byte {
	said = append(said, "type")
	if s := v.Get("status").Str(); s == "completed" || s == "in_progress" {
		said = append(said, "status")
	}
	return obj.Rest(v, said...)
}

// output sends the result of a call, with what an event knows of it.
func (r *reader) output(t *talk.Talk, v protocol.Value) {
	id := v.Get("call_id").Str()
	c := t.Called(id)
	event := r.held.take(id)
	d, said, more := drafted(v, event, c, t.Known().Project)
	d.ID = id
	r.spawned(t, id, c, v.Get("output"))
	t.Item(v, "", "", rest(v, append(said, "call_id", "id")...))
	t.Result(d, false, more...)
}

// alone sends the result of a call that only an event knows.
func (r *reader) alone(t *talk.Talk, id string) {
	event := r.held.take(id)
	d, _, more := drafted(protocol.Value{}, event, t.Called(id), t.Known().Project)
	d.ID = id
	t.Item(event, "", "", nil)
	t.Result(d, false, more...)
}

// search reads a search of the web that the API did itself: call and result in one. An event may have told of it.
func (r *reader) search(t *talk.Talk, v protocol.Value) {
	action := v.Get("action")
	query := action.Get("query").Str()
	if query != "" && query == r.query || r.held.made[v.Get("id").Str()] {
		r.query = ""
		r.other(t, "web_search_call", v)
		return
	}
	r.searched(t, v, v.Get("id").Str(), action, query, "id", "action")
}

// searched sends a search as a call that is answered: what was looked for is all that is recorded.
func (r *reader) searched(t *talk.Talk, v protocol.Value, id string, action protocol.Value, query string, said ...string) {
	if id == "" {
		r.nth++
		id = "web_search." + strconv.Itoa(r.nth)
	}
	for _, key := range []string{"query", "url", "pattern"} {
		if query == "" {
			query = action.Get(key).Str()
		}
	}
	input := action
	if !input.IsSet() {
		input = member("query", query)
	}
	t.Item(v, "", "", rest(v, said...))
	t.Request(id, talk.Call{Name: "web_search", Input: input})
	var o obj.Object
	o.Str("text", query)
	d := answer.Draft{ID: id, Name: "web_search", Value: query, Kind: "text", Payload: o.JSON()}
	if v.Get("status").Str() == "failed" {
		d.Fail("")
	}
	t.Result(d, false)
}

func member(key, s string) protocol.Value {
	var o obj.Object
	o.Str(key, s)
	v, _ := protocol.Parse(o.JSON())
	return v
}
