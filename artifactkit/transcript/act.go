package transcript

import (
	"strconv"
	"strings"

	"github.com/vitrine-go/vitrine/artifactkit/limits"
)

// Act answers a control: the action it carries, the key of the nearest part around it, and its value if it has one. "toggle" opens
// and closes a row; "earlier" brings more of a long list; "expand-all" and "collapse-all" go with part ""; every other action is the card's own, whose state is kept.
// What nobody knows changes nothing.
func (t *Transcript) Act(part, action, value string) Changes {
	switch {
	case action == "expand-all":
		t.expandAll()
	case action == "collapse-all":
		t.collapseAll()
	case part == "":
	case action == "toggle" && part[0] == 'h':
		if g := t.groupOf(part); g != nil {
			g.choose(!g.open.isOpen())
		}
	case action == "toggle" && part[0] == 'q':
		if l := t.loopOf(part); l != nil {
			l.unfold(!l.unfolded)
		}
	case action == "toggle" && part[0] == 'r':
		if c := t.callOf(part); c != nil && !c.g.single() {
			c.choose(!c.open.isOpen())
		}
	case action == "earlier" && part[0] == 'i':
		if g := t.groupOf(part); g != nil && g.from > 0 && g.open.isOpen() {
			g.from = max(0, g.from-limits.ListRows)
			t.set(innerPart{g})
		}
	case part[0] == 'k':
		if c := t.callOf(part); c != nil && c.result != nil {
			if value != "" && !strings.Contains(action, ":") {
				action += ":" + value // what was typed is the argument of a verb that has none
			}
			if next := c.opened().Update(c.view, action); next != c.view {
				c.view = next
				t.set(cardPart{c})
			}
		}
	}
	return t.flush()
}

// Extract gives out what "copy:…" and "download:…" inside a part ask for, in the words of the card; of the call itself also
// "arguments", "artifact" and "markdown".
func (t *Transcript) Extract(part, what string) (mime, file string, body []byte, ok bool) {
	c := t.callOf(part)
	if c == nil || t.o.Withhold.Takes(what) {
		return "", "", nil, false
	}
	if mime, file, body, ok = c.extract(what); ok || c.result == nil {
		return mime, file, body, ok
	}
	return c.opened().Extract(what, c.view)
}

// callOf is the call with a part's number.
func (t *Transcript) callOf(part string) *call {
	if part == "" || !strings.Contains("acghikrt", part[:1]) {
		return nil
	}
	n, err := strconv.Atoi(part[1:])
	if err != nil || n < 1 || n > len(t.calls) {
		return nil
	}
	return t.calls[n-1]
}

// groupOf is the group whose first call has a part's number.
func (t *Transcript) groupOf(part string) *group {
	if c := t.callOf(part); c != nil && c.g.calls[0] == c {
		return c.g
	}
	return nil
}

// choose opens or closes a row for the reader. A single call goes with its row, so that a second one coming finds it as it was.
func (g *group) choose(open bool) {
	g.begin(len(g.calls))
	g.open.choose(open)
	if g.single() {
		g.calls[0].open.choose(open)
	}
	g.t.set(headPart{g})
	g.t.set(innerPart{g})
	if !open {
		for _, c := range g.calls {
			c.card = nil
		}
	}
}

func (c *call) choose(open bool) {
	c.open.choose(open)
	c.t.set(rowPart{c})
	c.t.set(areaPart{c})
	if !open {
		c.card = nil
	}
}

// expandAll opens the rows in order until as many cards are open as a page carries well, and says so when some stay closed.
func (t *Transcript) expandAll() {
	for i, c := range t.calls {
		if i == limits.OpenCards {
			t.say(t.o.Locale.T("announce_expanded", t.o.Locale.Num(i), t.o.Locale.Num(len(t.calls))))
			return
		}
		if !c.g.open.isOpen() {
			c.g.choose(true)
		}
		if !c.open.isOpen() {
			c.choose(true)
		}
	}
}

func (t *Transcript) collapseAll() {
	for _, c := range t.calls {
		if c.open.isOpen() {
			c.choose(false)
		}
		if c.g.open.isOpen() {
			c.g.choose(false)
		}
	}
}
