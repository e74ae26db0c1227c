package civil

import "strings"

// Parse reads a time of RFC 3339: 2006-01-02T15:04:05, a fraction of any length behind a point or a comma, and Z or an offset. What
// package time reads by that layout is read, no more; digits behind the ninth are dropped.
func Parse(s string) (t Time, ok bool) {
	p := parser{s, true}
	year, month, dom := p.number(4, "-"), p.number(2, "-"), p.number(2, "T")
	width := 2
	if len(p.rest) > 1 && p.rest[1] == ':' {
		width = 1 // an hour may have one digit
	}
	hour, minute, sec := p.number(width, ":"), p.number(2, ":"), p.number(2, "")
	nano := p.fraction()
	offset := p.offset()
	if !p.ok || p.rest != "" || month < 1 || month > 12 || dom < 1 || dom > length(int64(year), month) || hour > 23 || minute > 59 || sec > 59 {
		return Time{}, false
	}
	return Time{days(int64(year), month, dom)*day + int64(hour*3600+minute*60+sec-offset), nano}, true
}

// parser takes parts off the beginning of a text, until one is not there.
type parser struct {
	rest string
	ok   bool
}

// number takes a number of so many digits, and what stands behind it.
func (p *parser) number(width int, behind string) (n int) {
	for i := range width {
		if i >= len(p.rest) || p.rest[i] < '0' || p.rest[i] > '9' {
			p.rest, p.ok = "", false
			return 0
		}
		n = n*10 + int(p.rest[i]-'0')
	}
	rest, ok := strings.CutPrefix(p.rest[width:], behind)
	p.rest, p.ok = rest, p.ok && ok
	return n
}

// fraction takes a part of a second, if there is one, in nanoseconds.
func (p *parser) fraction() (nano int32) {
	if len(p.rest) < 2 || p.rest[0] != '.' && p.rest[0] != ',' || p.rest[1] < '0' || p.rest[1] > '9' {
		return 0
	}
	i, unit := 1, int32(1e8)
	for ; i < len(p.rest) && p.rest[i] >= '0' && p.rest[i] <= '9'; i++ {
		nano += int32(p.rest[i]-'0') * unit
		unit /= 10
	}
	p.rest = p.rest[i:]
	return nano
}

// offset takes Z, or how far a zone is ahead, in seconds. 24 hours and 60 minutes are written by some.
func (p *parser) offset() int {
	if p.rest == "Z" {
		p.rest = ""
		return 0
	}
	if p.rest == "" || p.rest[0] != '+' && p.rest[0] != '-' {
		p.ok = false
		return 0
	}
	minus := p.rest[0] == '-'
	p.rest = p.rest[1:]
	hours, minutes := p.number(2, ":"), p.number(2, "")
	p.ok = p.ok && hours <= 24 && minutes <= 60
	if minus {
		return -(hours*3600 + minutes*60)
	}
	return hours*3600 + minutes*60
}
