package civil

import "strings"

// Year is the year in UTC.
func (t Time) Year() int64 {
	year, _, _ := date(t.days())
	return year
}

// RFC3339 is the time in UTC with as many decimals as it has, at most so many: 2006-01-02T15:04:05.25Z.
func (t Time) RFC3339(decimals int) string {
	return t.Date() + "T" + t.Clock() + strings.TrimRight(strings.TrimRight(t.decimals(decimals), "0"), ".") + "Z"
}

// Millis is the time in UTC with three decimals: 2006-01-02T15:04:05.250Z.
func (t Time) Millis() string { return t.Date() + "T" + t.Clock() + t.decimals(3) + "Z" }

// Date is the day in UTC: 2006-01-02.
func (t Time) Date() string {
	year, month, dom := date(t.days())
	var b []byte
	if year < 0 {
		b, year = append(b, '-'), -year
	}
	return string(pad(append(pad(append(pad(b, year, 4), '-'), int64(month), 2), '-'), int64(dom), 2))
}

// Clock is the time of the day in UTC: 15:04:05.
func (t Time) Clock() string {
	sec := t.sec - t.days()*day
	return string(pad(append(pad(append(pad(nil, sec/3600, 2), ':'), sec/60%60, 2), ':'), sec%60, 2))
}

func (t Time) days() int64 {
	if t.sec < 0 {
		return (t.sec - day + 1) / day
	}
	return t.sec / day
}

// decimals is a point with so many decimals behind it.
func (t Time) decimals(n int) string { return "." + string(pad(nil, int64(t.nano), 9))[:n] }

// pad appends a number that is not negative with at least so many digits.
func pad(dst []byte, n int64, width int) []byte {
	var digits [20]byte
	i := len(digits)
	for ; n > 0 || width > 0; width-- {
		i--
		digits[i] = byte('0' + n%10)
		n /= 10
	}
	return append(dst, digits[i:]...)
}
