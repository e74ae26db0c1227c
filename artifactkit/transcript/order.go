package transcript

// unit is what a reader can be led to: a call, or a part of the conversation that is none.
type unit struct {
	call *call
	part part // nil for a call
}

// key is that of the part to scroll to.
func (u unit) key() string {
	if u.call != nil {
		return u.call.rowKey()
	}
	return u.part.key()
}

// rowKey is the part that a call's row is.
func (c *call) rowKey() string {
	if c.alone {
		return cardPart{c}.key()
	}
	if c.g.single() {
		return headPart{c.g}.key()
	}
	return rowPart{c}.key()
}

// order is everything in the order in which it is read: what a sub-agent did stands behind the call that runs it.
func (t *Transcript) order() []unit {
	out := make([]unit, 0, t.n+len(t.calls))
	var walk func(th *thread)
	walk = func(th *thread) {
		for _, b := range th.blocks {
			l, ok := b.(*loop)
			if !ok {
				out = append(out, unit{part: b})
				continue
			}
			for _, g := range l.groups {
				for _, c := range g.calls {
					out = append(out, unit{call: c})
					if c.sub != nil {
						walk(c.sub)
					}
				}
			}
		}
	}
	walk(t.root)
	return out
}

// at is the index of the unit that the part of a key is, or is a piece of; -1 for none.
func (t *Transcript) at(units []unit, key string) int {
	c := t.callOf(key)
	for i, u := range units {
		if c != nil && u.call == c || u.part != nil && isOf(key, u.part.key()) {
			return i
		}
	}
	return -1
}

// isOf tells whether key is that of a block, or of one of its pieces: "b3", "b3.7".
func isOf(key, block string) bool {
	return len(key) >= len(block) && key[:len(block)] == block && (len(key) == len(block) || key[len(block)] == '.')
}

// Place is where a reader is led to: the key of the part, N of Of such places, and the reference of the call that it is.
type Place struct {
	Key, Ref string
	N, Of    int
}

// step finds the next unit that wants says yes to, behind the part of a key or, with by < 0, before it; with by 0 that part itself
// counts too. It goes round at the ends.
func (t *Transcript) step(units []unit, from string, by int, wants func(unit) bool) (Place, unit, bool) {
	var hits []int
	for i, u := range units {
		if wants(u) {
			hits = append(hits, i)
		}
	}
	if len(hits) == 0 {
		return Place{}, unit{}, false
	}
	at, n := t.at(units, from), 0
	switch {
	case by < 0:
		for n = len(hits) - 1; n > 0 && hits[n] >= at; {
			n--
		}
		if at < 0 || hits[n] >= at {
			n = len(hits) - 1
		}
	default:
		for n < len(hits) && (hits[n] < at || by > 0 && hits[n] == at) {
			n++
		}
		n %= len(hits)
	}
	u := units[hits[n]]
	p := Place{N: n + 1, Of: len(hits)}
	if u.call != nil {
		p.Ref = u.call.ref()
	}
	return p, u, true
}
