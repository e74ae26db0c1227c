package transcript

import (
	"strconv"
	"time"

	"github.com/vitrine-go/vitrine/artifactkit/locale"
)

// moment reads the time of an event. Anything that is no time is none: an elapsed time is shown or not, never invented.
func moment(at string) (time.Time, bool) {
	m, err := time.Parse(time.RFC3339Nano, at)
	return m.UTC(), err == nil
}

// elapsed is the time between two events in words: "40 ms", "0.8 s", "2 min 5 s", "1 h 4 min"; "" when one is unknown or the
// clock went backwards.
func elapsed(from, to string, l locale.Locale) string {
	a, ok := moment(from)
	b, ok2 := moment(to)
	if !ok || !ok2 || b.Before(a) {
		return ""
	}
	switch d := b.Sub(a); {
	case d < time.Millisecond: // two stamps of one arrival are no duration
		return ""
	case d < 95*time.Millisecond:
		return l.T("time_ms", strconv.FormatInt(d.Milliseconds(), 10))
	case d < time.Minute-50*time.Millisecond:
		return l.T("time_s", l.Fixed(d.Seconds(), 1))
	case d < time.Hour-500*time.Millisecond:
		s := int64(d.Round(time.Second) / time.Second)
		return l.T("time_min", strconv.FormatInt(s/60, 10), strconv.FormatInt(s%60, 10))
	default:
		m := int64(d.Round(time.Minute) / time.Minute)
		return l.T("time_h", l.Num(int(m/60)), strconv.FormatInt(m%60, 10))
	}
}
