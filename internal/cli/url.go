package cli

import (
	"net/netip"
	"net/url"
	"strings"
)

// slashed is an address that ends in a slash, so that paths can be put behind it.
func slashed(u string) string { return strings.TrimRight(u, "/") + "/" }

// onThisMachine tells whether an address names the loopback interface.
func onThisMachine(address string) bool {
	u, err := url.Parse(address)
	if err != nil {
		return false
	}
	ip, err := netip.ParseAddr(u.Hostname())
	return u.Hostname() == "localhost" || err == nil && ip.Unmap().IsLoopback()
}

// checkPublic refuses what cannot be the address of a page.
func checkPublic(address string) error {
	u, err := url.Parse(address)
	if err != nil || u.Scheme != "http" && u.Scheme != "https" || u.Host == "" || u.RawQuery != "" || u.Fragment != "" {
		return usage("--public-url: %q is no http address such as https://tools.example/vitrine", address)
	}
	return nil
}

// basePath is the path of an address, "/" without one.
func basePath(address string) string {
	u, err := url.Parse(address)
	if err != nil || u.Path == "" {
		return "/"
	}
	return slashed(u.Path)
}
