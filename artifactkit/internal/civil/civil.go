// Package civil reads and writes points in time as the formats have them: RFC 3339 in, UTC out. It is what the core needs of package
// time and nothing else, because that package takes 140 kB of a wasm module with it once a text is parsed or formatted.
package civil

import "math"

// Time is a point in time. The zero Time is 1970-01-01T00:00:00Z.
type Time struct {
	sec  int64 // since 1970
	nano int32 // 0 to 999,999,999
}

// Unix is a number of seconds since 1970 and of nanoseconds, 0 to 999,999,999, behind them.
func Unix(sec int64, nano int32) Time { return Time{sec, nano} }

// Before tells whether t is earlier than u.
func (t Time) Before(u Time) bool { return t.sec < u.sec || t.sec == u.sec && t.nano < u.nano }

// Sub is t-u in nanoseconds, at most what an int64 holds.
func (t Time) Sub(u Time) int64 {
	d := t.sec - u.sec // times that were parsed are within 10,000 years
	const most = math.MaxInt64/1_000_000_000 - 1
	switch {
	case d > most:
		return math.MaxInt64
	case d < -most:
		return math.MinInt64
	}
	return d*1e9 + int64(t.nano-u.nano)
}

const day = 86400

// date splits days since 1970-01-01 into the calendar's parts, and days counts back: Howard Hinnant's algorithms, which move the
// beginning of the year to March, so that the leap day is the last one.
func date(days int64) (year int64, month, dom int) {
	days += 719468
	era := days / 146097
	if days < 0 {
		era = (days - 146096) / 146097
	}
	doe := days - era*146097
	yoe := (doe - doe/1460 + doe/36524 - doe/146096) / 365
	doy := doe - (365*yoe + yoe/4 - yoe/100)
	mp := (5*doy + 2) / 153
	dom = int(doy - (153*mp+2)/5 + 1)
	month = int(mp) + 3
	year = yoe + era*400
	if month > 12 {
		month -= 12
		year++
	}
	return year, month, dom
}

func days(year int64, month, dom int) int64 {
	if month <= 2 {
		year--
		month += 12
	}
	era := year / 400
	if year < 0 {
		era = (year - 399) / 400
	}
	yoe := year - era*400
	doy := int64(153*(month-3)+2)/5 + int64(dom) - 1
	return era*146097 + yoe*365 + yoe/4 - yoe/100 + doy - 719468
}

// length is how many days a month has.
func length(year int64, month int) int {
	switch month {
	case 4, 6, 9, 11:
		return 30
	case 2:
		if year%4 == 0 && (year%100 != 0 || year%400 == 0) {
			return 29
		}
		return 28
	}
	return 31
}
