package protocol

import (
	"bytes"
	"fmt"

	"github.com/vitrine-go/vitrine/artifactkit/limits"
)

// Parse reads one JSON text (RFC 8259, UTF-8, a leading byte order mark is passed over) in one pass without recursion.
// It refuses only what is no JSON (not_json, the message with the byte offset) and a text over limits.Result (too_large).
// What crosses another bound of ART-10 is kept as an unread span, and Value.Bound reports it. The Value refers to data,
// which must not change afterwards.
func Parse(data []byte) (Value, *Reason) {
	if len(data) > limits.Result {
		return Value{}, &Reason{TooLarge, "", fmt.Sprintf("The text has %d bytes; %d are read.", len(data), limits.Result)}
	}
	s := begin(data)
	if err := s.read(); err != "" {
		return Value{}, &Reason{NotJSON, "", fmt.Sprintf("Not JSON at byte %d: %s.", s.pos, err)}
	}
	return Value{&text{s.src, s.nodes}, 0}, nil
}

// begin stands behind a byte order mark.
func begin(data []byte) scanner {
	return scanner{src: data, pos: len(data) - len(bytes.TrimPrefix(data, []byte("\ufeff")))}
}

// read runs over the text. A text that is no UTF-8 fails there and nowhere else.
func (s *scanner) read() (err string) {
	if err = s.run(); err != "" {
		if bad := invalidUTF8(s.src); bad >= 0 {
			s.pos, err = bad, "invalid UTF-8"
		}
	}
	return err
}

type scanner struct {
	src   []byte
	pos   int // where the reading begins; where it failed
	nodes []node
	open  []uint32 // containers on the tape that are open, outermost first
	skip  bool     // the member or element being read stays off the tape
	deep  int      // index of the container kept as one unread span, while it is open
	// Beyond the tape only the kind of each open container is kept: one bit a level, set for an object.
	kinds  []uint64
	depth  int
	object bool // the innermost open container is an object

	// Room for what most texts need.
	roomOpen  [12]uint32
	roomKinds [1]uint64
}

const (
	endsEarly = "the text ends early"
	noValue   = "a value is missing"
)

// run reads the whole text. Position and source are local, and a scalar takes two calls: as WebAssembly that is what costs.
func (s *scanner) run() (err string) {
	src, p := s.src, s.pos
	s.open, s.kinds = s.roomOpen[:0], s.roomKinds[:0]
	s.nodes = make([]node, 0, min(len(src)/12+2, limits.TapeNodes/8))
	for {
		// A value is due.
		p = space(src, p)
		if p == len(src) {
			return s.stop(p, endsEarly)
		}
		if !s.object {
			s.decide()
		}
		start, kind, flags := p, Absent, uint8(0)
		switch c := src[p]; {
		case c == '"':
			kind = String
			p, flags, err = str(src, p)
		case c == '{' || c == '[':
			s.push(c == '{', p)
			p = space(src, p+1)
			if p < len(src) && src[p] == s.closer() {
				p++
				s.close(p)
				break
			}
			if s.object {
				if p, err = s.key(p); err != "" {
					return s.stop(p, err)
				}
			}
			continue
		case c == '-' || c >= '0' && c <= '9':
			kind = Number
			if p, err = number(src, p); p-start > limits.NumberDigits {
				flags = flagBigNumber
			}
		case c == 't':
			kind = Bool
			p, err = word(src, p, "true")
		case c == 'f':
			kind = Bool
			p, err = word(src, p, "false")
		case c == 'n':
			kind = Null
			p, err = word(src, p, "null")
		default:
			err = noValue
		}
		if err != "" {
			return s.stop(p, err)
		}
		if kind != Absent {
			s.scalar(kind, start, p, flags)
		}
		// A value has ended: close what ends here, then a comma or the end of the text.
		for {
			p = space(src, p)
			if s.depth == 0 {
				if p < len(src) {
					return s.stop(p, "something follows the value")
				}
				return ""
			}
			if p == len(src) {
				return s.stop(p, endsEarly)
			}
			c := src[p]
			if c == ',' {
				break
			}
			if c != s.closer() {
				return s.stop(p, "a comma or "+string(s.closer())+" is missing")
			}
			p++
			s.close(p)
		}
		if p++; s.object {
			if p, err = s.key(space(src, p)); err != "" {
				return s.stop(p, err)
			}
		}
	}
}

func (s *scanner) stop(p int, err string) string {
	s.pos = p
	return err
}

// decide settles, before a member or an element is read, whether it goes on the tape. The two outermost levels always do.
func (s *scanner) decide() {
	s.skip = s.depth > 2 && len(s.nodes) >= limits.TapeNodes
}

// taped tells whether what is being read gets nodes of its own: its container has, and decide did not say no.
func (s *scanner) taped() bool { return s.depth == len(s.open) && !s.skip }

func (s *scanner) closer() byte {
	if s.object {
		return '}'
	}
	return ']'
}

// put appends a node. The tape grows to what the rest of the text will want if it is like what was read.
func (s *scanner) put(n node) {
	if len(s.nodes) == cap(s.nodes) {
		want := int(uint64(len(s.nodes)) * uint64(len(s.src)) / uint64(n.start+1))
		nodes := make([]node, len(s.nodes), max(len(s.nodes)*5/4, min(want+want/16, len(s.nodes)*4, limits.TapeNodes))+16)
		copy(nodes, s.nodes)
		s.nodes = nodes
	}
	s.nodes = append(s.nodes, n)
}

// scalar puts a value that holds no other on the tape.
func (s *scanner) scalar(kind Type, start, end int, flags uint8) {
	s.count(flags & flagBigNumber)
	if s.taped() {
		s.put(node{start: uint32(start), end: uint32(end), next: uint32(len(s.nodes) + 1), kind: kind, flags: flags})
	}
}

// count notes one more child, and what is wrong with it, in the innermost container on the tape.
func (s *scanner) count(flags uint8) {
	if len(s.open) == 0 {
		return
	}
	p := &s.nodes[s.open[len(s.open)-1]]
	if p.flags |= flags; s.depth == len(s.open) {
		p.count++
		if s.skip {
			p.flags |= flagTooLarge
		}
	}
}

func (s *scanner) push(object bool, start int) {
	n := node{start: uint32(start), kind: Array, height: 1}
	if object {
		n.kind = Object
	}
	deep := s.taped() && s.depth >= limits.TapeDepth
	if deep {
		s.count(flagTooDeep)
		s.deep = len(s.nodes)
		n.height, n.flags, n.next = 255, flagTooDeep, uint32(len(s.nodes)+1)
		s.put(n)
		s.nodes[s.open[len(s.open)-1]].height = 255
	} else {
		s.count(0)
		if s.taped() {
			s.open = append(s.open, uint32(len(s.nodes)))
			s.put(n)
		}
	}
	if s.depth/64 == len(s.kinds) {
		s.kinds = append(s.kinds, 0)
	}
	bit := uint64(1) << (s.depth % 64)
	s.kinds[s.depth/64] &^= bit
	if object {
		s.kinds[s.depth/64] |= bit
	}
	s.depth++
	s.object = object
}

// close ends the innermost container; p is behind its bracket.
func (s *scanner) close(p int) {
	if s.depth == len(s.open)+1 && s.depth == limits.TapeDepth+1 {
		s.nodes[s.deep].end = uint32(p)
	}
	if s.depth == len(s.open) {
		i := s.open[len(s.open)-1]
		s.open = s.open[:len(s.open)-1]
		n := &s.nodes[i]
		n.end, n.next = uint32(p), uint32(len(s.nodes))
		if len(s.open) > 0 {
			p := &s.nodes[s.open[len(s.open)-1]]
			p.flags |= n.flags & (flagTooDeep | flagTooLarge | flagBigNumber)
			if n.height < 255 {
				p.height = max(p.height, n.height+1)
			} else {
				p.height = 255
			}
		}
	}
	s.depth--
	s.object = s.depth > 0 && s.kinds[(s.depth-1)/64]>>((s.depth-1)%64)&1 == 1
}

// key reads a member's name, which begins at p, and the colon behind it.
func (s *scanner) key(p int) (end int, err string) {
	src := s.src
	if p == len(src) || src[p] != '"' {
		return p, "a member name is missing"
	}
	s.decide()
	start := p
	p, flags, err := str(src, p)
	if err != "" {
		return p, err
	}
	if s.taped() {
		s.put(node{start: uint32(start), end: uint32(p), next: uint32(len(s.nodes) + 1), kind: String, flags: flags})
	}
	p = space(src, p)
	if p == len(src) || src[p] != ':' {
		return p, "a colon is missing"
	}
	return p + 1, ""
}
