package claudecode

import (
	"slices"

	"github.com/vitrine-go/vitrine/artifactkit/limits"
	"github.com/vitrine-go/vitrine/artifactkit/protocol"
)

// calls are the tool calls whose result has not come: their arguments make the result readable.
type calls struct {
	byID  map[string]call
	order []string
	bytes int
}

type call struct {
	name  string
	input protocol.Value
	sub   bool // of a sub-agent
}

func newCalls() calls { return calls{byID: map[string]call{}} }

// add remembers a call. Of too many, or too large ones, the oldest are forgotten.
func (c *calls) add(id string, one call) {
	one.input, _ = protocol.Parse(one.input.AppendCompact(nil)) // the line's bytes belong to the caller
	if _, ok := c.byID[id]; ok {
		c.take(id)
	}
	c.byID[id] = one
	c.order = append(c.order, id)
	c.bytes += len(one.input.Raw())
	for len(c.order) > limits.OpenCalls || c.bytes > limits.Result && len(c.order) > 1 {
		c.take(c.order[0])
	}
}

// take returns a call and forgets it.
func (c *calls) take(id string) call {
	one, ok := c.byID[id]
	if ok {
		delete(c.byID, id)
		c.order = slices.DeleteFunc(c.order, func(s string) bool { return s == id })
		c.bytes -= len(one.input.Raw())
	}
	return one
}

// open tells whether the main conversation waits for a result.
func (c *calls) open() bool {
	for _, one := range c.byID {
		if !one.sub {
			return true
		}
	}
	return false
}
