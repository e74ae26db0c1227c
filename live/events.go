package live

import (
	"errors"
	"net/http"
	"strconv"
	"strings"
)

// reset is the 410 of a cursor that cannot be followed: the reader empties its view and reads without one.
type reset struct {
	Reason string  `json:"reason"`
	First  *string `json:"first"` // the oldest event there is
}

func (s *Server) getEvents(w http.ResponseWriter, r *http.Request, g grant) error {
	q := r.URL.Query()
	text, limit := q.Get("after"), 0
	follow := strings.Contains(r.Header.Get("Accept"), "text/event-stream")
	if last := r.Header.Get("Last-Event-ID"); follow && last != "" {
		text = last // a browser that comes back keeps the address and sends this
	}
	after, err := parseCursor(text)
	if err != nil {
		return refuse(http.StatusBadRequest, "bad_cursor", "after is %s", err)
	}
	if q.Has("limit") {
		if limit, err = strconv.Atoi(q.Get("limit")); err != nil || limit < 1 {
			return refuse(http.StatusBadRequest, "bad_limit", "limit must be a whole number above 0")
		}
	}
	head := r.Method == http.MethodHead
	if follow && !head {
		return s.serverSent(w, r, g, after)
	}
	f := newFeed(s, r.PathValue("session"))
	reason, err := f.begin(r.Context(), after)
	switch {
	case err != nil:
		return err
	case reason == ResetHeadExpired:
		w.Header().Set("Vitrine-Reset", reason) // there is nothing to forget, but the reader should know
	case reason != "":
		return s.gone(w, r, f.session, reason)
	}
	w.Header().Set("Content-Type", "application/x-ndjson")
	if head {
		return nil
	}
	s.audit(r, g, "reading begun", f.session, "over", "lines")
	out := &lines{s: s, w: w, limit: limit}
	if err := f.refill(r.Context(), out); err != nil && !errors.Is(err, errEnough) {
		s.log.Warn("reading events ended early", "why", err)
		if !out.begun {
			return err
		}
		panic(http.ErrAbortHandler) // the reader must see that this was not the end
	}
	return nil
}

func (s *Server) gone(w http.ResponseWriter, r *http.Request, session, reason string) error {
	first, _, err := s.edges(r.Context(), session)
	if err != nil {
		return err
	}
	s.answer(w, http.StatusGone, reset{reason, first.orNull()})
	return nil
}

var errEnough = errors.New("as many as were asked for")

// lines writes NDJSON.
type lines struct {
	s     *Server
	w     http.ResponseWriter
	limit int // 0: all
	begun bool
	buf   []byte
}

func (l *lines) event(frame []byte, _ cursor) error {
	if !l.begun {
		l.begun = true
		l.w.WriteHeader(http.StatusOK)
	}
	l.buf = append(appendLine(l.buf[:0], frame), '\n')
	if err := l.s.copyOut(l.w, l.buf); err != nil {
		return err
	}
	if l.limit--; l.limit == 0 {
		return errEnough
	}
	return nil
}

func (l *lines) live() error               { return nil }
func (l *lines) tick() error               { return nil }
func (l *lines) reset(reason string) error { return errors.New("the session was reset: " + reason) }
