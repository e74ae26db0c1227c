package protocol

import (
	"bytes"
	"fmt"
	"unicode/utf8"

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
	s := scanner{src: data}
	s.pos = len(data) - len(bytes.TrimPrefix(data, []byte("\ufeff")))
	if err := s.run(); err != "" {
		return Value{}, &Reason{NotJSON, "", fmt.Sprintf("Not JSON at byte %d: %s.", s.pos, err)}
	}
	return Value{&text{s.src, s.nodes}, 0}, nil
}

type scanner struct {
	src   []byte
	pos   int
	nodes []node
	open  []uint32 // containers on the tape that are open, outermost first
	skip  bool     // the member or element being read stays off the tape
	deep  int      // index of the container kept as one unread span, while it is open
	// Beyond the tape only the kind of each open container is kept: one bit a level, set for an object.
	kinds []uint64
	depth int
}

func (s *scanner) run() (err string) {
	if !utf8.Valid(s.src) {
		for s.pos = 0; s.pos < len(s.src); {
			r, n := utf8.DecodeRune(s.src[s.pos:])
			if r == utf8.RuneError && n == 1 {
				break
			}
			s.pos += n
		}
		return "invalid UTF-8"
	}
	s.nodes = make([]node, 0, min(len(s.src)/12+2, limits.TapeNodes/8))
	for {
		// A value is due.
		s.space()
		if s.pos == len(s.src) {
			return "the text ends early"
		}
		var opened bool
		if opened, err = s.value(); err != "" {
			return err
		}
		if opened {
			s.space()
			if s.pos < len(s.src) && s.src[s.pos] == s.closer() {
				s.pos++
				s.close()
			} else {
				if s.inObject() {
					if err = s.key(); err != "" {
						return err
					}
				}
				continue
			}
		}
		// A value has ended: close what ends here, then a comma or the end of the text.
		for {
			s.space()
			if s.depth == 0 {
				if s.pos < len(s.src) {
					return "something follows the value"
				}
				return ""
			}
			if s.pos == len(s.src) {
				return "the text ends early"
			}
			c := s.src[s.pos]
			if c == s.closer() {
				s.pos++
				s.close()
				continue
			}
			if c != ',' {
				return "a comma or " + string(s.closer()) + " is missing"
			}
			s.pos++
			if s.inObject() {
				if err = s.key(); err != "" {
					return err
				}
			}
			break
		}
	}
}

// decide settles, before a member or an element is read, whether it goes on the tape. The two outermost levels always do.
func (s *scanner) decide() {
	s.skip = s.depth > 2 && len(s.nodes) >= limits.TapeNodes
}

// taped tells whether what is being read gets nodes of its own: its container has, and decide did not say no.
func (s *scanner) taped() bool { return s.depth == len(s.open) && !s.skip }

func (s *scanner) inObject() bool { return s.kinds[(s.depth-1)/64]>>((s.depth-1)%64)&1 == 1 }

func (s *scanner) closer() byte {
	if s.inObject() {
		return '}'
	}
	return ']'
}

func (s *scanner) space() {
	for s.pos < len(s.src) {
		switch s.src[s.pos] {
		case ' ', '\t', '\n', '\r':
			s.pos++
		default:
			return
		}
	}
}

// value reads a scalar, or opens a container and says so.
func (s *scanner) value() (opened bool, err string) {
	start := s.pos
	n := node{start: uint32(start)}
	if s.depth == 0 || !s.inObject() {
		s.decide()
	}
	switch c := s.src[s.pos]; {
	case c == '{' || c == '[':
		s.pos++
		s.push(c == '{', n)
		return true, ""
	case c == '"':
		n.kind = String
		n.flags, err = s.str()
	case c == '-' || c >= '0' && c <= '9':
		n.kind = Number
		if err = s.number(); s.pos-start > limits.NumberDigits {
			n.flags = flagBigNumber
		}
	case c == 't':
		n.kind, err = Bool, s.word("true")
	case c == 'f':
		n.kind, err = Bool, s.word("false")
	case c == 'n':
		n.kind, err = Null, s.word("null")
	default:
		err = "a value is missing"
	}
	if err == "" {
		n.end = uint32(s.pos)
		s.scalar(n)
	}
	return false, err
}

// scalar puts a value that holds no other on the tape.
func (s *scanner) scalar(n node) {
	s.count(n.flags & flagBigNumber)
	if s.taped() {
		n.next = uint32(len(s.nodes) + 1)
		s.nodes = append(s.nodes, n)
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

func (s *scanner) push(object bool, n node) {
	n.kind, n.height = Array, 1
	if object {
		n.kind = Object
	}
	deep := s.taped() && s.depth >= limits.TapeDepth
	if deep {
		s.count(flagTooDeep)
		s.deep = len(s.nodes)
		n.height, n.flags, n.next = 255, flagTooDeep, uint32(len(s.nodes)+1)
		s.nodes = append(s.nodes, n)
		s.nodes[s.open[len(s.open)-1]].height = 255
	} else {
		s.count(0)
		if s.taped() {
			s.open = append(s.open, uint32(len(s.nodes)))
			s.nodes = append(s.nodes, n)
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
}

func (s *scanner) close() {
	if s.depth == len(s.open)+1 && s.depth == limits.TapeDepth+1 {
		s.nodes[s.deep].end = uint32(s.pos)
	}
	if s.depth == len(s.open) {
		i := s.open[len(s.open)-1]
		s.open = s.open[:len(s.open)-1]
		n := &s.nodes[i]
		n.end, n.next = uint32(s.pos), uint32(len(s.nodes))
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
}

// key reads a member's name and the colon behind it.
func (s *scanner) key() (err string) {
	s.space()
	if s.pos == len(s.src) || s.src[s.pos] != '"' {
		return "a member name is missing"
	}
	s.decide()
	n := node{kind: String, start: uint32(s.pos)}
	if n.flags, err = s.str(); err != "" {
		return err
	}
	n.end = uint32(s.pos)
	if s.taped() {
		n.next = uint32(len(s.nodes) + 1)
		s.nodes = append(s.nodes, n)
	}
	s.space()
	if s.pos == len(s.src) || s.src[s.pos] != ':' {
		return "a colon is missing"
	}
	s.pos++
	return ""
}

func (s *scanner) word(w string) string {
	if !bytes.HasPrefix(s.src[s.pos:], []byte(w)) {
		return "a value is missing"
	}
	s.pos += len(w)
	return ""
}

// str reads a string token; UTF-8 was checked before.
func (s *scanner) str() (flags uint8, err string) {
	src := s.src
	for i := s.pos + 1; i < len(src); i++ {
		switch c := src[i]; {
		case c == '"':
			s.pos = i + 1
			return flags, ""
		case c < 0x20:
			s.pos = i
			return flags, "a control character in a string"
		case c == '\\':
			flags = flagEscaped
			i++
			if i == len(src) {
				break
			}
			switch src[i] {
			case '"', '\\', '/', 'b', 'f', 'n', 'r', 't':
			case 'u':
				for k := 1; k <= 4; k++ {
					if i+k >= len(src) || !isHex(src[i+k]) {
						s.pos = i
						return flags, "a bad \\u escape"
					}
				}
				i += 4
			default:
				s.pos = i
				return flags, "a bad escape"
			}
		}
	}
	s.pos = len(src)
	return flags, "the text ends inside a string"
}

func (s *scanner) number() string {
	if s.peek() == '-' {
		s.pos++
	}
	switch c := s.peek(); {
	case c == '0':
		s.pos++
	case c >= '1' && c <= '9':
		s.digits()
	default:
		return "a bad number"
	}
	if s.peek() == '.' {
		s.pos++
		if !s.digits() {
			return "a bad number"
		}
	}
	if c := s.peek(); c == 'e' || c == 'E' {
		s.pos++
		if c := s.peek(); c == '+' || c == '-' {
			s.pos++
		}
		if !s.digits() {
			return "a bad number"
		}
	}
	return ""
}

func (s *scanner) peek() byte {
	if s.pos < len(s.src) {
		return s.src[s.pos]
	}
	return 0
}

func (s *scanner) digits() (some bool) {
	for ; s.pos < len(s.src) && s.src[s.pos] >= '0' && s.src[s.pos] <= '9'; s.pos++ {
		some = true
	}
	return some
}

func isHex(c byte) bool {
	return c >= '0' && c <= '9' || c >= 'a' && c <= 'f' || c >= 'A' && c <= 'F'
}
