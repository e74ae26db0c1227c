package store

import (
	"context"
	"errors"
	"fmt"
	"strings"
)

// ErrNewer says that a note was not written because a newer one of its key is there.
var ErrNewer = errors.New("a newer note is there")

// maxNote bounds the body of a note.
const maxNote = 64 << 10

// Note is the newest that was said about one key.
type Note struct {
	Key  string // parts of session ids' letters, joined by slashes
	Seq  uint64 // position: > 0, increasing over all keys
	Body []byte // do not write to it
}

// Notes are small facts beside the sessions that all servers on one store agree on: of each key the newest note is kept.
// Engines that several servers may use at once offer them. Its methods may be called from many goroutines.
type Notes interface {
	// Follow hands the newest note of every key to fn in order, then each that is written from then on, by whichever server;
	// of several of one key the last at least. It returns when those that were there are handed over. fn runs one at a time and must not
	// call Notes. After stop has returned it does not run again. There is one follower at a time.
	Follow(ctx context.Context, fn func(Note)) (stop func(), err error)

	// Sync returns when every note that was safe at the call has been handed to the follower.
	Sync(ctx context.Context) error

	// Put writes a note in the place of the one at position after; 0 means that there is none. ErrNewer if another is there,
	// ErrTooLarge, ErrFull, ErrDown: outcome unknown.
	Put(ctx context.Context, key string, after uint64, body []byte) (seq uint64, err error)

	// Drop removes the note at a position, if it is still the newest of its key. Followers are not told.
	Drop(ctx context.Context, key string, seq uint64) error
}

// CheckNote refuses a key that is none and a body that is too large.
func CheckNote(key string, body []byte) error {
	for part := range strings.SplitSeq(key, "/") {
		if !ValidSession(part) {
			return fmt.Errorf("key %.80q: %w", key, ErrInvalid)
		}
	}
	if len(body) > maxNote {
		return fmt.Errorf("a note of %d bytes: %w", len(body), ErrTooLarge)
	}
	return nil
}

// Shared is a store that several servers may use at once.
type Shared interface {
	// Notes are what those servers share; nil if the store is one server's own.
	Notes() Notes
}
