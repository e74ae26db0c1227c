package transcript

import "strings"

// Reveal opens the call of a reference, and every row that it is in, and answers with the key of its row; "" when there is no such
// call. A reference is the call's id, with the id of the call that its sub-agent runs under and a slash before it where there is
// one, or "#" and its number where it has none.
func (t *Transcript) Reveal(ref string) (key string, changes Changes) {
	c := t.lookup(ref)
	if c == nil {
		return "", Changes{}
	}
	c.reveal()
	return c.rowKey(), t.flush()
}

// lookup finds the call of a reference. Ids may have slashes themselves.
func (t *Transcript) lookup(ref string) *call {
	if n, ok := strings.CutPrefix(ref, "#"); ok {
		if c := t.callOf("c" + n); c != nil && c.id == "" {
			return c
		}
	}
	if c := t.paired[pairing{"", ref}]; c != nil {
		return c
	}
	for i := 0; i < len(ref); i++ {
		if ref[i] == '/' {
			if c := t.paired[pairing{ref[:i], ref[i+1:]}]; c != nil {
				return c
			}
		}
	}
	return t.byID[ref]
}

// reveal opens a call and what it stands in, and keeps it in view whatever the filter says.
func (c *call) reveal() {
	t, g := c.t, c.g
	if o := c.th.owner; o != nil {
		o.reveal()
	}
	c.kept = true
	c.sift()
	c.loop.unfold(true)
	switch {
	case !g.open.isOpen():
		g.begin(c.at)
		g.open.choose(true)
		if g.single() {
			c.open.choose(true)
		}
		t.set(headPart{g})
		t.set(innerPart{g})
	case c.at < g.from:
		g.from = c.at
		t.set(innerPart{g})
	}
	if !g.single() && !c.open.isOpen() {
		c.choose(true)
	}
}

// reveal opens what a unit stands in.
func (u unit) reveal() {
	if u.call != nil {
		u.call.reveal()
		return
	}
	if th, ok := u.part.up().(*thread); ok && th != nil {
		th.owner.reveal()
	}
}

// Failure opens the next call that failed behind the part of a key ("" is the beginning), or with by < 0 the one before it, and
// goes round at the ends. The place has no key when nothing failed.
func (t *Transcript) Failure(from string, by int) (Place, Changes) {
	return t.lead(t.order(), from, by, func(u unit) bool { return u.call != nil && u.call.status == failed })
}

func (t *Transcript) lead(units []unit, from string, by int, wants func(unit) bool) (Place, Changes) {
	p, u, ok := t.step(units, from, by, wants)
	if !ok {
		return Place{}, Changes{}
	}
	u.reveal()
	p.Key = u.key()
	return p, t.flush()
}
