package transcript

import (
	"strconv"

	"github.com/vitrine-go/vitrine/artifactkit/internal/civil"
	"github.com/vitrine-go/vitrine/artifactkit/locale"
)

// moment reads the time of an event. Anything that is no time is none: an elapsed time is shown or not, never invented.
func moment(at string) (civil.Time, bool) { return civil.Parse(at) }

// Units of a duration in nanoseconds.
const (
	millisecond = 1_000_000
	second      = 1_000 * millisecond
	minute      = 60 * second
	hour        = 60 * minute
)

// elapsed is the time between two events in words: "40 ms", "0.8 s", "2 min 5 s", "1 h 4 min"; "" when one is unknown or the
// clock went backwards.
func elapsed(from, to string, l locale.Locale) string {
	a, ok := moment(from)
	b, ok2 := moment(to)
	if !ok || !ok2 || b.Before(a) {
		return ""
	}
	switch d := b.Sub(a); {
	case d < millisecond: // two stamps of one arrival are no duration
		return ""
	case d < 95*millisecond:
		return l.T("time_ms", strconv.FormatInt(d/millisecond, 10))
	case d < minute-50*millisecond:
		return l.T("time_s", l.Fixed(float64(d/second)+float64(d%second)/second, 1))
	case d < hour-500*millisecond:
		s := rounded(d, second)
		return l.T("time_min", strconv.FormatInt(s/60, 10), strconv.FormatInt(s%60, 10))
	default:
		m := rounded(d, minute)
		return l.T("time_h", l.Num(int(m/60)), strconv.FormatInt(m%60, 10))
	}
}

// rounded is a duration in whole units, half of one up.
func rounded(d, unit int64) int64 { return d/unit + d%unit*2/unit }
