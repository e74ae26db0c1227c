package redact

import (
	"cmp"
	"slices"
	"strings"
)

// Item is what a rule removed at one place.
type Item struct {
	Rule  string `json:"rule"`
	Event string `json:"event"`          // type of the event: "tool_result"
	Call  string `json:"call,omitempty"` // id of the call
	Tool  string `json:"tool,omitempty"`
	In    string `json:"in"` // member of the event: "arguments", "artifact/payload"
	Count int    `json:"count"`
}

// Count is how often a rule removed something.
type Count struct {
	Rule  string `json:"rule"`
	Count int    `json:"count"`
}

// Found is the list of what was removed. It holds no secret.
type Found struct {
	Total    int     `json:"total"`
	Rules    []Count `json:"rules"` // most first
	Items    []Item  `json:"items"` // in the order of the events
	Unlisted int     `json:"unlisted,omitempty"`
	Pictures int     `json:"pictures_unchecked"`
}

// itemsMax bounds the list of places. The counts of rules are complete.
const itemsMax = 5000

type tally struct {
	byRule   map[string]int
	seen     map[Item]int // index in items
	items    []Item
	unlisted int
	pictures int
}

func newTally() tally { return tally{byRule: map[string]int{}, seen: map[Item]int{}} }

// place is where the text that is looked at stands.
type place struct {
	event, call, tool string
	in                [2]string
}

// enter notes the name of the member that is read, when it is one of the first two levels.
func (p *place) enter(depth int, name string) {
	if depth >= 1 && depth <= len(p.in) {
		p.in[depth-1] = name[:min(len(name), 64)]
		clear(p.in[depth:])
	}
}

func (p *place) path() string { return strings.TrimSuffix(p.in[0]+"/"+p.in[1], "/") }

// note counts one secret.
func (r *Redactor) note(rule string) {
	t := &r.found
	t.byRule[rule]++
	it := Item{Rule: rule, Event: r.place.event, Call: r.place.call, Tool: r.place.tool, In: r.place.path()}
	if n, ok := t.seen[it]; ok {
		t.items[n].Count++
		return
	}
	if len(t.items) == itemsMax {
		t.unlisted++
		return
	}
	t.seen[it] = len(t.items)
	it.Count = 1
	t.items = append(t.items, it)
}

// Found is what was removed so far.
func (r *Redactor) Found() Found {
	f := Found{Rules: []Count{}, Items: slices.Clone(r.found.items), Unlisted: r.found.unlisted, Pictures: r.found.pictures}
	if f.Items == nil {
		f.Items = []Item{}
	}
	for rule, n := range r.found.byRule {
		f.Rules = append(f.Rules, Count{rule, n})
		f.Total += n
	}
	slices.SortFunc(f.Rules, func(a, b Count) int {
		return cmp.Or(cmp.Compare(b.Count, a.Count), cmp.Compare(a.Rule, b.Rule))
	})
	return f
}
