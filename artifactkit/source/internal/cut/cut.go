// Package cut takes JSON texts apart without parsing them: a list that is too long to be parsed at once, and a line of which only
// the beginning is there.
package cut

import (
	"bytes"
	"iter"

	"github.com/vitrine-go/vitrine/artifactkit/protocol"
)

// Elements cuts an array, or the array that is the member named of an object, into the JSON texts of its elements, so that each is parsed
// by itself under the bounds of one result. It checks no more than brackets and strings: what is handed out is parsed anyway. ok is
// false when there is no such array, or it breaks off; the elements before that are returned.
func Elements(text []byte, name string) (elements [][]byte, ok bool) {
	c := cutter{text: text}
	c.space()
	if c.peek() == '{' && !c.member(name) {
		return nil, false
	}
	if c.peek() != '[' {
		return nil, false
	}
	for c.at++; ; {
		c.space()
		switch c.peek() {
		case ']':
			return elements, true
		case ',':
			c.at++
			c.space()
		}
		from := c.at
		if !c.skip() {
			return elements, false
		}
		elements = append(elements, text[from:c.at])
	}
}

// Objects yields the lines of a beginning that are objects, as far as they go: the last line, when it is cut off, with the members that
// are complete and null for the one that is not.
func Objects(head []byte) iter.Seq[protocol.Value] {
	return func(yield func(protocol.Value) bool) {
		for line := range bytes.Lines(bytes.TrimPrefix(head, []byte("\ufeff"))) {
			v, why := protocol.Parse(line)
			if why != nil {
				v, why = protocol.Parse(closed(line))
			}
			if why == nil && v.Type() == protocol.Object && !yield(v) {
				return
			}
		}
	}
}

// closed closes an object that breaks off, behind its last complete member.
func closed(line []byte) []byte {
	c := cutter{text: line}
	c.space()
	if c.peek() != '{' {
		return nil
	}
	end, key := c.at+1, -1
	for c.at++; ; {
		c.space()
		if c.peek() == ',' {
			c.at++
			c.space()
		}
		if c.peek() != '"' || !c.skip() {
			break
		}
		if c.space(); c.peek() != ':' {
			break
		}
		key = c.at
		c.at++
		c.space()
		if !c.skip() {
			break
		}
		end, key = c.at, -1
	}
	if key >= 0 {
		return append(append(bytes.Clone(line[:key]), ":null"...), '}')
	}
	return append(bytes.Clone(line[:end]), '}')
}

type cutter struct {
	text []byte
	at   int
}

func (c *cutter) peek() byte {
	if c.at < len(c.text) {
		return c.text[c.at]
	}
	return 0
}

func (c *cutter) space() {
	for c.at < len(c.text) && bytes.IndexByte([]byte(" \t\r\n"), c.text[c.at]) >= 0 {
		c.at++
	}
}

// member goes to the value of a member of the object that begins here.
func (c *cutter) member(name string) bool {
	for c.at++; ; {
		c.space()
		if c.peek() == ',' {
			c.at++
			c.space()
		}
		from := c.at
		if c.peek() != '"' || !c.skip() {
			return false
		}
		key := c.text[from:c.at]
		if c.space(); c.peek() != ':' {
			return false
		}
		c.at++
		c.space()
		if string(key) == `"`+name+`"` {
			return true
		}
		if !c.skip() {
			return false
		}
	}
}

// skip passes over one value; false when there is none, or it breaks off.
func (c *cutter) skip() bool {
	depth, from := 0, c.at
	for c.at < len(c.text) {
		switch c.text[c.at] {
		case '"':
			if !c.str() {
				return false
			}
			if depth == 0 {
				return true
			}
			continue
		case '{', '[':
			depth++
		case '}', ']':
			if depth--; depth < 0 {
				return c.at > from
			}
			if depth == 0 {
				c.at++
				return true
			}
		case ',', ' ', '\n', '\t', '\r':
			if depth == 0 {
				return c.at > from
			}
		}
		c.at++
	}
	return false
}

func (c *cutter) str() bool {
	for c.at++; c.at < len(c.text); c.at++ {
		switch c.text[c.at] {
		case '\\':
			c.at++
		case '"':
			c.at++
			return true
		}
	}
	return false
}
