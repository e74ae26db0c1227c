package protocol

import (
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/vitrine-go/vitrine/artifactkit/limits"
)

// Versions is the set of protocol versions that a consumer takes (ACC-3). The zero value is version 1 only.
type Versions struct {
	any bool
	set []string // canonical; empty is {1}
}

// AnyVersion drops the version filter and nothing else: schema and shape are still checked. It is for inspecting and forwarding;
// do not draw what it lets through.
var AnyVersion = Versions{any: true}

// ErrVersions is wrapped by every error about a version argument. Such an argument is a mistake of the caller and is reported
// whatever the data looks like (ACC-4).
var ErrVersions = errors.New("versions are whole numbers above 0")

// VersionSet makes a set of one or more versions.
func VersionSet(v ...int) (Versions, error) {
	var s Versions
	for _, n := range v {
		if n <= 0 {
			return Versions{}, fmt.Errorf("version %d: %w", n, ErrVersions)
		}
		s.set = append(s.set, strconv.Itoa(n))
	}
	if len(v) == 0 {
		return Versions{}, fmt.Errorf("no version given: %w", ErrVersions)
	}
	return s, nil
}

// ParseVersions reads a set from a command line: "1", "1,2" or "any".
func ParseVersions(text string) (Versions, error) {
	if text == "any" {
		return AnyVersion, nil
	}
	var s Versions
	for part := range strings.SplitSeq(text, ",") {
		part = strings.TrimSpace(part)
		v, why := Parse([]byte(part))
		n, ok := canonicalVersion(v.Num())
		if why != nil || !ok {
			return Versions{}, fmt.Errorf("version %s: %w", Quote(part), ErrVersions)
		}
		s.set = append(s.set, n)
	}
	return s, nil
}

// Has tells whether a canonical version, as Artifact.Version holds it, is in the set.
func (s Versions) Has(version string) bool {
	if len(s.set) == 0 {
		return s.any || version == "1"
	}
	return slices.Contains(s.set, version)
}

// canonicalVersion reads a JSON number literal as an exact decimal and returns its digits if it is whole, above 0 and finite, its
// exponent being below 309 (ART-3). 1, 1.0, 1e0 and 0.1e1 are all "1".
func canonicalVersion(literal string) (string, bool) {
	if literal == "" || literal[0] == '-' || len(literal) > limits.NumberDigits {
		return "", false
	}
	mantissa, exponent := literal, ""
	if i := strings.IndexAny(literal, "eE"); i >= 0 {
		mantissa, exponent = literal[:i], literal[i+1:]
	}
	whole, fraction, _ := strings.Cut(mantissa, ".")
	digits := strings.TrimLeft(whole+fraction, "0")
	point := len(digits) - len(fraction) + smallInt(exponent) // digits left of the decimal point
	digits = strings.TrimRight(digits, "0")
	if digits == "" || len(digits) > point || point > 309 {
		return "", false
	}
	return digits + strings.Repeat("0", point-len(digits)), true
}

// smallInt reads the exponent of a JSON number; what no literal in bounds can bring back in range saturates.
func smallInt(s string) int {
	n, err := strconv.Atoi(s)
	const far = 1 << 20
	switch {
	case s == "":
		return 0
	case err == nil && n > -far && n < far:
		return n
	case s[0] == '-':
		return -far
	}
	return far
}
