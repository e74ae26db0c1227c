package claudecode

import (
	"slices"
	"strconv"
	"strings"

	"github.com/vitrine-go/vitrine/artifactkit/protocol"
	"github.com/vitrine-go/vitrine/artifactkit/source"
	"github.com/vitrine-go/vitrine/artifactkit/source/internal/obj"
)

// line is one record with what its envelopes share.
type line struct {
	v      protocol.Value
	rec    []byte
	typ    string
	uuid   string
	at     string
	thread *thread
	n      map[string]int // envelopes of each type so far
	rest   []byte         // what no event of the line carries yet
}

// constants are members that stand on every line with the same value. The open event says the first ones, the first line the others.
var constants = []string{"sessionId", "session_id", "cwd", "version", "gitBranch", "userType", "entrypoint", "slug"}

const opened = 5

func (r *reader) line(v protocol.Value, rec []byte) *line {
	l := &line{v: v, rec: rec, typ: v.Get("type").Str(), uuid: v.Get("uuid").Str(), at: source.When(v.Get("timestamp").Str()), n: map[string]int{}}
	l.thread = r.threadOf(v)
	l.rest = obj.Rest(v, r.carried(v, l)...)
	l.keepMessage(v.Get("message"))
	if l.uuid != "" {
		l.thread.last = l.uuid
	}
	if l.at != "" {
		l.thread.at = l.at
	}
	return l
}

// carried names the members of a line that its envelopes carry, or that say nothing.
func (r *reader) carried(v protocol.Value, l *line) []string {
	drop := []string{"type", "uuid", "message"}
	if results(v.At("message", "content")) == 1 {
		drop = append(drop, "toolUseResult", "tool_use_result")
	}
	if l.at != "" {
		drop = append(drop, "timestamp")
	}
	for i, k := range constants {
		c := v.Get(k).Compact()
		first, ok := r.same[k]
		if !ok && c != "" {
			r.same[k] = c
		}
		if c == first || !ok && i < opened {
			drop = append(drop, k)
		}
	}
	if id := v.Get("agentId").Str(); l.thread.parent != "" && r.threads[id] == l.thread {
		drop = append(drop, "agentId")
	}
	if p := v.Get("parentUuid"); !p.IsSet() || p.Str() == l.thread.last {
		drop = append(drop, "parentUuid")
	}
	if !v.Get("isSidechain").Bool() || l.thread.parent != "" {
		drop = append(drop, "isSidechain")
	}
	if id := v.Get("parent_tool_use_id"); !id.IsSet() || id.Str() == l.thread.parent {
		drop = append(drop, "parent_tool_use_id")
	}
	return drop
}

// keepMessage adds what the message of a line says of itself to the rest, unless the usage of the answer says it.
func (l *line) keepMessage(message protocol.Value) {
	if l.typ == "assistant" && message.Get("usage").Type() == protocol.Object && message.Get("model").Str() != synthetic {
		return
	}
	if more := messageRest(message); more != nil {
		l.rest = l.left(member{"message", more})
	}
}

// messageRest is a message without its content and without members that are null.
func messageRest(message protocol.Value) []byte {
	drop := []string{"role", "type", "content"}
	for key, m := range message.Members() {
		if !m.IsSet() {
			drop = append(drop, key)
		}
	}
	return obj.Rest(message, drop...)
}

// put sends an envelope of this line. native is the id of what it holds, "" for the line's own.
func (r *reader) put(l *line, typ, native string, event []byte) {
	if native == "" {
		native = l.uuid
		if n := l.n[typ]; n > 0 && native != "" {
			native += "." + itoa(n)
		}
		l.n[typ]++
	}
	r.send(source.Envelope{
		ID: r.ids.Native(native, strings.TrimPrefix(typ, name+"."), l.rec), Type: typ, Event: event, At: l.at, Parent: l.thread.parent, Agent: l.thread.agent,
	})
}

// other carries a line, or a block of it, that is no event of ours.
func (r *reader) other(l *line, typ string) {
	r.put(l, name+"."+typeName(typ), "", l.v.AppendCompact(nil))
}

// typeName makes a word of a foreign type that may be anything.
func typeName(s string) string {
	ok := func(c rune) bool {
		return c < 0x80 && (c == '-' || c == '_' || c == '.' || c >= '0' && c <= '9' || c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z')
	}
	if s == "" || len(s) > 40 || !slices.ContainsFunc([]rune(s), ok) || strings.ContainsFunc(s, func(c rune) bool { return !ok(c) }) {
		return "unknown"
	}
	return s
}

// extra writes what is left of a line, and what is left of a block of it, as {"claudecode": …}; nil for nothing. A line's rest goes
// with its first event.
func (l *line) extra(more ...member) []byte {
	inner := l.left(more...)
	if inner == nil {
		return nil
	}
	var o obj.Object
	o.Raw(name, inner)
	return o.JSON()
}

// member is one more thing to keep; one without JSON is none.
type member struct {
	key  string
	json []byte
}

func (l *line) left(more ...member) []byte {
	var o obj.Object
	if l.rest != nil {
		rest, _ := protocol.Parse(l.rest)
		for k, m := range rest.Members() {
			o.Val(k, m)
		}
		l.rest = nil
	}
	for _, m := range more {
		o.Raw(m.key, m.json)
	}
	if o.Empty() {
		return nil
	}
	return o.JSON()
}

func text(key, s string) member {
	if s == "" {
		return member{}
	}
	return member{key, protocol.AppendString(nil, s)}
}

func itoa(n int) string { return strconv.Itoa(n) }
