package live

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"time"

	"github.com/vitrine-go/vitrine/live/store"
)

// Error is a refusal: what the server writes as {"error":{...}} and what the client returns.
type Error struct {
	Status  int    `json:"-"`    // HTTP status, or 0 for one that came over a socket
	Code    string `json:"code"` // stable; callers branch on it
	Message string `json:"message"`

	Line    int      `json:"line,omitempty"`    // of the request body, from 1
	Path    string   `json:"path,omitempty"`    // JSON Pointer inside that line
	Got     string   `json:"got,omitempty"`     // the refused host or origin
	Allowed []string `json:"allowed,omitempty"` // what would have been taken

	RetryAfter time.Duration `json:"-"`
	Accepted   []Accepted    `json:"-"` // events of the same request that are stored
}

// Error says what was refused and why.
func (e *Error) Error() string {
	if e.Line > 0 {
		return fmt.Sprintf("%s: line %d: %s", e.Code, e.Line, e.Message)
	}
	return e.Code + ": " + e.Message
}

// Accepted tells of one stored event.
type Accepted struct {
	ID        string `json:"id"`
	Cursor    string `json:"cursor"`
	Duplicate bool   `json:"duplicate"` // it was there before, with the same body
}

func refuse(status int, code, format string, args ...any) *Error {
	return &Error{Status: status, Code: code, Message: fmt.Sprintf(format, args...)}
}

// asError turns what a handler met into what the client is told. Words of the engine stay in the log.
func asError(err error) *Error {
	if e, ok := errors.AsType[*Error](err); ok {
		return e
	}
	switch {
	case errors.Is(err, store.ErrNoSession), errors.Is(err, store.ErrInvalid): // a name that is none names nothing
		return refuse(http.StatusNotFound, "no_session", "there is no such session")
	case errors.Is(err, store.ErrExists):
		return refuse(http.StatusConflict, "session_exists", "a session of that name exists")
	case errors.Is(err, store.ErrConflict):
		return refuse(http.StatusConflict, "conflict", "an event with this id is stored with another body")
	case errors.Is(err, store.ErrTooLarge):
		return refuse(http.StatusRequestEntityTooLarge, "too_large", "the event is larger than the store takes")
	case errors.Is(err, store.ErrFull):
		return refuse(http.StatusInsufficientStorage, "full", "the store is full; nothing was stored")
	case errors.Is(err, store.ErrNoBlob):
		return refuse(http.StatusNotFound, "no_blob", "there is no such blob in this session")
	case errors.Is(err, store.ErrReadOnly):
		return refuse(http.StatusForbidden, "read_only", "this server only reads")
	case errors.Is(err, store.ErrDown), errors.Is(err, context.DeadlineExceeded):
		e := refuse(http.StatusServiceUnavailable, "unavailable", "the store does not answer; repeat with the same ids")
		e.RetryAfter = time.Second
		return e
	}
	return refuse(http.StatusInternalServerError, "internal", "the server failed; its log says why")
}
