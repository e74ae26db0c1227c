package codex

import (
	"slices"

	"github.com/vitrine-go/vitrine/artifactkit/limits"
	"github.com/vitrine-go/vitrine/artifactkit/protocol"
)

// held are the calls that events tell of: which of them, and how they ended as long as their output has not come.
type held struct {
	made  map[string]bool
	ends  map[string]protocol.Value
	order []string
	bytes int
}

func newHeld() held { return held{made: map[string]bool{}, ends: map[string]protocol.Value{}} }

// make notes a call that an event was the first to tell of. Of too many the notes are dropped: an output that comes late stands alone.
func (h *held) make(id string) {
	if len(h.made) >= limits.OpenCalls {
		clear(h.made)
	}
	h.made[id] = true
}

// put keeps how a call ended, until its output comes. full tells that no more may be kept.
func (h *held) put(id string, event protocol.Value) (full bool) {
	h.take(id)
	event, _ = protocol.Parse(event.AppendCompact(nil)) // the line's bytes belong to the caller
	h.ends[id] = event
	h.order = append(h.order, id)
	h.bytes += len(event.Raw())
	return len(h.order) > limits.OpenCalls || h.bytes > limits.Result && len(h.order) > 1
}

// take returns how a call ended, and forgets it; an absent value when no event has told.
func (h *held) take(id string) protocol.Value {
	delete(h.made, id)
	event, ok := h.ends[id]
	if ok {
		delete(h.ends, id)
		h.order = slices.DeleteFunc(h.order, func(s string) bool { return s == id })
		h.bytes -= len(event.Raw())
	}
	return event
}

// ids are the calls whose output has not come, in order.
func (h *held) ids() []string { return slices.Clone(h.order) }
