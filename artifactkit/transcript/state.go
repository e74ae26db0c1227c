package transcript

import (
	"github.com/vitrine-go/vitrine/artifactkit/kind"
	"github.com/vitrine-go/vitrine/artifactkit/limits"
	"github.com/vitrine-go/vitrine/artifactkit/protocol"
)

// saved is what a reader chose before a reload, until the calls it is about are there.
type saved struct {
	calls, groups map[string]bool // open
	views         map[string]kind.State
}

// State is what the reader chose, as small JSON: {"calls":{ID:open},"groups":{ID:open},"views":{ID:state}}, in the order of the
// calls. What nobody touched is not in it.
func (t *Transcript) State() []byte {
	section := func(dst []byte, name string, put func(c *call) []byte) []byte {
		dst = append(protocol.AppendString(dst, name), ':', '{')
		any := false
		for _, c := range t.calls {
			if v := put(c); v != nil {
				if any {
					dst = append(dst, ',')
				}
				any = true
				dst = append(append(protocol.AppendString(dst, c.ref()), ':'), v...)
			}
		}
		return append(dst, '}')
	}
	dst := section([]byte{'{'}, "calls", func(c *call) []byte { return c.open.choice.json() })
	dst = section(append(dst, ','), "groups", func(c *call) []byte {
		if c.g.calls[0] != c {
			return nil
		}
		return c.g.open.choice.json()
	})
	dst = section(append(dst, ','), "views", func(c *call) []byte {
		if c.view == (kind.State{}) {
			return nil
		}
		return []byte(c.view.JSON())
	})
	return append(dst, '}')
}

func (c choice) json() []byte {
	switch c {
	case opened:
		return []byte("true")
	case closed:
		return []byte("false")
	}
	return nil
}

// Restore takes a State of an earlier run: for the calls that are there, and for those to come. What cannot be read changes
// nothing.
func (t *Transcript) Restore(state []byte) Changes {
	if len(state) > limits.TranscriptState {
		return Changes{}
	}
	v, why := protocol.Parse(state)
	if why != nil {
		return Changes{}
	}
	t.saved = saved{map[string]bool{}, map[string]bool{}, map[string]kind.State{}}
	rows := func(into map[string]bool, v protocol.Value) {
		for id, m := range v.Members() {
			if m.Type() == protocol.Bool {
				into[id] = m.Bool()
			}
		}
	}
	rows(t.saved.calls, v.Get("calls"))
	rows(t.saved.groups, v.Get("groups"))
	for id, m := range v.Get("views").Members() {
		if m.Type() == protocol.Object {
			t.saved.views[id] = kind.ParseState(m.Raw())
		}
	}
	for _, c := range t.calls {
		t.saved.call(c)
		if c.g.calls[0] == c {
			t.saved.group(c.g)
			t.set(c.g)
		}
	}
	return t.flush()
}

func (s *saved) call(c *call) {
	ref := c.ref()
	if open, ok := s.calls[ref]; ok {
		c.open.choose(open)
	}
	if st, ok := s.views[ref]; ok {
		c.view = st
	}
}

func (s *saved) group(g *group) {
	if open, ok := s.groups[g.calls[0].ref()]; ok {
		g.begin(len(g.calls))
		g.open.choose(open)
	}
}
