package talk

import (
	"slices"

	"github.com/vitrine-go/vitrine/artifactkit/limits"
	"github.com/vitrine-go/vitrine/artifactkit/protocol"
)

// Call is a tool call whose result has not come. Its name and arguments make the result readable.
type Call struct {
	Name  string
	Input protocol.Value
	Title string // what people call the tool, "" when nobody says

	Annotations protocol.Value // of the tool's definition; forgotten with the request
	Intent      string         // why, where the arguments do not say
}

// calls remembers calls, those whose result has come as well: another result may follow. Of too many, or too large ones, the oldest are forgotten.
type calls struct {
	byID  map[string]Call
	open  map[string]bool
	order []string
	bytes int
}

func (c *calls) add(id string, one Call) {
	if one.Input.Exists() {
		one.Input, _ = protocol.Parse(one.Input.AppendCompact(nil)) // the record's bytes belong to the caller
	}
	if c.byID == nil {
		c.byID, c.open = map[string]Call{}, map[string]bool{}
	}
	c.forget(id)
	c.byID[id], c.open[id] = one, true
	c.order = append(c.order, id)
	c.bytes += len(one.Input.Raw())
	for len(c.order) > limits.OpenCalls || c.bytes > limits.Result && len(c.order) > 1 {
		c.forget(c.order[0])
	}
}

// answered notes that a result has come.
func (c *calls) answered(id string) { delete(c.open, id) }

func (c *calls) forget(id string) {
	one, ok := c.byID[id]
	if !ok {
		return
	}
	delete(c.byID, id)
	delete(c.open, id)
	c.bytes -= len(one.Input.Raw())
	if c.order[0] == id {
		c.order = c.order[1:]
		return
	}
	c.order = slices.DeleteFunc(c.order, func(s string) bool { return s == id })
}
