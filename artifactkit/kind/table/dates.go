package table

// readDate reads a date, or a date and a time, as ISO 8601 and its relatives write them: 2026-01-05, 2026/01/05, with
// 10:00, 10:00:30, 10:00:30.125 behind a T or a blank, and Z, UTC, +02:00 or +0200 behind that. Without an offset it is UTC. It
// answers the seconds since 1970 and the digits of the fraction.
func readDate(s []byte) (seconds int64, fraction []byte, ok bool) {
	if len(s) < 10 || s[4] != '-' && s[4] != '/' || s[7] != s[4] {
		return 0, nil, false
	}
	year, ok1 := fixed(s, 0, 4)
	month, ok2 := fixed(s, 5, 2)
	day, ok3 := fixed(s, 8, 2)
	if !ok1 || !ok2 || !ok3 || month < 1 || month > 12 || day < 1 || day > 31 {
		return 0, nil, false
	}
	seconds = 86400 * days(year, month, day)
	if s = s[10:]; len(s) == 0 {
		return seconds, nil, true
	}
	hour, ok1 := fixed(s, 1, 2)
	minute, ok2 := fixed(s, 4, 2)
	if len(s) < 6 || s[0] != 'T' && s[0] != ' ' || s[3] != ':' || !ok1 || !ok2 || hour > 24 || minute > 59 {
		return 0, nil, false
	}
	seconds += 3600*hour + 60*minute
	if s = s[6:]; len(s) > 0 && s[0] == ':' {
		second, ok := fixed(s, 1, 2)
		if !ok || second > 60 {
			return 0, nil, false
		}
		seconds += second
		if s = s[3:]; len(s) > 1 && (s[0] == '.' || s[0] == ',') {
			n := digits(s[1:])
			fraction, s = s[1:1+n], s[1+n:]
		}
	}
	away, ok := offset(s)
	return seconds - away, fraction, ok
}

func offset(s []byte) (seconds int64, ok bool) {
	switch string(s) {
	case "", "Z", "z", " UTC", " Z", "UTC", " GMT":
		return 0, true
	}
	if s[0] == ' ' {
		s = s[1:]
	}
	if len(s) < 3 || s[0] != '+' && s[0] != '-' {
		return 0, false
	}
	hours, ok := fixed(s, 1, 2)
	minutes, rest := int64(0), s[3:]
	if len(rest) > 0 && rest[0] == ':' {
		rest = rest[1:]
	}
	if len(rest) > 0 {
		m, good := fixed(rest, 0, 2)
		minutes, ok = m, ok && good && len(rest) == 2
	}
	seconds = 3600*hours + 60*minutes
	if s[0] == '-' {
		seconds = -seconds
	}
	return seconds, ok
}

// fixed reads n digits at i.
func fixed(s []byte, i, n int) (x int64, ok bool) {
	if len(s) < i+n || digits(s[i:i+n]) < n {
		return 0, false
	}
	for _, c := range s[i : i+n] {
		x = x*10 + int64(c-'0')
	}
	return x, true
}

// days counts the days from 1970-01-01 in the proleptic Gregorian calendar; the year begins in March, so that the leap day is its last.
func days(year, month, day int64) int64 {
	if month <= 2 {
		year--
		month += 12
	}
	return 365*year + year/4 - year/100 + year/400 + (153*(month-3)+2)/5 + day - 1 - 719468
}

// appendDate appends a key in the order of time.
func appendDate(dst []byte, seconds int64, fraction []byte) []byte {
	n := uint64(seconds + 1<<46)
	dst = append(dst, keyDate, byte(n>>40), byte(n>>32), byte(n>>24), byte(n>>16), byte(n>>8), byte(n))
	for len(fraction) > 0 && fraction[len(fraction)-1] == '0' {
		fraction = fraction[:len(fraction)-1]
	}
	return append(dst, fraction...)
}
