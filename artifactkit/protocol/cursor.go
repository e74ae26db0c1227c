package protocol

// Cursor walks the elements of an array, for those who walk several arrays at once. The zero Cursor is at its end.
type Cursor struct {
	d      *text
	i, end uint32
}

// Cursor begins at the first element; for anything but an array it is at its end.
func (v Value) Cursor() Cursor {
	if n := v.node(); n.kind == Array {
		return Cursor{v.d, v.i + 1, n.next}
	}
	return Cursor{}
}

// Next returns the element and goes on, the absent Value at the end.
func (c *Cursor) Next() Value {
	if c.i >= c.end {
		return Value{}
	}
	v := Value{c.d, c.i}
	c.i = c.d.nodes[c.i].next
	return v
}

// Skip passes over n elements.
func (c *Cursor) Skip(n int) {
	for ; n > 0 && c.i < c.end; n-- {
		c.i = c.d.nodes[c.i].next
	}
}
