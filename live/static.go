package live

import (
	"context"
	"errors"
	"io"
	"net/http"
	"strings"
)

func (s *Server) static(w http.ResponseWriter, r *http.Request, _ grant) error {
	// A page without script can send no header of its own, so the browser's own way to ask for a password is offered here.
	token := bearer(r)
	if _, password, ok := r.BasicAuth(); ok {
		token = password
	}
	session := r.PathValue("session")
	g, err := s.grantOf(r, token)
	if err != nil {
		w.Header().Set("WWW-Authenticate", `Basic realm="vitrine: the token is the password", charset="UTF-8"`)
		return refuse(http.StatusUnauthorized, "unauthorized", "%s: as a bearer token, or as the password of any user", err)
	}
	if !g.reads(session) {
		return refuse(http.StatusForbidden, "forbidden", "%s", g.notReading())
	}
	if s.cfg.Static == nil {
		return refuse(http.StatusNotImplemented, "not_implemented", "this server has no plain page")
	}
	sent, err := s.hold(r.Context(), s.out, g)
	if err != nil {
		return err
	}
	defer sent()
	drawn, err := s.hold(r.Context(), s.heavy, g)
	if err != nil {
		return err
	}
	defer drawn()
	t, err := s.transcript(r.Context(), session)
	if err != nil {
		return err
	}
	t.Languages = languages(r)
	s.audit(r, g, "reading begun", session, "over", "plain page")
	h := w.Header()
	h.Add("Vary", "Accept-Language")
	h.Set("Content-Type", "text/html; charset=utf-8")
	h.Set("Content-Security-Policy", StaticPolicy)
	if err := s.cfg.Static(&begun{&paced{w, s}, drawn}, t); err != nil {
		s.log.Error("writing a plain page", "why", err)
		panic(http.ErrAbortHandler)
	}
	return nil
}

// languagesMax bounds what is looked at of a reader's wishes.
const languagesMax = 256

// languages are those that the reader wants words in.
func languages(r *http.Request) string {
	want := r.URL.Query().Get("lang")
	if want == "" {
		want = strings.Join(r.Header.Values("Accept-Language"), ",")
	}
	return want[:min(len(want), languagesMax)]
}

// begun tells of the first write: what is written is drawn.
type begun struct {
	io.Writer
	first func()
}

func (b *begun) Write(p []byte) (int, error) {
	b.first()
	return b.Writer.Write(p)
}

// transcript reads a whole session for the plain page.
func (s *Server) transcript(ctx context.Context, session string) (Transcript, error) {
	f := newFeed(s, session)
	reason, err := f.begin(ctx, cursor{})
	if err != nil {
		return Transcript{}, err
	}
	return Transcript{
		Session: session,
		Partial: reason != "",
		Lines: func(yield func([]byte, error) bool) {
			if err := f.refill(ctx, &each{yield: yield}); err != nil && !errors.Is(err, errEnough) {
				yield(nil, err)
			}
		},
		Blob: func(digest string) ([]byte, error) { return s.store.Blob(ctx, session, digest) },
	}, nil
}

// each hands lines to a range loop.
type each struct {
	lines
	yield func([]byte, error) bool
}

func (e *each) event(frame []byte, _ cursor) error {
	e.buf = appendLine(e.buf[:0], frame)
	if !e.yield(e.buf, nil) {
		return errEnough
	}
	return nil
}
