package source

import "time"

// When brings a time to RFC 3339 in UTC; what is no such time is "".
func When(s string) string {
	t, err := time.Parse(time.RFC3339Nano, s)
	t = t.UTC()
	if err != nil || t.Year() < 0 || t.Year() > 9999 {
		return ""
	}
	return t.Format(time.RFC3339Nano)
}
