package source

import "github.com/vitrine-go/vitrine/artifactkit/internal/civil"

// When brings a time to RFC 3339 in UTC; what is no such time is "".
func When(s string) string {
	t, ok := civil.Parse(s)
	if !ok || t.Year() < 0 || t.Year() > 9999 {
		return ""
	}
	return t.RFC3339(9)
}
