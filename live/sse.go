package live

import (
	"context"
	"errors"
	"net/http"
	"strconv"
	"time"
)

// serverSent streams events to those who cannot have a WebSocket: the same lines, with the cursor as the event's id.
func (s *Server) serverSent(w http.ResponseWriter, r *http.Request, g grant, after cursor) error {
	st, err := s.enter(s.callerAddr(r))
	if err != nil {
		return err
	}
	defer s.leave(st)
	if err := s.known(st, g); err != nil {
		return err
	}
	f, err := s.hub.attach(r.PathValue("session"))
	if err != nil {
		return err
	}
	defer s.hub.detach(f)
	reason, err := f.begin(r.Context(), after)
	if err == nil {
		s.metrics.began(after, reason)
	}
	switch {
	case err != nil:
		return err
	case reason != "" && reason != ResetHeadExpired:
		return s.gone(w, r, f.session, reason)
	}
	s.audit(r, g, "reading begun", f.session, "over", "events")
	out := &sse{s: s, w: w, rc: http.NewResponseController(w), st: st}
	w.Header().Set("Content-Type", "text/event-stream")
	w.Header().Set("X-Accel-Buffering", "no")
	w.WriteHeader(http.StatusOK)
	if reason != "" {
		if err := out.reset(reason); err != nil {
			return nil
		}
	}
	cut := context.AfterFunc(st.hard, func() { _ = out.rc.SetWriteDeadline(time.Now()) })
	defer cut()
	stop := context.AfterFunc(r.Context(), func() { st.cancel(context.Cause(r.Context())) })
	defer stop()
	if !g.expires.IsZero() {
		t := time.AfterFunc(time.Until(g.expires), func() { st.cancel(errExpired) })
		defer t.Stop()
	}
	tick := time.NewTicker(s.timing.Heartbeat)
	defer tick.Stop()
	err = f.run(st.ctx, out, tick.C)
	if errors.Is(err, errBye) {
		_ = out.write("retry: "+strconv.FormatInt(retryIn().Milliseconds(), 10)+"\n", "bye", "{}", "")
	}
	return nil // the answer has begun: its end is all that can be said
}

type sse struct {
	s   *Server
	w   http.ResponseWriter
	rc  *http.ResponseController
	st  *stream
	buf []byte
}

// write sends one block; empty parts are left out.
func (o *sse) write(before, event, data, id string) error {
	b := append(o.buf[:0], before...)
	if event != "" {
		b = append(append(append(b, "event: "...), event...), '\n')
	}
	if id != "" {
		b = append(append(append(b, "id: "...), id...), '\n')
	}
	if data != "" {
		b = append(append(append(b, "data: "...), data...), '\n')
	}
	o.buf = append(b, '\n')
	o.s.allow(o.w)
	if o.st.hard.Err() != nil { // looked at after the deadline was set, so that a cut is not undone
		return errBye
	}
	if _, err := o.w.Write(o.buf); err != nil {
		return err
	}
	return o.rc.Flush()
}

func (o *sse) event(frame []byte, at cursor) error {
	return o.write("", "", string(appendLine(nil, frame)), at.String())
}

func (o *sse) live() error { return o.write("", "live", "{}", "") }
func (o *sse) tick() error { return o.write(": hb\n", "", "", "") }
func (o *sse) reset(reason string) error {
	return o.write("", "reset", string(appendJSON(nil, struct {
		Reason string `json:"reason"`
	}{reason})), "")
}
