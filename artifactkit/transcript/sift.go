package transcript

import (
	"cmp"
	"slices"

	"github.com/vitrine-go/vitrine/artifactkit/limits"
)

// Filter is which calls a reader wants to see: those of a tool, of a status and with a kind of result, each "" for any. A status is
// a word of the protocol; "running" is a call without a result.
type Filter struct{ Tool, Status, Kind string }

// Facet is a word to filter by, and how many calls it fits.
type Facet struct {
	Word  string
	Calls int
}

// Facets are the words that the calls can be filtered by, the most frequent first, at most limits.Facets each.
type Facets struct{ Tools, Statuses, Kinds []Facet }

// Facets counts.
func (t *Transcript) Facets() Facets {
	var by [3]map[string]int
	for i := range by {
		by[i] = map[string]int{}
	}
	for _, c := range t.calls {
		for i, word := range [...]string{c.tool, c.statusWord(), c.facts.kind} {
			if word != "" {
				by[i][word]++
			}
		}
	}
	return Facets{facets(by[0]), facets(by[1]), facets(by[2])}
}

func facets(n map[string]int) []Facet {
	out := make([]Facet, 0, len(n))
	for word, calls := range n {
		out = append(out, Facet{word, calls})
	}
	slices.SortFunc(out, func(a, b Facet) int { return cmp.Or(b.Calls-a.Calls, cmp.Compare(a.Word, b.Word)) })
	return out[:min(len(out), limits.Facets)]
}

func (c *call) statusWord() string {
	switch c.status {
	case running:
		return "running"
	case interrupted:
		return "interrupted"
	case needsInput:
		return "needs_input"
	}
	return c.facts.status
}

func (f Filter) fits(c *call) bool {
	return (f.Tool == "" || f.Tool == c.tool) && (f.Status == "" || f.Status == c.statusWord()) && (f.Kind == "" || f.Kind == c.facts.kind)
}

// SetFilter hides the rows of the calls that do not fit: they stay in the document, marked. What runs a sub-agent stays for the sake
// of its calls. A call that a reader was led to since the filter was set stays too.
func (t *Transcript) SetFilter(f Filter) Changes {
	if f == t.filter {
		return Changes{}
	}
	t.filter = f
	t.sum.Filtered = f != Filter{}
	for _, c := range t.calls {
		c.kept = false
		c.sift()
	}
	if t.sum.Filtered {
		t.say(t.o.Locale.N("announce_filter", t.sum.Fitting, t.o.Locale.Num(t.sum.Calls)))
	} else {
		t.say(t.o.Locale.T("announce_no_filter"))
	}
	return t.flush()
}

// sift decides anew whether a call's row is hidden, after what the call says changed, or the filter, or what its sub-agent did.
func (c *call) sift() {
	t := c.t
	if fits := t.filter.fits(c); fits != c.fits {
		c.fits = fits
		t.sum.Fitting += sign(fits)
	}
	on := c.fits || c.kept || c.under > 0
	if on == c.on || c.g == nil {
		return
	}
	was := c.g.off()
	c.on = on
	c.g.on += sign(on)
	t.mark(listPart{c})
	if c.g.off() != was {
		t.mark(c.g)
	}
	if o := c.th.owner; o != nil {
		o.under += sign(on)
		o.sift()
	}
}

func sign(up bool) int {
	if up {
		return 1
	}
	return -1
}

// off tells whether a filter hides the part.
func (g *group) off() bool   { return g.on == 0 }
func (p listPart) off() bool { return !p.on }

// sifted is a part that a filter can hide.
type sifted interface {
	part
	off() bool
}
