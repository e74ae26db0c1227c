package store

import (
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
)

// ErrInvalid says that a session id, an event id or a digest is not one. Nothing reached the engine.
var ErrInvalid = errors.New("invalid name")

const (
	maxSession = 64
	maxID      = 128
)

// ValidSession reports whether s is a session id: [a-z0-9][a-z0-9_-]{0,63}.
// The alphabet is also safe as a NATS subject token, a path segment and a label.
func ValidSession(s string) bool {
	if len(s) == 0 || len(s) > maxSession || s[0] == '_' || s[0] == '-' {
		return false
	}
	for i := range len(s) {
		if c := s[i]; !lowerOrDigit(c) && c != '_' && c != '-' {
			return false
		}
	}
	return true
}

// ValidID reports whether id is an event id: 1 to 128 of [A-Za-z0-9._:-].
func ValidID(id string) bool {
	if len(id) == 0 || len(id) > maxID {
		return false
	}
	for i := range len(id) {
		switch c := id[i]; {
		case lowerOrDigit(c), c >= 'A' && c <= 'Z', c == '.', c == '_', c == ':', c == '-':
		default:
			return false
		}
	}
	return true
}

// ValidDigest reports whether s is 64 lower-case hex digits.
func ValidDigest(s string) bool {
	if len(s) != 2*sha256.Size {
		return false
	}
	for i := range len(s) {
		if c := s[i]; (c < '0' || c > '9') && (c < 'a' || c > 'f') {
			return false
		}
	}
	return true
}

func lowerOrDigit(c byte) bool { return c >= 'a' && c <= 'z' || c >= '0' && c <= '9' }

// CheckSession returns ErrInvalid, wrapped, for what is no session id.
func CheckSession(session string) error {
	if !ValidSession(session) {
		return fmt.Errorf("session %s: %w", quote(session), ErrInvalid)
	}
	return nil
}

// CheckEvents returns how many events from the first on are well formed and not too large, and why the
// next one is not. Every engine calls it before anything else, so that none sees a bad name.
func CheckEvents(events []Event, l Limits) (good int, err error) {
	for i, e := range events {
		if !ValidID(e.ID) {
			return i, fmt.Errorf("event id %s: %w", quote(e.ID), ErrInvalid)
		}
		if len(e.Body) > l.Record {
			return i, fmt.Errorf("event %s has %d bytes, at most %d: %w", e.ID, len(e.Body), l.Record, ErrTooLarge)
		}
	}
	return len(events), nil
}

// CheckBlob returns ErrInvalid if digest is not the SHA-256 of data, ErrTooLarge if data is over the limit.
func CheckBlob(session, digest string, data []byte, l Limits) error {
	if err := CheckBlobName(session, digest); err != nil {
		return err
	}
	if len(data) > l.Blob {
		return fmt.Errorf("blob of %d bytes, at most %d: %w", len(data), l.Blob, ErrTooLarge)
	}
	if sum := sha256.Sum256(data); hex.EncodeToString(sum[:]) != digest {
		return fmt.Errorf("blob is not what its digest %s says: %w", digest[:12], ErrInvalid)
	}
	return nil
}

// CheckBlobName returns ErrInvalid, wrapped, if session or digest is not well formed.
func CheckBlobName(session, digest string) error {
	if err := CheckSession(session); err != nil {
		return err
	}
	if !ValidDigest(digest) {
		return fmt.Errorf("blob digest %s: %w", quote(digest), ErrInvalid)
	}
	return nil
}

// quote makes untrusted text safe and short for a message.
func quote(s string) string {
	if r := []rune(s); len(r) > 40 {
		s = string(r[:39]) + "…"
	}
	return fmt.Sprintf("%q", s)
}
