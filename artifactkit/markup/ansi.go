package markup

import "strings"

// Terminal reads text as a terminal shows it: colours and weights (SGR), lines overwritten by carriage return, backspace and
// erase, blocks of lines that are drawn again from the top (cursor up and down, as far as screenLines reach), links (OSC 8, http and
// https only). Every other escape is dropped, and nothing is hidden: concealed text is shown, an unfinished escape loses its first
// characters only. The cost is linear in the text.
func Terminal(s string) *Styled {
	if !hasEscapes(s) {
		return &Styled{text: s, pens: []pen{{}}, mark: (*Budget).Prose}
	}
	t := terminal{out: make([]byte, 0, len(s)), ids: map[style]uint32{{}: 0}}
	t.pens = []pen{{}}
	t.read(s)
	return &Styled{text: string(t.out), runs: t.runs, pens: t.pens, mark: (*Budget).Prose}
}

// hasEscapes is the quick way past text without any control character but tab and newline.
func hasEscapes(s string) bool {
	for i := 0; i < len(s); i++ {
		if c := s[i]; c < 0x20 && c != '\t' && c != '\n' || c == 0xc2 && i+1 < len(s) && s[i+1] < 0xa0 {
			return true
		}
	}
	return false
}

type terminal struct {
	out  []byte
	runs []run
	pens []pen
	ids  map[style]uint32
	now  style  // what SGR and OSC 8 said last
	pen  uint32 // its pen
	urls []URL  // what style.link counts from 1

	line, lineRuns int // where the current line begins in out and runs
	screen             // what is overwritten
}

func (t *terminal) read(s string) {
	for len(s) > 0 {
		n := 0
		for n < len(s) && s[n] >= 0x20 && s[n] != 0xc2 || n < len(s) && (s[n] == '\t' || s[n] == 0xc2 && !c1(s[n:])) {
			n++
		}
		t.write(s[:n])
		if s = s[n:]; len(s) > 0 {
			s = s[t.control(s):]
		}
	}
	t.settle()
}

func c1(s string) bool { return len(s) > 1 && s[0] == 0xc2 && s[1] >= 0x80 && s[1] < 0xa0 }

// control reads the control character or the escape that s begins with and returns its length.
func (t *terminal) control(s string) int {
	switch s[0] {
	case '\n':
		t.newline()
		return 1
	case '\r':
		n := 1
		for n < len(s) && n < 8 && s[n] == '\r' {
			n++
		}
		if n < len(s) && s[n] != '\n' {
			t.edit()
			t.col = 0
		}
		return 1
	case '\b':
		t.edit()
		t.col = max(0, t.col-1)
		return 1
	case '\a', 0x0e, 0x0f: // bell, character sets
		return 1
	case 0x1b:
		if len(s) < 2 {
			return 1
		}
		return 1 + t.escape(s[1], s[1:], 1)
	case 0xc2: // the same as one character
		return t.escape(s[1]-0x40, s, 2)
	}
	t.write(s[:1])
	return 1
}

// escape reads what follows ESC, whose kind is c; s[skip:] is behind c. It returns the length in s.
func (t *terminal) escape(c byte, s string, skip int) int {
	switch {
	case c == '[':
		return skip + t.csi(s[skip:])
	case c == ']', c == 'P', c == 'X', c == '^', c == '_':
		return skip + t.str(c, s[skip:])
	case c >= 0x20 && c < 0x30: // designations: intermediates, then one final character
		for n := skip; n < len(s) && n < 8; n++ {
			if s[n] >= 0x30 && s[n] < 0x7f {
				return n + 1
			}
			if s[n] < 0x20 || s[n] >= 0x7f {
				return n
			}
		}
		return skip
	case c >= 0x30 && c < 0x7f:
		return skip
	}
	return skip - 1 // a control character or a letter beyond ASCII: only ESC was wrong
}

// csi reads a control sequence: parameters, intermediates, final.
func (t *terminal) csi(s string) int {
	n := 0
	for n < len(s) && s[n] >= 0x30 && s[n] < 0x40 {
		n++
	}
	params := s[:n]
	for n < len(s) && s[n] >= 0x20 && s[n] < 0x30 {
		n++
	}
	if n == len(s) || s[n] < 0x40 || s[n] > 0x7e {
		return n
	}
	if len(params) == n {
		switch s[n] {
		case 'm':
			t.setStyle(t.now.sgr(params))
		case 'K':
			t.erase(params)
		case 'J':
			t.eraseBelow(params)
		case 'A', 'F':
			t.up(number(params, 1), s[n] == 'F')
		case 'B', 'E':
			t.down(number(params, 1), s[n] == 'E')
		case 'G':
			t.edit()
			t.col = min(max(number(params, 1)-1, 0), len(*t.cells()))
		case 'D':
			t.edit()
			t.col = max(0, t.col-number(params, 1))
		case 'C':
			t.edit()
			t.col = min(len(*t.cells()), t.col+number(params, 1))
		}
	}
	return n + 1
}

// str reads OSC, DCS and their like up to BEL or ST. One without an end, which the next escape or line shows, loses only its
// introducer; so no character is looked at for two of them.
func (t *terminal) str(c byte, s string) int {
	for i := 0; i < len(s); i++ {
		end := 0
		switch {
		case s[i] == '\a':
			end = 1
		case s[i] == 0x1b && i+1 < len(s) && s[i+1] == '\\', c1(s[i:]) && s[i+1] == 0x9c:
			end = 2
		case s[i] == 0x1b, s[i] == '\n', c1(s[i:]):
			return 0
		}
		if end > 0 {
			if c == ']' {
				t.osc(s[:i])
			}
			return i + end
		}
	}
	return 0
}

// urlMax is the longest address that becomes a link: it is written with every change of colour inside the link.
const urlMax = 1024

// osc understands OSC 8 only: 8 ; parameters ; address.
func (t *terminal) osc(s string) {
	rest, ok := strings.CutPrefix(s, "8;")
	if !ok {
		return
	}
	_, address, _ := strings.Cut(rest, ";")
	st := t.now
	st.link = 0
	if u, ok := SafeURL(address); ok && u.Host() != "" && len(address) <= urlMax {
		t.urls = append(t.urls, u)
		st.link = uint32(len(t.urls))
	}
	t.setStyle(st)
}

func (t *terminal) setStyle(s style) {
	if s == t.now {
		return
	}
	t.now = s
	look := s.look()
	id, ok := t.ids[look]
	if !ok {
		id = uint32(len(t.pens))
		t.pens = append(t.pens, t.draw(look))
		t.ids[look] = id
	}
	t.pen = id
}

// write puts text at the cursor.
func (t *terminal) write(s string) {
	if !t.editing() {
		if s != "" {
			t.setRun(t.pen)
			t.out = append(t.out, s...)
		}
		return
	}
	cells := t.cells()
	for _, r := range s {
		if c := (cell{r, t.pen}); t.col < len(*cells) {
			(*cells)[t.col] = c
		} else {
			*cells = append(*cells, c)
		}
		t.col++
	}
}

func (t *terminal) setRun(p uint32) {
	n := len(t.runs)
	if n == 0 && p == 0 || n > 0 && t.runs[n-1].pen == p {
		return
	}
	t.runs = append(t.runs, run{uint32(len(t.out)), p})
}
