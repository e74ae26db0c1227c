package tap

import (
	"fmt"
	"strconv"
	"strings"
	"time"

	"github.com/vitrine-go/vitrine/artifactkit"
	"github.com/vitrine-go/vitrine/artifactkit/limits"
	"github.com/vitrine-go/vitrine/artifactkit/protocol"
	"github.com/vitrine-go/vitrine/artifactkit/source"
)

const (
	maxTools      = 4096 // whose titles are remembered
	nameBytes     = 512
	progressEvery = 100 * time.Millisecond // of one call; what comes in between is replaced by what follows
)

// call is a request that has no answer yet.
type call struct {
	method string
	id     string // of the call in our events
	name   string
	args   []byte
	token  string // of its progress
	order  int
	shown  time.Time // when its progress was
	steps  int
}

// calls makes events of messages.
type calls struct {
	Mirror
	open   map[string]*call // by the request's id as it is written
	tokens map[string]*call
	titles map[string]string // of tools
	known  bool              // Server was called
	server string
	n      int
}

func newCalls(m Mirror) *calls {
	return &calls{Mirror: m, open: map[string]*call{}, tokens: map[string]*call{}, titles: map[string]string{}}
}

func (c *calls) message(from direction, v protocol.Value) {
	id, method := v.Get("id"), v.Get("method").Str()
	switch {
	case from == fromClient && method == "notifications/cancelled":
		c.cancelled(v.At("params", "requestId").Compact(), v.At("params", "reason").Str())
	case from == fromClient && id.IsSet() && (method == "tools/call" || method == "tools/list" || method == "initialize" || method == "server/discover"):
		c.request(id.Compact(), method, v.Get("params"))
	case from == fromServer && method == "notifications/progress":
		c.progress(v.Get("params"))
	case from == fromServer && method == "" && id.IsSet():
		c.answer(id.Compact(), v)
	}
}

func (c *calls) request(id, method string, params protocol.Value) {
	if len(c.open) >= limits.OpenCalls {
		c.dropOldest()
	}
	c.n++
	r := &call{method: method, order: c.n}
	c.open[id] = r
	if method != "tools/call" {
		return
	}
	r.id = fmt.Sprintf("%s-%d", c.Run, c.n)
	r.name = params.Get("name").Str()
	args := params.Get("arguments")
	if r.args = args.AppendCompact(nil); !args.IsSet() {
		r.args = []byte("{}")
	}
	if token := params.At("_meta", "progressToken"); token.IsSet() {
		r.token = token.Compact()
		c.tokens[r.token] = r
	}
	event := []byte(`{"id":`)
	event = protocol.AppendString(event, r.id)
	event = protocol.AppendString(append(event, `,"name":`...), r.name)
	event = append(append(event, `,"arguments":`...), r.args...)
	event = append(event, `,"intent":`...)
	if intent := args.Get("_intent"); intent.Type() == protocol.String {
		event = intent.AppendCompact(event)
	} else {
		event = append(event, "null"...)
	}
	event = append(event, `,"annotations":`...)
	if title := c.titles[r.name]; title != "" {
		event = append(protocol.AppendString(append(event, `{"title":`...), title), `,"icon":null,"grouping":null}`...)
	} else {
		event = append(event, "null"...)
	}
	c.add("tool_request", r.id+":request", append(event, '}'), false)
}

func (c *calls) dropOldest() {
	oldest := ""
	for id, r := range c.open {
		if oldest == "" || r.order < c.open[oldest].order {
			oldest = id
		}
	}
	c.forget(oldest)
}

func (c *calls) forget(id string) *call {
	r := c.open[id]
	if r != nil {
		delete(c.open, id)
		if c.tokens[r.token] == r {
			delete(c.tokens, r.token)
		}
	}
	return r
}

func (c *calls) answer(id string, v protocol.Value) {
	r := c.forget(id)
	if r == nil {
		return
	}
	switch r.method {
	case "tools/list":
		c.list(v.At("result", "tools"))
	case "tools/call":
		c.result(r, v.AppendCompact(nil), "mcp", false)
	default:
		if info := v.At("result", "serverInfo"); c.server == "" {
			if c.server = info.Get("title").Str(); c.server == "" {
				c.server = info.Get("name").Str()
			}
		}
	}
}

// list remembers what the tools are called for people.
func (c *calls) list(tools protocol.Value) {
	for _, t := range tools.Elems() {
		title := t.Get("title").Str()
		if title == "" {
			title = t.At("annotations", "title").Str()
		}
		if name := t.Get("name").Str(); title != "" && len(title) <= nameBytes && len(name) <= nameBytes && len(c.titles) < maxTools {
			c.titles[name] = title
		}
	}
}

// result adds the result of a call: an answer of the server, or one of our own.
func (c *calls) result(r *call, data []byte, from string, preliminary bool) {
	a, why := artifactkit.Adapt(data, artifactkit.Options{From: from})
	if why != nil {
		return
	}
	v, _ := protocol.Parse(a.Event)
	event := protocol.AppendString([]byte(`{"id":`), r.id)
	event = protocol.AppendString(append(event, `,"name":`...), r.name)
	for _, member := range []string{"display", "value", "is_error", "artifact"} {
		event = protocol.AppendString(append(event, ','), member)
		event = v.Get(member).AppendCompact(append(event, ':'))
	}
	id := r.id + ":result"
	if preliminary {
		r.steps++
		id = r.id + ":step:" + strconv.Itoa(r.steps)
	}
	c.add("tool_result", id, append(event, '}'), preliminary)
}

// progress shows what a server says of a call that is running. Numbers alone say nothing worth a result.
func (c *calls) progress(params protocol.Value) {
	r := c.tokens[params.Get("progressToken").Compact()]
	words := params.Get("message").Str()
	if r == nil || strings.TrimSpace(words) == "" || time.Since(r.shown) < progressEvery {
		return
	}
	r.shown = time.Now()
	if n, all := params.Get("progress"), params.Get("total"); n.Type() == protocol.Number && all.Type() == protocol.Number {
		words += " (" + n.Compact() + "/" + all.Compact() + ")"
	}
	c.own(r, words, false, true)
}

// own adds a result that the server did not give.
func (c *calls) own(r *call, words string, failed, preliminary bool) {
	data := protocol.AppendString([]byte(`{"value":`), words)
	if failed {
		data = protocol.AppendString(append(data, `,"error":`...), words)
	}
	c.result(r, append(data, '}'), "codeagent", preliminary)
}

// cancelled ends a call that gets no answer any more.
func (c *calls) cancelled(id, reason string) {
	if r := c.forget(id); r != nil && r.method == "tools/call" {
		words := "The client cancelled the call."
		if reason != "" {
			words = "The client cancelled the call: " + reason
		}
		c.own(r, words, true, false)
	}
}

// end closes what is open: nothing will answer it.
func (c *calls) end(lost int) {
	if c.known {
		reason := "completed"
		for _, r := range c.open {
			if r.method == "tools/call" {
				reason = "interrupted"
			}
		}
		c.add("end", c.Run+":end", []byte(`{"stop_reason":"`+reason+`"}`), false)
	}
	if lost > 0 && c.Tell != nil {
		c.Tell("messages that were too large or too many to be mirrored: %d", lost)
	}
}

func (c *calls) add(typ, id string, event []byte, preliminary bool) {
	if !c.known {
		c.known = true
		if c.Server != nil {
			c.Server(c.server)
		}
	}
	c.Add(source.Envelope{ID: "tap:" + id, Type: typ, Event: event, At: time.Now().UTC().Format("2006-01-02T15:04:05.000Z"), Preliminary: preliminary, Source: "mcp"})
}
