package store_test

import (
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"strings"
	"testing"

	"github.com/vitrine-go/vitrine/live/store"
)

func TestValidSession(t *testing.T) {
	for _, tt := range []struct {
		name string
		in   string
		want bool
	}{
		{"one letter", "a", true},
		{"a digit first", "0abc", true},
		{"dash and underscore inside", "a-b_c", true},
		{"64 bytes", strings.Repeat("a", 64), true},
		{"65 bytes", strings.Repeat("a", 65), false},
		{"empty", "", false},
		{"a dash first", "-a", false},
		{"an underscore first", "_a", false},
		{"upper case", "Abc", false},
		{"a dot would be two NATS tokens", "a.b", false},
		{"a wildcard", "*", false},
		{"the rest wildcard", "a>", false},
		{"a space", "a b", false},
		{"a slash", "a/b", false},
		{"a line break", "a\n", false},
		{"not ASCII", "é", false},
	} {
		t.Run(tt.name, func(t *testing.T) {
			if got := store.ValidSession(tt.in); got != tt.want {
				t.Errorf("ValidSession(%q): got %v, want %v", tt.in, got, tt.want)
			}
		})
	}
}

func TestValidID(t *testing.T) {
	for _, tt := range []struct {
		name string
		in   string
		want bool
	}{
		{"every allowed class", "aZ0._:-", true},
		{"128 bytes", strings.Repeat("x", 128), true},
		{"129 bytes", strings.Repeat("x", 129), false},
		{"empty", "", false},
		{"a slash would split the message id", "a/b", false},
		{"a line break would split the header", "a\r\nNats-Sequence: 1", false},
		{"a space", "a b", false},
		{"not ASCII", "ü", false},
		{"NUL", "a\x00", false},
	} {
		t.Run(tt.name, func(t *testing.T) {
			if got := store.ValidID(tt.in); got != tt.want {
				t.Errorf("ValidID(%q): got %v, want %v", tt.in, got, tt.want)
			}
		})
	}
}

func TestCheckEventsStopsAtTheFirstBadOne(t *testing.T) {
	l := store.Limits{Record: 4}
	events := []store.Event{{ID: "a", Body: []byte("1234")}, {ID: "b", Body: []byte("12345")}, {ID: "c/d"}}
	if good, err := store.CheckEvents(events, l); good != 1 || !errors.Is(err, store.ErrTooLarge) {
		t.Errorf("got %d, %v; want 1, too large", good, err)
	}
	if good, err := store.CheckEvents(events[2:], l); good != 0 || !errors.Is(err, store.ErrInvalid) {
		t.Errorf("got %d, %v; want 0, invalid", good, err)
	}
	if good, err := store.CheckEvents(events[:1], l); good != 1 || err != nil {
		t.Errorf("got %d, %v; want 1, nil", good, err)
	}
}

func TestErrorsQuoteAndCutUntrustedText(t *testing.T) {
	err := store.CheckSession(strings.Repeat("A\n", 500))
	if err == nil {
		t.Fatal("got nil, want an error")
	}
	if got := err.Error(); len(got) > 140 || strings.Contains(got, "\n") {
		t.Errorf("got %d bytes %q, want it quoted and cut", len(got), got)
	}
}

func TestCheckBlob(t *testing.T) {
	data := []byte("pixels")
	sum := sha256.Sum256(data)
	digest := hex.EncodeToString(sum[:])
	l := store.Limits{Blob: 6}
	for _, tt := range []struct {
		name            string
		session, digest string
		data            string
		want            error
	}{
		{"right", "s", digest, "pixels", nil},
		{"other bytes", "s", digest, "pixelt", store.ErrInvalid},
		{"upper-case digest", "s", strings.ToUpper(digest), "pixels", store.ErrInvalid},
		{"short digest", "s", digest[:63], "pixels", store.ErrInvalid},
		{"bad session", "S", digest, "pixels", store.ErrInvalid},
		{"over the limit", "s", digest, "pixels!", store.ErrTooLarge},
	} {
		t.Run(tt.name, func(t *testing.T) {
			if err := store.CheckBlob(tt.session, tt.digest, []byte(tt.data), l); !errors.Is(err, tt.want) {
				t.Errorf("got %v, want %v", err, tt.want)
			}
		})
	}
}
