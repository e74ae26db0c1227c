package live

import (
	"bytes"
	"encoding/json"
	"errors"
	"io"
	"math"
	"net/http"
	"strconv"
	"time"
)

// appendJSON appends what of ours is sure to be JSON.
func appendJSON(dst []byte, v any) []byte {
	out, err := encode(dst, v)
	if err != nil {
		panic("live: encoding an answer of our own: " + err.Error())
	}
	return out
}

// encode does not escape <, > and &: this is JSON for programs, never part of a page.
func encode(dst []byte, v any) ([]byte, error) {
	b := bytes.NewBuffer(dst)
	enc := json.NewEncoder(b)
	enc.SetEscapeHTML(false)
	err := enc.Encode(v)
	return bytes.TrimSuffix(b.Bytes(), []byte("\n")), err
}

// answer writes v. Deadlines outlive a request on a connection that is kept, so each answer sets its own.
func (s *Server) answer(w http.ResponseWriter, status int, v any) {
	s.allow(w)
	body := append(appendJSON(nil, v), '\n')
	h := w.Header()
	h.Set("Content-Type", "application/json")
	h.Set("Content-Length", strconv.Itoa(len(body)))
	w.WriteHeader(status)
	_, _ = w.Write(body) // the reader is gone; there is no one to tell
}

// fail answers with an error of ours, or with what another error means to a client.
func (s *Server) fail(w http.ResponseWriter, r *http.Request, err error) {
	e := asError(err)
	s.metrics.failed(e)
	if e.Status >= http.StatusInternalServerError || e.Status == http.StatusForbidden {
		s.log.Warn("request refused", "method", r.Method, "route", r.Pattern, "status", e.Status, "code", e.Code, "why", err)
	}
	h := w.Header()
	if e.RetryAfter > 0 {
		h.Set("Retry-After", strconv.Itoa(int(math.Ceil(e.RetryAfter.Seconds()))))
	}
	if e.Status == http.StatusUnauthorized && h.Get("WWW-Authenticate") == "" {
		h.Set("WWW-Authenticate", `Bearer realm="vitrine"`)
	}
	s.answer(w, e.Status, struct {
		Error    *Error     `json:"error"`
		Accepted []Accepted `json:"accepted,omitempty"`
	}{e, e.Accepted})
}

// allow gives the next write its time. Not every writer has deadlines; those that have none need none.
func (s *Server) allow(w http.ResponseWriter) {
	_ = http.NewResponseController(w).SetWriteDeadline(time.Now().Add(s.timing.Write))
}

// paced writes much at the reader's pace: every piece has the time of one write.
type paced struct {
	http.ResponseWriter
	s *Server
}

// pieceBytes is what a reader must be able to take in the time of one write.
const pieceBytes = 64 << 10

func (p *paced) Write(b []byte) (n int, err error) {
	for len(b) > 0 && err == nil {
		var k int
		p.s.allow(p.ResponseWriter)
		k, err = p.ResponseWriter.Write(b[:min(len(b), pieceBytes)])
		n, b = n+k, b[k:]
	}
	return n, err
}

// Unwrap lets http.ResponseController find the writer below.
func (p *paced) Unwrap() http.ResponseWriter { return p.ResponseWriter }

// copyOut writes a whole body, or breaks the connection off: the reader must see that it did not end well.
func (s *Server) copyOut(w http.ResponseWriter, data []byte) error {
	if _, err := (&paced{w, s}).Write(data); err != nil {
		panic(http.ErrAbortHandler)
	}
	return nil
}

// readBody reads a whole body within the limits of size and time.
func (s *Server) readBody(w http.ResponseWriter, r *http.Request, limit int) ([]byte, error) {
	if r.ContentLength > int64(limit) {
		return nil, tooLarge(limit)
	}
	_ = http.NewResponseController(w).SetReadDeadline(time.Now().Add(s.timing.Body)) // not every writer has one
	body, err := io.ReadAll(http.MaxBytesReader(w, r.Body, int64(limit)))
	switch _, big := errors.AsType[*http.MaxBytesError](err); {
	case big:
		return nil, tooLarge(limit)
	case err != nil:
		return nil, refuse(http.StatusBadRequest, "incomplete", "the body ended early or came too slowly")
	}
	return body, nil
}

func tooLarge(limit int) *Error {
	return refuse(http.StatusRequestEntityTooLarge, "too_large", "the body is larger than %d bytes", limit)
}
