package codex

import (
	"slices"
	"strings"

	"github.com/vitrine-go/vitrine/artifactkit/protocol"
	"github.com/vitrine-go/vitrine/artifactkit/source/internal/answer"
	"github.com/vitrine-go/vitrine/artifactkit/source/internal/blocks"
	"github.com/vitrine-go/vitrine/artifactkit/source/internal/obj"
	"github.com/vitrine-go/vitrine/artifactkit/source/internal/talk"
)

// stream reads a line of what exec --json prints.
func (r *reader) stream(t *talk.Talk, typ string, v protocol.Value) *protocol.Reason {
	switch typ {
	case "thread.started":
		t.Session(v.Get("thread_id").Str(), "", "")
		t.Item(v, "", "", obj.Rest(v, "type", "thread_id"))
		t.Leftover()
	case "turn.started":
		t.Item(v, "", "", obj.Rest(v, "type"))
		t.Leftover()
	case "turn.completed":
		u := v.Get("usage")
		in, _ := u.Get("input_tokens").Int()
		out, _ := u.Get("output_tokens").Int()
		t.Item(v, "", "", obj.Rest(v, "type", "usage"))
		t.Usage(clamp(clamp(in)+clamp(out)), u)
		t.Leftover()
	case "turn.failed":
		t.Item(v, "", "", obj.Rest(v, "type"))
		t.Error(v.At("error", "message").Str())
	case "error":
		t.Item(v, "", "", obj.Rest(v, "type", "message"))
		if s := v.Get("message").Str(); strings.HasPrefix(s, "Reconnecting") {
			t.Recovered(s)
		} else {
			t.Error(s)
		}
	case "item.started", "item.updated", "item.completed":
		item := v.Get("item")
		if item.Type() != protocol.Object {
			return &protocol.Reason{Code: protocol.BadPayload, Path: "/item", Message: "An item is an object, this is " + item.Type().String() + "."}
		}
		r.streamed(t, strings.TrimPrefix(typ, "item."), item)
	default:
		r.other(t, typ, v)
	}
	return nil
}

// streamed reads an item of a stream as it stands now: started, updated or completed.
func (r *reader) streamed(t *talk.Talk, stage string, v protocol.Value) {
	id, typ := v.Get("id").Str(), kindOf(v)
	c, said := madeBy(v, typ)
	if c.Name == "" {
		if stage == "completed" || id == "" {
			r.forget(id)
			r.says(t, v, typ, id)
			return
		}
		if _, ok := r.live[id]; !ok {
			r.order = append(r.order, id)
		}
		r.live[id], _ = protocol.Parse(v.AppendCompact(nil)) // what comes later says this too
		return
	}
	known := t.Called(id).Name != "" && t.Waits(id)
	if !known {
		t.Item(v, "", "", nil)
		t.Request(id, c)
	}
	if stage == "started" && typ != "todo_list" {
		return
	}
	d, more := streamDraft(v, typ)
	d.ID, d.Name = id, c.Name
	said = append(said, more...)
	if s := v.Get("status").Str(); s == "completed" || s == "in_progress" {
		said = append(said, "status")
	}
	t.Item(v, "", "", obj.Rest(v, append(said, "id", "type", "item_type")...))
	t.Result(d, stage != "completed")
}

func kindOf(v protocol.Value) string { return first(v.Get("type").Str(), v.Get("item_type").Str()) }

func (r *reader) forget(id string) {
	if _, ok := r.live[id]; ok {
		delete(r.live, id)
		r.order = slices.DeleteFunc(r.order, func(s string) bool { return s == id })
	}
}

// unfinished sends what had begun when the stream broke off.
func (r *reader) unfinished(t *talk.Talk) {
	for _, id := range r.order {
		v := r.live[id]
		r.says(t, v, kindOf(v), id)
	}
	r.live, r.order = map[string]protocol.Value{}, nil
}

// says sends an item that is words.
func (r *reader) says(t *talk.Talk, v protocol.Value, typ, id string) {
	words := v.Get("text").Str()
	t.Item(v, id, "", obj.Rest(v, "id", "type", "item_type", "text"))
	switch {
	case (typ == "agent_message" || typ == "assistant_message" || typ == "plan") && words != "":
		t.Message("assistant", "markdown", words, nil)
	case typ == "reasoning" && words != "":
		t.Think(words)
	case typ == "error":
		t.Item(v, id, "", obj.Rest(v, "id", "type", "item_type", "message"))
		t.Recovered(v.Get("message").Str())
	case typ == "agent_message", typ == "assistant_message", typ == "reasoning", typ == "plan":
		t.Leftover()
	default:
		t.Item(v, id, "", nil)
		t.Unknown(typ, v)
	}
}

// madeBy is the call that an item is, and the members that say it; without a name it is none.
func madeBy(v protocol.Value, typ string) (c talk.Call, said []string) {
	input := func(keys ...string) protocol.Value {
		var o obj.Object
		for _, key := range keys {
			if m := v.Get(key); m.IsSet() {
				o.Val(key, m)
			}
		}
		said = keys
		if o.Empty() {
			return protocol.Value{}
		}
		return parsed(o)
	}
	switch typ {
	case "command_execution":
		c.Name, c.Input = "shell", input("command")
	case "file_change":
		c.Name, c.Input = "apply_patch", input("changes")
	case "mcp_tool_call":
		c.Name, c.Input = "mcp__"+v.Get("server").Str()+"__"+v.Get("tool").Str(), v.Get("arguments")
		said = []string{"server", "tool", "arguments"}
	case "web_search":
		c.Name, c.Input = typ, input("query", "action")
	case "collab_tool_call":
		c.Name, c.Input = first(v.Get("tool").Str(), typ), input("prompt", "sender_thread_id", "receiver_thread_ids")
		said = append(said, "tool")
	case "todo_list":
		c.Name = typ
	}
	return c, said
}

// streamDraft shows what an item has given so far.
func streamDraft(v protocol.Value, typ string) (d answer.Draft, said []string) {
	switch typ {
	case "command_execution":
		out, code := v.Get("aggregated_output").Str(), v.Get("exit_code")
		shell(&d, v.Get("command").Str(), out, out, code.Num())
		if said = []string{"aggregated_output"}; code.Type() == protocol.Number || code.Type() == protocol.Null {
			said = append(said, "exit_code")
		}
	case "file_change":
		files(&d, v.Get("changes"))
	case "mcp_tool_call":
		said = append(called(&d, v.Get("result")), "error")
		if s := v.At("error", "message").Str(); s != "" {
			made(&d, blocks.Make([]blocks.Part{blocks.Plain(s)}, protocol.Value{}, true), true)
		}
	case "todo_list":
		said = []string{"items"}
		todo(&d, v.Get("items"))
	case "web_search":
		words(&d, first(v.Get("query").Str(), v.At("action", "url").Str()))
	case "collab_tool_call":
		words(&d, states(v.Get("agents_states")))
	}
	switch v.Get("status").Str() {
	case "failed":
		if d.Error == nil {
			d.Fail(d.Value)
		}
	case "declined":
		d.Error, d.Status = nil, "denied"
	}
	return d, said
}

func words(d *answer.Draft, s string) {
	var o obj.Object
	o.Str("text", s)
	d.Kind, d.Value, d.Payload = "text", s, o.JSON()
}

// files lists the files that were changed: a stream does not say how.
func files(d *answer.Draft, changes protocol.Value) {
	var rows [][]byte
	var names []string
	for _, c := range changes.Elems() {
		var row obj.Object
		kind := first(c.Get("kind").Str(), c.At("kind", "type").Str())
		row.Str("change", kind)
		row.Str("path", c.Get("path").Str())
		rows = append(rows, row.JSON())
		names = append(names, strings.TrimSpace(kind+" "+c.Get("path").Str()))
	}
	if len(rows) == 0 {
		words(d, changes.Compact())
		return
	}
	var o obj.Object
	o.Raw("df", obj.List(rows))
	d.Kind, d.Value, d.Payload = "table", strings.Join(names, "\n"), o.JSON()
	if len(names) == 1 {
		d.Title = names[0]
	}
}

// todo shows a list of things to do.
func todo(d *answer.Draft, items protocol.Value) {
	var rows [][]byte
	var lines []string
	for _, i := range items.Elems() {
		var row obj.Object
		row.Bool("completed", i.Get("completed").Bool())
		row.Str("text", i.Get("text").Str())
		rows = append(rows, row.JSON())
		mark := "[ ] "
		if i.Get("completed").Bool() {
			mark = "[x] "
		}
		lines = append(lines, mark+i.Get("text").Str())
	}
	var o obj.Object
	o.Raw("df", obj.List(rows))
	d.Kind, d.Title, d.Value, d.Payload = "table", "To do", strings.Join(lines, "\n"), o.JSON()
	if len(rows) == 0 {
		words(d, "")
	}
}

// states tells how each agent stands.
func states(v protocol.Value) string {
	var lines []string
	for id, s := range v.Members() {
		line := id + ": " + s.Get("status").Str()
		if m := s.Get("message").Str(); m != "" {
			line += "\n" + m
		}
		lines = append(lines, line)
	}
	return strings.Join(lines, "\n")
}
