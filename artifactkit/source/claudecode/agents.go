package claudecode

import (
	"io"
	"strings"

	"github.com/vitrine-go/vitrine/artifactkit/limits"
	"github.com/vitrine-go/vitrine/artifactkit/protocol"
	"github.com/vitrine-go/vitrine/artifactkit/source"
	"github.com/vitrine-go/vitrine/artifactkit/source/internal/obj"
)

// agents are the tools that start a sub-agent.
var agents = map[string]bool{"Task": true, "Agent": true}

// thread is one conversation: the main one, or a sub-agent's.
type thread struct {
	parent string // call that runs it
	agent  string
	last   string // uuid of its last line
	at     string
	stop   string // why the model stopped last
	spoke  bool
	usage  *usage
}

// task is a call that runs a sub-agent.
type task struct {
	call, prompt, agentID string
	thread                *thread
}

// starts notes a call that runs a sub-agent.
func (r *reader) starts(id string, input protocol.Value) {
	t := &task{call: id, prompt: input.Get("prompt").Str(), thread: &thread{parent: id, agent: input.Get("subagent_type").Str()}}
	if t.thread.agent == "" {
		t.thread.agent = input.Get("name").Str()
	}
	if t.thread.agent == "" {
		t.thread.agent = "agent"
	}
	r.tasks = append(r.tasks, t)
	r.threads[id] = t.thread
}

// threadOf finds the conversation that a line belongs to: by the call it names, by the sub-agent's id, by the line before it, or, for
// the first line of a sub-agent, by its prompt.
func (r *reader) threadOf(v protocol.Value) *thread {
	if t := r.threads[v.Get("parent_tool_use_id").Str()]; t != nil {
		return t
	}
	if r.inside != nil {
		return r.inside
	}
	if !v.Get("isSidechain").Bool() {
		return r.main
	}
	uuid, id := v.Get("uuid").Str(), v.Get("agentId").Str()
	t := r.threads[id]
	if id == "" {
		t = r.chains[v.Get("parentUuid").Str()]
	}
	if t == nil {
		t = r.match(v, id)
	}
	if id != "" {
		r.threads[id] = t
	} else if uuid != "" {
		r.chains[uuid] = t
	}
	return t
}

// match finds who runs the sub-agent whose first line this is. A file that is a sub-agent's alone is read like any other.
func (r *reader) match(v protocol.Value, id string) *thread {
	if t := r.taskOf(joined(v.At("message", "content")), id); t != nil {
		return t.thread
	}
	if len(r.tasks) == 0 {
		return r.main
	}
	agent := id
	if agent == "" {
		agent = "agent"
	}
	return &thread{agent: agent}
}

// taskOf finds the call that started a sub-agent: by its prompt, else the only one that has none yet.
func (r *reader) taskOf(prompt, id string) *task {
	var free []*task
	for _, t := range r.tasks {
		if t.agentID == "" || t.agentID == id && id != "" {
			if t.agentID != "" || t.prompt == prompt && prompt != "" {
				t.agentID = id
				return t
			}
			free = append(free, t)
		}
	}
	if len(free) == 1 && id != "" {
		free[0].agentID = id
		return free[0]
	}
	return nil
}

// link reads what a progress line tells about who runs whom.
func (r *reader) link(v protocol.Value) {
	id, parent := v.At("data", "agentId").Str(), v.Get("parentToolUseID").Str()
	for _, t := range r.tasks {
		if t.call == parent && id != "" && t.agentID == "" {
			t.agentID = id
			r.threads[id] = t.thread
		}
	}
}

// finished is called in front of the result of a call that ran a sub-agent: what the sub-agent did comes first.
func (r *reader) finished(callID string, rich protocol.Value) {
	for _, t := range r.tasks {
		if t.call != callID {
			continue
		}
		if id := rich.Get("agentId").Str(); id != "" {
			t.agentID = id
			r.threads[id] = t.thread
		}
		if kind := rich.Get("agentType").Str(); kind != "" && t.thread.agent == "agent" {
			t.thread.agent = kind
		}
		if t.agentID != "" && !rich.Get("isAsync").Bool() { // one in the background goes on: its file is read at the end
			r.file(t.thread, "agent-"+t.agentID+".jsonl")
		}
		t.thread.flushUsage(r)
		t.prompt = ""
		return
	}
}

// folder is where a session keeps the files of its sub-agents, "" when its name is not known.
func (r *reader) folder() string {
	session := strings.TrimSuffix(r.o.Name, ".jsonl")
	if !plain(session) {
		session = r.facts.Session
	}
	if !plain(session) {
		return ""
	}
	return session + "/subagents"
}

// plain tells whether s can be one element of a path and nothing else.
func plain(s string) bool {
	return s != "" && len(s) <= 128 && source.ValidID(s) && !strings.Contains(s, ":") && !strings.Contains(s, "..")
}

// file reads the file of a sub-agent, once, into its conversation. Older versions keep it beside the session's own.
func (r *reader) file(t *thread, file string) {
	folder := r.folder()
	if r.o.Sibling == nil || r.depth == limits.AgentDepth || !plain(file) || folder == "" || r.files[file] {
		return
	}
	r.files[file] = true
	in, err := r.o.Sibling(folder + "/" + file)
	if err != nil {
		if in, err = r.o.Sibling(file); err != nil {
			return
		}
	}
	defer in.Close()
	outer := r.inside
	r.inside = t
	r.depth++
	r.lines(t, file, in)
	r.depth--
	r.inside = outer
}

// lines reads a sub-agent's lines. What cannot be read is told in an envelope of its own: the report counts the session's lines only.
func (r *reader) lines(t *thread, file string, in io.Reader) {
	unread := 0
	err := source.Lines(in, func(_ int, rec []byte, why *protocol.Reason, _ bool) {
		if why == nil && len(strings.TrimSpace(string(rec))) > 0 {
			why = r.read(rec)
		}
		if why != nil && why.Code != protocol.DuplicateKey {
			unread++
		}
	})
	if unread == 0 && err == nil {
		return
	}
	var o obj.Object
	o.Str("file", file)
	o.Raw("unread", []byte(itoa(unread)))
	r.send(source.Envelope{ID: r.ids.Native(file, "unread", []byte(file)), Type: name + ".unread", Event: o.JSON(), Parent: t.parent, Agent: t.agent})
}

// strayAgents reads, at the end, the files of sub-agents whose call has no result: they were running when the session stopped.
func (r *reader) strayAgents() {
	folder := r.folder()
	if r.o.Siblings == nil || r.o.Sibling == nil || folder == "" {
		return
	}
	for _, file := range r.o.Siblings(folder) {
		id, ok := strings.CutSuffix(strings.TrimPrefix(file, "agent-"), ".jsonl")
		if !ok || !strings.HasPrefix(file, "agent-") || r.files[file] {
			continue
		}
		r.file(r.strayThread(folder, file, id), file)
	}
}

// strayThread finds who runs the sub-agent of a file: by what is noted beside it, or by its prompt.
func (r *reader) strayThread(folder, file, id string) *thread {
	if t := r.threads[id]; t != nil {
		return t
	}
	if note := r.document(folder + "/agent-" + id + ".meta.json"); note.IsSet() {
		if t := r.threads[note.Get("toolUseId").Str()]; t != nil {
			return t
		}
	}
	if t := r.taskOf(joined(r.document(folder+"/"+file).At("message", "content")), id); t != nil {
		return t.thread
	}
	return &thread{agent: id}
}

// document is the first line of a small file.
func (r *reader) document(path string) protocol.Value {
	in, err := r.o.Sibling(path)
	if err != nil {
		return protocol.Value{}
	}
	defer in.Close()
	head, err := io.ReadAll(io.LimitReader(in, source.SniffBytes))
	if err != nil {
		return protocol.Value{}
	}
	first, _, _ := strings.Cut(string(head), "\n")
	return parsed([]byte(first))
}
