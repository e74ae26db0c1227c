package export

import (
	"fmt"
	"slices"
	"strings"

	"github.com/vitrine-go/vitrine/artifactkit/protocol"
	"github.com/vitrine-go/vitrine/artifactkit/source"
)

// selection lets through a part of a transcript: what stands between two calls, or single calls with the sub-agents they run. The
// title always stays.
type selection struct {
	from, to string
	calls    []string
	next     func(source.Envelope)

	begun, closing, ended bool
	taken                 map[string]bool // ids of the calls of the selection, and of those below them
	met                   map[string]bool // of those named, the ones that came
}

func newSelection(from, to string, calls []string, next func(source.Envelope)) *selection {
	return &selection{from: from, to: to, calls: calls, next: next, begun: from == "", taken: map[string]bool{}, met: map[string]bool{}}
}

func (s *selection) put(e source.Envelope) {
	id := ""
	if e.Type == "tool_request" || e.Type == "tool_result" {
		v, _ := protocol.Parse(e.Event)
		if id = v.Get("id").Str(); id == "" {
			id = v.At("request", "id").Str()
		}
	}
	for _, name := range append([]string{s.from, s.to}, s.calls...) {
		if names(name, e, id) {
			s.met[name] = true
		}
	}
	if names(s.from, e, id) {
		s.begun = true
	}
	switch {
	case e.Type == "open":
		s.next(e)
		return
	case !s.begun || s.ended:
		return
	case len(s.calls) > 0 && !s.taken[e.Parent] && !slices.ContainsFunc(s.calls, func(name string) bool { return names(name, e, id) }):
		return
	case s.closing && e.Type == "message" && e.Parent == "": // its result never came
		s.ended = true
		return
	}
	if len(s.calls) > 0 && id != "" {
		s.taken[id] = true
	}
	s.next(e)
	if names(s.to, e, id) {
		s.closing = true
		s.ended = e.Type == "tool_result" && !e.Preliminary
	}
}

// names tells whether a name is that of the call an event is about: its id, or for a call of a sub-agent the id of the call that runs it,
// a slash, and its id.
func names(name string, e source.Envelope, id string) bool {
	return id != "" && (name == id || e.Parent != "" && name == e.Parent+"/"+id)
}

// missing is an error about calls that were named and are not there.
func (s *selection) missing() error {
	var none []string
	for _, id := range append([]string{s.from, s.to}, s.calls...) {
		if id != "" && !s.met[id] {
			none = append(none, id)
		}
	}
	if none == nil {
		return nil
	}
	return fmt.Errorf("there is no call %s in the transcript", strings.Join(none, ", "))
}
