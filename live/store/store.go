// Package store is the seam between the live server and the engine that keeps events.
// It knows sessions, positions and bytes; it knows no HTTP, no token and no engine's types.
// Every engine passes the suite in live/store/storetest.
package store

import (
	"context"
	"errors"
	"time"
)

// Errors that callers branch on. Engines wrap them with what they were doing.
var (
	ErrExists    = errors.New("session exists")
	ErrNoSession = errors.New("no such session")
	ErrConflict  = errors.New("same id, other body")    // Append: an id is stored with other bytes
	ErrTooLarge  = errors.New("record too large")       // Append: over Limits().Record; PutBlob: over Limits().Blob
	ErrFull      = errors.New("store is full")          // quota or disk: nothing was stored
	ErrDown      = errors.New("store is not available") // outcome unknown: repeat with the same id
	ErrNoBlob    = errors.New("no such blob")
	ErrReadOnly  = errors.New("store is read-only")
)

// Record is one stored event of one session.
type Record struct {
	Seq     uint64    // position in the store: > 0, strictly increasing within a session, not dense
	Prev    uint64    // Seq of the record stored before it in this session, even if that one has expired; 0 for its first
	Session string    // session id
	ID      string    // event id, unique within the session
	Time    time.Time // when the engine stored it, UTC
	Body    []byte    // the envelope, compact JSON; never changed by an engine; shared, do not write to it
}

// Ack says what became of one appended event.
type Ack struct {
	ID        string
	Seq       uint64
	Duplicate bool // it was stored before with the same body; Seq is the old position
}

// Event is one event to append.
type Event struct {
	ID   string
	Body []byte
}

// Page is a run of one session's records in order.
type Page struct {
	Records []Record
	More    bool // records after the last one were stored when the page was read
}

// Session describes one session that is kept.
type Session struct {
	ID      string
	Created time.Time
	Last    time.Time // time of the newest record
	First   uint64    // oldest and newest kept position
	Newest  uint64
	Open    []byte // body of the session's first record if it is still kept, else nil
}

// Limits are the engine's sizes in bytes.
type Limits struct {
	Record int // largest Body
	Blob   int // largest blob
}

// Store keeps the events of many sessions. Its methods may be called from many goroutines.
// A name that is none is refused with ErrInvalid by every method. After Close they answer ErrDown.
type Store interface {
	// Create makes a session with its first record. ErrExists if the session has any record, also the same one.
	Create(ctx context.Context, session string, open Event) (Ack, error)

	// Append stores events in order and returns when they are safe (an fsync, or a quorum).
	// An id that is stored with the same body is acknowledged as a duplicate, however old it is.
	// On an error the acks of the events before it are returned beside the error; no event after it is stored,
	// unless the error is ErrDown or the context's: then the outcome of the rest is unknown.
	// ErrNoSession, ErrConflict, ErrTooLarge, ErrFull, ErrDown, ErrReadOnly.
	Append(ctx context.Context, session string, events []Event) ([]Ack, error)

	// Read returns up to limit records with Seq >= from, at most maxBytes of bodies but at least one record.
	// A session without records from there gives an empty page; a session that was never made gives ErrNoSession.
	// limit and maxBytes below 1 count as 1; an engine may have smaller largest pages of its own, More says so.
	Read(ctx context.Context, session string, from uint64, limit, maxBytes int) (Page, error)

	// Bounds returns the oldest and newest kept positions. ErrNoSession if there are none.
	Bounds(ctx context.Context, session string) (first, last uint64, err error)

	// Watch hands every record that becomes safe from now on to fn, of all sessions, in order per session.
	// It is a hint, not a promise: records may be missed (then lost is called, as after a reconnect to the engine)
	// and the reader closes the gap, seen in Record.Prev, with Read. A record stored just before may still come.
	// fn and lost never run at once; they must not block and must not call the store. After stop has returned neither runs again: stop waits
	// for a call that runs, so never call it from one or under a lock that one takes.
	Watch(fn func(Record), lost func()) (stop func(), err error)

	// Sessions lists what is kept, newest first.
	Sessions(ctx context.Context) ([]Session, error)

	// Delete removes a session with its records and blobs. ErrNoSession.
	Delete(ctx context.Context, session string) error

	// PutBlob stores bytes under their digest (64 lower-case hex digits of SHA-256, checked by the engine),
	// safe on return. Storing the same digest again is no error. ErrTooLarge, ErrFull, ErrDown.
	PutBlob(ctx context.Context, session, sha256 string, data []byte) error

	// Blob returns a stored blob whole and verified. ErrNoBlob.
	Blob(ctx context.Context, session, sha256 string) ([]byte, error)

	// Epoch names this store's history. It changes when the history is another one (replaced, restored, wiped),
	// so that a cursor of the old one is refused and not misread.
	Epoch() string

	Limits() Limits

	// Health tells why the store cannot append or read now, or nil.
	Health(ctx context.Context) error

	// Close releases everything; what was acknowledged stays.
	Close() error
}
