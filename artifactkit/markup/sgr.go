package markup

import "strconv"

// style is what SGR and OSC 8 have set. A colour is 0 for none, else the number of the palette plus 1.
type style struct {
	fg, bg uint8
	on     attribute
	link   uint32 // an address of OSC 8, 0 for none
}

type attribute uint8

const (
	bold attribute = 1 << iota
	dim
	italic
	underline
	inverse
	strike
)

// number reads a parameter; what is no number is def.
func number(s string, def int) int {
	if s == "" {
		return def
	}
	n := 0
	for i := 0; i < len(s); i++ {
		if s[i] < '0' || s[i] > '9' {
			return def
		}
		n = min(n*10+int(s[i]-'0'), 1<<20)
	}
	return n
}

// sgr applies the parameters of one SGR sequence. Colours may come with semicolons or, as the standard has it, with colons.
func (s style) sgr(params string) style {
	p := sgrParams{rest: params}
	for {
		n, ok := p.next()
		if !ok {
			return s
		}
		switch {
		case n == 0:
			s = style{link: s.link}
		case n == 1:
			s.on |= bold
		case n == 2:
			s.on |= dim
		case n == 3:
			s.on |= italic
		case n == 4 || n == 21:
			s.on |= underline
			if p.colon() {
				if k, _ := p.next(); k == 0 {
					s.on &^= underline
				}
			}
		case n == 7:
			s.on |= inverse
		case n == 9:
			s.on |= strike
		case n == 22:
			s.on &^= bold | dim
		case n == 23:
			s.on &^= italic
		case n == 24:
			s.on &^= underline
		case n == 27:
			s.on &^= inverse
		case n == 29:
			s.on &^= strike
		case n >= 30 && n < 38:
			s.fg = uint8(n - 29)
		case n == 38:
			s.fg = p.colour(s.fg)
		case n == 39:
			s.fg = 0
		case n >= 40 && n < 48:
			s.bg = uint8(n - 39)
		case n == 48:
			s.bg = p.colour(s.bg)
		case n == 49:
			s.bg = 0
		case n == 58: // colour of the underline
			p.colour(0)
		case n >= 90 && n < 98:
			s.fg = uint8(n - 81)
		case n >= 100 && n < 108:
			s.bg = uint8(n - 91)
		}
		p.skip()
	}
}

type sgrParams struct {
	rest string
	sep  byte // before the parameter that comes next; 0 at the start
	done bool
}

func (p *sgrParams) next() (n int, ok bool) {
	if p.done {
		return 0, false
	}
	i := 0
	for i < len(p.rest) && p.rest[i] != ';' && p.rest[i] != ':' {
		i++
	}
	n = number(p.rest[:i], 0)
	if i == len(p.rest) {
		p.rest, p.done, p.sep = "", true, 0
		return n, true
	}
	p.sep, p.rest = p.rest[i], p.rest[i+1:]
	return n, true
}

func (p *sgrParams) colon() bool { return p.sep == ':' }

// skip passes over what colons still bind to the parameter before.
func (p *sgrParams) skip() {
	for p.colon() {
		p.next()
	}
}

// colour reads 5;n or 2;r;g;b, with colons 2::r:g:b as well; what it cannot read leaves the colour as it was.
func (p *sgrParams) colour(was uint8) uint8 {
	colons := p.colon()
	mode, _ := p.next()
	switch mode {
	case 5:
		n, ok := p.next()
		if !ok || n > 255 {
			return was
		}
		return palette256(n) + 1
	case 2:
		var v []int
		for len(v) < 4 && !p.done && (colons && p.colon() || !colons && len(v) < 3) {
			n, _ := p.next()
			v = append(v, min(n, 255))
		}
		if len(v) < 3 {
			return was
		}
		v = v[len(v)-3:] // with colons an identifier of the colour space may come first
		return nearest(v[0], v[1], v[2]) + 1
	}
	return was
}

// palette256 maps the 256 colours to the 16 that the theme draws.
func palette256(n int) uint8 {
	if n < 16 {
		return uint8(n)
	}
	if n >= 232 {
		v := 8 + (n-232)*10
		return nearest(v, v, v)
	}
	n -= 16
	level := [6]int{0, 95, 135, 175, 215, 255}
	return nearest(level[n/36], level[n/6%6], level[n%6])
}

// nearest is the palette's colour for a true one: by hue where there is one, else by lightness. A plain distance would turn
// every pale colour into grey.
func nearest(r, g, b int) uint8 {
	hi, lo := max(r, g, b), min(r, g, b)
	if hi-lo < 40 {
		switch v := (r + g + b) / 3; {
		case v < 64:
			return 0
		case v < 150:
			return 8
		case v < 215:
			return 7
		}
		return 15
	}
	// A channel counts when it is nearer to the highest than to the lowest.
	var c uint8
	for i, v := range [3]int{r, g, b} {
		if v-lo > hi-v {
			c |= 1 << i
		}
	}
	if hi >= 200 && lo >= 85 || hi >= 230 {
		c += 8
	}
	return c
}

// look is the style as it is drawn: inverse resolved, so that text always stands out from its ground.
func (s style) look() style {
	if s.on&inverse == 0 {
		return s
	}
	if s.fg == 0 {
		return style{on: s.on, link: s.link}
	}
	return style{bg: s.fg, on: s.on &^ inverse, link: s.link}
}

// draw makes the pen of a look.
func (t *terminal) draw(s style) pen {
	class := ""
	add := func(names constant) { class += " " + string(names) }
	for i, names := range [...]constant{"ak-bold", "ak-faint", "ak-italic", "ak-underline", "ak-inverse", "ak-strike"} {
		if s.on&(1<<i) != 0 {
			add(names)
		}
	}
	if s.fg > 0 {
		add("ak-fg-" + constant(strconv.Itoa(int(s.fg-1))))
	}
	if s.bg > 0 {
		add("ak-bg-" + constant(strconv.Itoa(int(s.bg-1))))
	}
	p := pen{tag: Span}
	if s.link > 0 {
		u := t.urls[s.link-1]
		p = pen{A, append(Link(u).attrs, Tooltip(u.s)), u}
	}
	if class != "" {
		p.attrs = append(p.attrs, Attr{name: "class", value: class[1:]})
	}
	return p
}
