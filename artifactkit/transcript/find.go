package transcript

import (
	"strings"

	"github.com/vitrine-go/vitrine/artifactkit/limits"
	"github.com/vitrine-go/vitrine/artifactkit/markup"
)

// Found is how far a search has come.
type Found struct {
	Hits int  // calls and parts of the conversation with the words in them
	Done bool // everything was searched
	Cut  bool // of a long text, the beginning only
}

// finder searches everything that a transcript holds, open or not. It keeps the texts that it made, folded, for the next search.
type finder struct {
	words string
	units []unit
	next  int
	hits  map[string]bool // by key of the unit's text
	cut   bool

	texts map[string]indexed
	bytes int // of texts
}

type indexed struct {
	text string
	cut  bool
}

// Find begins a search for words, with no difference between small and capital letters, and does a first piece of the work. No words
// end it. What comes after a search began is found by the next one.
func (t *Transcript) Find(words string) Found {
	f := &t.found
	if runes := []rune(words); len(runes) > limits.FindRunes {
		words = string(runes[:limits.FindRunes])
	}
	f.words = strings.ToLower(words)
	f.units, f.next, f.hits, f.cut = nil, 0, map[string]bool{}, false
	if f.words != "" {
		f.units = t.order()
	}
	return t.FindMore()
}

// FindMore does another piece of the work: its cost is bounded, whatever there is to search.
func (t *Transcript) FindMore() Found {
	f := &t.found
	for left := limits.FindSlice; f.next < len(f.units) && left > 0; f.next++ {
		u := f.units[f.next]
		x, cost := t.indexed(u)
		if strings.Contains(x.text, f.words) {
			f.hits[u.name()] = true
		}
		f.cut = f.cut || x.cut
		left -= cost
	}
	return Found{Hits: len(f.hits), Done: f.next == len(f.units), Cut: f.cut}
}

// Hit opens the next place with the words of the last search behind the part of a key ("" is the beginning), or with by < 0 the one
// before it, and goes round at the ends; with by 0 the part itself counts too.
func (t *Transcript) Hit(from string, by int) (Place, Changes) {
	return t.lead(t.order(), from, by, func(u unit) bool { return t.found.hits[u.name()] })
}

// name is the same for as long as the unit is there, however calls are grouped.
func (u unit) name() string {
	if u.call != nil {
		return keyOf('c', u.call.n)
	}
	return u.part.key()
}

// What a unit costs besides its text, and what a byte of text costs less when it only has to be searched.
const (
	unitCost   = 64
	searchRate = 16
)

// indexed is the folded text of a unit, and what it cost to have it.
func (t *Transcript) indexed(u unit) (x indexed, cost int) {
	f, name := &t.found, u.name()
	if x, ok := f.texts[name]; ok {
		return x, unitCost + len(x.text)/searchRate
	}
	var text string
	if u.call != nil {
		text, cost, x.cut = u.call.searchable()
	} else {
		text = markup.Plain(u.part.node(live))
		cost = 4 * len(text)
	}
	x.text = strings.ToLower(text)
	if !u.grows() && f.bytes+len(x.text) <= limits.FindTexts {
		if f.texts == nil {
			f.texts = map[string]indexed{}
		}
		f.texts[name] = x
		f.bytes += len(x.text)
	}
	return x, unitCost + cost
}

// grows tells whether more text may still come to a part of the conversation.
func (u unit) grows() bool {
	switch p := u.part.(type) {
	case *prose:
		return p.doc != nil
	case *thinking:
		return !p.done
	}
	return false
}

// forget drops the text of a call that says something new.
func (t *Transcript) forget(c *call) {
	if name := keyOf('c', c.n); t.found.texts != nil {
		t.found.bytes -= len(t.found.texts[name].text)
		delete(t.found.texts, name)
	}
}

// searchable is what a call says: its row, what it was asked and what came of it. cost is how much was read for it.
func (c *call) searchable() (text string, cost int, cut bool) {
	w := gatherer{left: limits.FindText}
	for _, s := range []string{c.title, c.facts.title, c.tool, c.facts.label, c.facts.preview, c.intent} {
		w.put(s)
	}
	w.event(c.request)
	w.event(c.result)
	if c.sources != nil {
		w.event(append(append([]byte(`{"value":`), c.sources...), '}'))
	}
	return w.text.String(), w.read, w.cut
}
