package cli

import (
	"net/url"
	"strings"
)

// slashed is an address that ends in a slash, so that paths can be put behind it.
func slashed(u string) string { return strings.TrimRight(u, "/") + "/" }

// basePath is the path of an address, "/" without one.
func basePath(address string) string {
	u, err := url.Parse(address)
	if err != nil || u.Path == "" {
		return "/"
	}
	return slashed(u.Path)
}
