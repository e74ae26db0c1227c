package store_test

import (
	"strings"
	"testing"

	"github.com/vitrine-go/vitrine/live/store"
)

// A name that is accepted is one token of an engine's subject, one element of a path, and one of an address.
func FuzzNames(f *testing.F) {
	for _, seed := range []string{"s", "", "build-42", "a.b", "a/b", "*", ">", "..", "A", "call:1", "a b", "\x00", strings.Repeat("a", 300), "é"} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, s string) {
		if store.ValidSession(s) && (s == "" || len(s) > 255 || strings.ContainsAny(s, ".*>/\\ \t\r\n\x00%?#ABCDEFGHIJKLMNOPQRSTUVWXYZ")) {
			t.Errorf("%q is taken for a session", s)
		}
		if store.ValidID(s) && (s == "" || strings.ContainsAny(s, "/ \t\r\n\x00")) {
			t.Errorf("%q is taken for an event's id", s)
		}
		if store.ValidDigest(s) && (len(s) != 64 || strings.Trim(s, "0123456789abcdef") != "") {
			t.Errorf("%q is taken for a digest", s)
		}
	})
}
